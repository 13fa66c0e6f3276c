#include "apps/accounts/users/users.h"

#include <tuple>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"

// Finding users. users_create.cc creates and deletes them, users_change.cc changes them.
namespace norn::accounts {

namespace {

// Read for an unknown address: no account has this id.
constexpr std::string_view kUnknownUserId = "00000000-0000-0000-0000-000000000000";

}  // namespace

Users::Users(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      ids_(ids),
      foreign_people_(store, tables_, clock) {}

void Users::add_hook(UserHook& hook) {
  hooks_.push_back(&hook);
}

Result<std::optional<User>> Users::find(const std::string& user_id) {
  const std::string key = keys::user(user_id);
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.calendars(), key, key));
  return item ? std::optional(user_of(*item)) : std::nullopt;
}

Result<std::optional<std::string>> Users::guarded_by(const std::string& guard) {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), guard, guard));
  return item ? apps::optional_text_of(*item, "userId") : std::nullopt;
}

Result<std::optional<User>> Users::find_by_email(const std::string& email) {
  NORN_ASSIGN(const std::optional<std::string> user_id, guarded_by(keys::email(email)));
  if (!user_id) return std::nullopt;
  NORN_ASSIGN(std::optional<User> user, find(*user_id));
  // The address may have changed between the two reads.
  if (user && user->email != email) return std::nullopt;
  return user;
}

Result<std::optional<User>> Users::find_by_provider(const std::string& provider,
                                                    const std::string& subject) {
  NORN_ASSIGN(const std::optional<std::string> user_id,
              guarded_by(keys::provider(provider, subject)));
  if (!user_id) return std::nullopt;
  return find(*user_id);
}

Result<std::vector<User>> Users::find_all(const std::vector<std::string>& user_ids) {
  std::vector<store::Item> keys;
  keys.reserve(user_ids.size());
  for (const std::string& id : user_ids) {
    keys.push_back(apps::key_of(keys::user(id), keys::user(id)));
  }
  NORN_ASSIGN(const std::vector<store::Item> items,
              apps::get_all(store_, tables_.calendars(), keys));
  std::vector<User> users;
  users.reserve(items.size());
  for (const store::Item& item : items) users.push_back(user_of(item));
  return users;
}

Result<std::optional<Account>> Users::find_account(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), keys::user(user_id), keys::kAccount));
  return item ? std::optional(account_of(*item)) : std::nullopt;
}

Result<std::string> Users::password_hash(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.family(), keys::user(user_id), keys::kProfile));
  return item ? apps::text_of(*item, "PasswordHash") : std::string();
}

Result<std::optional<Users::Known>> Users::find_known(const std::string& user_id) {
  const std::string key = keys::user(user_id);
  store::TransactGetRequest request;
  request.gets = {item_to_get(tables_.calendars(), key, key),
                  item_to_get(tables_.norn(), key, keys::kAccount),
                  item_to_get(tables_.family(), key, keys::kProfile)};
  NORN_ASSIGN(const store::TransactGetResult found, read_together(store_, request));
  const auto& [user, account, profile] =
      std::tie(found.items.at(0), found.items.at(1), found.items.at(2));
  if (!user || !account) return std::nullopt;
  return Known{.user = user_of(*user),
               .account = account_of(*account),
               .password_hash = profile ? apps::text_of(*profile, "PasswordHash") : std::string()};
}

Result<std::optional<Users::Known>> Users::find_known_by_email(const std::string& email) {
  NORN_ASSIGN(const std::optional<std::string> user_id, guarded_by(keys::email(email)));
  NORN_ASSIGN(std::optional<Known> known,
              find_known(user_id.value_or(std::string(kUnknownUserId))));
  if (known && known->user.email != email) return std::nullopt;
  return known;
}

}  // namespace norn::accounts
