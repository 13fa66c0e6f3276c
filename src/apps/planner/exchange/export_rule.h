#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/planner/model.h"
#include "ical/calendar_file.h"

namespace norn::planner {

// How a series repeats, in the terms of a file.
struct ExportedRepeats {
  When when;                 // Of the first occurrence: in a file, DTSTART is always one.
  ical::CalendarTime start;  // The start of it.
  std::optional<ical::Rule> rule = {};
  std::vector<ical::RecurrenceDate> dates = {};
  std::vector<ical::DateTime> exceptions = {};
};

// Nullopt when the series never occurs. rruleUntil becomes a part of the rule: UNTIL, unless COUNT
// or the rule's own UNTIL ends it before.
std::optional<ExportedRepeats> exported_repeats(const Master& master);

ical::CalendarTime exported_recurrence_id(const Master& master, const Instance& instance);

}  // namespace norn::planner
