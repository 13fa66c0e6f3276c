#include "apps/bookings/members.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/members_former.h"
#include "apps/bookings/members_witness.h"
#include "apps/bookings/places_actions.h"
#include "apps/bookings/render.h"
#include "apps/bookings/rules.h"
#include "apps/bookings/sweep.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"

// Who is in a place, and as what.
namespace norn::bookings {
namespace {

Result<Membership> membership_in(const Context& context, const std::string& place_id,
                                 const std::string& member_id) {
  NORN_ASSIGN(auto found, find_membership(context, place_id, member_id));
  if (!found) return not_found("member");
  return std::move(*found);
}

Result<Member> with_person(const Context& context, Membership membership) {
  NORN_ASSIGN(auto members, with_people(context, {std::move(membership)}));
  return std::move(members.front());
}

Result<std::optional<Membership>> try_change_role(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& place_id,
                                                  const std::string& member_id, Role role,
                                                  const std::string& etag) {
  NORN_TRY(authorize(context, user_id, place_id, Role::kAdministrator));
  NORN_ASSIGN(Membership found, membership_in(context, place_id, member_id));
  if (etag_of(found) != etag) {
    NORN_ASSIGN(const auto member, with_person(context, found));
    std::string current;
    append_json(current, member, true);
    return stale_version("member", std::move(current), etag_of(found));
  }
  if (found.role == role) return found;
  Membership next = found;
  next.role = role;
  next.updated_at = now_text(context);
  std::vector<Action> actions = {place_is_there(context, place_id)};
  replace_membership(context, found, next, actions);
  if (user_id != member_id) {
    // Whoever does this is an administrator, and stays one: that is the witness too.
    actions.push_back(is_administrator(context, user_id, place_id));
  } else {
    NORN_ASSIGN(auto witness, another_administrator(context, place_id, member_id));
    actions.push_back(std::move(witness));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return next;
}

Result<std::optional<apps::Done>> try_remove_member(const Context& context,
                                                    const std::string& user_id,
                                                    const std::string& place_id,
                                                    const std::string& member_id) {
  const bool leaves = user_id == member_id;
  NORN_TRY(authorize(context, user_id, place_id, leaves ? Role::kViewer : Role::kAdministrator));
  NORN_ASSIGN(Membership found, membership_in(context, place_id, member_id));
  std::vector<Action> actions = {place_is_there(context, place_id)};
  remove_membership(context, found, actions);
  remember_former(context, place_id, member_id, actions);
  if (!leaves) {
    actions.push_back(is_administrator(context, user_id, place_id));
  } else if (found.role == Role::kAdministrator) {
    NORN_ASSIGN(auto witness, another_administrator(context, place_id, member_id));
    actions.push_back(std::move(witness));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

// The order of names: without regard to the case of ASCII letters.
std::string sort_key(const Member& member) {
  std::string key = member.user ? member.user->name : "";
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

}  // namespace

Members::Members(Context context)
    : context_(std::move(context)), throttle_(context_.store, context_.tables, context_.clock) {}

Result<Action> another_administrator(const Context& context, const std::string& place_id,
                                     const std::string& member_id) {
  NORN_ASSIGN(const auto members, members_of(context, place_id));
  const auto other = std::ranges::find_if(members, [&](const Membership& member) {
    return member.role == Role::kAdministrator && member.user_id != member_id;
  });
  if (other == members.end()) {
    return conflict("A place needs an administrator. Make somebody else an administrator first.");
  }
  return is_administrator(context, other->user_id, place_id);
}

Result<std::vector<Member>> with_people(const Context& context,
                                        std::vector<Membership> memberships) {
  std::vector<std::string> ids;
  ids.reserve(memberships.size());
  for (const Membership& membership : memberships) ids.push_back(membership.user_id);
  NORN_ASSIGN(auto users, context.users.find_all(ids));
  std::map<std::string, accounts::User> by_id;
  for (accounts::User& user : users) by_id.emplace(user.id, std::move(user));
  std::vector<Member> members;
  members.reserve(memberships.size());
  for (Membership& membership : memberships) {
    const auto user = by_id.find(membership.user_id);
    Member& member = members.emplace_back();
    if (user != by_id.end()) member.user = user->second;
    member.membership = std::move(membership);
  }
  return members;
}

Result<void> remove_wishes(const Context& context, const std::string& place_id,
                           const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk";
  request.filter = "userId = :user";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::wishes(place_id)}, {":user", user_id}};
  request.consistent = true;
  NORN_ASSIGN(const auto wishes, apps::query_all(context.store, std::move(request)));
  return remove_items(context, wishes);
}

Result<std::vector<Member>> Members::list(const std::string& user_id, const std::string& place_id) {
  NORN_TRY(authorize(context_, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(auto memberships, members_of(context_, place_id));
  NORN_ASSIGN(auto members, with_people(context_, std::move(memberships)));
  std::ranges::sort(members, {}, [](const Member& member) {
    return std::pair(sort_key(member), member.membership.user_id);
  });
  return members;
}

Result<Member> Members::change_role(const std::string& user_id, const std::string& place_id,
                                    const std::string& member_id, Role role,
                                    const std::string& etag) {
  const auto attempt = [&] {
    return try_change_role(context_, user_id, place_id, member_id, role, etag);
  };
  NORN_ASSIGN(auto membership, apps::decide_and_write(attempt));
  return with_person(context_, std::move(membership));
}

Result<void> Members::remove(const std::string& user_id, const std::string& place_id,
                             const std::string& member_id) {
  const auto attempt = [&] { return try_remove_member(context_, user_id, place_id, member_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  // They are out of it, whatever becomes of this: wishes of others than members count for nothing.
  const auto removed = remove_wishes(context_, place_id, member_id);
  if (!removed) log::warn("Wishes of a former member are left: {}", removed.error().message);
  return {};
}

}  // namespace norn::bookings
