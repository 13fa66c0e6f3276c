#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/sentences.h"
#include "base/time_text.h"

// The directory of users, which of them are administrators, and which are disabled. As long as
// there are users, one of them is an administrator who is not disabled: every transaction that
// takes the right from a user, or disables them, has the condition that another one, the witness,
// still has it.
namespace norn::accounts {

namespace {

std::unexpected<Error> needs_an_administrator() {
  return conflict(kLastAdministrator);
}

bool is_acting_administrator(const Account& account) {
  return account.administrator && !account.disabled;
}

void set_disabled(store::UpdateRequest& update, bool disabled) {
  if (disabled) {
    update.update += ", disabled = :disabled";
    update.placeholders.values.emplace(":disabled", store::Value::boolean(true));
  } else {
    update.update += " REMOVE disabled";
  }
}

// Writes the standing of `after` to the ACCOUNT, on the condition that it is as it was read, and to
// the directory.
std::vector<Action> standing_writes(const apps::TableNames& tables, const store::Item& account,
                                    const Account& after, int64_t now_ms) {
  const store::Value administrator = store::Value::boolean(after.administrator);
  store::UpdateRequest change =
      set_attributes(tables.norn(), store::Item::subset(account, {"PK", "SK"}),
                     {{"administrator", administrator}, {"updatedAt", timestamp_ms(now_ms)}});
  set_disabled(change, after.disabled);
  if (after.disabled && !account_of(account).disabled) {
    change.update += " ADD sessionEpoch :one";
    change.placeholders.values.emplace(":one", store::Value::number(1));
  }
  apps::Unchanged unchanged = apps::unchanged(account, {"administrator", "disabled"});
  change.condition += " AND " + unchanged.condition;
  change.placeholders.names.merge(unchanged.placeholders.names);
  change.placeholders.values.merge(unchanged.placeholders.values);
  store::UpdateRequest directory =
      set_attributes(tables.norn(), apps::key_of(keys::kUsers, apps::text_of(account, "PK")),
                     {{"administrator", administrator}});
  set_disabled(directory, after.disabled);
  return {std::move(change), std::move(directory)};
}

}  // namespace

Result<std::vector<Users::DirectoryEntry>> Users::directory() {
  store::QueryRequest query;
  query.table = tables_.norn();
  query.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  query.placeholders.values = {{":pk", keys::kUsers}, {":prefix", keys::kUserPrefix}};
  query.consistent = true;
  NORN_ASSIGN(const std::vector<store::Item> items, apps::query_all(store_, std::move(query)));
  std::vector<DirectoryEntry> entries;
  entries.reserve(items.size());
  for (const store::Item& item : items) {
    entries.push_back({.user_id = apps::text_of(item, "userId"),
                       .administrator = apps::boolean_of(item, "administrator"),
                       .disabled = apps::boolean_of(item, "disabled"),
                       .created_ms = time_of(item, "createdAt")});
  }
  return entries;
}

Result<std::vector<Person>> Users::list() {
  NORN_ASSIGN(std::vector<DirectoryEntry> entries, directory());
  std::ranges::sort(entries, {}, [](const DirectoryEntry& entry) {
    return std::tuple(entry.created_ms, std::string_view(entry.user_id));
  });
  std::vector<std::string> ids;
  ids.reserve(entries.size());
  for (const DirectoryEntry& entry : entries) ids.push_back(entry.user_id);
  NORN_ASSIGN(std::vector<User> users, find_all(ids));
  std::map<std::string, User> by_id;
  for (User& user : users) by_id.emplace(user.id, std::move(user));
  std::vector<Person> people;
  people.reserve(entries.size());
  for (const DirectoryEntry& entry : entries) {
    const auto user = by_id.find(entry.user_id);
    // The user may have been deleted meanwhile.
    if (user == by_id.end()) continue;
    people.push_back({.user = std::move(user->second),
                      .administrator = entry.administrator,
                      .disabled = entry.disabled});
  }
  return people;
}

Result<void> Users::check_administrator(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<Account> account, find_account(user_id));
  if (account && is_acting_administrator(*account)) return {};
  return forbidden(kOnlyAdministrators);
}

