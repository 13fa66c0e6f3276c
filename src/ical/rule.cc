#include "ical/rule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/faults.h"
#include "ical/rule_parts.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

constexpr std::string_view kRuleField = "rrule";
// As much of a wrong text as a message repeats.
constexpr size_t kMaxShownOfRule = 40;

std::unexpected<Error> wrong(Said said) {
  return invalid(kRuleField, std::move(said));
}

std::string_view shown(std::string_view text) {
  return text.substr(0, kMaxShownOfRule);
}

// Nothing when there is anything but an optional sign and digits, or the number is too large.
std::optional<int64_t> read_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

// Calls `read(value)` for each of "1,2,3".
template <typename Read>
Result<void> for_each_value(std::string_view list, const Read& read) {
  while (true) {
    const size_t comma = list.find(',');
    NORN_TRY(read(list.substr(0, comma)));
    if (comma == std::string_view::npos) return {};
    list.remove_prefix(comma + 1);
  }
}

// 1, 2, ..., -2, -1: those that count from the end come behind the others.
bool counts_before(int left, int right) {
  if ((left < 0) != (right < 0)) return right < 0;
  return left < right;
}

Result<void> read_numbers(const NumberPart& part, std::string_view list, Rule& rule) {
  RuleNumbers& values = rule.*part.values;
  NORN_TRY(for_each_value(list, [&](std::string_view text) -> Result<void> {
    const auto number = read_number(text);
    const bool fits = number && ((*number >= part.min && *number <= part.max) ||
                                 (part.from_end && *number <= -part.min && *number >= -part.max));
    if (fits) {
      values.push_back(static_cast<int16_t>(*number));
      return {};
    }
    if (!part.from_end) return wrong(kRulePartRange(part.name, shown(text), part.min, part.max));
    return wrong(
        kRulePartRangeFromEnd(part.name, shown(text), part.min, part.max, -part.max, -part.min));
  }));
  std::ranges::sort(values, counts_before);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return {};
}

Result<Weekday> read_weekday(std::string_view part, std::string_view text) {
  const auto found = std::ranges::find(kWeekdayNames, text);
  if (found != kWeekdayNames.end()) {
    return static_cast<Weekday>(found - kWeekdayNames.begin());
  }
  return wrong(
      kRulePartChoice(part, shown(text), fmt::format("{}", fmt::join(kWeekdayNames, ", "))));
}

Result<void> read_by_day(std::string_view list, Rule& rule) {
  constexpr std::string_view kName = "BYDAY";
  NORN_TRY(for_each_value(list, [&](std::string_view text) -> Result<void> {
    OrdinalDay day;
    const size_t name = text.size() < 2 ? 0 : text.size() - 2;
    const std::string_view before = text.substr(0, name);
    NORN_ASSIGN(day.weekday, read_weekday(kName, text.substr(name)));
    if (!before.empty()) {
      const auto ordinal = read_number(before);
      if (!ordinal || *ordinal == 0 || *ordinal > kMaxOrdinal || *ordinal < -kMaxOrdinal) {
        return wrong(kRuleDay(shown(text)));
      }
      day.ordinal = static_cast<int>(*ordinal);
    }
    rule.by_day.push_back(day);
    return {};
  }));
  std::ranges::sort(rule.by_day, [](const OrdinalDay& left, const OrdinalDay& right) {
    if (left.ordinal != right.ordinal) return counts_before(left.ordinal, right.ordinal);
    return left.weekday < right.weekday;
  });
  const auto repeated = std::ranges::unique(rule.by_day);
  rule.by_day.erase(repeated.begin(), repeated.end());
  return {};
}

Result<int64_t> read_positive(std::string_view part, std::string_view text) {
  const auto number = read_number(text);
  if (number && *number >= 1 && *number <= kMaxRuleNumber) return *number;
  return wrong(kRulePartRange(part, shown(text), 1, kMaxRuleNumber));
}

Result<void> read_frequency(std::string_view text, Rule& rule) {
  const auto found = std::ranges::find(kFrequencyNames, text);
  if (found == kFrequencyNames.end()) {
    return wrong(
        kRulePartChoice("FREQ", shown(text), fmt::format("{}", fmt::join(kFrequencyNames, ", "))));
  }
  rule.frequency = static_cast<Frequency>(found - kFrequencyNames.begin());
  return {};
}

Result<void> read_part(std::string_view name, std::string_view value, Rule& rule) {
  if (name == "FREQ") return read_frequency(value, rule);
  if (name == "INTERVAL") {
    NORN_ASSIGN(rule.interval, read_positive(name, value));
    return {};
  }
  if (name == "COUNT") {
    NORN_ASSIGN(rule.count, read_positive(name, value));
    return {};
  }
  if (name == "UNTIL") {
    const auto until = parse_date_time(value);
    if (!until) return wrong(kRuleUntil(said_by(until.error())));
    rule.until = *until;
    return {};
  }
  if (name == "WKST") {
    NORN_ASSIGN(rule.week_start, read_weekday(name, value));
    return {};
  }
  if (name == "BYDAY") return read_by_day(value, rule);
  for (const NumberPart& part : kNumberParts) {
    if (part.name == name) return read_numbers(part, value, rule);
  }
  return wrong(kRulePartUnknown(shown(name)));
}

