#pragma once

#include <optional>
#include <string>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"

namespace norn::planner {

// Everything of a person as one iCalendar file. The text stays the same until something changes.
Result<std::string> export_calendar(const Context& context, const std::string& user_id);

// Single events, series and changed occurrences as components of a calendar file.
ical::CalendarItem calendar_item(const Event& event);
// Returns nullopt if the series never occurs, which a file cannot express.
std::optional<ical::CalendarItem> calendar_item(const Master& master);
// `instance` is an occurrence with an item of its own.
ical::CalendarItem calendar_item(const Master& master, const Instance& instance);

}  // namespace norn::planner
