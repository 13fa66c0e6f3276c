#pragma once

#include <bit>
#include <cstdint>

#include "ical/expansion/day_set.h"
#include "ical/expansion/plan.h"

namespace norn::ical {

// Walks over a plan of days (Plan::Walk::kDays), month by month: the days of a month that fit are
// bits of one word. Where it begins is found by arithmetic, however far that is from DTSTART.
class DayCursor {
 public:
  // From the first time that is not before `from`, which is not before the start of the plan, to
  // the last that is not after `last`. The plan must outlive the cursor.
  DayCursor(const Plan& plan, int64_t from, int64_t last);

  // The next time, in order; false at the end.
  bool next(int64_t& time) {
    if (days_ == 0 && !load()) return false;
    time = (int64_t{month_.first} + std::countr_zero(days_)) * kDaySeconds + times_[time_];
    if (++time_ == times_count_) {
      time_ = 0;
      days_ &= days_ - 1;
    }
    return time <= last_;
  }

  // Leaves out so many times; false when the end comes before.
  bool skip(int64_t count);

 private:
  // The next month with a day in it.
  bool load();
  void step_over();
  DayBits in_interval() const;
  DayBits in_weeks() const;

  const Plan& plan_;
  const int32_t* times_;
  size_t times_count_;
  size_t time_ = 0;  // Of the first day in days_.
  Month month_;
  bool loaded_ = false;  // Whether days_ is what is left of month_, or month_ is still to be done.
  DayBits days_ = 0;
  DaySet::YearCache cache_;
  int last_month_;
  int64_t last_;
};

}  // namespace norn::ical
