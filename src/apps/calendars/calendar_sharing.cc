#include "apps/calendars/calendar_sharing.h"

#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/forget_author.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/sweep.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

using sharing::Right;
using sharing::Rights;

Rights rights_of(Role role) {
  switch (role) {
    case Role::kReader:
      return {Right::kRead};
    case Role::kWriter:
      return {Right::kRead, Right::kWrite};
    case Role::kOwner:
      return {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn};
  }
  return {};
}

Role least_role_with(Right right) {
  switch (right) {
    case Right::kRead:
      return Role::kReader;
    case Right::kWrite:
      return Role::kWriter;
    case Right::kManage:
    case Right::kOwn:
      break;
  }
  return Role::kOwner;
}

// The attributes that have to be unchanged when a membership is written. Other programs may leave
// the times out.
std::vector<std::string> decisive_attributes(const Membership& membership) {
  std::vector<std::string> names = {"role"};
  if (membership.updated_at != kUnknownTime) names.emplace_back("updatedAt");
  return names;
}

}  // namespace

sharing::Description describe_calendars(const apps::TableNames& tables) {
  sharing::Description description;
  description.thing = "calendar";
  for (const Role role : {Role::kReader, Role::kWriter, Role::kOwner}) {
    description.ladder.push_back({std::string(to_text(role)), rights_of(role)});
  }
  description.limits = {.things_per_person = kMaxCalendarsPerPerson,
                        .members_per_thing = kMaxMembersPerCalendar,
                        .invitations_per_address = kMaxInvitationsPerAddress,
                        .invitations_per_thing = kMaxInvitationsPerCalendar,
                        .invitations_per_hour = kMaxInvitationsPerHour};
  description.invitations = {.table = tables.norn(),
                             .entity_type = "CALENDAR_INVITATION",
                             .thing_attribute = "calendarId",
                             .thing_prefix = std::string(keys::kCalendarPrefix),
                             .invitee_prefix = std::string(keys::kInviteePrefix),
                             .invited_prefix = std::string(keys::kInviteePrefix)};
  description.lists_by_role = true;
  description.shows_addresses = true;
  description.shows_proof = true;
  return description;
}

sharing::FormerMembers former_members(const Context& context) {
  return {context.store, context.tables, "calendar"};
}

sharing::Membership to_shared(const Membership& membership) {
  return {.thing_id = membership.calendar_id,
          .user_id = membership.user_id,
          .role = std::string(to_text(membership.role)),
          .rights = rights_of(membership.role),
          .created_at = membership.created_at,
          .updated_at = membership.updated_at};
}

Membership from_shared(const sharing::Membership& membership) {
  return {.calendar_id = membership.thing_id,
          .user_id = membership.user_id,
          .role = role_from(membership.role).value_or(Role::kReader),
          .created_at = membership.created_at,
          .updated_at = membership.updated_at};
}

CalendarSharing::CalendarSharing(Context context)
    : StoredThings(context.store, context.tables.calendars(), describe_calendars(context.tables)),
      context_(std::move(context)) {}

store::Item CalendarSharing::thing_key(const std::string& calendar_id) const {
  return calendars::calendar_key(calendar_id);
}

store::Item CalendarSharing::member_key(const std::string& calendar_id,
                                        const std::string& user_id) const {
  return calendars::member_key(calendar_id, user_id);
}

Result<sharing::Membership> CalendarSharing::member_from(store::ItemView item) const {
  NORN_ASSIGN(const Membership membership, membership_from(item));
  return to_shared(membership);
}

Result<sharing::Access> CalendarSharing::authorize(const std::string& user_id,
                                                   const std::string& calendar_id, Right needed) {
  NORN_ASSIGN(Access access,
              calendars::authorize(context_, user_id, calendar_id, least_role_with(needed)));
  return sharing::Access{std::move(access.calendar.name), to_shared(access.membership)};
}

