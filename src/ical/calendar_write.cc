#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "ical/calendar_file.h"
#include "ical/zone_component.h"

namespace norn::ical {
namespace {

void add(Component& component, std::string name, std::string value) {
  component.lines.push_back({.name = std::move(name), .value = std::move(value)});
}

void add_text(Component& component, std::string name, std::string_view text) {
  if (!text.empty()) add(component, std::move(name), escape_text(text));
}

// With the parameters that it was read with.
void add_text_of(Component& component, const CalendarItem& item, std::string_view name,
                 std::string value) {
  if (value.empty()) return;
  ContentLine& line = component.lines.emplace_back();
  line.name = name;
  line.value = std::move(value);
  const auto found = item.text_parameters.find(name);
  if (found != item.text_parameters.end()) line.parameters = found->second;
}

void add_number(Component& component, std::string name, int64_t number) {
  if (number != 0) add(component, std::move(name), fmt::to_string(number));
}

void add_stamp(Component& component, std::string name, const std::optional<DateTime>& time) {
  if (time) add(component, std::move(name), date_time_text(*time));
}

ContentLine time_line(std::string name, const DateTime& time, const std::optional<TimeZone>& zone) {
  ContentLine line{.name = std::move(name), .value = date_time_text(time)};
  if (time.form == TimeForm::kDate) line.parameters = {{"VALUE", {"DATE"}}};
  if (time.form == TimeForm::kLocal && zone) line.parameters = {{"TZID", {zone->name()}}};
  return line;
}

void add_time(Component& component, std::string name, const std::optional<CalendarTime>& time) {
  if (time) component.lines.push_back(time_line(std::move(name), time->time, time->zone));
}

void add_dates(const CalendarItem& item, Component& component) {
  const std::optional<TimeZone> zone = item.start ? item.start->zone : std::nullopt;
  for (const RecurrenceDate& date : item.dates) {
    ContentLine line = time_line("RDATE", date.start, zone);
    if (date.has_end || date.duration_s != 0) {
      line.value +=
          "/" + (date.has_end ? date_time_text(date.end) : duration_text(date.duration_s));
      line.parameters.insert(line.parameters.begin(), {"VALUE", {"PERIOD"}});
    }
    component.lines.push_back(std::move(line));
  }
  for (const DateTime& time : item.exceptions) {
    component.lines.push_back(time_line("EXDATE", time, zone));
  }
}

Component alarm_component(const CalendarAlarm& alarm) {
  Component component{.name = "VALARM"};
  add(component, "ACTION", alarm.action);
  ContentLine trigger{.name = "TRIGGER"};
  if (alarm.at) {
    trigger.parameters = {{"VALUE", {"DATE-TIME"}}};
    trigger.value = date_time_text(*alarm.at);
  } else {
    if (alarm.from_end) trigger.parameters = {{"RELATED", {"END"}}};
    trigger.value = duration_text(alarm.offset_s);
  }
  component.lines.push_back(std::move(trigger));
  add_text(component, "DESCRIPTION", alarm.description);
  component.lines.insert(component.lines.end(), alarm.other.begin(), alarm.other.end());
  return component;
}

}  // namespace

Component item_component(const CalendarItem& item, const DateTime& now) {
  const bool is_event = item.kind == CalendarItem::Kind::kEvent;
  Component component{.name = is_event ? "VEVENT" : "VTODO"};
  add_text_of(component, item, "UID", escape_text(item.uid));
  add(component, "DTSTAMP", date_time_text(item.stamp.value_or(now)));
  add_time(component, "RECURRENCE-ID", item.recurrence_id);
  if (item.recurrence_id && item.and_following) {
    component.lines.back().parameters.push_back({"RANGE", {"THISANDFUTURE"}});
  }
  add_time(component, "DTSTART", item.start);
  add_time(component, is_event ? "DTEND" : "DUE", item.end);
  if (item.duration_s) add(component, "DURATION", duration_text(*item.duration_s));
  if (item.rule) add(component, "RRULE", rule_text(*item.rule));
  add_dates(item, component);
  add_text_of(component, item, "SUMMARY", escape_text(item.summary));
  add_text_of(component, item, "DESCRIPTION", escape_text(item.description));
  add_text_of(component, item, "LOCATION", escape_text(item.location));
  add_text_of(component, item, "STATUS", escape_text(item.status));
  add_text_of(component, item, "URL", item.url);
  std::string categories;
  for (const std::string& category : item.categories) {
    categories += (categories.empty() ? "" : ",") + escape_text(category);
  }
  if (!categories.empty()) add(component, "CATEGORIES", categories);
  add_number(component, "SEQUENCE", item.sequence);
  add_number(component, "PRIORITY", item.priority);
  add_number(component, "PERCENT-COMPLETE", item.percent_complete);
  add_stamp(component, "COMPLETED", item.completed);
  add_stamp(component, "CREATED", item.created);
  add_stamp(component, "LAST-MODIFIED", item.last_modified);
  component.lines.insert(component.lines.end(), item.other.begin(), item.other.end());
  for (const CalendarAlarm& alarm : item.alarms) {
    component.components.push_back(alarm_component(alarm));
  }
  component.components.insert(component.components.end(), item.other_components.begin(),
                              item.other_components.end());
  return component;
}

void UsedZones::add(const std::optional<CalendarTime>& time) {
  if (!time || !time->zone || !time->zone->is_known()) return;
  const int year = civil_date(day_of_second(time->time.second)).year;
  const auto [found, is_new] = zones_.try_emplace(time->zone->name(), *time->zone, year);
  if (!is_new) found->second.second = std::min(found->second.second, year);
}

void UsedZones::add(const CalendarItem& item) {
  add(item.start);
  add(item.end);
  add(item.recurrence_id);
}

void UsedZones::add_to(Component& calendar) const {
  for (const auto& [name, zone] : zones_) {
    calendar.components.push_back(zone_component(zone.first, zone.second));
  }
}

std::string calendar_begin(const CalendarFile& file, const UsedZones& zones) {
  Component calendar{.name = "VCALENDAR"};
  add(calendar, "VERSION", "2.0");
  add(calendar, "PRODID", "-//Norn//Norn//EN");
  add_text(calendar, "X-WR-CALNAME", file.name);
  calendar.lines.insert(calendar.lines.end(), file.other.begin(), file.other.end());
  zones.add_to(calendar);
  // Zones come before the items that need them.
  const auto is_zone = [](const Component& part) { return part.name == "VTIMEZONE"; };
  const auto parts = std::back_inserter(calendar.components);
  std::ranges::copy_if(file.other_components, parts, is_zone);
  std::ranges::copy_if(file.other_components, parts, std::not_fn(is_zone));
  std::string text = component_text(calendar);
  text.resize(text.size() - kCalendarEnd.size());
  return text;
}

std::string write_calendar(const CalendarFile& file, const DateTime& now) {
  UsedZones zones;
  for (const CalendarItem& item : file.items) zones.add(item);
  std::string text = calendar_begin(file, zones);
  for (const CalendarItem& item : file.items) text += component_text(item_component(item, now));
  return text.append(kCalendarEnd);
}

}  // namespace norn::ical
