#pragma once

#include <optional>

#include "apps/planner/model.h"
#include "ical/calendar_file.h"

// What the planner has, as the events of a calendar file.
namespace norn::planner {

ical::CalendarItem calendar_item(const Event& event);
// Nullopt when it never occurs: a file cannot say that.
std::optional<ical::CalendarItem> calendar_item(const Master& master);
// An occurrence of the series that has an item of its own.
ical::CalendarItem calendar_item(const Master& master, const Instance& instance);

}  // namespace norn::planner