Result<bool> CalendarSharing::is_in_bin(const std::string& calendar_id) {
  NORN_ASSIGN(const auto deleted, find_in_bin(context_, calendar_id));
  return deleted.has_value();
}

Result<bool> CalendarSharing::is_in_most(const std::string& user_id) {
  return has_most_calendars(context_, user_id);
}

Result<void> CalendarSharing::visit_things_of(const std::string& user_id, const Visit& visit) {
  return visit_indexed_calendars(context_, user_id, visit);
}

std::string CalendarSharing::etag_of(const sharing::Membership& membership) const {
  return calendars::etag_of(from_shared(membership));
}

Result<void> CalendarSharing::add(const sharing::Membership& membership,
                                  std::vector<Action>& actions) const {
  actions.push_back(put_new(context_.tables.calendars(), to_item(from_shared(membership))));
  return {};
}

Result<void> CalendarSharing::replace(const sharing::Membership& old,
                                      const sharing::Membership& next,
                                      std::vector<Action>& actions) const {
  const Membership before = from_shared(old);
  actions.push_back(calendars::replace(context_.tables.calendars(), to_item(before),
                                       to_item(from_shared(next)), decisive_attributes(before)));
  return {};
}

Result<void> CalendarSharing::remove(const sharing::Membership& old,
                                     std::vector<Action>& actions) const {
  const Membership before = from_shared(old);
  actions.push_back(
      calendars::remove(context_.tables.calendars(), to_item(before), decisive_attributes(before)));
  return {};
}

Result<void> CalendarSharing::remove_thing(const std::string& calendar_id,
                                           std::vector<Action>& actions) const {
  actions.push_back(remove_calendar(context_, calendar_id));
  actions.push_back(begin_sweep(context_, calendar_id));
  return {};
}

void CalendarSharing::add_to_removal(const sharing::Membership& old,
                                     std::vector<Action>& actions) const {
  former_members(context_).remember(old.thing_id, old.user_id, actions);
}

Result<void> CalendarSharing::step_out(const sharing::Membership& old,
                                       std::vector<Action>& actions) const {
  NORN_TRY(remove(old, actions));
  actions.push_back(begin_forget_author(context_, old.thing_id, old.user_id));
  return {};
}

// `step_out` has removed the membership already, unless the calendar was deleted before. In the bin
// it is of no use without an owner. Of two owners who leave at the same time, the second sees that.
Result<sharing::Cleared> CalendarSharing::clear(const std::string& calendar_id,
                                                const std::string& user_id) {
  const apps::Bin bin = bin_of(context_);
  NORN_TRY(remove_unowned(bin, keys::calendar(calendar_id), calendar_id, user_id));
  store::DeleteRequest request;
  request.table = context_.tables.calendars();
  request.key = member_key(calendar_id, user_id);
  request.condition = "attribute_exists(PK)";
  NORN_ASSIGN(
      const bool removed,
      apps::write_all(context_.store,
                      {std::move(request), begin_forget_author(context_, calendar_id, user_id)}));
  context_.sweeps.wake();
  if (!removed) return sharing::Cleared::kNothing;
  NORN_TRY(remove_unowned(bin, keys::calendar(calendar_id), calendar_id, user_id));
  return sharing::Cleared::kAll;
}

Result<bool> CalendarSharing::forget_former(const std::string& user_id) {
  const sharing::FormerMembers former = former_members(context_);
  NORN_ASSIGN(const auto calendar_ids, former.some_things_of(user_id));
  for (const std::string& calendar_id : calendar_ids) {
    std::vector<Action> actions = {begin_forget_author(context_, calendar_id, user_id)};
    former.forget(calendar_id, user_id, actions);
    NORN_TRY(apps::transact(context_.store, std::move(actions)));
  }
  if (!calendar_ids.empty()) context_.sweeps.wake();
  return !calendar_ids.empty();
}

}  // namespace norn::calendars
