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

// Changing users: all tables in one transaction.
namespace norn::accounts {

namespace {

// The new values, in normal form.
struct UserChange {
  std::optional<std::string> name = {};
  std::optional<std::string> email = {};
};

// The updates of the user items of the designs.
struct UserUpdates {
  store::UpdateRequest calendars;
  store::UpdateRequest projects;
  store::UpdateRequest family;
};

UserUpdates updates_of(const apps::TableNames& tables, const std::string& user_id,
                       const UserChange& change, int64_t now_ms) {
  store::Map projects = {{"updatedAt", timestamp_s(now_ms)}};
  store::Map family = {{"UpdatedAt", timestamp_ms(now_ms)}};
  if (change.name) {
    projects.emplace("name", *change.name);
    family.emplace("DisplayName", *change.name);
  }
  if (change.email) {
    projects.emplace("email", *change.email);
    family.emplace("Email", *change.email);
  }
  store::Map calendars = projects;
  if (change.email) calendars.emplace("GSI2PK", keys::email(*change.email));
  const std::string key = keys::user(user_id);
  return {.calendars = set_attributes(tables.calendars(), apps::key_of(key, key), calendars),
          .projects = set_attributes(tables.projects(), apps::key_of(key, key), projects),
          .family = set_attributes(tables.family(), apps::key_of(key, keys::kProfile), family)};
}

store::UpdateRequest raise_epoch(const apps::TableNames& tables, const std::string& user_id,
                                 int64_t now_ms) {
  store::UpdateRequest update =
      set_attributes(tables.norn(), apps::key_of(keys::user(user_id), keys::kAccount),
                     {{"updatedAt", timestamp_ms(now_ms)}});
  update.update += " ADD sessionEpoch :one";
  update.placeholders.values.emplace(":one", store::Value::number(1));
  return update;
}

void record_helper(store::UpdateRequest& account, const std::optional<std::string>& helper,
                   int64_t now_ms) {
  if (!helper) {
    account.update += " REMOVE passwordSetBy, passwordSetAt";
    return;
  }
  // The update begins with SET.
  account.update.insert(account.update.find(' ') + 1,
                        "passwordSetBy = :helper, passwordSetAt = :at, ");
  account.placeholders.values.emplace(":helper", *helper);
  account.placeholders.values.emplace(":at", timestamp_ms(now_ms));
}

}  // namespace

Result<User> Users::rename(const std::string& user_id, const std::string& name) {
  NORN_ASSIGN(const std::string normal, normal_name(name));
  UserUpdates updates =
      updates_of(tables_, user_id, {.name = normal, .email = {}}, clock_.now_ms());
  const Result<void> written = apps::transact(
      store_,
      {std::move(updates.calendars), std::move(updates.projects), std::move(updates.family)});
  if (!written) {
    if (apps::Refusals(written.error()).by_conditions()) return not_found(kAccountNotFound);
    return std::unexpected(written.error());
  }
  NORN_ASSIGN(std::optional<User> user, find(user_id));
  if (!user) return not_found(kAccountNotFound);
  return std::move(*user);
}

Result<User> Users::change_email(const std::string& user_id, const std::string& email,
                                 const std::optional<std::string>& name) {
  UserChange change;
  NORN_ASSIGN(change.email, normal_email(email));
  if (name) {
    NORN_ASSIGN(change.name, normal_name(*name));
  }
  NORN_ASSIGN(std::optional<User> user, find(user_id));
  if (!user) return not_found(kAccountNotFound);
  if (user->email == change.email) {
    return change.name ? rename(user_id, *change.name) : Result<User>(std::move(*user));
  }

  NORN_TRY(check_no_foreign_person(foreign_people_, *change.email));
  const std::string old_guard = keys::email(user->email);
  user->updated_ms = clock_.now_ms();
  store::DeleteRequest free_old = delete_of(tables_.norn(), apps::key_of(old_guard, old_guard));
  free_old.condition = "userId = :user";
  free_old.placeholders.values.emplace(":user", user_id);
  UserUpdates updates = updates_of(tables_, user_id, change, user->updated_ms);
  updates.calendars.condition += " AND email = :old";
  updates.calendars.placeholders.values.emplace(":old", user->email);

  const Result<void> written = apps::transact(
      store_,
      {put_new(tables_.norn(), guard_item(keys::email(*change.email), *user)), std::move(free_old),
       std::move(updates.calendars), std::move(updates.projects), std::move(updates.family),
       set_attributes(tables_.norn(), apps::key_of(keys::user(user_id), keys::kAccount),
                      {{"emailVerified", store::Value::boolean(false)},
                       {"updatedAt", timestamp_ms(user->updated_ms)}})});
  if (!written) {
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) {
      return conflict("email", kAddressTaken);
    }
    return conflict("email", kAddressChangedMeanwhile);
  }
  user->email = *change.email;
  if (change.name) user->name = *change.name;
  return user_of(store::Item::from_map(calendar_user(*user)));
}

