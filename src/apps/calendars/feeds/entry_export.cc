#include "apps/calendars/feeds/entry_export.h"

#include <optional>
#include <string>
#include <variant>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/events/keys.h"
#include "apps/events/series/event_id.h"
#include "apps/events/service/edit_scopes.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::calendars {
namespace {

constexpr int64_t kAllOfATask = 100;

ical::CalendarTime file_day(Date date) {
  return {.time = {ical::TimeForm::kDate, date.time_since_epoch().count() * ical::kDaySeconds}};
}

ical::CalendarTime file_wall_time(Date date, const std::string& time_of_day) {
  const int64_t midnight_s = date.time_since_epoch().count() * ical::kDaySeconds;
  return {
      .time = {ical::TimeForm::kLocal, midnight_s + parse_time_of_day_s(time_of_day).value_or(0)}};
}

std::optional<ical::DateTime> file_stamp(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return ical::DateTime{ical::TimeForm::kUtc, *ms / 1000};
}

void add_times(const Entry& entry, ical::CalendarItem& item) {
  if (const auto* const task = std::get_if<Task>(&entry.kind)) {
    item.kind = ical::CalendarItem::Kind::kTodo;
    item.end = file_day(entry.date);
    item.status = task->completed ? "COMPLETED" : "NEEDS-ACTION";
    item.percent_complete = task->completed ? kAllOfATask : 0;
    return;
  }
  if (const auto* const timed = std::get_if<Timed>(&entry.kind)) {
    item.start = file_wall_time(entry.date, timed->start);
    const ical::CalendarTime end = file_wall_time(entry.date, timed->end);
    // RFC 5545 (3.8.2.2) does not allow an end at the start, as another program may have written.
    if (end.time.second > item.start->time.second) item.end = end;
    return;
  }
  item.start = file_day(entry.date);
  item.end = file_day(entry.last_day() + std::chrono::days(1));
}

}  // namespace

ical::CalendarItem calendar_item(const Entry& entry) {
  ical::CalendarItem item;
  item.uid = events::ical_uid(events::event_id(entry.id));
  add_times(entry, item);
  item.summary = entry.title;
  item.description = entry.description.value_or("");
  item.location = entry.location.value_or("");
  item.created = file_stamp(entry.created_at);
  item.last_modified = file_stamp(entry.updated_at);
  item.stamp = item.last_modified;
  item.other.push_back({.name = "X-NORN-COLOR", .value = entry.color});
  return item;
}

events::ExportedKind exported_entries(const Context& context) {
  const auto calendar_of_owner = [](const std::string& owner_id) {
    return calendar_of_partition(events::keys::user(owner_id));
  };
  const auto query = [table = context.tables.calendars(),
                      calendar_of_owner](const std::string& owner_id) {
    store::QueryRequest request;
    request.table = table;
    request.index = "GSI1";
    request.key_condition = "GSI1PK = :pk AND begins_with(GSI1SK, :entries)";
    request.placeholders.values = {{":pk", keys::calendar(calendar_of_owner(owner_id))},
                                   {":entries", std::string(keys::kEntryPrefix)}};
    return request;
  };
  const auto item_of = [calendar_of_owner](
                           const std::string& owner_id,
                           store::ItemView item) -> std::optional<ical::CalendarItem> {
    const auto entry = entry_from(item);
    if (!entry || entry->calendar_id != calendar_of_owner(owner_id)) return std::nullopt;
    return calendar_item(*entry);
  };
  return {.query = query, .item_of = item_of};
}

}  // namespace norn::calendars
