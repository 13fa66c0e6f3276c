#include "apps/accounts/oidc/oidc.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/oidc/oidc_url.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/network.h"
#include "base/text.h"

namespace norn::accounts {
namespace {

constexpr size_t kMaxInvitationBytes = 200;
constexpr int64_t kPendingSeconds = 600;

ThrottleRule starts_of_network() {
  return {.kind = "provider-start", .tries = 60, .window_s = 900};
}
ThrottleRule callbacks_of_network() {
  return {.kind = "provider-callback", .tries = 60, .window_s = 900};
}

// It is stored with the state, so it has to be printable ASCII.
bool may_be_invitation(std::string_view text) {
  return text.size() <= kMaxInvitationBytes &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

// The name of a new account: the usable characters of the provider's name, or else the part of the
// address before the '@'.
std::string name_of(const ProvenIdentity& identity, const std::string& email) {
  std::vector<int32_t> usable;
  for (const int32_t c : code_points(identity.name).value_or(std::vector<int32_t>())) {
    if (!is_unprintable(c) && usable.size() < kMaxNameCharacters) usable.push_back(c);
  }
  if (auto name = normal_name(to_utf8(usable))) return *name;
  if (auto name = normal_name(email.substr(0, email.find('@')))) return *name;
  return "New person";
}

std::unexpected<Error> sign_in_first(const Provider& provider, std::string_view why) {
  return forbidden(kSignInFirst(why, provider.name));
}

// Only a verified address counts, because the owner of an address need not be the one who made the
// account. And only the owner may add a second identity of a provider, or one that would bypass the
// second factor.
Result<void> check_may_adopt(const Provider& provider, const ProvenIdentity& identity,
                             const Account& account) {
  if (!identity.email_verified) {
    return sign_in_first(provider,
                         fmt::format("{} has not verified that it is yours", provider.name));
  }
  // The creator of an account with a foreign address cannot keep the owner of the address out.
  if (!account.email_verified) return {};
  if (account.second_factor) return sign_in_first(provider, "it has a second factor");
  const std::string of_provider = keys::provider(provider.id, "");
  if (std::ranges::any_of(account.identities, [&](const std::string& guard) {
        return guard.starts_with(of_provider);
      })) {
    return sign_in_first(provider,
                         fmt::format("another identity of {} belongs to it", provider.name));
  }
  return {};
}

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
                     {"ttl", store::Value::number(clock_.now_s() + kPendingSeconds)}};
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
  // The store removes expired items with a delay.
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

Oidc::Oidc(store::Store& store, const apps::TableNames& tables, const Clock& clock, Ids& ids,
           Accounts& accounts, std::vector<Provider> providers, Fetch fetch)
    : ids_(ids),
      accounts_(accounts),
      providers_(std::move(providers)),
      client_(clock, std::move(fetch)),
      pending_(store, tables, clock) {}

Result<const Provider*> Oidc::find_provider(const std::string& provider_id) const {
  const auto found = std::ranges::find(providers_, provider_id, &Provider::id);
  if (found == providers_.end()) {
    return not_found(kProviderNotFound);
  }
  return &*found;
}

Result<Oidc::Begun> Oidc::begin(const std::string& provider_id, const BeginRequest& request,
                                const Visitor& visitor) {
  NORN_ASSIGN(const Provider* const provider, find_provider(provider_id));
  NORN_TRY(accounts_.throttle().take(starts_of_network(), network_of(visitor.address)));
  if (request.invitation && !may_be_invitation(*request.invitation)) {
    return forbidden(kProviderInvitation);
  }
  const std::string state = new_secret(ids_);
  Begun begun{.location = {}, .binding = new_secret(ids_)};
  const PendingSignIn pending{.provider = provider->id,
                              .authorization = {.redirect_uri = request.redirect_uri,
                                                .verifier = new_secret(ids_),
                                                .nonce = new_secret(ids_)},
                              .binding_hash = secret_hash(begun.binding),
                              .return_to = local_path(request.return_to),
                              .invitation = request.invitation,
                              .link_user_id = request.link_user_id};
  NORN_ASSIGN(begun.location, client_.authorization_url(*provider, pending.authorization, state));
  NORN_TRY(pending_.save(state, pending));
  return begun;
}

Result<Oidc::Finished> Oidc::finish(const std::string& provider_id, const Callback& callback,
                                    const Visitor& visitor) {
  NORN_ASSIGN(const Provider* const provider, find_provider(provider_id));
  NORN_TRY(accounts_.throttle().take(callbacks_of_network(), network_of(visitor.address)));
  NORN_ASSIGN(const PendingSignIn pending, take_pending(*provider, callback));
  std::optional<Account> linking;
  if (pending.link_user_id) {
    // Read before the call of the provider, which takes a while: a user who is signed out meanwhile
    // must not regain access to the account.
    NORN_ASSIGN(linking, accounts_.users().find_account(*pending.link_user_id));
    if (!linking) return not_found(kAccountNotFound);
  }
  NORN_ASSIGN(const ProvenIdentity identity,
              client_.identify(*provider, pending.authorization, callback.code));
  NORN_ASSIGN(const std::optional<User> known,
              accounts_.users().find_by_provider(provider->id, identity.subject));
  Finished finished{.signed_in = {}, .return_to = pending.return_to};
  if (linking) {
    NORN_TRY(link(*provider, identity, *linking, known));
    return finished;
  }
  User user;
  if (known) {
    user = *known;
  } else {
    NORN_ASSIGN(user, admit(*provider, identity, pending.invitation));
  }
  NORN_ASSIGN(finished.signed_in, accounts_.sign_in_as(user, provider->id, visitor));
  return finished;
}

Result<PendingSignIn> Oidc::take_pending(const Provider& provider, const Callback& callback) {
  NORN_ASSIGN(std::optional<PendingSignIn> pending, pending_.take(callback.state));
  const bool fits = pending && pending->provider == provider.id &&
                    pending->authorization.redirect_uri == callback.redirect_uri;
  if (!fits) return provider_failure(provider, "it took too long, or was finished already");
  if (!same_secret(secret_hash(callback.binding), pending->binding_hash)) {
    return provider_failure(provider, "it was begun in another browser");
  }
  if (pending->link_user_id && pending->link_user_id != callback.user_id) {
    return provider_failure(provider, "you are no longer signed in to the same account");
  }
  return std::move(*pending);
}

Result<void> Oidc::link(const Provider& provider, const ProvenIdentity& identity,
                        const Account& account, const std::optional<User>& owner) {
  if (owner && owner->id != account.user_id) {
    return forbidden(kProviderIdentityTaken(provider.name));
  }
  return accounts_.users().link_provider(account.user_id, provider.id, identity.subject,
                                         account.session_epoch);
}

Result<User> Oidc::admit(const Provider& provider, const ProvenIdentity& identity,
                         const std::optional<std::string>& invitation) {
  const Result<std::string> email = normal_email(identity.email);
  const Accounts::Authenticated authenticated{
      .provider = provider.id,
      .subject = identity.subject,
      .email = identity.email_verified ? email.value_or("") : std::string()};
  NORN_ASSIGN(std::optional<User> known, accounts_.adopt_by_identity(authenticated));
  if (known) return std::move(*known);
  if (!email) {
    return forbidden(kProviderNoAddress(provider.name));
  }
  const auto may_adopt = [&](const Account& account) {
    return check_may_adopt(provider, identity, account);
  };
  NORN_ASSIGN(std::optional<User> user,
              accounts_.users().adopt(*email, provider.id, identity.subject, may_adopt));
  if (user) {
    // If the previous owner has lost the account, their sessions are not valid any more.
    NORN_TRY(accounts_.sessions().remove_ended(user->id));
    return std::move(*user);
  }
  if (!identity.email_verified) {
    return forbidden(kProviderAddressNotVerified(provider.name));
  }
  NORN_ASSIGN(known, accounts_.adopt_by_address(authenticated));
  if (known) return std::move(*known);
  return create(provider, identity, *email, invitation);
}

Result<User> Oidc::create(const Provider& provider, const ProvenIdentity& identity,
                          const std::string& email, const std::optional<std::string>& invitation) {
  NewUser user;
  user.email = email;
  user.name = name_of(identity, email);
  user.provider = provider.id;
  user.provider_subject = identity.subject;
  user.email_verified = identity.email_verified;
  NORN_ASSIGN(Admission::Admitted admitted, accounts_.admission().admit(email, invitation));
  user.with = std::move(admitted.with);
  Result<User> created = accounts_.users().create(user);
  if (created || created.error().code != ErrorCode::kConflict) return created;
  // The same user may have signed in in two windows at the same time.
  NORN_ASSIGN(std::optional<User> known,
              accounts_.users().find_by_provider(provider.id, identity.subject));
  if (known) return std::move(*known);
  if (says(created.error(), kUsedMeanwhile)) return forbidden(kProviderInvitation);
  return created;
}

}  // namespace norn::accounts
