#pragma once

#include <cstdint>

#include "ical/expansion/day_set.h"
#include "ical/expansion/plan.h"

namespace norn::ical {

// How many candidates may fail before a rule counts as one that never occurs. That takes some ten
// milliseconds. Occurrences are found much sooner, because days, hours and minutes that do not fit
// are skipped as a whole.
constexpr int64_t kMaxVainSteps = 1'000'000;
// How many hours, minutes or seconds are counted one by one to find the end that COUNT means.
constexpr int64_t kMaxCountedUnits = 5'000'000;

// Walks over a plan of units (Plan::Walk::kUnits): HOURLY, MINUTELY and SECONDLY rules. From a unit
// that does not fit it jumps to the next second, minute, hour or day that could, and from there to
// the next multiple of INTERVAL.
class UnitCursor {
 public:
  // As DayCursor.
  UnitCursor(const Plan& plan, int64_t from, int64_t last);

  bool next(int64_t& time) {
    if (!settled_ && !settle()) return false;
    time = unit_ * plan_.unit_s + plan_.times[time_];
    if (++time_ == plan_.times.size()) leave_unit();
    return time <= last_;
  }

  bool skip(int64_t count);

  // It ended because of one of the bounds above, and not because there is nothing more.
  bool gave_up() const { return gave_up_; }

 private:
  void leave_unit() {
    time_ = 0;
    unit_ += plan_.interval;
    settled_ = false;
  }
  bool settle();
  bool settle_in_day(Day day, int64_t second);
  void go_to(int64_t second);
  bool has_day(Day day);
  Day next_day(Day day);
  int64_t units_of_day() const;
  bool skip_one_by_one(int64_t count);

  const Plan& plan_;
  int64_t last_;
  int64_t unit_;
  bool settled_ = false;  // Whether unit_ fits, or is where to look from.
  bool gave_up_ = false;
  size_t time_ = 0;
  Month month_;
  DayBits days_ = 0;  // Of month_.
  DaySet::YearCache cache_;
};

}  // namespace norn::ical
