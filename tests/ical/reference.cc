#include "ical/reference.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <map>

namespace norn::ical::testing {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::last;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::weekday;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr int64_t kDay = 86'400;

int64_t floor_divide(int64_t number, int64_t divisor) {
  int64_t quotient = number / divisor;
  if (quotient * divisor > number) --quotient;
  return quotient;
}

bool listed(const RuleNumbers& numbers, int64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

// Whether a BY part allows the n-th of `size` things, where it may count from the end.
bool allows(const RuleNumbers& numbers, int64_t n, int64_t size) {
  return numbers.empty() || listed(numbers, n) || listed(numbers, n - size - 1);
}

// What there is to know of a day.
struct DayFacts {
  explicit DayFacts(int64_t number)
      : date(sys_days(days(number))),
        name(weekday(sys_days(days(number)))),
        of_year(sys_days(days(number)) - sys_days(date.year() / 1 / 1)),
        in_year(date.year().is_leap() ? 366 : 365),
        in_month(static_cast<unsigned>((date.year() / date.month() / last).day())) {}

  int64_t year() const { return int{date.year()}; }
  int64_t month() const { return unsigned{date.month()}; }
  int64_t day() const { return unsigned{date.day()}; }
  int64_t year_day() const { return of_year.count() + 1; }

  year_month_day date;
  weekday name;
  days of_year;
  int64_t in_year;
  int64_t in_month;
};

int64_t week_begin(const Rule& rule, int64_t day_number) {
  const unsigned begins = static_cast<unsigned>(rule.week_start) + 1;  // As ISO counts.
  while (weekday(sys_days(days(day_number))).iso_encoding() != begins) --day_number;
  return day_number;
}

// A week belongs to the year that has four of its days, so to the year of its fourth.
bool week_fits(const Rule& rule, int64_t day_number) {
  if (rule.by_week_number.empty()) return true;
  const DayFacts fourth(week_begin(rule, day_number) + 3);
  const int64_t number = (fourth.year_day() - 1) / 7 + 1;
  const int64_t after = (fourth.in_year - fourth.year_day()) / 7;
  return allows(rule.by_week_number, number, number + after);
}

bool is_weekday(const DayFacts& facts, Weekday wanted) {
  return facts.name.iso_encoding() == static_cast<unsigned>(wanted) + 1;
}

// 3.3.10: numbered days count within the month for MONTHLY rules and for YEARLY ones with BYMONTH,
// otherwise within the year.
bool by_day_fits(const Rule& rule, const DayFacts& facts) {
  if (rule.by_day.empty()) return true;
  const bool in_month = rule.frequency == Frequency::kMonthly || !rule.by_month.empty();
  const int64_t n = in_month ? facts.day() : facts.year_day();
  const int64_t size = in_month ? facts.in_month : facts.in_year;
  const int64_t from_start = (n - 1) / 7 + 1;
  const int64_t from_end = (size - n) / 7 + 1;
  return std::ranges::any_of(rule.by_day, [&](const OrdinalDay& value) {
    if (!is_weekday(facts, value.weekday)) return false;
    return value.ordinal == 0 || value.ordinal == from_start || value.ordinal == -from_end;
  });
}

// What no part says is as it is on DTSTART.
bool as_start_fits(const Rule& rule, const DayFacts& facts, const DayFacts& start) {
  if (!rule.by_day.empty() || !rule.by_month_day.empty() || !rule.by_year_day.empty()) return true;
  switch (rule.frequency) {
    case Frequency::kYearly:
      if (!rule.by_week_number.empty()) return facts.name == start.name;
      return facts.day() == start.day() &&
             (!rule.by_month.empty() || facts.month() == start.month());
    case Frequency::kMonthly:
      return facts.day() == start.day();
    case Frequency::kWeekly:
      return facts.name == start.name;
    default:
      return true;
  }
}

// The year, month, week, day or shorter unit that a time is in, numbered through.
int64_t period_of(const Rule& rule, int64_t time) {
  const int64_t day_number = floor_divide(time, kDay);
  const DayFacts facts(day_number);
  switch (rule.frequency) {
    case Frequency::kYearly:
      return facts.year();
    case Frequency::kMonthly:
      return facts.year() * 12 + facts.month();
    case Frequency::kWeekly:
      return floor_divide(week_begin(rule, day_number) - week_begin(rule, 0), 7);
    case Frequency::kDaily:
      return day_number;
    case Frequency::kHourly:
      return floor_divide(time, 3600);
    case Frequency::kMinutely:
      return floor_divide(time, 60);
    case Frequency::kSecondly:
      return time;
  }
  return 0;
}

bool in_interval(const Rule& rule, int64_t time, int64_t start) {
  return (period_of(rule, time) - period_of(rule, start)) % rule.interval == 0;
}

bool day_fits(const Rule& rule, int64_t day_number, const DayFacts& start) {
  const DayFacts facts(day_number);
  return allows(rule.by_month, facts.month(), 12) &&
         allows(rule.by_month_day, facts.day(), facts.in_month) &&
         allows(rule.by_year_day, facts.year_day(), facts.in_year) && week_fits(rule, day_number) &&
         by_day_fits(rule, facts) && as_start_fits(rule, facts, start);
}

// One of hour, minute and second: a BY part, or, when it is shorter than the frequency, DTSTART's.
bool clock_fits(const RuleNumbers& numbers, bool shorter, int64_t value, int64_t of_start) {
  if (numbers.empty()) return !shorter || value == of_start;
  return listed(numbers, value) || (value == 59 && listed(numbers, 60));
}

std::vector<int64_t> times_of_day(const Rule& rule, int64_t start, bool all_day) {
  if (all_day) return {0};
  std::vector<int64_t> times;
  const Frequency frequency = rule.frequency;
  const int64_t of_day = start - floor_divide(start, kDay) * kDay;
  for (int64_t hour = 0; hour < 24; ++hour) {
    const bool shorter = frequency < Frequency::kHourly;
    if (!clock_fits(rule.by_hour, shorter, hour, of_day / 3600)) continue;
    for (int64_t minute = 0; minute < 60; ++minute) {
      const bool minutes_shorter = frequency < Frequency::kMinutely;
      if (!clock_fits(rule.by_minute, minutes_shorter, minute, of_day / 60 % 60)) continue;
      for (int64_t second = 0; second < 60; ++second) {
        const bool seconds_shorter = frequency < Frequency::kSecondly;
        if (!clock_fits(rule.by_second, seconds_shorter, second, of_day % 60)) continue;
        times.push_back(hour * 3600 + minute * 60 + second);
      }
    }
  }
  return times;
}

std::vector<int64_t> at_positions(const Rule& rule, const std::vector<int64_t>& times) {
  std::map<int64_t, std::vector<int64_t>> sets;
  for (const int64_t time : times) sets[period_of(rule, time)].push_back(time);
  std::vector<int64_t> picked;
  for (const auto& [period, set] : sets) {
    const auto size = static_cast<int64_t>(set.size());
    for (int64_t i = 0; i < size; ++i) {
      if (allows(rule.by_set_position, i + 1, size)) picked.push_back(set[i]);
    }
  }
  return picked;
}

bool is_before_end(const Rule& rule, int64_t time) {
  if (!rule.until) return true;
  if (rule.until->form == TimeForm::kDate) return time < rule.until->second + kDay;
  return time <= rule.until->second;
}

int64_t offset_at(int64_t utc_s) {
  const time_t time = utc_s;
  std::tm wall{};
  localtime_r(&time, &wall);
  return wall.tm_gmtoff;
}

}  // namespace

std::vector<int64_t> reference_times(const Rule& rule, int64_t start, bool all_day, int64_t end) {
  const std::vector<int64_t> clock = times_of_day(rule, start, all_day);
  const DayFacts start_facts(floor_divide(start, kDay));
  // From before the longest period that DTSTART can be in to behind the one that the end is in,
  // because BYSETPOS counts in whole ones.
  const bool has_positions = !rule.by_set_position.empty();
  const bool in_days = rule.frequency < Frequency::kHourly;
  const int64_t margin = has_positions ? (rule.frequency < Frequency::kDaily ? 370 : 1) : 0;
  std::vector<int64_t> times;
  for (int64_t day_number = floor_divide(start, kDay) - margin;
       day_number * kDay < end + margin * kDay; ++day_number) {
    if (!day_fits(rule, day_number, start_facts)) continue;
    if (in_days && !in_interval(rule, day_number * kDay, start)) continue;
    for (const int64_t time : clock) {
      if (in_days || in_interval(rule, day_number * kDay + time, start)) {
        times.push_back(day_number * kDay + time);
      }
    }
  }
  if (has_positions) times = at_positions(rule, times);
  std::vector<int64_t> found;
  for (const int64_t time : times) {
    if (time < start || time >= end || !is_before_end(rule, time)) continue;
    if (rule.count && static_cast<int64_t>(found.size()) == *rule.count) break;
    found.push_back(time);
  }
  return found;
}

ReferenceZone::ReferenceZone(const std::string& name) {
  setenv("TZ", name.c_str(), 1);
  tzset();
}

ReferenceZone::~ReferenceZone() {
  unsetenv("TZ");
  tzset();
}

// Zones are a multiple of a quarter of an hour away from UTC, in the years that are tested.
int64_t ReferenceZone::utc_of(int64_t local_s) const {
  constexpr int64_t kReach = 27 * 3600;
  constexpr int64_t kStep = 900;
  int64_t offset_before = 0;
  for (int64_t utc_s = local_s - kReach; utc_s <= local_s + kReach; utc_s += kStep) {
    const int64_t offset = offset_at(utc_s);
    if (utc_s + offset == local_s) return utc_s;
    if (utc_s + offset < local_s) offset_before = offset;
  }
  return local_s - offset_before;
}

}  // namespace norn::ical::testing
