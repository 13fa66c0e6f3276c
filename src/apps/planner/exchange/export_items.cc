#include "apps/planner/exchange/export_items.h"

#include <algorithm>
#include <utility>

#include "apps/planner/exchange/export_rule.h"
#include "apps/planner/exchange/ical_other.h"
#include "apps/planner/exchange/ical_times.h"
#include "base/time_text.h"

namespace norn::planner {

using ical::CalendarAlarm;
using ical::CalendarItem;
using ical::CalendarTime;
using ical::DateTime;
using ical::TimeForm;

namespace {

std::optional<DateTime> stamp(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return DateTime{TimeForm::kUtc, *ms / 1000};
}

// Alarms of the file that an event came from stand for their reminders, as long as there are these.
void add_alarms(const Details& details, CalendarItem& item) {
  std::vector<int64_t> missing = details.reminder_minutes;
  std::erase_if(item.alarms, [&](const CalendarAlarm& alarm) {
    const auto minutes = reminder_of(alarm);
    if (!minutes) return false;
    std::erase(missing, *minutes);
    return std::ranges::find(details.reminder_minutes, *minutes) == details.reminder_minutes.end();
  });
  for (const int64_t minutes : missing) {
    CalendarAlarm& alarm = item.alarms.emplace_back();
    alarm.offset_s = -minutes * 60;
    alarm.description = details.title;
  }
}

void add_details(const Details& details, CalendarItem& item) {
  item.summary = details.title;
  item.description = details.description.value_or("");
  item.location = details.location.value_or("");
  item.status = to_text(details.status);
  item.categories = details.tags;
  // RFC 7986's COLOR takes names of CSS, and colours here are any.
  if (details.color) {
    item.other.insert(item.other.begin(), {.name = "X-NORN-COLOR", .value = *details.color});
  }
  add_alarms(details, item);
}

void add_zone_line(std::string name, const std::string& tzid, CalendarItem& item) {
  item.other.insert(item.other.begin(), {.name = std::move(name), .value = tzid});
}

void add_end(const When& when, CalendarItem& item) {
  // An end at the start would be against RFC 5545 (3.8.2.2); without one it is the same.
  if (!when.end_s || *when.end_s <= when.start_s) return;
  item.end = calendar_time(when.kind, when.end_tzid.value_or(when.start_tzid), *when.end_s);
  const bool is_journey = when.end_tzid.value_or(when.start_tzid) != when.start_tzid;
  if (is_journey && !item.end->zone) add_zone_line("X-NORN-END-TZID", *when.end_tzid, item);
}

void add_when(const When& when, CalendarItem& item) {
  item.start = calendar_time(when.kind, when.start_tzid, when.start_s);
  add_end(when, item);
  const bool is_utc =
      ical::TimeZone::find(when.start_tzid).value_or(ical::TimeZone::utc()).is_utc();
  if (when.kind == TimeKind::kTimed && !item.start->zone && !is_utc) {
    add_zone_line("X-NORN-TZID", when.start_tzid, item);
  }
}

CalendarItem begin_item(const Details& details, const Stamp& times, const Ical& ical) {
  CalendarItem item = item_of_other(details.ical_other);
  item.uid = ical.uid;
  item.sequence = ical.sequence;
  item.created = stamp(times.created_at);
  item.last_modified = stamp(times.updated_at);
  item.stamp = item.last_modified;
  add_details(details, item);
  return item;
}

}  // namespace

CalendarItem calendar_item(const Event& event) {
  CalendarItem item = begin_item(event.details, event.stamp, event.ical);
  add_when(event.when, item);
  return item;
}

std::optional<CalendarItem> calendar_item(const Master& master) {
  const auto repeats = exported_repeats(master);
  if (!repeats) return std::nullopt;
  CalendarItem item = begin_item(master.details, master.stamp, master.ical);
  item.start = repeats->start;
  add_end(repeats->when, item);
  item.rule = repeats->rule;
  item.dates = repeats->dates;
  item.exceptions = repeats->exceptions;
  return item;
}

CalendarItem calendar_item(const Master& master, const Instance& instance) {
  CalendarItem item = begin_item(instance.details, instance.stamp, master.ical);
  add_when(instance.when, item);
  item.recurrence_id = exported_recurrence_id(master, instance);
  return item;
}

}  // namespace norn::planner
