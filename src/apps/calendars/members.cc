#include <algorithm>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/members_people.h"
#include "apps/calendars/members_witness.h"
#include "apps/calendars/order.h"
#include "apps/calendars/render.h"
#include "apps/calendars/service.h"
#include "base/faults.h"

// Who is in a calendar, and as what.
namespace norn::calendars {
namespace {

struct FoundMember {
  store::Item item;
  Membership membership;
};

Result<FoundMember> find_member(const Context& context, const std::string& calendar_id,
                                const std::string& member_id) {
  NORN_ASSIGN(auto item, find_item(context, member_key(calendar_id, member_id)));
  if (!item) return not_found("member");
  NORN_ASSIGN(auto membership, membership_from(*item));
  return FoundMember{std::move(*item), std::move(membership)};
}

Result<std::optional<Membership>> try_change_role(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& calendar_id,
                                                  const std::string& member_id, Role role,
                                                  const std::string& etag) {
  NORN_TRY(authorize(context, user_id, calendar_id, Role::kOwner));
  NORN_ASSIGN(const auto found, find_member(context, calendar_id, member_id));
  if (etag_of(found.membership) != etag) {
    NORN_ASSIGN(const auto member, with_person(context, found.membership));
    std::string current;
    append_json(current, member.membership, member.user ? &*member.user : nullptr,
                member.email_verified);
    return stale("member", std::move(current), etag_of(found.membership));
  }
  if (found.membership.role == role) return found.membership;
  Membership next = found.membership;
  next.role = role;
  next.updated_at = now_text(context);
  std::vector<Action> actions = {
      replace(context.tables.calendars(), found.item, to_item(next), membership_attributes()),
      calendar_is_there(context, calendar_id)};
  if (user_id != member_id) {
    // Whoever does this is an owner, and stays one: that is the witness too.
    actions.push_back(still_has_role(context, user_id, calendar_id, Role::kOwner));
  } else {
    NORN_ASSIGN(auto witness, another_owner(context, calendar_id, member_id));
    actions.push_back(std::move(witness));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return next;
}

Result<std::optional<Done>> try_remove_member(const Context& context, const std::string& user_id,
                                              const std::string& calendar_id,
                                              const std::string& member_id) {
  const bool leaves = user_id == member_id;
  NORN_TRY(authorize(context, user_id, calendar_id, leaves ? Role::kReader : Role::kOwner));
  NORN_ASSIGN(const auto found, find_member(context, calendar_id, member_id));
  std::vector<Action> actions = {
      remove(context.tables.calendars(), found.item, membership_attributes()),
      calendar_is_there(context, calendar_id)};
  if (!leaves) {
    actions.push_back(still_has_role(context, user_id, calendar_id, Role::kOwner));
  } else if (found.membership.role == Role::kOwner) {
    NORN_ASSIGN(auto witness, another_owner(context, calendar_id, member_id));
    actions.push_back(std::move(witness));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

Members::Members(Context context)
    : context_(std::move(context)), throttle_(context_.store, context_.tables, context_.clock) {}

Result<Action> another_owner(const Context& context, const std::string& calendar_id,
                             const std::string& member_id) {
  NORN_ASSIGN(const auto members, members_of(context, calendar_id));
  const auto other = std::ranges::find_if(members, [&](const Membership& member) {
    return member.role == Role::kOwner && member.user_id != member_id;
  });
  if (other == members.end()) {
    return conflict("A calendar needs an owner. Make somebody else an owner first.");
  }
  return still_has_role(context, other->user_id, calendar_id, Role::kOwner);
}

Result<std::vector<Member>> Members::list(const std::string& user_id,
                                          const std::string& calendar_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kReader));
  NORN_ASSIGN(auto memberships, members_of(context_, calendar_id));
  NORN_ASSIGN(auto members, with_people(context_, std::move(memberships)));
  std::ranges::sort(members, [](const Member& left, const Member& right) {
    if (left.membership.role != right.membership.role) {
      return left.membership.role > right.membership.role;
    }
    const auto names =
        compare_names(left.user ? left.user->name : "", right.user ? right.user->name : "");
    return names != 0 ? names < 0 : left.membership.user_id < right.membership.user_id;
  });
  return members;
}

Result<Member> Members::change_role(const std::string& user_id, const std::string& calendar_id,
                                    const std::string& member_id, Role role,
                                    const std::string& etag) {
  const auto attempt = [&] {
    return try_change_role(context_, user_id, calendar_id, member_id, role, etag);
  };
  NORN_ASSIGN(auto membership, decide_and_write(attempt));
  return with_person(context_, std::move(membership));
}

Result<void> Members::remove(const std::string& user_id, const std::string& calendar_id,
                             const std::string& member_id) {
  const auto attempt = [&] { return try_remove_member(context_, user_id, calendar_id, member_id); };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

}  // namespace norn::calendars