Result<Person> Users::set_standing(const std::optional<std::string>& actor,
                                   const std::string& user_id, const Standing& standing) {
  if (actor == user_id && standing.disabled.value_or(false)) return conflict(kOwnAccountDisable);
  return apps::decide_and_write([&] { return try_set_standing(actor, user_id, standing); });
}

Result<std::optional<Person>> Users::try_set_standing(const std::optional<std::string>& actor,
                                                      const std::string& user_id,
                                                      const Standing& standing) {
  if (actor) NORN_TRY(check_administrator(*actor));
  const std::string key = keys::user(user_id);
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), key, keys::kAccount));
  NORN_ASSIGN(std::optional<User> user, find(user_id));
  if (!item || !user) return not_found(kPersonNotFound);
  const Account before = account_of(*item);
  Account after = before;
  after.administrator = standing.administrator.value_or(before.administrator);
  after.disabled = standing.disabled.value_or(before.disabled);
  Person person{
      .user = std::move(*user), .administrator = after.administrator, .disabled = after.disabled};
  if (after.administrator == before.administrator && after.disabled == before.disabled) {
    return person;
  }

  std::vector<Action> actions = standing_writes(tables_, *item, after, clock_.now_ms());
  if (actor && actor != user_id) {
    // The actor is an administrator and stays one, so it is the witness.
    actions.emplace_back(is_administrator(tables_, *actor));
  } else if (is_acting_administrator(before) && !is_acting_administrator(after)) {
    NORN_ASSIGN(const std::vector<DirectoryEntry> entries, directory());
    const std::optional<std::string> witness = another_administrator(entries, user_id);
    if (!witness) return needs_an_administrator();
    actions.emplace_back(is_administrator(tables_, *witness));
  }
  NORN_ASSIGN(const bool written, apps::write_all(store_, std::move(actions)));
  if (!written) return std::nullopt;
  return person;
}

std::optional<std::string> Users::another_administrator(const std::vector<DirectoryEntry>& entries,
                                                        const std::string& user_id) {
  const auto found = std::ranges::find_if(entries, [&](const DirectoryEntry& entry) {
    return entry.administrator && !entry.disabled && entry.user_id != user_id;
  });
  return found == entries.end() ? std::nullopt : std::optional(found->user_id);
}

// The conditions under which the account of an administrator may be deleted.
Result<std::vector<Action>> Users::leave_as_administrator(const std::string& user_id) {
  // The mark is read first: a user who is created after that changes it.
  NORN_ASSIGN(const std::optional<store::Item> latest,
              read_item(store_, tables_.norn(), keys::kUsers, keys::kLatest));
  NORN_ASSIGN(const std::vector<DirectoryEntry> entries, directory());
  if (const std::optional<std::string> witness = another_administrator(entries, user_id)) {
    return std::vector<Action>{is_administrator(tables_, *witness)};
  }
  const bool alone = std::ranges::all_of(
      entries, [&](const DirectoryEntry& entry) { return entry.user_id == user_id; });
  if (!alone) return needs_an_administrator();
  store::DeleteRequest no_new_user =
      delete_of(tables_.norn(), apps::key_of(keys::kUsers, keys::kLatest));
  apps::Unchanged unchanged = apps::unchanged(latest.value_or(store::Item()), {"mark"});
  no_new_user.condition = std::move(unchanged.condition);
  no_new_user.placeholders = std::move(unchanged.placeholders);
  // The next start of the server finds no users, and makes a link for the first account again.
  return std::vector<Action>{std::move(no_new_user),
                             delete_of(tables_.norn(), apps::key_of(keys::kSetup, keys::kSetup))};
}

}  // namespace norn::accounts
