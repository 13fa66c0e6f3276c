#include "apps/sharing/people.h"

#include <map>
#include <set>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::sharing {
namespace {

store::Item account_key(const std::string& user_id) {
  return apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
}

// The ids of those whose address is proved.
Result<std::set<std::string>> proved_addresses(const Context& context,
                                               const std::vector<std::string>& user_ids) {
  std::vector<store::Item> keys;
  keys.reserve(user_ids.size());
  for (const std::string& id : user_ids) keys.push_back(account_key(id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.norn(), keys));
  std::set<std::string> proved;
  for (const store::Item& item : items) {
    if (apps::boolean_of(item, "emailVerified")) proved.insert(apps::text_of(item, "userId"));
  }
  return proved;
}

}  // namespace

Result<std::vector<Member>> with_people(const Context& context, const Description& description,
                                        std::vector<Membership> memberships) {
  std::vector<std::string> ids;
  ids.reserve(memberships.size());
  for (const Membership& membership : memberships) ids.push_back(membership.user_id);
  NORN_ASSIGN(auto users, context.users.find_all(ids));
  std::set<std::string> proved;
  if (description.shows_proof) {
    NORN_ASSIGN(proved, proved_addresses(context, ids));
  }
  std::map<std::string, accounts::User> by_id;
  for (accounts::User& user : users) by_id.emplace(user.id, std::move(user));
  std::vector<Member> members;
  members.reserve(memberships.size());
  for (Membership& membership : memberships) {
    const auto user = by_id.find(membership.user_id);
    Member& member = members.emplace_back();
    if (user != by_id.end()) {
      member.user = std::move(user->second);
      member.email_verified = proved.contains(membership.user_id);
    }
    member.membership = std::move(membership);
  }
  return members;
}

Action address_is_free(const Context& context, const std::string& email) {
  const std::string key = accounts::keys::email(email);
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = apps::key_of(key, key);
  check.condition = "attribute_not_exists(PK)";
  return check;
}

Action has_address(const Context& context, const accounts::User& user) {
  const std::string key = accounts::keys::user(user.id);
  store::ConditionCheck check;
  check.table = context.tables.calendars();
  check.key = apps::key_of(key, key);
  check.condition = "email = :email";
  check.placeholders.values.emplace(":email", user.email);
  return check;
}

Action has_proved_address(const Context& context, const accounts::User& user) {
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = account_key(user.id);
  check.condition = "emailVerified = :yes";
  check.placeholders.values.emplace(":yes", store::Value::boolean(true));
  return check;
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

}  // namespace norn::sharing
