#include "ical/expansion/day_set.h"

#include <algorithm>
#include <bit>

namespace norn::ical {
namespace {

DayBits bit(int index) {
  return DayBits{1} << index;
}

// The rule with what it leaves open taken from DTSTART (3.3.10: "Information, not contained in the
// rule, necessary to determine the various recurrence instance start time and dates are derived
// from the Start Time").
Rule completed(Rule rule, Day start) {
  const CivilDate date = civil_date(start);
  const OrdinalDay weekday{0, static_cast<Weekday>(weekday_of(start))};
  const bool no_day = rule.by_day.empty() && rule.by_month_day.empty() && rule.by_year_day.empty();
  if (!no_day) return rule;
  switch (rule.frequency) {
    case Frequency::kYearly:
      if (!rule.by_week_number.empty()) {
        rule.by_day.push_back(weekday);
        break;
      }
      if (rule.by_month.empty()) rule.by_month.push_back(static_cast<int16_t>(date.month + 1));
      rule.by_month_day.push_back(static_cast<int16_t>(date.day));
      break;
    case Frequency::kMonthly:
      rule.by_month_day.push_back(static_cast<int16_t>(date.day));
      break;
    case Frequency::kWeekly:
      rule.by_day.push_back(weekday);
      break;
    default:
      break;
  }
  return rule;
}

// The days of BYMONTHDAY in a month.
DayBits month_days(const RuleNumbers& numbers, int length) {
  if (numbers.empty()) return all_days(length);
  DayBits days = 0;
  for (const int number : numbers) {
    const int index = number > 0 ? number - 1 : length + number;
    if (index >= 0 && index < length) days |= bit(index);
  }
  return days;
}

// The month that has day `index` of a year (0 is 1 January).
int month_of_year_day(bool leap, int index) {
  int month = 11;
  while (month_offset(leap, month) > index) --month;
  return month;
}

void add_year_day(bool leap, int index, std::array<DayBits, 12>& days) {
  const int month = month_of_year_day(leap, index);
  days[month] |= bit(index - month_offset(leap, month));
}

// The days of one value of BYDAY, counted within `length` days of which the first is a
// `first_weekday`. Calls add(index) for each.
template <typename Add>
void add_weekday(const OrdinalDay& day, int first_weekday, int length, const Add& add) {
  const int first = (static_cast<int>(day.weekday) - first_weekday + kWeekDays) % kWeekDays;
  const int count = (length - first + kWeekDays - 1) / kWeekDays;
  if (day.ordinal == 0) {
    for (int i = 0; i < count; ++i) add(first + i * kWeekDays);
    return;
  }
  const int index = day.ordinal > 0 ? day.ordinal - 1 : count + day.ordinal;
  if (index >= 0 && index < count) add(first + index * kWeekDays);
}

}  // namespace

DaySet::DaySet(const Rule& rule, Day start) : week_start_(static_cast<int>(rule.week_start)) {
  const Rule whole = completed(rule, start);
  fill_fixed(whole);
  for (const int week : whole.by_week_number) {
    (week > 0 ? weeks_ : weeks_from_end_) |= uint64_t{1} << (week > 0 ? week : -week);
  }
  const bool in_year =
      whole.frequency == Frequency::kYearly && whole.by_month.empty() &&
      std::ranges::any_of(whole.by_day, [](const OrdinalDay& day) { return day.ordinal != 0; });
  if (in_year) {
    ordinal_days_ = whole.by_day;
  } else if (!whole.by_day.empty()) {
    fill_weekdays(whole.by_day);
  }
  by_year_ = in_year || weeks_ != 0 || weeks_from_end_ != 0;
}

void DaySet::fill_fixed(const Rule& rule) {
  for (const bool leap : {false, true}) {
    std::array<DayBits, 12> year_days{};
    const int length = leap ? 366 : 365;
    for (const int number : rule.by_year_day) {
      const int index = number > 0 ? number - 1 : length + number;
      if (index >= 0 && index < length) add_year_day(leap, index, year_days);
    }
    for (int month = 0; month < 12; ++month) {
      DayBits days = month_days(rule.by_month_day, month_length(leap, month));
      if (!rule.by_year_day.empty()) days &= year_days[month];
      const bool has_month = rule.by_month.empty() ||
                             std::ranges::find(rule.by_month, month + 1) != rule.by_month.end();
      fixed_[leap ? 1 : 0][month] = has_month ? days : 0;
      if (has_month && days != 0) months_ |= uint32_t{1} << month;
    }
  }
}

void DaySet::fill_weekdays(const std::vector<OrdinalDay>& days) {
  by_weekday_ = true;
  for (int length = kShortest; length < kShortest + 4; ++length) {
    for (int first = 0; first < kWeekDays; ++first) {
      DayBits& bits = weekdays_[length - kShortest][first];
      for (const OrdinalDay& day : days) {
        add_weekday(day, first, length, [&bits](int index) { bits |= bit(index); });
      }
    }
  }
}

bool DaySet::is_everything() const {
  if (by_weekday_ || by_year_) return false;
  for (const bool leap : {false, true}) {
    for (int month = 0; month < 12; ++month) {
      if (fixed_[leap ? 1 : 0][month] != all_days(month_length(leap, month))) return false;
    }
  }
  return true;
}

DayBits DaySet::days_by_year(const Month& month, YearCache& cache) const {
  if (cache.year != month.year) fill_year(month.year, cache);
  return cache.days[month.month];
}

void DaySet::fill_year(int year, YearCache& cache) const {
  cache.year = year;
  cache.days.fill(0);
  if (ordinal_days_.empty()) {
    add_weeks(year, cache);
  } else {
    add_ordinal_days(year, cache);
  }
}

void DaySet::add_ordinal_days(int year, YearCache& cache) const {
  const bool leap = is_leap(year);
  const int first_weekday = weekday_of(first_day_of_year(year));
  for (const OrdinalDay& day : ordinal_days_) {
    add_weekday(day, first_weekday, leap ? 366 : 365,
                [&](int index) { add_year_day(leap, index, cache.days); });
  }
}

// The first day of week 1: the first week with four days or more in the year (3.3.10, BYWEEKNO),
// so the one that has 4 January.
Day DaySet::first_week(int year) const {
  const Day fourth = first_day_of_year(year) + 3;
  return fourth - (weekday_of(fourth) - week_start_ + kWeekDays) % kWeekDays;
}

// Whether BYWEEKNO has the week that begins on day `week`, of which some days are in `year`.
bool DaySet::has_week(Day week, int year) const {
  int of_year = year;
  if (week < first_week(year)) of_year = year - 1;
  if (week >= first_week(year + 1)) of_year = year + 1;
  const Day first = first_week(of_year);
  const int number = (week - first) / kWeekDays + 1;
  const int from_end = (first_week(of_year + 1) - week) / kWeekDays;
  return (weeks_ >> number & 1) != 0 || (weeks_from_end_ >> from_end & 1) != 0;
}

void DaySet::add_weeks(int year, YearCache& cache) const {
  const bool leap = is_leap(year);
  const Day first = first_day_of_year(year);
  const int length = leap ? 366 : 365;
  const Day monday = first - (weekday_of(first) - week_start_ + kWeekDays) % kWeekDays;
  for (Day week = monday; week < first + length; week += kWeekDays) {
    if (!has_week(week, year)) continue;
    for (Day day = std::max(week, first); day < std::min(week + kWeekDays, first + length); ++day) {
      add_year_day(leap, day - first, cache.days);
    }
  }
}

}  // namespace norn::ical