Result<void> Users::change_password(const std::string& user_id, const std::string& old_hash,
                                    const std::string& new_hash, Ending ending,
                                    const std::optional<Helper>& helper) {
  const int64_t now_ms = clock_.now_ms();
  store::UpdateRequest change =
      set_attributes(tables_.family(), apps::key_of(keys::user(user_id), keys::kProfile),
                     {{"PasswordHash", new_hash}, {"UpdatedAt", timestamp_ms(now_ms)}});
  if (old_hash.empty()) {
    change.condition += " AND attribute_not_exists(PasswordHash)";
  } else {
    change.condition += " AND PasswordHash = :old";
    change.placeholders.values.emplace(":old", old_hash);
  }
  std::vector<Action> actions = {std::move(change)};
  if (ending != Ending::kNothing) {
    store::UpdateRequest raise = raise_epoch(tables_, user_id, now_ms);
    if (ending == Ending::kAllAccess) raise.update += ", tokenEpoch :one";
    record_helper(raise, helper ? std::optional(helper->name) : std::nullopt, now_ms);
    actions.emplace_back(std::move(raise));
  }
  if (helper) std::ranges::copy(helper->with, std::back_inserter(actions));
  const Result<void> written = apps::transact(store_, std::move(actions));
  if (written) return {};
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  if (refusals.failed(1)) return not_found(kAccountNotFound);
  return conflict(kPasswordChangedMeanwhile);
}

Result<void> Users::set_language(const std::string& user_id, const std::string& language) {
  if (language.empty()) return set_of_account(user_id, "language", std::nullopt);
  return set_of_account(user_id, "language", store::Value(language));
}

Result<void> Users::set_first_steps(const std::string& user_id, bool first_steps) {
  if (!first_steps) return set_of_account(user_id, "firstSteps", std::nullopt);
  return set_of_account(user_id, "firstSteps", store::Value::boolean(true));
}

Result<void> Users::set_of_account(const std::string& user_id, std::string_view name,
                                   const std::optional<store::Value>& value) {
  store::Map attributes = {{"updatedAt", timestamp_ms(clock_.now_ms())}};
  if (value) attributes.emplace(name, *value);
  store::UpdateRequest update =
      set_attributes(tables_.norn(), apps::key_of(keys::user(user_id), keys::kAccount), attributes);
  if (!value) {
    update.update += " REMOVE #removed";
    update.placeholders.names.emplace("#removed", name);
  }
  const auto written = store_.update(update);
  if (written) return {};
  if (written.error().code == ErrorCode::kConditionalCheckFailed)
    return not_found(kAccountNotFound);
  return std::unexpected(written.error());
}

Result<void> Users::end_sessions(const std::string& user_id) {
  const auto written = store_.update(raise_epoch(tables_, user_id, clock_.now_ms()));
  if (written) return {};
  if (written.error().code == ErrorCode::kConditionalCheckFailed)
    return not_found(kAccountNotFound);
  return std::unexpected(written.error());
}

}  // namespace norn::accounts
