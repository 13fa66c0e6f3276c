#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "ical/expansion/day_set.h"
#include "ical/rule.h"

namespace norn::ical {

// A rule together with its start, compiled for the cursors. COUNT and
// UNTIL are not in it; they end a walk from outside.
//
// The walks differ by what the times of a rule are chosen from:
//  - kDays: the days that fit, each with the same times of day. BYSETPOS of a DAILY rule chooses
//    from these times once and for all.
//  - kPeriods: the times of a year, month or week, of which BYSETPOS picks some.
//  - kUnits: hours, minutes or seconds, every so many; each with the same times within it.
struct Plan {
  enum class Walk : uint8_t { kDays, kPeriods, kUnits };

  Walk walk = Walk::kDays;
  Frequency frequency = Frequency::kDaily;
  int64_t interval = 1;
  DaySet days;
  int64_t start = 0;  // DTSTART on the wall.

  // Seconds of the day, or, with kUnits, of the unit; in order. Empty means that nothing fits.
  std::vector<int32_t> times;
  // Where the intervals are counted from: the year, the month's index, the first day of the week,
  // the day, or the unit (in units since 1970) that has DTSTART.
  int64_t origin = 0;
  Day week_start = 0;              // The first day of the week that has DTSTART.
  std::vector<int16_t> positions;  // BYSETPOS, with kPeriods.

  // With kUnits: how long one is, and in which hours, minutes and seconds it may begin.
  int64_t unit_s = 1;
  uint64_t hours = 0;
  uint64_t minutes = 0;
  uint64_t seconds = 0;
  bool every_unit = false;  // No BY part leaves out any.
};

// `all_day` is DTSTART being a date: BYHOUR, BYMINUTE and BYSECOND are then ignored (3.3.10), and
// frequencies below a day are an error.
Result<Plan> make_plan(const Rule& rule, int64_t start, bool all_day);

}  // namespace norn::ical
