#include "apps/accounts/oidc/oidc.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/oidc/oidc_url.h"
#include "apps/accounts/users/normal_form.h"
#include "base/faults.h"
#include "base/network.h"
#include "base/text.h"

namespace norn::accounts {
namespace {

constexpr size_t kMaxInvitationBytes = 200;

ThrottleRule starts_of_network() {
  return {.kind = "provider-start", .tries = 60, .window_s = 900};
}
ThrottleRule callbacks_of_network() {
  return {.kind = "provider-callback", .tries = 60, .window_s = 900};
}

// It is kept with the state, so it has to be a text.
bool may_be_invitation(std::string_view text) {
  return text.size() <= kMaxInvitationBytes &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

// A name as an account may have it: what the provider says as far as it can be used, or else the
// part of the address before the '@'.
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
  return forbidden(
      fmt::format("There is an account with this e-mail address already, and {}. Sign in to it "
                  "with your password first, and link {} in your account then.",
                  why, provider.name));
}

// Who has an address now need not be who made the account, so only a verified one counts. And one
// of several identities of a provider, or a way around the second factor, is for its owner to add.
Result<void> check_may_adopt(const Provider& provider, const ProvenIdentity& identity,
                             const Account& account) {
  if (!identity.email_verified) {
    return sign_in_first(provider,
                         fmt::format("{} has not verified that it is yours", provider.name));
  }
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
    return fail(ErrorCode::kNotFound, "There is no such provider to sign in with.");
  }
  return &*found;
}

Result<Oidc::Begun> Oidc::begin(const std::string& provider_id, const Wish& wish,
                                const Visitor& visitor) {
  NORN_ASSIGN(const Provider* const provider, find_provider(provider_id));
  NORN_TRY(accounts_.throttle().take(starts_of_network(), network_of(visitor.address)));
  if (wish.invitation && !may_be_invitation(*wish.invitation)) {
    return forbidden("This invitation is not valid. Ask for a new one.");
  }
  const std::string state = new_secret(ids_);
  Begun begun{.location = {}, .binding = new_secret(ids_)};
  const PendingSignIn pending{.provider = provider->id,
                              .authorization = {.redirect_uri = wish.redirect_uri,
                                                .verifier = new_secret(ids_),
                                                .nonce = new_secret(ids_)},
                              .binding_hash = secret_hash(begun.binding),
                              .return_to = local_path(wish.return_to),
                              .invitation = wish.invitation,
                              .link_user_id = wish.link_user_id};
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
    // Read before the provider is asked, which takes a while: who is signed out meanwhile, because
    // the account is not theirs any more, does not get back into it.
    NORN_ASSIGN(linking, accounts_.users().find_account(*pending.link_user_id));
    if (!linking) return not_found("account");
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
  if (!fits) return provider_failure(provider, "it took too long, or was done already");
  if (!same_secret(secret_hash(callback.binding), pending->binding_hash)) {
    return provider_failure(provider, "it was begun in another browser");
  }
  if (pending->link_user_id && pending->link_user_id != callback.user_id) {
    return provider_failure(provider, "you are not signed in any more as who you were");
  }
  return std::move(*pending);
}

Result<void> Oidc::link(const Provider& provider, const ProvenIdentity& identity,
                        const Account& account, const std::optional<User>& owner) {
  if (owner && owner->id != account.user_id) {
    return forbidden(fmt::format("This identity of {} belongs to another account.", provider.name));
  }
  return accounts_.users().link_provider(account.user_id, provider.id, identity.subject,
                                         account.session_epoch);
}

Result<User> Oidc::admit(const Provider& provider, const ProvenIdentity& identity,
                         const std::optional<std::string>& invitation) {
  const Result<std::string> email = normal_email(identity.email);
  if (!email) {
    return forbidden(
        fmt::format("{} did not tell your e-mail address, without which there can be no account. "
                    "Allow it there and try again.",
                    provider.name));
  }
  const auto may_adopt = [&](const Account& account) {
    return check_may_adopt(provider, identity, account);
  };
  NORN_ASSIGN(std::optional<User> user,
              accounts_.users().adopt(*email, provider.id, identity.subject, may_adopt));
  if (user) {
    // When whoever made it has lost it, these open nothing any more.
    NORN_TRY(accounts_.sessions().remove_ended(user->id));
    return std::move(*user);
  }
  if (!identity.email_verified) {
    return forbidden(fmt::format(
        "{} has not verified your e-mail address. Verify it there and try again.", provider.name));
  }
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
  // The same person may have come through two windows at once.
  NORN_ASSIGN(std::optional<User> known,
              accounts_.users().find_by_provider(provider.id, identity.subject));
  if (known) return std::move(*known);
  if (fault_of(created.error()) == nullptr) {
    return forbidden("This invitation has just been used. Ask for a new one.");
  }
  return created;
}

}  // namespace norn::accounts
