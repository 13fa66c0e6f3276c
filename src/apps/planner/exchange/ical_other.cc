#include "apps/planner/exchange/ical_other.h"

#include "apps/planner/limits.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ical/content_line.h"

namespace norn::planner {

using ical::CalendarAlarm;
using ical::CalendarItem;
using ical::Component;
using ical::ContentLine;

namespace {

// Properties that the planner writes itself. If a file has one that could not be parsed, it is not
// kept, because an export would have it twice.
constexpr auto kOwnLines = std::to_array<std::string_view>(
    {"UID",          "DTSTAMP",     "DTSTART",        "DTEND",         "DURATION", "RRULE",
     "EXRULE",       "RDATE",       "EXDATE",         "RECURRENCE-ID", "SUMMARY",  "DESCRIPTION",
     "LOCATION",     "STATUS",      "CATEGORIES",     "SEQUENCE",      "CREATED",  "LAST-MODIFIED",
     "X-NORN-COLOR", "X-NORN-TZID", "X-NORN-END-TZID"});

bool is_own(const ContentLine& line) {
  return std::ranges::find(kOwnLines, line.name) != kOwnLines.end();
}

bool says_more(const CalendarAlarm& alarm) {
  return !reminder_of(alarm) || !alarm.other.empty() || alarm.action != "DISPLAY";
}

}  // namespace

std::optional<int64_t> reminder_of(const CalendarAlarm& alarm) {
  const bool rings = alarm.action == "DISPLAY" || alarm.action == "AUDIO";
  if (!rings || alarm.at || alarm.from_end || alarm.offset_s > 0) return std::nullopt;
  const int64_t minutes = -alarm.offset_s / 60;
  if (alarm.offset_s % 60 != 0 || minutes > kMaxReminderMinutes) return std::nullopt;
  return minutes;
}

OtherText other_text(const CalendarItem& item) {
  CalendarItem rest;
  rest.url = item.url;
  rest.priority = item.priority;
  rest.text_parameters = item.text_parameters;
  rest.other = item.other;
  rest.other_components = item.other_components;
  std::ranges::copy_if(item.alarms, std::back_inserter(rest.alarms), says_more);
  OtherText other;
  const auto add = [&other](std::string_view text) {
    if (other.text.size() + text.size() > kMaxOtherBytes) {
      ++other.left_out;
    } else {
      other.text += text;
    }
  };
  // The planner stores the texts themselves; the parameters of their lines are kept here.
  for (const auto& [name, parameters] : item.text_parameters) {
    if (name == "UID" || name == "URL") continue;
    add(ical::content_line_text({.name = name, .parameters = parameters}));
  }
  const Component component = ical::item_component(rest, kAnyTime);
  for (const ContentLine& line : component.lines) {
    if (!is_own(line)) add(ical::content_line_text(line));
  }
  for (const Component& part : component.components) add(ical::component_text(part));
  return other;
}

CalendarItem item_of_other(const std::string& text) {
  if (text.empty()) return {};
  auto read = ical::read_calendar("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:19700101\r\n" + text +
                                  "END:VEVENT\r\nEND:VCALENDAR\r\n");
  if (!read || read->file.items.size() != 1) return {};
  CalendarItem& item = read->file.items.front();
  item.start.reset();
  std::erase_if(item.other, is_own);
  return std::move(item);
}

}  // namespace norn::planner
