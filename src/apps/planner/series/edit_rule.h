#pragma once

#include <cstdint>

#include "base/error.h"
#include "ical/rule.h"

namespace norn::planner {

// A series that moves: from one time on the wall to another. They are those of one occurrence that
// the rule has, which moves as all of them do.
struct RuleMove {
  int64_t from_local_s = 0;
  int64_t to_local_s = 0;
  int64_t new_start_local_s = 0;  // Where the first occurrence moves.
};

// The rule that has the moved occurrences: weekdays go round with them, days of the month become
// the new ones. COUNT and UNTIL stay as they are. kInvalid of "rrule" where that is not simple: a
// rule like "the last Friday" says nothing about what a day later means.
Result<ical::Rule> moved(const ical::Rule& rule, const RuleMove& move);

}  // namespace norn::planner
