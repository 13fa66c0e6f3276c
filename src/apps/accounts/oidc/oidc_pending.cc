#include "apps/accounts/oidc/oidc_pending.h"

#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/shared/items.h"

namespace norn::accounts {
namespace {

constexpr int64_t kLifetimeSeconds = 600;

}  // namespace

PendingSignIns::PendingSignIns(store::Store& store, apps::TableNames tables, const Clock& clock)
    : store_(store), tables_(std::move(tables)), clock_(clock) {}

Result<void> PendingSignIns::save(const std::string& state, const PendingSignIn& pending) {
  const std::string key = keys::oidc(secret_hash(state));
  store::Map item = {{"PK", key},
                     {"SK", key},
                     {"provider", pending.provider},
                     {"redirectUri", pending.authorization.redirect_uri},
                     {"verifier", pending.authorization.verifier},
                     {"nonce", pending.authorization.nonce},
                     {"bindingHash", pending.binding_hash},
                     {"returnTo", pending.return_to},
                     {"ttl", store::Value::number(clock_.now_s() + kLifetimeSeconds)}};
  if (pending.invitation) item.emplace("invitation", *pending.invitation);
  if (pending.link_user_id) item.emplace("linkUserId", *pending.link_user_id);
  NORN_TRY(store_.put(put_new(tables_.norn(), item)));
  return {};
}

Result<std::optional<PendingSignIn>> PendingSignIns::take(const std::string& state) {
  const std::string key = keys::oidc(secret_hash(state));
  store::DeleteRequest request = delete_of(tables_.norn(), apps::key_of(key, key));
  request.return_values = store::ReturnValues::kAllOld;
  NORN_ASSIGN(const store::WriteResult removed, store_.remove(request));
  // The store removes what has expired when it comes to it, which may be later.
  if (!removed.attributes || apps::integer_of(*removed.attributes, "ttl") <= clock_.now_s()) {
    return std::nullopt;
  }
  const store::Item& item = *removed.attributes;
  return PendingSignIn{.provider = apps::text_of(item, "provider"),
                       .authorization = {.redirect_uri = apps::text_of(item, "redirectUri"),
                                         .verifier = apps::text_of(item, "verifier"),
                                         .nonce = apps::text_of(item, "nonce")},
                       .binding_hash = apps::text_of(item, "bindingHash"),
                       .return_to = apps::text_of(item, "returnTo"),
                       .invitation = apps::optional_text_of(item, "invitation"),
                       .link_user_id = apps::optional_text_of(item, "linkUserId")};
}

}  // namespace norn::accounts
