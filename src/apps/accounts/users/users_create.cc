#include <algorithm>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// Creating and deleting users, each in one transaction over all tables.
namespace norn::accounts {

namespace {

// How often the hooks are called if conditions of their actions fail.
constexpr int kMaxAttempts = 3;

std::unexpected<Error> keeps_changing() {
  return fault(ErrorCode::kUnavailable, kAccountKeepsChanging);
}

// Consecutive actions of a transaction.
struct Range {
  size_t begin = 0;
  size_t end = 0;

  bool failed(const apps::Refusals& refusals) const {
    for (size_t action = begin; action < end; ++action) {
      if (refusals.failed(action)) return true;
    }
    return false;
  }
};

Range append(std::vector<Action>& actions, std::vector<Action> more) {
  const size_t begin = actions.size();
  std::move(more.begin(), more.end(), std::back_inserter(actions));
  return {begin, actions.size()};
}

std::optional<std::string> identity_guard(const User& user) {
  if (!user.provider || !user.provider_subject) return std::nullopt;
  return keys::provider(*user.provider, *user.provider_subject);
}

// An item of another program, with what it lacks. `replaced` are the attributes that are set in any
// case; the write has the condition that they are as they were read.
store::UpdateRequest complete(std::string table, const store::Item& item, const store::Map& wanted,
                              const std::vector<std::string>& replaced) {
  store::Map change;
  for (const auto& [name, value] : wanted) {
    if (name == "PK" || name == "SK") continue;
    const std::optional<store::Value> known = item.value(name);
    const bool is_missing = !known || known->get_if<store::Null>() != nullptr;
    const bool is_replaced = std::ranges::find(replaced, name) != replaced.end();
    if (is_missing || is_replaced) change.emplace(name, value);
  }
  store::UpdateRequest update =
      set_attributes(std::move(table), store::Item::subset(item, {"PK", "SK"}), change);
  apps::Unchanged unchanged = apps::unchanged(item, replaced);
  update.condition += " AND " + unchanged.condition;
  for (auto& [name, text] : unchanged.placeholders.names) {
    update.placeholders.names.emplace(name, std::move(text));
  }
  for (auto& [name, value] : unchanged.placeholders.values) {
    update.placeholders.values.emplace(name, std::move(value));
  }
  return update;
}

Action put_calendar_user(const apps::TableNames& tables, const User& user,
                         const std::optional<store::Item>& known) {
  if (!known) return put_new(tables.calendars(), calendar_user(user));
  std::vector<std::string> replaced = {"email", "GSI2PK", "GSI2SK", "updatedAt"};
  if (user.provider) {
    for (const char* name : {"provider", "providerSubject", "GSI3PK", "GSI3SK"}) {
      replaced.emplace_back(name);
    }
  }
  return complete(tables.calendars(), *known, calendar_user(user), replaced);
}

Action put_project_user(const apps::TableNames& tables, const User& user,
                        const std::optional<store::Item>& known) {
  if (!known) return put_new(tables.projects(), project_user(user));
  return complete(tables.projects(), *known, project_user(user), {"email", "updatedAt"});
}

Action put_family_profile(const apps::TableNames& tables, const User& user,
                          const std::string& password_hash,
                          const std::optional<store::Item>& known) {
  const store::Map wanted = family_profile(user, password_hash);
  if (!known) return put_new(tables.family(), wanted);
  store::UpdateRequest update =
      complete(tables.family(), *known, wanted, {"Email", "PasswordHash", "UpdatedAt"});
  if (password_hash.empty()) update.update += " REMOVE PasswordHash";
  return update;
}

// A mark that changes with every new user, so that deleting the last user can have the condition
// that no other has been created.
store::PutRequest put_latest(std::string table, std::string mark) {
  store::PutRequest put;
  put.table = std::move(table);
  put.item = store::Item::from_map({{"PK", keys::kUsers},
                                    {"SK", keys::kLatest},
                                    {"entityType", "LATEST_MARK"},
                                    {"mark", std::move(mark)}});
  return put;
}

}  // namespace

Result<User> Users::create(const NewUser& request) {
  User user;
  NORN_ASSIGN(user.email, normal_email(request.email));
  NORN_ASSIGN(user.name, normal_name(request.name));
  if (request.provider || request.provider_subject) {
    NORN_TRY(check_identity(request.provider.value_or(""), request.provider_subject.value_or("")));
  }
  NORN_TRY(check_no_foreign_person(foreign_people_, user.email));
  user.id = ids_.uuid();
  user.provider = request.provider;
  user.provider_subject = request.provider_subject;
  user.created_ms = user.updated_ms = clock_.now_ms();
  return create_with(request, user, {});
}

Result<User> Users::adopt_person(const ForeignPerson& person, const NewUser& request) {
  User user = {.id = person.id,
               .email = request.email,
               .name = person.name,
               .provider = request.provider,
               .provider_subject = request.provider_subject,
               .created_ms = clock_.now_ms(),
               .updated_ms = clock_.now_ms()};
  return create_with(request, user, person.items);
}

Result<User> Users::create_with(const NewUser& request, const User& user, const UserItems& items) {
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    NORN_ASSIGN(const bool created, try_create(request, user, items));
    if (!created) continue;
    // The stored times have whole seconds.
    User made = user_of(store::Item::from_map(calendar_user(user)));
    for (UserHook* hook : hooks_) hook->after_create(made);
    return made;
  }
  return keeps_changing();
}