Result<void> read_parts(std::string_view text, Rule& rule) {
  std::vector<std::string_view> seen;
  while (!text.empty()) {
    const size_t semicolon = text.find(';');
    const std::string_view part = text.substr(0, semicolon);
    text = semicolon == std::string_view::npos ? "" : text.substr(semicolon + 1);
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return wrong(kRulePartForm(shown(part)));
    }
    const std::string_view name = part.substr(0, equals);
    if (std::ranges::find(seen, name) != seen.end()) {
      return wrong(kRulePartTwice(name));
    }
    seen.push_back(name);
    NORN_TRY(read_part(name, part.substr(equals + 1), rule));
  }
  if (std::ranges::find(seen, "FREQ") != seen.end()) return {};
  return wrong(kRuleNeedsFrequency(fmt::format("{}", fmt::join(kFrequencyNames, ", "))));
}

// Combinations that the table of 3.3.10 does not allow.
Result<void> check_parts(const Rule& rule) {
  const std::string_view frequency = frequency_name(rule.frequency);
  const bool yearly = rule.frequency == Frequency::kYearly;
  const bool monthly = rule.frequency == Frequency::kMonthly;
  const bool weekly = rule.frequency == Frequency::kWeekly;
  const bool daily = rule.frequency == Frequency::kDaily;
  if (rule.count && rule.until) {
    return wrong(kRuleCountAndUntil);
  }
  if (!rule.by_week_number.empty() && !yearly) {
    return wrong(kRuleWeekNumber(frequency));
  }
  if (!rule.by_year_day.empty() && (monthly || weekly || daily)) {
    return wrong(kRuleYearDay(frequency));
  }
  if (!rule.by_month_day.empty() && weekly) {
    return wrong(kRuleMonthDay);
  }
  const bool has_ordinal =
      std::ranges::any_of(rule.by_day, [](const OrdinalDay& day) { return day.ordinal != 0; });
  if (has_ordinal && !yearly && !monthly) {
    return wrong(kRuleNumberedDay(frequency));
  }
  if (has_ordinal && !rule.by_week_number.empty()) {
    return wrong(kRuleNumberedDayInWeek);
  }
  const bool has_other =
      !rule.by_day.empty() || std::ranges::any_of(kNumberParts, [&](const NumberPart& part) {
        return part.name != kBySetPosition.name && !(rule.*part.values).empty();
      });
  if (!rule.by_set_position.empty() && !has_other) {
    return wrong(kRuleSetPosition);
  }
  return {};
}

void print_numbers(const NumberPart& part, const Rule& rule, std::string& text) {
  const RuleNumbers& values = rule.*part.values;
  if (!values.empty()) text += fmt::format(";{}={}", part.name, fmt::join(values, ","));
}

void print_by_day(const Rule& rule, std::string& text) {
  std::string_view separator = ";BYDAY=";
  for (const OrdinalDay& day : rule.by_day) {
    text += separator;
    if (day.ordinal != 0) text += fmt::to_string(day.ordinal);
    text += weekday_name(day.weekday);
    separator = ",";
  }
}

}  // namespace

Result<Rule> parse_rule(std::string_view text) {
  if (text.size() > kMaxRuleBytes) {
    return wrong(kRuleTooLong(text.size(), kMaxRuleBytes));
  }
  const std::string upper_text = ascii_upper(text);
  std::string_view rest = upper_text;
  constexpr std::string_view kProperty = "RRULE:";
  if (rest.starts_with(kProperty)) rest.remove_prefix(kProperty.size());
  Rule rule;
  NORN_TRY(read_parts(rest, rule));
  NORN_TRY(check_parts(rule));
  return rule;
}

std::string rule_text(const Rule& rule) {
  std::string text = fmt::format("FREQ={}", frequency_name(rule.frequency));
  if (rule.until) text += ";UNTIL=" + date_time_text(*rule.until);
  if (rule.count) text += fmt::format(";COUNT={}", *rule.count);
  if (rule.interval != 1) text += fmt::format(";INTERVAL={}", rule.interval);
  for (size_t i = 0; i < kNumberParts.size(); ++i) {
    if (i == kNumberPartsBeforeByDay) print_by_day(rule, text);
    print_numbers(kNumberParts[i], rule, text);
  }
  if (rule.week_start != Weekday::kMonday) {
    text += fmt::format(";WKST={}", weekday_name(rule.week_start));
  }
  return text;
}

}  // namespace norn::ical
