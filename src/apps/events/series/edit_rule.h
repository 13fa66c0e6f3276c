#pragma once

#include <cstdint>

#include "base/error.h"
#include "ical/rule.h"

namespace norn::events {

// A move of a series, described by the wall times of one occurrence of its rule before and after.
// All occurrences move by the same time.
struct RuleMove {
  int64_t from_local_s = 0;
  int64_t to_local_s = 0;
  int64_t new_start_local_s = 0;  // Of the first occurrence, after the move.
};

// The rule of the moved occurrences: weekdays and days of the month are shifted, COUNT and UNTIL
// stay. Returns kInvalid of "rrule" if the rule cannot be shifted: for "the last Friday of the
// month", for example, "a day later" has no rule.
Result<ical::Rule> moved(const ical::Rule& rule, const RuleMove& move);

}  // namespace norn::events
