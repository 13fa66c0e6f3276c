#pragma once

#include <cstdint>

// The Gregorian calendar in integers. A day is the number of days since 1970-01-01, a wall time the
// number of seconds since 1970-01-01T00:00:00 on the wall: both without a time zone. Recurrence is
// arithmetic on them; nothing here allocates or fails.
namespace norn::ical {

using Day = int32_t;

// The years that iCalendar's four digits can express. Nothing recurs beyond them, which bounds
// every search.
constexpr int kFirstYear = 1;
constexpr int kLastYear = 9999;
constexpr Day kFirstDay = -719'162;  // 0001-01-01
constexpr Day kLastDay = 2'932'896;  // 9999-12-31

constexpr int64_t kMinuteSeconds = 60;
constexpr int64_t kHourSeconds = 3600;
constexpr int64_t kDaySeconds = 86'400;
constexpr int64_t kFirstSecond = kFirstDay * kDaySeconds;
constexpr int64_t kLastSecond = kLastDay * kDaySeconds + kDaySeconds - 1;

enum class Weekday : uint8_t {
  kMonday,
  kTuesday,
  kWednesday,
  kThursday,
  kFriday,
  kSaturday,
  kSunday,
};
constexpr int kWeekDays = 7;
constexpr int64_t kWeekSeconds = kWeekDays * kDaySeconds;

// Rounds towards the past, as calendars do; `divisor` is positive.
constexpr int64_t floor_div(int64_t number, int64_t divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

// 0 to divisor - 1.
constexpr int64_t floor_mod(int64_t number, int64_t divisor) {
  const int64_t rest = number % divisor;
  return rest < 0 ? rest + divisor : rest;
}

constexpr Day day_of_second(int64_t second) {
  return static_cast<Day>(floor_div(second, kDaySeconds));
}

// 0 is Monday.
constexpr int weekday_of(Day day) {
  return static_cast<int>(floor_mod(int64_t{day} + 3, kWeekDays));
}

constexpr bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// `month` is 0 to 11.
constexpr int month_length(bool leap, int month) {
  constexpr int8_t kLengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kLengths[month] + (leap && month == 1 ? 1 : 0);
}

// The days of a year before its month.
constexpr int month_offset(bool leap, int month) {
  constexpr int16_t kOffsets[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  return kOffsets[month] + (leap && month > 1 ? 1 : 0);
}

// 1 January of any year from 0 on.
constexpr Day first_day_of_year(int year) {
  const int before = year - 1;
  return kFirstDay + before * 365 + static_cast<int>(floor_div(before, 4)) -
         static_cast<int>(floor_div(before, 100)) + static_cast<int>(floor_div(before, 400));
}

struct CivilDate {
  int year;
  int month;  // 0 to 11
  int day;    // 1 to 31
};

// After "chrono-compatible low-level date algorithms" by Howard Hinnant: years that begin in March
// have the leap day at their end.
constexpr CivilDate civil_date(Day day) {
  constexpr int kEraDays = 146'097;  // 400 years
  const int shifted = day + 719'468;
  const auto era = static_cast<int>(floor_div(shifted, kEraDays));
  const auto day_of_era = static_cast<unsigned>(shifted - era * kEraDays);
  const unsigned year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const unsigned day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned shifted_month = (5 * day_of_year + 2) / 153;
  const unsigned month = shifted_month < 10 ? shifted_month + 2 : shifted_month - 10;
  return {static_cast<int>(year_of_era) + era * 400 + (month < 2 ? 1 : 0), static_cast<int>(month),
          static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1)};
}

constexpr Day day_of(int year, int month, int day) {
  return first_day_of_year(year) + month_offset(is_leap(year), month) + day - 1;
}

// One month, with its most used properties.
struct Month {
  int year;
  int month;  // 0 to 11
  Day first;
  int length;
  int first_weekday;  // 0 is Monday.
  bool leap;          // Its year.

  // Months are numbered through, so that intervals of months are arithmetic.
  static constexpr Month of_index(int index) {
    const int year = index / 12;
    const int month = index % 12;
    const bool leap = is_leap(year);
    const Day first = first_day_of_year(year) + month_offset(leap, month);
    return {year, month, first, month_length(leap, month), weekday_of(first), leap};
  }

  static constexpr Month of_day(Day day) {
    const CivilDate date = civil_date(day);
    return of_index(date.year * 12 + date.month);
  }

  constexpr int index() const { return year * 12 + month; }
  constexpr bool has(Day day) const { return day >= first && day < first + length; }

  constexpr void advance() {
    first += length;
    first_weekday = (first_weekday + length) % kWeekDays;
    if (++month == 12) {
      month = 0;
      leap = is_leap(++year);
    }
    length = month_length(leap, month);
  }
};

// The days of a month as bits: bit 0 is the first.
using DayBits = uint32_t;

constexpr bool has_bit(uint64_t bits, int64_t index) {
  return (bits >> index & 1) != 0;
}

constexpr DayBits all_days(int length) {
  return static_cast<DayBits>((uint64_t{1} << length) - 1);
}

}  // namespace norn::ical
