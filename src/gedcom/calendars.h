#pragma once

#include <cstdint>
#include <optional>

// The calendars of GEDCOM as numbers of days, so that dates of different calendars can be compared.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#A-calendars
namespace norn::gedcom {

// Days since 1970-01-01 of the Gregorian calendar, which is taken to have been there always.
using Day = int32_t;

enum class Calendar : uint8_t { kGregorian, kJulian, kFrench, kHebrew };

// Years have at most four digits.
constexpr int kMaxYear = 9999;

// A day, a month or a year of a calendar. There is no year 0: the year before 1 is 1 BCE.
struct CalendarDate {
  Calendar calendar = Calendar::kGregorian;
  int year = 1;  // 1 to kMaxYear
  bool is_bce = false;
  int month = 0;  // 1 is the first, as the calendar counts its months (`month_count`); 0 none.
  int day = 0;    // 1 is the first; 0 none, and always without month.

  bool operator==(const CalendarDate&) const = default;
};

// How many names of months a calendar has. The sixth Hebrew one, Adar I, exists in leap years only.
constexpr int month_count(Calendar calendar) {
  return calendar == Calendar::kGregorian || calendar == Calendar::kJulian ? 12 : 13;
}

// The first and the last day of a date; they are equal if it has a day.
struct DaySpan {
  Day first = 0;
  Day last = 0;

  bool operator==(const DaySpan&) const = default;
};

// Returns nullopt if the calendar has no such date: 30 February, the year 0, a year BCE of the
// French or Hebrew calendar. Adar I of a year without it is taken for Adar, as 7.0 recommends:
// users who do not know of the difference write it so.
std::optional<DaySpan> days_of(const CalendarDate& date);

// The Gregorian date of a day.
CalendarDate gregorian_date(Day day);

}  // namespace norn::gedcom
