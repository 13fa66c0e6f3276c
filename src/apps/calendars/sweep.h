#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/access.h"

// Deletes calendars. The CAL item goes first, which hides everything in the calendar, and nothing
// can be added after it: every write of entries, events, members and invitations has the condition
// that it exists. A sweep removes the rest, when the calendar is no longer in the bin.
namespace norn::calendars {

constexpr std::string_view kCalendarSweep = "calendar";

// For the transaction that deletes a calendar at once, without the bin: both belong to it. The
// condition fails if the calendar does not exist.
Action remove_calendar(const Context& context, const std::string& calendar_id);
Action begin_sweep(const Context& context, const std::string& calendar_id);

// Removes a part of what is in a deleted calendar, and returns true if there may be more.
Result<bool> sweep_calendar(const Context& context, const std::string& calendar_id);

}  // namespace norn::calendars
