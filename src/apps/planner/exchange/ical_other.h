#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ical/calendar_file.h"

// What the events of calendar files say beyond what the planner knows: attendees, addresses on the
// web, alarms by e-mail. It is kept as the lines of the file (Details::ical_other), so that those
// who get an event back miss nothing.
namespace norn::planner {

// The DTSTAMP of items whose text is compared or kept: it does not count.
constexpr ical::DateTime kAnyTime{ical::TimeForm::kUtc, 0};

// The reminder that an alarm is: so many whole minutes before the start. Nullopt of one that is
// none, which is kept as it is.
std::optional<int64_t> reminder_of(const ical::CalendarAlarm& alarm);

// Of an item of a file: everything that the planner has no place for. An alarm that is a reminder
// is part of it when it says more than that. What would make it longer than kMaxOtherBytes (files
// that are attached) is left out, and counted.
constexpr size_t kMaxOtherBytes = 16'384;
struct OtherText {
  std::string text;
  size_t left_out = 0;
};
OtherText other_text(const ical::CalendarItem& item);

// An item that says this and nothing else. `text` may be anything.
ical::CalendarItem item_of_other(const std::string& text);

}  // namespace norn::planner
