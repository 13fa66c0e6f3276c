#include "apps/accounts/credentials/kept_identities.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/shared/items.h"

namespace norn::accounts {
namespace {

// After that, Sessions is asked again: it also records when a credential was last used.
constexpr int64_t kMaxKeptMs = 60'000;
// In memory, about: an account, a session, and the keys to it.
constexpr size_t kIdentityBytes = 2048;
// What the text of a token has in front of its credential.
constexpr std::string_view kBeforeToken = "norn_";

// Accounts, sessions and tokens are in the partition of their person.
void person_of_change(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
}

}  // namespace

KeptIdentities::KeptIdentities(Sessions& sessions, store::Store& store,
                               const apps::TableNames& tables, const Clock& clock, size_t max_bytes)
    : sessions_(sessions),
      clock_(clock),
      kept_(store, tables.norn(), max_bytes, person_of_change) {}

Result<std::shared_ptr<const Identity>> KeptIdentities::verify(std::string_view credential) {
  return find(credential, "", [&] { return sessions_.verify(credential); });
}

Result<std::shared_ptr<const Identity>> KeptIdentities::verify_token(std::string_view text) {
  return find(text, kBeforeToken, [&] { return sessions_.verify_token(text); });
}

template <typename Verify>
Result<std::shared_ptr<const Identity>> KeptIdentities::find(std::string_view credential,
                                                             std::string_view prefix,
                                                             Verify verify) {
  if (!credential.starts_with(prefix)) return nullptr;
  const auto parsed = parse_credential(credential.substr(prefix.size()));
  if (!parsed) return nullptr;
  const std::string owner = keys::user(parsed->user_id);
  // A secret is never kept itself.
  const std::string key = std::string(prefix) + secret_hash(parsed->secret);
  if (auto kept = kept_.find(owner, key); kept && clock_.now_ms() < kept->until_ms) {
    return std::shared_ptr<const Identity>(kept, &kept->identity);
  }
  const auto moment = kept_.moment();
  NORN_ASSIGN(std::optional<Identity> identity, verify());
  if (!identity) return nullptr;
  const int64_t until = until_ms(*identity);
  auto verified = std::make_shared<const Verified>(*std::move(identity), until);
  if (moment) kept_.keep(owner, key, *moment, verified, kIdentityBytes);
  return std::shared_ptr<const Identity>(verified, &verified->identity);
}

int64_t KeptIdentities::until_ms(const Identity& identity) const {
  const int64_t until = clock_.now_ms() + kMaxKeptMs;
  if (identity.session) return std::min(until, identity.session->expires_ms);
  if (identity.token && identity.token->expires_ms) {
    return std::min(until, *identity.token->expires_ms);
  }
  return until;
}

}  // namespace norn::accounts
