#include "apps/calendars/calendar_sharing.h"

#include <utility>

#include "apps/calendars/access.h"
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

sharing::PartKind kind_of(store::ItemView item) {
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kCalendarPrefix)) return sharing::PartKind::kThing;
  return sort_key.starts_with(keys::kMemberPrefix) ? sharing::PartKind::kMember
                                                   : sharing::PartKind::kOther;
}

Result<sharing::Membership> shared_from(store::ItemView item) {
  NORN_ASSIGN(const Membership membership, membership_from(item));
  return to_shared(membership);
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
    : context_(std::move(context)), description_(describe_calendars(context_.tables)) {}

Result<sharing::Access> CalendarSharing::authorize(const std::string& user_id,
                                                   const std::string& calendar_id, Right needed) {
  NORN_ASSIGN(Access access,
              calendars::authorize(context_, user_id, calendar_id, least_role_with(needed)));
  return sharing::Access{std::move(access.calendar.name), to_shared(access.membership)};
}

Result<bool> CalendarSharing::exists(const std::string& calendar_id) {
  NORN_ASSIGN(const auto calendar, find_item(context_, calendar_key(calendar_id)));
  return calendar.has_value();
}

Result<std::optional<sharing::Membership>> CalendarSharing::find(const std::string& calendar_id,
                                                                 const std::string& user_id) {
  NORN_ASSIGN(const auto item, find_item(context_, member_key(calendar_id, user_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(sharing::Membership membership, shared_from(*item));
  return membership;
}

Result<std::vector<sharing::Membership>> CalendarSharing::members_of(
    const std::string& calendar_id) {
  NORN_ASSIGN(const auto members, calendars::members_of(context_, calendar_id));
  std::vector<sharing::Membership> shared;
  shared.reserve(members.size());
  for (const Membership& member : members) shared.push_back(to_shared(member));
  return shared;
}

Result<bool> CalendarSharing::is_in_most(const std::string& user_id) {
  return has_most_calendars(context_, user_id);
}

Result<void> CalendarSharing::visit_things_of(const std::string& user_id, const Visit& visit) {
  return visit_indexed_calendars(context_, user_id, visit);
}

Result<sharing::Audience> CalendarSharing::audience_of(const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context_.tables.calendars();
  request.key_condition = "PK = :pk";
  request.placeholders.values[":pk"] = keys::calendar(calendar_id);
  return sharing::audience_in(context_.store, std::move(request), kind_of, shared_from);
}

std::string CalendarSharing::etag_of(const sharing::Membership& membership) const {
  return calendars::etag_of(from_shared(membership));
}

std::unexpected<Error> CalendarSharing::stale(std::string current, std::string etag) const {
  return norn::stale("member", std::move(current), std::move(etag));
}

Action CalendarSharing::is_there(const std::string& calendar_id) const {
  return calendar_is_there(context_, calendar_id);
}

Action CalendarSharing::still_may(const std::string& user_id, const std::string& calendar_id,
                                  Right right) const {
  return sharing::has_role_with(context_.tables.calendars(), member_key(calendar_id, user_id),
                                description_, right);
}

void CalendarSharing::add(const sharing::Membership& membership,
                          std::vector<Action>& actions) const {
  actions.push_back(put_new(context_.tables.calendars(), to_item(from_shared(membership))));
}

void CalendarSharing::replace(const sharing::Membership& old, const sharing::Membership& next,
                              std::vector<Action>& actions) const {
  const Membership before = from_shared(old);
  actions.push_back(calendars::replace(context_.tables.calendars(), to_item(before),
                                       to_item(from_shared(next)), decisive_attributes(before)));
}

void CalendarSharing::remove(const sharing::Membership& old, std::vector<Action>& actions) const {
  const Membership before = from_shared(old);
  actions.push_back(
      calendars::remove(context_.tables.calendars(), to_item(before), decisive_attributes(before)));
}

void CalendarSharing::remove_thing(const std::string& calendar_id,
                                   std::vector<Action>& actions) const {
  actions.push_back(remove_calendar(context_, calendar_id));
  actions.push_back(begin_sweep(context_, calendar_id));
}

// `remove` has removed the membership already, unless the calendar was deleted before.
Result<sharing::Cleared> CalendarSharing::clear(const std::string& calendar_id,
                                                const std::string& user_id) {
  store::DeleteRequest request;
  request.table = context_.tables.calendars();
  request.key = member_key(calendar_id, user_id);
  request.condition = "attribute_exists(PK)";
  const auto removed = context_.store.remove(request);
  if (removed) return sharing::Cleared::kAll;
  if (removed.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(removed.error());
  }
  return sharing::Cleared::kNothing;
}

}  // namespace norn::calendars
