#include "gedcom/calendars.h"

#include <algorithm>
#include <array>
#include <chrono>

// After "Calendrical Calculations" by Reingold and Dershowitz.
namespace norn::gedcom {
namespace {

using std::chrono::sys_days;

constexpr int64_t floor_quotient(int64_t number, int64_t divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

constexpr int64_t floor_rest(int64_t number, int64_t divisor) {
  return number - floor_quotient(number, divisor) * divisor;
}

// Days are counted from 1 January of the year 1 (proleptic Gregorian) in the book; from 1970 here.
constexpr int64_t kFixedOf1970 = 719'163;

// The years of a calendar are numbered through here: 0 is 1 BCE.
int numbered_year(const CalendarDate& date) {
  return date.is_bce ? 1 - date.year : date.year;
}

struct YearMonth {
  int year;
  int month;
};

// Gregorian

int64_t gregorian_day(YearMonth at) {
  const std::chrono::year_month_day first(std::chrono::year(at.year),
                                          std::chrono::month(static_cast<unsigned>(at.month)),
                                          std::chrono::day(1));
  return sys_days(first).time_since_epoch().count();
}

// Julian: every fourth year is a leap year.

constexpr std::array<int, 12> kDaysBeforeMonth = {0,   31,  59,  90,  120, 151,
                                                  181, 212, 243, 273, 304, 334};

int64_t julian_day(YearMonth at) {
  const bool is_leap = floor_rest(at.year, 4) == 0;
  const int before_month = kDaysBeforeMonth[static_cast<size_t>(at.month - 1)];
  const int64_t before_year = 365 * (int64_t{at.year} - 1) + floor_quotient(at.year - 1, 4);
  // 1 January of the year 1 is 30 December of 1 BCE in the Gregorian calendar.
  return before_year + before_month + (is_leap && at.month > 2 ? 1 : 0) - 1 - kFixedOf1970;
}

// French: twelve months of 30 days, and five or six days behind them. Years began with the autumn
// equinox in Paris, which made 3, 7, 11 and 15 leap years. The calendar was given up in year 14,
// and used again by the Commune of 1871, in its year 79. The years from 16 on are those of Romme's
// rule, that of the Gregorian calendar, which agrees with 79.

int french_leaps_before(int year) {
  const int before = year - 1;
  if (before < 16) return (before + 1) / 4;
  return before / 4 - before / 100 + before / 400;
}

int64_t french_day(YearMonth at) {
  constexpr int64_t kFirst = -64'748;  // 22 September 1792
  return kFirst + 365 * (int64_t{at.year} - 1) + french_leaps_before(at.year) +
         30 * (int64_t{at.month} - 1);
}

// Hebrew: months of the moon; 7 years of 19 have a month more; and the new year is put off so that
// feasts do not fall on certain weekdays.

bool is_hebrew_leap(int year) {
  return (7 * year + 1) % 19 < 7;
}

// Days from the epoch to the new moon of the year, put off from Sunday, Wednesday and Friday.
int64_t hebrew_elapsed_days(int year) {
  const int64_t months = floor_quotient(235 * int64_t{year} - 234, 19);
  const int64_t parts = 12'084 + 13'753 * months;  // 1080 in an hour.
  const int64_t days = 29 * months + floor_quotient(parts, 25'920);
  return floor_rest(3 * (days + 1), 7) < 3 ? days + 1 : days;
}

int64_t hebrew_new_year(int year) {
  constexpr int64_t kEpoch = -1'373'427 - kFixedOf1970;  // 7 October 3761 BCE, Julian
  const int64_t last = hebrew_elapsed_days(year - 1);
  const int64_t now = hebrew_elapsed_days(year);
  const int64_t next = hebrew_elapsed_days(year + 1);
  // No year may have 356 or 382 days.
  const int delay = next - now == 356 ? 2 : now - last == 382 ? 1 : 0;
  return kEpoch + now + delay;
}

constexpr int kCheshvan = 2;
constexpr int kKislev = 3;
constexpr int kAdarFirst = 6;
constexpr int kAdar = 7;

int hebrew_month_length(int year, int month) {
  const int64_t year_days = hebrew_new_year(year + 1) - hebrew_new_year(year);
  if (month == kCheshvan) return year_days % 10 == 5 ? 30 : 29;  // 355, 385
  if (month == kKislev) return year_days % 10 == 3 ? 29 : 30;    // 353, 383
  if (month == kAdarFirst) return is_hebrew_leap(year) ? 30 : 0;
  constexpr std::array<int, 13> kLengths = {30, 29, 30, 29, 30, 30, 29, 30, 29, 30, 29, 30, 29};
  return kLengths[static_cast<size_t>(month - 1)];
}

int64_t hebrew_day(YearMonth at) {
  int64_t day = hebrew_new_year(at.year);
  for (int month = 1; month < at.month; ++month) day += hebrew_month_length(at.year, month);
  return day;
}

// The first day of a month of any calendar.
int64_t first_day(Calendar calendar, YearMonth at) {
  switch (calendar) {
    case Calendar::kGregorian:
      return gregorian_day(at);
    case Calendar::kJulian:
      return julian_day(at);
    case Calendar::kFrench:
      return french_day(at);
    case Calendar::kHebrew:
      return hebrew_day(at);
  }
  return 0;
}

YearMonth after(Calendar calendar, YearMonth at) {
  return at.month == month_count(calendar) ? YearMonth{at.year + 1, 1}
                                           : YearMonth{at.year, at.month + 1};
}

}  // namespace

std::optional<DaySpan> days_of(const CalendarDate& date) {
  const bool has_bce = date.calendar == Calendar::kGregorian || date.calendar == Calendar::kJulian;
  if (date.year < 1 || date.year > kMaxYear || (date.is_bce && !has_bce)) return std::nullopt;
  if (date.month < 0 || date.month > month_count(date.calendar)) return std::nullopt;
  if (date.day < 0 || (date.month == 0 && date.day != 0)) return std::nullopt;
  const int year = numbered_year(date);
  int month = date.month;
  if (date.calendar == Calendar::kHebrew && month == kAdarFirst && !is_hebrew_leap(year)) {
    month = kAdar;
  }
  const YearMonth from{year, std::max(month, 1)};
  const YearMonth to = month == 0 ? YearMonth{year + 1, 1} : after(date.calendar, from);
  int64_t first = first_day(date.calendar, from);
  int64_t last = first_day(date.calendar, to) - 1;
  if (date.day > 0) {
    if (date.day > last - first + 1) return std::nullopt;
    first += date.day - 1;
    last = first;
  }
  return DaySpan{static_cast<Day>(first), static_cast<Day>(last)};
}

CalendarDate gregorian_date(Day day) {
  const std::chrono::year_month_day date{sys_days(std::chrono::days(day))};
  const int year = static_cast<int>(date.year());
  return {.year = year > 0 ? year : 1 - year,
          .is_bce = year <= 0,
          .month = static_cast<int>(static_cast<unsigned>(date.month())),
          .day = static_cast<int>(static_cast<unsigned>(date.day()))};
}

}  // namespace norn::gedcom
