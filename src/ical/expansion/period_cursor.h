#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ical/expansion/day_set.h"
#include "ical/expansion/plan.h"

namespace norn::ical {

// Walks over a plan of periods (Plan::Walk::kPeriods): the years, months or weeks of a rule with
// BYSETPOS, of whose times it picks some. The times of a period are its days times the times of
// day, so the n-th is found without making a list of them.
class PeriodCursor {
 public:
  // As DayCursor.
  PeriodCursor(const Plan& plan, int64_t from, int64_t last);

  bool next(int64_t& time) {
    if (at_ == picked_.size() && !load()) return false;
    time = picked_[at_++];
    return time <= last_;
  }

  bool skip(int64_t count);

 private:
  // The days of a period, by the months that it touches.
  struct Days {
    struct Part {
      Day first;
      DayBits days;
    };
    std::array<Part, 12> parts;
    size_t size = 0;
    int64_t count = 0;

    void add(Day first, DayBits days);
    Day at(int64_t index) const;
  };

  bool load();
  void pick();
  Days days_of_period();
  Days days_of_week();
  int64_t period_of(Day day) const;
  Day first_day_of_period() const;

  const Plan& plan_;
  int64_t from_;
  int64_t last_;
  // A year, the index of a month, or the first day of a week.
  int64_t period_ = 0;
  int64_t step_;
  DaySet::YearCache cache_;
  std::vector<int64_t> picked_;
  size_t at_ = 0;
};

}  // namespace norn::ical
