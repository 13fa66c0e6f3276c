#include "apps/calendars/members_people.h"

#include <map>
#include <set>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

// Those of these people for whose address it was proved that it is theirs.
Result<std::set<std::string>> proved_addresses(const Context& context,
                                               const std::vector<std::string>& user_ids) {
  std::vector<store::Item> keys;
  keys.reserve(user_ids.size());
  for (const std::string& id : user_ids) {
    keys.push_back(apps::key_of(accounts::keys::user(id), accounts::keys::kAccount));
  }
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.norn(), keys));
  std::set<std::string> proved;
  for (const store::Item& item : items) {
    if (apps::boolean_of(item, "emailVerified")) proved.insert(apps::text_of(item, "userId"));
  }
  return proved;
}

}  // namespace

Result<std::vector<Member>> with_people(const Context& context,
                                        std::vector<Membership> memberships) {
  std::vector<std::string> ids;
  ids.reserve(memberships.size());
  for (const Membership& membership : memberships) ids.push_back(membership.user_id);
  NORN_ASSIGN(auto users, context.users.find_all(ids));
  NORN_ASSIGN(const auto proved, proved_addresses(context, ids));
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

Result<Member> with_person(const Context& context, Membership membership) {
  NORN_ASSIGN(auto members, with_people(context, {std::move(membership)}));
  return std::move(members.front());
}

}  // namespace norn::calendars
