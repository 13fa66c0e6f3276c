#include <algorithm>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/members_pending.h"
#include "apps/calendars/members_witness.h"
#include "apps/calendars/service.h"
#include "apps/calendars/sweep.h"
#include "base/faults.h"

// What becomes of calendars when somebody deletes their account.
namespace norn::calendars {
namespace {

constexpr size_t kCalendarsPerPart = 25;
// So many calendars are named at a time to somebody who has to hand them over.
constexpr size_t kMaxNames = 20;

// What the decisions here depend on.
const std::vector<std::string>& decisive_attributes() {
  static const std::vector<std::string> names = {"userId", "role"};
  return names;
}

// Somebody's membership among all of a calendar; the first of the others takes over.
struct Circle {
  std::optional<Membership> own;
  std::vector<Membership> others;  // Those who have been in it longest come first.
  bool others_own = false;
};

Result<Circle> circle_of(const Context& context, const std::string& calendar_id,
                         const std::string& user_id) {
  NORN_ASSIGN(auto members, members_of(context, calendar_id));
  Circle circle;
  for (Membership& member : members) {
    if (member.user_id == user_id) {
      circle.own = std::move(member);
    } else {
      circle.others_own = circle.others_own || member.role == Role::kOwner;
      circle.others.push_back(std::move(member));
    }
  }
  std::ranges::sort(circle.others, {}, [](const Membership& member) {
    return std::pair<std::string_view, std::string_view>(member.created_at, member.user_id);
  });
  return circle;
}

Action promoted(const Context& context, const Membership& member) {
  Membership next = member;
  next.role = Role::kOwner;
  next.updated_at = now_text(context);
  return replace(context.tables.calendars(), to_item(member), to_item(next), decisive_attributes());
}

// Takes the calendar's invitations away from those who sign up at this moment: either they are
// members before, and it is decided again, or they find that there is no calendar.
Result<void> close_invitations(const Context& context, const std::string& calendar_id,
                               std::vector<Action>& actions) {
  NORN_ASSIGN(auto invitations, pending_of_calendar(context, calendar_id));
  if (invitations.size() > kMaxPendingPerCalendar) invitations.resize(kMaxPendingPerCalendar);
  for (const PendingInvitation& invitation : invitations) {
    actions.push_back(remove_for_invitee(context, invitation));
  }
  return {};
}

// Leaves a calendar, which goes with its last member. False when they were not in it.
Result<std::optional<bool>> try_leave(const Context& context, const std::string& calendar_id,
                                      const std::string& user_id) {
  NORN_ASSIGN(const auto circle, circle_of(context, calendar_id, user_id));
  if (!circle.own) return false;
  std::vector<Action> actions = {
      remove(context.tables.calendars(), to_item(*circle.own), decisive_attributes())};
  NORN_ASSIGN(const auto calendar, find_item(context, calendar_key(calendar_id)));
  const bool goes = calendar && circle.others.empty();
  if (goes) {
    actions.push_back(remove_calendar(context, calendar_id));
    actions.push_back(begin_sweep(context, calendar_id));
    NORN_TRY(close_invitations(context, calendar_id, actions));
  } else if (calendar && circle.own->role == Role::kOwner && circle.others_own) {
    NORN_ASSIGN(auto witness, another_owner(context, calendar_id, user_id));
    actions.push_back(std::move(witness));
  } else if (calendar && circle.own->role == Role::kOwner) {
    actions.push_back(promoted(context, circle.others.front()));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  if (goes) context.sweeps.wake();
  return true;
}

// "Home", or "Home" and "Work".
std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

}  // namespace

Result<void> Members::may_delete(const std::string& user_id) {
  std::vector<std::string> names;
  const auto look_at = [&](const Membership& membership) -> Result<bool> {
    NORN_ASSIGN(const auto circle, circle_of(context_, membership.calendar_id, user_id));
    const bool is_last_owner = circle.own && circle.own->role == Role::kOwner &&
                               !circle.others_own && !circle.others.empty();
    if (!is_last_owner) return true;
    NORN_ASSIGN(const auto item, find_item(context_, calendar_key(membership.calendar_id)));
    if (!item) return true;
    NORN_ASSIGN(const auto calendar, calendar_from(*item));
    names.push_back(calendar.name);
    return names.size() < kMaxNames;
  };
  NORN_TRY(visit_indexed_memberships(context_, user_id, look_at));
  if (names.empty()) return {};
  std::ranges::sort(names);
  return conflict("You are the only owner of " + quoted_list(names) +
                  ", which others use too. Make somebody else an owner first, or delete " +
                  (names.size() == 1 ? "it." : "them."));
}

Result<bool> Members::forget(const std::string& user_id) {
  size_t left = 0;
  const auto leave = [&](const Membership& membership) -> Result<bool> {
    const auto attempt = [&] { return try_leave(context_, membership.calendar_id, user_id); };
    NORN_ASSIGN(const bool was_in_it, decide_and_write(attempt));
    left += was_in_it ? 1 : 0;
    return left < kCalendarsPerPart;
  };
  NORN_TRY(visit_indexed_memberships(context_, user_id, leave));
  return left > 0;
}

}  // namespace norn::calendars
