#include "apps/calendars/meter.h"

#include "apps/calendars/access.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/model.h"
#include "apps/events/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::calendars {

static_assert(apps::quota_kind(apps::kCalendarsQuota).highest == kMaxCalendarsPerPerson);

namespace {

// The id in the key of a calendar; empty if it is none.
std::string calendar_named_by(const std::string& key) {
  if (!key.starts_with(keys::kCalendarPrefix)) return "";
  std::string id = key.substr(keys::kCalendarPrefix.size());
  return apps::is_id(id) ? id : "";
}

}  // namespace

std::optional<apps::Use> CalendarMeter::use_of(store::ItemView item) const {
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kMemberPrefix)) {
    const auto membership = membership_from(item);
    if (!membership || membership->role != Role::kOwner) return std::nullopt;
    return apps::Use{.owner = apps::of_person(membership->user_id), .kind = apps::kCalendarsQuota};
  }
  if (!sort_key.starts_with(keys::entry(""))) return std::nullopt;
  std::string calendar = apps::text_of(item, "GSI1PK");
  if (calendar_named_by(calendar).empty()) return std::nullopt;
  return apps::Use{.owner = std::move(calendar), .kind = apps::kEntriesQuota};
}

std::optional<apps::Use> CalendarEventMeter::use_of(store::ItemView item) const {
  const std::string calendar_id = calendar_of_partition(apps::text_of(item, "PK"));
  if (calendar_id.empty()) return std::nullopt;
  apps::Use use{.owner = keys::calendar(calendar_id)};
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(events::keys::kEvents)) use.kind = apps::kEventsQuota;
  if (sort_key.starts_with(events::keys::kMasters)) use.kind = apps::kSeriesQuota;
  return use;
}

Result<std::vector<std::string>> CalendarMeter::owned_by(const std::string& user_id) const {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<std::string> calendars;
  for (const Membership& membership : memberships) {
    if (membership.role != Role::kOwner) continue;
    calendars.push_back(keys::calendar(membership.calendar_id));
  }
  return calendars;
}

Result<apps::QuotaAmounts> CalendarMeter::in_bin(const std::string& user_id) const {
  NORN_ASSIGN(const auto deleted, deleted_calendars_of(context_, user_id));
  return apps::QuotaAmounts{
      {std::string(apps::kCalendarsQuota), static_cast<int64_t>(deleted.size())}};
}

Result<std::vector<std::string>> CalendarMeter::owners_of(const std::string& thing) const {
  std::vector<std::string> owners;
  const std::string calendar_id = calendar_named_by(thing);
  if (calendar_id.empty()) return owners;
  NORN_ASSIGN(const auto members, members_of(context_, calendar_id));
  for (const Membership& member : members) {
    if (member.role == Role::kOwner) owners.push_back(member.user_id);
  }
  return owners;
}

}  // namespace norn::calendars
