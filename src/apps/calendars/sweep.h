#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/service.h"
#include "apps/calendars/transaction.h"

// What becomes of a calendar that is deleted. Its CAL item goes first, and with it everything is
// out of sight and nothing can be added: every write of entries, members and invitations has the
// condition that it is there. What is left over is swept.
namespace norn::calendars {

constexpr std::string_view kCalendarSweep = "calendar";

// For the transaction that deletes a calendar which is there; `begin_sweep` belongs to it.
Action remove_calendar(const Context& context, const std::string& calendar_id);
Action begin_sweep(const Context& context, const std::string& calendar_id);

// Removes a part of what a calendar has left over; true when there may be more.
Result<bool> sweep_calendar(const Context& context, const std::string& calendar_id);

}  // namespace norn::calendars
