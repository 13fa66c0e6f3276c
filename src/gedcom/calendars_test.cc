#include "gedcom/calendars.h"

#include <gtest/gtest.h>

#include <string>

namespace norn::gedcom {
namespace {

constexpr auto kGregorian = Calendar::kGregorian;
constexpr auto kJulian = Calendar::kJulian;
constexpr auto kFrench = Calendar::kFrench;
constexpr auto kHebrew = Calendar::kHebrew;

std::string text(Day day) {
  const CalendarDate date = gregorian_date(day);
  return std::to_string(date.year) + (date.is_bce ? " BCE " : " ") + std::to_string(date.month) +
         " " + std::to_string(date.day);
}

std::string span(const CalendarDate& date) {
  const auto days = days_of(date);
  if (!days) return "none";
  return days->first == days->last ? text(days->first)
                                   : text(days->first) + " to " + text(days->last);
}

TEST(Calendars, DaysAreCountedFrom1970) {
  EXPECT_EQ(days_of({kGregorian, 1970, false, 1, 1}), (DaySpan{0, 0}));
  EXPECT_EQ(days_of({kGregorian, 1969, false, 12, 31}), (DaySpan{-1, -1}));
  EXPECT_EQ(days_of({kGregorian, 1, false, 1, 1}), (DaySpan{-719'162, -719'162}));
}

TEST(Calendars, CorrespondToTheGregorianOne) {
  const struct {
    CalendarDate date;
    const char* gregorian;
  } rows[] = {
      {{kGregorian, 1850, false, 3, 5}, "1850 3 5"},
      {{kGregorian, 1850, false, 2}, "1850 2 1 to 1850 2 28"},
      {{kGregorian, 1852, false, 2}, "1852 2 1 to 1852 2 29"},
      {{kGregorian, 1850}, "1850 1 1 to 1850 12 31"},
      {{kGregorian, 1, true}, "1 BCE 1 1 to 1 BCE 12 31"},
      {{kGregorian, 1, true, 2, 29}, "1 BCE 2 29"},
      // The day before the reform, and its first one; the battle of the Boyne; Newton's birthday;
      // the last Julian day of England; the October revolution; the death of Caesar.
      {{kJulian, 1582, false, 10, 4}, "1582 10 14"},
      {{kJulian, 1582, false, 10, 5}, "1582 10 15"},
      {{kJulian, 1690, false, 7, 1}, "1690 7 11"},
      {{kJulian, 1642, false, 12, 25}, "1643 1 4"},
      {{kJulian, 1752, false, 9, 2}, "1752 9 13"},
      {{kJulian, 1917, false, 10, 25}, "1917 11 7"},
      {{kJulian, 44, true, 3, 15}, "44 BCE 3 13"},
      {{kJulian, 1700, false, 2, 29}, "1700 3 11"},
      {{kJulian, 1700}, "1700 1 11 to 1701 1 11"},
      {{kJulian, 1, false, 1, 1}, "1 BCE 12 30"},
      // The first day; 9 Thermidor; 18 Brumaire; the coronation of Napoleon; the last day; the leap
      // days of the calendar; the Vendome column falls.
      {{kFrench, 1, false, 1, 1}, "1792 9 22"},
      {{kFrench, 2, false, 11, 9}, "1794 7 27"},
      {{kFrench, 8, false, 2, 18}, "1799 11 9"},
      {{kFrench, 13, false, 3, 11}, "1804 12 2"},
      {{kFrench, 14, false, 4, 10}, "1805 12 31"},
      {{kFrench, 3, false, 13, 6}, "1795 9 22"},
      {{kFrench, 4, false, 1, 1}, "1795 9 23"},
      {{kFrench, 7, false, 13, 6}, "1799 9 22"},
      {{kFrench, 11, false, 13, 6}, "1803 9 23"},
      {{kFrench, 79, false, 8, 26}, "1871 5 16"},
      {{kFrench, 2, false, 13}, "1794 9 17 to 1794 9 21"},
      // The epoch; new years; the declaration of independence of Israel; Purim in a leap year, and
      // in a common one by either name; long and short Cheshvan and Kislev.
      {{kHebrew, 1, false, 1, 1}, "3761 BCE 9 7"},
      {{kHebrew, 5784, false, 1, 1}, "2023 9 16"},
      {{kHebrew, 5785, false, 1, 1}, "2024 10 3"},
      {{kHebrew, 5708, false, 9, 5}, "1948 5 14"},
      {{kHebrew, 5784, false, 7, 14}, "2024 3 24"},
      {{kHebrew, 5784, false, 6, 14}, "2024 2 23"},
      {{kHebrew, 5785, false, 7, 14}, "2025 3 14"},
      {{kHebrew, 5785, false, 6, 14}, "2025 3 14"},
      {{kHebrew, 5783, false, 3, 25}, "2022 12 19"},
      {{kHebrew, 5704, false, 1, 1}, "1943 9 30"},
      {{kHebrew, 5784, false, 13, 29}, "2024 10 2"},
      {{kHebrew, 5784}, "2023 9 16 to 2024 10 2"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(span(row.date), row.gregorian)
        << row.date.year << " " << row.date.month << " " << row.date.day;
  }
}

TEST(Calendars, HaveNoImpossibleDays) {
  const CalendarDate rows[] = {
      {kGregorian, 0, false},           {kGregorian, 10'000, false},
      {kGregorian, 1850, false, 13},    {kGregorian, 1850, false, 0, 1},
      {kGregorian, 1850, false, 2, 29}, {kGregorian, 1900, false, 2, 29},
      {kGregorian, 1850, false, 4, 31}, {kGregorian, 2, true, 2, 29},
      {kJulian, 1701, false, 2, 29},    {kFrench, 1, true},
      {kFrench, 1, false, 1, 31},       {kFrench, 2, false, 13, 6},
      {kFrench, 1, false, 14},          {kHebrew, 5784, true},
      {kHebrew, 5784, false, 2, 30},    {kHebrew, 5784, false, 14},
      {kHebrew, 5785, false, 6, 30},    {kHebrew, 5784, false, 13, 30},
  };
  for (const CalendarDate& date : rows) {
    EXPECT_FALSE(days_of(date)) << date.year << " " << date.month << " " << date.day;
  }
}

TEST(Calendars, YearsFollowOneAnother) {
  for (const Calendar calendar : {kGregorian, kJulian, kFrench, kHebrew}) {
    for (int year = 1; year < kMaxYear; ++year) {
      const DaySpan now = *days_of({calendar, year});
      ASSERT_EQ(now.last + 1, days_of({calendar, year + 1})->first) << year;
      Day next = now.first;
      for (int month = 1; month <= month_count(calendar); ++month) {
        const DaySpan days = *days_of({calendar, year, false, month});
        // Adar I of a common year is Adar.
        if (calendar == kHebrew && month == 6 && days == *days_of({calendar, year, false, 7}))
          continue;
        ASSERT_EQ(days.first, next) << year << " " << month;
        next = days.last + 1;
      }
      ASSERT_EQ(next, now.last + 1) << year;
    }
  }
  EXPECT_EQ(days_of({kGregorian, 1, true})->last + 1, days_of({kGregorian, 1, false})->first);
  EXPECT_EQ(days_of({kJulian, 1, true})->last + 1, days_of({kJulian, 1, false})->first);
}

TEST(Calendars, GregorianDatesComeBack) {
  for (Day day = -1'500'000; day < 1'500'000; day += 37) {
    EXPECT_EQ(days_of(gregorian_date(day)), (DaySpan{day, day}));
  }
}

}  // namespace
}  // namespace norn::gedcom
