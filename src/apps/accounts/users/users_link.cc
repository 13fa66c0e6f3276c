#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

// Adding identities of providers to an account.
namespace norn::accounts {

namespace {

constexpr size_t kMaxIdentities = 20;

Result<void> check_room(const Account& account) {
  if (account.identities.size() < kMaxIdentities) return {};
  return conflict("provider", kTooManyIdentities(kMaxIdentities));
}

// A change of the ACCOUNT under the condition that its identities are unchanged.
store::UpdateRequest change_account(const apps::TableNames& tables, const Account& account,
                                    const store::Map& change) {
  store::UpdateRequest update = set_attributes(
      tables.norn(), apps::key_of(keys::user(account.user_id), keys::kAccount), change);
  if (account.identities.empty()) {
    update.condition += " AND attribute_not_exists(identities)";
  } else {
    update.condition += " AND identities = :known";
    update.placeholders.values.emplace(":known", store::StringSet::make(account.identities));
  }
  return update;
}

void add_identity(store::UpdateRequest& update, const std::string& guard) {
  update.update += " ADD identities :identity";
  update.placeholders.values.emplace(":identity", store::StringSet::make({guard}));
}

// The attributes of the design for the first identity of a user.
store::Map design_identity(const User& user, const std::string& provider,
                           const std::string& subject) {
  return {{"provider", provider},
          {"providerSubject", subject},
          {"GSI3PK", keys::provider(provider, subject)},
          {"GSI3SK", keys::user(user.id)},
          {"updatedAt", timestamp_s(user.updated_ms)}};
}

// Adds an identity with a verified address to the ACCOUNT, under the condition that everything that
// was checked is unchanged.
store::UpdateRequest adopt_account(const apps::TableNames& tables, const Account& account,
                                   const std::string& guard, int64_t now_ms) {
  store::Map change = {{"emailVerified", store::Value::boolean(true)},
                       {"updatedAt", timestamp_ms(now_ms)}};
  if (!account.email_verified) {
    change.emplace("identities", store::StringSet::make({guard}));
    change.emplace("takenOverAt", timestamp_ms(now_ms));
  }
  store::UpdateRequest update = change_account(tables, account, change);
  update.condition += account.email_verified ? " AND emailVerified = :emailVerified"
                                             : " AND NOT (emailVerified = :emailVerified)";
  if (account.email_verified) {
    update.condition += " AND attribute_not_exists(" + std::string(keys::kSecondFactor) + ")";
    add_identity(update, guard);
  } else {
    update.update += " REMOVE " + std::string(keys::kSecondFactorAttributes);
    update.update += " ADD sessionEpoch :one, tokenEpoch :one";
    update.placeholders.values.emplace(":one", store::Value::number(1));
  }
  return update;
}

}  // namespace

Result<void> Users::link_provider(const std::string& user_id, const std::string& provider,
                                  const std::string& subject,
                                  const std::optional<int64_t>& session_epoch) {
  NORN_TRY(check_identity(provider, subject));
  const auto attempt = [&] { return try_link(user_id, provider, subject, session_epoch); };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

Result<std::optional<apps::Done>> Users::try_link(const std::string& user_id,
                                                  const std::string& provider,
                                                  const std::string& subject,
                                                  const std::optional<int64_t>& session_epoch) {
  const std::string guard = keys::provider(provider, subject);
  NORN_ASSIGN(const std::optional<std::string> owner, guarded_by(guard));
  if (owner == user_id) return apps::Done{};
  if (owner) return conflict("provider", kIdentityTaken);
  NORN_ASSIGN(std::optional<Known> known, find_known(user_id));
  if (!known) return not_found(kAccountNotFound);
  const int64_t epoch = known->account.session_epoch;
  if (session_epoch.value_or(epoch) != epoch) return not_signed_in(kSignedOutMeanwhile);
  NORN_TRY(check_room(known->account));
  User& user = known->user;
  user.updated_ms = clock_.now_ms();
  store::UpdateRequest add =
      change_account(tables_, known->account, {{"updatedAt", timestamp_ms(user.updated_ms)}});
  add.condition += " AND sessionEpoch = :epoch";
  add.placeholders.values.emplace(":epoch", store::Value::number(epoch));
  add_identity(add, guard);
  std::vector<Action> actions = {put_new(tables_.norn(), guard_item(guard, user)), std::move(add)};
  // The design has one identity of a user: the first.
  if (!user.provider) {
    const std::string key = keys::user(user_id);
    actions.emplace_back(set_attributes(tables_.calendars(), apps::key_of(key, key),
                                        design_identity(user, provider, subject)));
  }
  NORN_ASSIGN(const bool written, apps::write_all(store_, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

Result<std::optional<User>> Users::adopt(const std::string& email, const std::string& provider,
                                         const std::string& subject, const MayAdopt& may_adopt) {
  NORN_TRY(check_identity(provider, subject));
  const auto attempt = [&] { return try_adopt(email, provider, subject, may_adopt); };
  NORN_ASSIGN(Adopted adopted, apps::decide_and_write(attempt));
  if (adopted.is_taken_over) {
    for (UserHook* hook : hooks_) hook->after_take_over(*adopted.user);
  }
  return std::move(adopted.user);
}

Result<std::optional<Users::Adopted>> Users::try_adopt(const std::string& email,
                                                       const std::string& provider,
                                                       const std::string& subject,
                                                       const MayAdopt& may_adopt) {
  // The same user may sign in in two windows at the same time.
  NORN_ASSIGN(std::optional<User> owner, find_by_provider(provider, subject));
  if (owner) return Adopted{.user = std::move(owner)};
  NORN_ASSIGN(std::optional<Known> known, find_known_by_email(email));
  if (!known) return Adopted{};
  NORN_TRY(may_adopt(known->account));
  if (known->account.disabled) return forbidden(kAccountDisabled);
  User& user = known->user;
  user.updated_ms = clock_.now_ms();
  const bool starts_anew = !known->account.email_verified;
  if (!starts_anew) NORN_TRY(check_room(known->account));
  const std::string guard = keys::provider(provider, subject);
  const std::string key = keys::user(user.id);
  store::UpdateRequest change_user = set_attributes(
      tables_.calendars(), apps::key_of(key, key),
      starts_anew || !user.provider ? design_identity(user, provider, subject)
                                    : store::Map{{"updatedAt", timestamp_s(user.updated_ms)}});
  change_user.condition += " AND email = :email";
  change_user.placeholders.values.emplace(":email", email);
  std::vector<Action> actions = {put_new(tables_.norn(), guard_item(guard, user)),
                                 adopt_account(tables_, known->account, guard, user.updated_ms),
                                 std::move(change_user)};
  if (starts_anew) {
    store::UpdateRequest forget_password =
        set_attributes(tables_.family(), apps::key_of(key, keys::kProfile),
                       {{"UpdatedAt", timestamp_ms(user.updated_ms)}});
    forget_password.update += " REMOVE PasswordHash";
    actions.emplace_back(std::move(forget_password));
    for (const std::string& identity : known->account.identities) {
      actions.emplace_back(remove_guard(tables_.norn(), identity, user.id));
    }
    for (UserHook* hook : hooks_) {
      NORN_ASSIGN(std::vector<Action> more, hook->on_take_over(user));
      std::ranges::move(more, std::back_inserter(actions));
    }
  }
  NORN_ASSIGN(const bool written, apps::write_all(store_, std::move(actions)));
  if (!written) return std::nullopt;
  return Adopted{.user = std::move(user), .is_taken_over = starts_anew};
}

}  // namespace norn::accounts
