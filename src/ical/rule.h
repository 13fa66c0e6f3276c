#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ical/civil.h"
#include "ical/date_time.h"

// A recurrence rule (RFC 5545, 3.3.10), the value of an RRULE. recurrence.h applies it to a start.
namespace norn::ical {

// The longest text that is read. Every BY part with all of its values is shorter.
constexpr size_t kMaxRuleBytes = 8192;
// Of INTERVAL and COUNT; 31 years of seconds.
constexpr int64_t kMaxRuleNumber = 999'999'999;

enum class Frequency : uint8_t {
  kYearly,
  kMonthly,
  kWeekly,
  kDaily,
  kHourly,
  kMinutely,
  kSecondly,
};

// A value of BYDAY: MO is every Monday, 2MO the second one of the month or year, -1FR the last
// Friday.
struct OrdinalDay {
  int ordinal = 0;  // 0 means every one.
  Weekday weekday = Weekday::kMonday;

  bool operator==(const OrdinalDay&) const = default;
};

// The values of a BY part, in the order of `parse_rule`: each once, first those that count from the
// start (1, 2, ...), then those that count from the end (..., -2, -1).
using RuleNumbers = std::vector<int16_t>;

struct Rule {
  Frequency frequency = Frequency::kDaily;
  int64_t interval = 1;
  // At most one of them.
  std::optional<int64_t> count;
  std::optional<DateTime> until;
  RuleNumbers by_second;
  RuleNumbers by_minute;
  RuleNumbers by_hour;
  std::vector<OrdinalDay> by_day;
  RuleNumbers by_month_day;
  RuleNumbers by_year_day;
  RuleNumbers by_week_number;
  RuleNumbers by_month;
  RuleNumbers by_set_position;
  Weekday week_start = Weekday::kMonday;

  bool operator==(const Rule&) const = default;
};

// Reads "FREQ=WEEKLY;BYDAY=MO,WE" in any case and order of parts, also with "RRULE:" in front. The
// error names the invalid part and its allowed values. Combinations that the table of 3.3.10 calls
// "N/A" are errors, too: programs disagree about their meaning.
Result<Rule> parse_rule(std::string_view text);

// The canonical text: parts in the order of the grammar, values in order, defaults left out. Two
// rules are equal if and only if their texts are.
std::string rule_text(const Rule& rule);

}  // namespace norn::ical
