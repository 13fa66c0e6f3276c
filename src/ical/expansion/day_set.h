#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ical/civil.h"
#include "ical/rule.h"

namespace norn::ical {

// Which days the BY parts of a rule allow (BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY),
// whatever FREQ and INTERVAL say. The table in RFC 5545 (3.3.10) speaks of parts that expand and
// parts that limit, but for days both come to the same: a day is in when every part allows it,
// once the parts that are left open have been taken from DTSTART.
//
// A week of BYWEEKNO counts by the days that it has in the calendar year at hand: 29 December 1997
// is a Monday in week 1 (of 1998), and belongs to the year 1997. So every day belongs to one year,
// and DTSTART to the first, also with INTERVAL and BYSETPOS.
class DaySet {
 public:
  // Those parts of the year's days that depend on where its weeks lie. The cursor keeps it from
  // month to month, because the set itself is shared between threads.
  struct YearCache {
    int year = 0;
    std::array<DayBits, 12> days{};
  };

  DaySet(const Rule& rule, Day start);

  DayBits days_of(const Month& month, YearCache& cache) const {
    DayBits days = fixed_[month.leap ? 1 : 0][month.month];
    if (by_weekday_) days &= weekdays_[month.length - kShortest][month.first_weekday];
    if (by_year_ && days != 0) days &= days_by_year(month, cache);
    return days;
  }

  // Bit 0 is January: the months in which there can be any day at all.
  uint32_t months() const { return months_; }
  // No part leaves out any day.
  bool is_everything() const;

 private:
  static constexpr int kShortest = 28;

  void fill_fixed(const Rule& rule);
  void fill_weekdays(const std::vector<OrdinalDay>& days);
  DayBits days_by_year(const Month& month, YearCache& cache) const;
  void fill_year(int year, YearCache& cache) const;
  void add_ordinal_days(int year, YearCache& cache) const;
  void add_weeks(int year, YearCache& cache) const;
  bool has_week(Day week, int year) const;
  Day first_week(int year) const;

  // BYMONTH, BYMONTHDAY and BYYEARDAY, by leap year and month.
  std::array<std::array<DayBits, 12>, 2> fixed_{};
  // BYDAY where it counts within months, by length and first weekday of the month.
  std::array<std::array<DayBits, kWeekDays>, 4> weekdays_{};
  bool by_weekday_ = false;
  bool by_year_ = false;
  uint32_t months_ = 0;
  // BYDAY where it counts within years, and BYWEEKNO; by_year_ means that there is one of them.
  std::vector<OrdinalDay> ordinal_days_;
  uint64_t weeks_ = 0;
  uint64_t weeks_from_end_ = 0;
  int week_start_ = 0;
};

}  // namespace norn::ical
