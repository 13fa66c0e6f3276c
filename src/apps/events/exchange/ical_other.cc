#include "apps/events/exchange/ical_other.h"

#include "apps/events/limits.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "ical/content_line.h"

namespace norn::events {

using ical::CalendarAlarm;
using ical::CalendarItem;
using ical::Component;
using ical::ContentLine;

namespace {

// Properties that the engine writes itself. If a file has one that could not be parsed, it is not
// kept, because an export would have it twice.
constexpr auto kOwnLines = std::to_array<std::string_view>({"UID",
                                                            "DTSTAMP",
                                                            "DTSTART",
                                                            "DTEND",
                                                            "DURATION",
                                                            "RRULE",
                                                            "EXRULE",
                                                            "RDATE",
                                                            "EXDATE",
                                                            "RECURRENCE-ID",
                                                            "SUMMARY",
                                                            "DESCRIPTION",
                                                            "LOCATION",
                                                            "STATUS",
                                                            "CATEGORIES",
                                                            "SEQUENCE",
                                                            "CREATED",
                                                            "LAST-MODIFIED",
                                                            "X-NORN-COLOR",
                                                            "X-NORN-TZID",
                                                            "X-NORN-END-TZID",
                                                            "X-NORN-PLANNED",
                                                            "X-NORN-PLANNED-TZID",
                                                            "X-NORN-PLANNED-MINUTES"});

bool is_own(const ContentLine& line) {
  return std::ranges::find(kOwnLines, line.name) != kOwnLines.end();
}

bool says_more(const CalendarAlarm& alarm) {
  return !reminder_of(alarm) || !alarm.other.empty() || alarm.action != "DISPLAY";
}

constexpr std::string_view kMailto = "mailto:";
constexpr std::string_view kAttendee = "ATTENDEE";

// RFC 5545, 3.2.12.
std::string_view part_status(Answer answer) {
  switch (answer) {
    case Answer::kYes:
      return "ACCEPTED";
    case Answer::kNo:
      return "DECLINED";
    case Answer::kMaybe:
      return "TENTATIVE";
    case Answer::kWaiting:
      break;
  }
  return "NEEDS-ACTION";
}

// A member has no address in a file that others may read.
std::string calendar_address(const Guest& guest) {
  return guest.email.empty() ? "urn:uuid:" + guest.user_id : std::string(kMailto) + guest.email;
}

bool names_guest(const ContentLine& line, const Guests& guests) {
  if (line.name != kAttendee) return false;
  return std::ranges::any_of(guests.list, [&](const Guest& guest) {
    return equals_ignoring_case(line.value, calendar_address(guest));
  });
}

}  // namespace

void name_guests(const Guests& guests, CalendarItem& item) {
  std::erase_if(item.other, [&](const ContentLine& line) { return names_guest(line, guests); });
  for (const Guest& guest : guests.list) {
    item.other.push_back({.name = std::string(kAttendee),
                          .parameters = {{"ROLE", {"REQ-PARTICIPANT"}},
                                         {"PARTSTAT", {std::string(part_status(guest.answer))}}},
                          .value = calendar_address(guest)});
  }
}

std::string without_attendees(const std::string& other, const Guests& guests) {
  if (other.empty() || guests.list.empty()) return other;
  CalendarItem item = item_of_other(other);
  const size_t erased =
      std::erase_if(item.other, [&](const ContentLine& line) { return names_guest(line, guests); });
  return erased == 0 ? other : other_text(item).text;
}

std::optional<int64_t> reminder_of(const CalendarAlarm& alarm) {
  const bool rings = alarm.action == "DISPLAY" || alarm.action == "AUDIO";
  if (!rings || alarm.at || alarm.from_end || alarm.offset_s > 0) return std::nullopt;
  const int64_t minutes = -alarm.offset_s / 60;
  if (alarm.offset_s % 60 != 0 || minutes > kMaxReminderMinutes) return std::nullopt;
  return minutes;
}

bool is_transparent(const Details& details) {
  return details.ical_other.find("TRANSP:TRANSPARENT\r\n") != std::string::npos;
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
  // The engine stores the texts themselves; the parameters of their lines are kept here.
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

}  // namespace norn::events