// Returns false if a condition of a hook's action failed, so that the hooks have to be called
// again.
Result<bool> Users::try_create(const NewUser& request, const User& user, const UserItems& items) {
  const std::optional<std::string> identity = identity_guard(user);
  std::vector<Action> actions;
  const Range email =
      append(actions, {put_new(tables_.norn(), guard_item(keys::email(user.email), user))});
  Range provider;
  if (identity) {
    provider = append(actions, {put_new(tables_.norn(), guard_item(*identity, user))});
  }
  std::vector<std::string> identities;
  if (identity) identities.push_back(*identity);
  append(actions, {put_new(tables_.norn(), directory_item(user, request.administrator)),
                   put_latest(tables_.norn(), ids_.uuid()),
                   put_new(tables_.norn(), account_item(user, request, identities))});
  const Range user_items = append(
      actions, {put_calendar_user(tables_, user, items.calendar_user),
                put_project_user(tables_, user, items.project_user),
                put_family_profile(tables_, user, request.password_hash, items.family_profile)});
  const Range with = append(actions, request.with);
  Range hooks{actions.size(), actions.size()};
  for (UserHook* hook : hooks_) {
    NORN_ASSIGN(std::vector<Action> more, hook->on_create(user, request.email_verified));
    hooks.end = append(actions, std::move(more)).end;
  }

  const Result<void> written = apps::transact(store_, std::move(actions));
  if (written) return true;
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  if (email.failed(refusals)) {
    return conflict("email", kAddressTaken);
  }
  if (provider.failed(refusals)) {
    return conflict("provider", kIdentityExists);
  }
  if (with.failed(refusals)) {
    return conflict(kUsedMeanwhile);
  }
  if (hooks.failed(refusals)) return false;
  if (user_items.failed(refusals)) {
    return conflict(kPersonChangedMeanwhile);
  }
  return fail(ErrorCode::kInternal, "There is a user with the id " + user.id + " already.");
}

Result<void> Users::remove(const User& user, const std::vector<Action>& with,
                           const std::optional<std::string>& actor) {
  User current = user;
  const auto attempt = [&]() -> Result<std::optional<apps::Done>> {
    NORN_ASSIGN(const bool removed, try_remove(current, with, actor));
    if (removed) return apps::Done{};
    NORN_ASSIGN(std::optional<User> found, find(user.id));
    if (!found) return not_found(kAccountNotFound);
    current = std::move(*found);
    return std::nullopt;
  };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

// The actions on the items of accounts in the transaction that deletes a user.
Result<std::vector<Action>> Users::removal(const User& user,
                                           const std::optional<std::string>& actor) {
  const std::string key = keys::user(user.id);
  NORN_ASSIGN(const std::optional<store::Item> account,
              read_item(store_, tables_.norn(), key, keys::kAccount));
  if (!account) return not_found(kAccountNotFound);

  // All guards have to be removed, so the address and the identities must be unchanged; so must be
  // the flag of an administrator, which decides whether another one is needed.
  store::DeleteRequest remove_user = delete_of(tables_.calendars(), apps::key_of(key, key));
  remove_user.condition = "email = :email";
  remove_user.placeholders.values.emplace(":email", user.email);
  store::DeleteRequest remove_account =
      delete_of(tables_.norn(), apps::key_of(key, keys::kAccount));
  apps::Unchanged unchanged = apps::unchanged(*account, {"identities", "administrator"});
  remove_account.condition = "attribute_exists(PK) AND " + unchanged.condition;
  remove_account.placeholders = std::move(unchanged.placeholders);

  std::vector<Action> actions = {std::move(remove_user),
                                 std::move(remove_account),
                                 delete_of(tables_.projects(), apps::key_of(key, key)),
                                 delete_of(tables_.family(), apps::key_of(key, keys::kProfile)),
                                 delete_of(tables_.norn(), apps::key_of(keys::kUsers, key)),
                                 remove_guard(tables_.norn(), keys::email(user.email), user.id)};
  for (const std::string& identity : account_of(*account).identities) {
    actions.emplace_back(remove_guard(tables_.norn(), identity, user.id));
  }
  if (actor) {
    // The actor is an administrator, and stays one.
    NORN_TRY(check_administrator(*actor));
    actions.emplace_back(is_administrator(tables_, *actor));
  } else if (account_of(*account).administrator) {
    NORN_ASSIGN(std::vector<Action> more, leave_as_administrator(user.id));
    append(actions, std::move(more));
  }
  return actions;
}

// Returns false if a condition failed because something has changed meanwhile.
Result<bool> Users::try_remove(const User& user, const std::vector<Action>& with,
                               const std::optional<std::string>& actor) {
  NORN_ASSIGN(std::vector<Action> actions, removal(user, actor));
  const Range given = append(actions, with);
  for (UserHook* hook : hooks_) {
    NORN_ASSIGN(std::vector<Action> more, hook->on_delete(user));
    append(actions, std::move(more));
  }
  const Result<void> written = apps::transact(store_, std::move(actions));
  if (written) return true;
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  if (given.failed(refusals)) {
    return conflict(kDeletedWithChanged);
  }
  return false;
}

}  // namespace norn::accounts
