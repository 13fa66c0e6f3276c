#pragma once

#include <array>
#include <string_view>

#include "ical/rule.h"

// The names of the parts of rules, for reading and printing them.
namespace norn::ical {

constexpr std::array<std::string_view, 7> kFrequencyNames = {
    "YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"};

constexpr std::array<std::string_view, kWeekDays> kWeekdayNames = {"MO", "TU", "WE", "TH",
                                                                   "FR", "SA", "SU"};

// A BY part whose values are numbers.
struct NumberPart {
  std::string_view name;
  RuleNumbers Rule::* values;
  int min;
  int max;
  bool from_end;  // Whether -max to -min count from the end.
};

constexpr NumberPart kBySecond = {"BYSECOND", &Rule::by_second, 0, 60, false};
constexpr NumberPart kByMinute = {"BYMINUTE", &Rule::by_minute, 0, 59, false};
constexpr NumberPart kByHour = {"BYHOUR", &Rule::by_hour, 0, 23, false};
constexpr NumberPart kByMonthDay = {"BYMONTHDAY", &Rule::by_month_day, 1, 31, true};
constexpr NumberPart kByYearDay = {"BYYEARDAY", &Rule::by_year_day, 1, 366, true};
constexpr NumberPart kByWeekNumber = {"BYWEEKNO", &Rule::by_week_number, 1, 53, true};
constexpr NumberPart kByMonth = {"BYMONTH", &Rule::by_month, 1, 12, false};
constexpr NumberPart kBySetPosition = {"BYSETPOS", &Rule::by_set_position, 1, 366, true};

// In the order of the grammar, where BYDAY stands behind the first three.
constexpr std::array<NumberPart, 8> kNumberParts = {kBySecond,   kByMinute,     kByHour,
                                                    kByMonthDay, kByYearDay,    kByWeekNumber,
                                                    kByMonth,    kBySetPosition};
constexpr size_t kNumberPartsBeforeByDay = 3;

constexpr int kMaxOrdinal = 53;

constexpr std::string_view frequency_name(Frequency frequency) {
  return kFrequencyNames[static_cast<size_t>(frequency)];
}

constexpr std::string_view weekday_name(Weekday weekday) {
  return kWeekdayNames[static_cast<size_t>(weekday)];
}

}  // namespace norn::ical
