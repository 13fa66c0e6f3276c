#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ical/rule.h"
#include "ical/rule_parts.h"

namespace norn::ical {
namespace {

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
