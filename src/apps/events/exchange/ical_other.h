#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/model.h"
#include "ical/calendar_file.h"

// The properties of imported events that the engine does not know: attendees, URLs, alarms by
// e-mail. Details::ical_other keeps them as lines of the file, so that an export has them again.
namespace norn::events {

// The DTSTAMP of items whose text is compared or stored, where it has no meaning.
constexpr ical::DateTime kAnyTime{ical::TimeForm::kUtc, 0};

// The minutes of the reminder that an alarm is equivalent to; nullopt for other alarms, which are
// kept as they are.
std::optional<int64_t> reminder_of(const ical::CalendarAlarm& alarm);

// Everything in an item that the engine does not know, also of alarms that are reminders. What
// does not fit into kMaxOtherBytes (attached files, for example) is left out and counted.
constexpr size_t kMaxOtherBytes = 16'384;
struct OtherText {
  std::string text;
  size_t left_out = 0;
};
OtherText other_text(const ical::CalendarItem& item);

// Guests as ATTENDEE lines. `name_guests` replaces the lines of the same addresses;
// `without_attendees` takes those out of the kept lines, because the guests say more.
void name_guests(const Guests& guests, ical::CalendarItem& item);
std::string without_attendees(const std::string& other, const Guests& guests);

// Whether the file said that the time is free in spite of the event (TRANSP of RFC 5545, 3.8.2.7).
bool is_transparent(const Details& details);

// An item with these properties and nothing else. `text` may be anything.
ical::CalendarItem item_of_other(const std::string& text);

}  // namespace norn::events
