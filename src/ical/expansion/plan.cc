#include "ical/expansion/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/faults.h"
#include "ical/expansion/reachable.h"
#include "ical/rule_parts.h"

namespace norn::ical {
namespace {

constexpr uint64_t kAllHours = (uint64_t{1} << 24) - 1;
constexpr uint64_t kAllMinutes = (uint64_t{1} << 60) - 1;

// Where nobody knows of leap seconds, a 60th second is the 59th (3.3.12).
uint64_t bits_of(const RuleNumbers& numbers) {
  uint64_t bits = 0;
  for (const int number : numbers) bits |= uint64_t{1} << std::min(number, 59);
  return bits;
}

uint64_t part_or(const RuleNumbers& numbers, int64_t otherwise) {
  return numbers.empty() ? uint64_t{1} << otherwise : bits_of(numbers);
}

uint64_t part_or_all(const RuleNumbers& numbers, uint64_t all) {
  return numbers.empty() ? all : bits_of(numbers);
}

// All combinations, in order, as seconds.
std::vector<int32_t> combine(uint64_t hours, uint64_t minutes, uint64_t seconds) {
  std::vector<int32_t> times;
  for (int hour = 0; hour < 24; ++hour) {
    if (!has_bit(hours, hour)) continue;
    for (int minute = 0; minute < 60; ++minute) {
      if (!has_bit(minutes, minute)) continue;
      for (int second = 0; second < 60; ++second) {
        if (has_bit(seconds, second)) times.push_back(hour * 3600 + minute * 60 + second);
      }
    }
  }
  return times;
}

// Those of `times` that BYSETPOS picks: 1 is the first, -1 the last.
std::vector<int32_t> pick(const std::vector<int32_t>& times, const RuleNumbers& positions) {
  std::vector<int32_t> picked;
  const auto size = static_cast<int64_t>(times.size());
  for (const int position : positions) {
    const int64_t index = position > 0 ? position - 1 : size + position;
    if (index >= 0 && index < size) picked.push_back(times[static_cast<size_t>(index)]);
  }
  std::ranges::sort(picked);
  const auto repeated = std::ranges::unique(picked);
  picked.erase(repeated.begin(), repeated.end());
  return picked;
}

int64_t unit_seconds(Frequency frequency) {
  if (frequency == Frequency::kHourly) return kHourSeconds;
  return frequency == Frequency::kMinutely ? kMinuteSeconds : 1;
}

// The rule on some days of the week only. Below a day, BYDAY does nothing but limit.
Rule on_weekdays(Rule rule, uint32_t weekdays) {
  std::vector<OrdinalDay> days;
  for (int weekday = 0; weekday < kWeekDays; ++weekday) {
    const OrdinalDay day{0, static_cast<Weekday>(weekday)};
    const bool allowed =
        rule.by_day.empty() || std::ranges::find(rule.by_day, day) != rule.by_day.end();
    if (allowed && has_bit(weekdays, weekday)) days.push_back(day);
  }
  rule.by_day = std::move(days);
  return rule;
}

void plan_units(const Rule& rule, Plan& plan) {
  const int64_t second_of_day = floor_mod(plan.start, kDaySeconds);
  plan.walk = Plan::Walk::kUnits;
  plan.unit_s = unit_seconds(rule.frequency);
  plan.origin = floor_div(plan.start, plan.unit_s);
  plan.hours = part_or_all(rule.by_hour, kAllHours);
  plan.minutes = part_or_all(rule.by_minute, kAllMinutes);
  plan.seconds = part_or_all(rule.by_second, kAllMinutes);
  // What is shorter than the unit is expanded within each, and does not limit.
  const bool hourly = rule.frequency == Frequency::kHourly;
  const bool secondly = rule.frequency == Frequency::kSecondly;
  const uint64_t minutes = hourly ? part_or(rule.by_minute, second_of_day / 60 % 60) : 1;
  const uint64_t seconds = secondly ? 1 : part_or(rule.by_second, second_of_day % 60);
  plan.times = combine(1, minutes, seconds);
  if (!rule.by_set_position.empty()) plan.times = pick(plan.times, rule.by_set_position);
  plan.every_unit = plan.days.is_everything() && plan.hours == kAllHours &&
                    (hourly || plan.minutes == kAllMinutes) &&
                    (!secondly || plan.seconds == kAllMinutes);
  if (plan.every_unit) return;
  if (const auto weekdays = drop_unreachable(plan)) {
    const Rule limited = on_weekdays(rule, *weekdays);
    plan.days = DaySet(limited, day_of_second(plan.start));
    if (limited.by_day.empty()) plan.times.clear();
  }
}

void plan_days(const Rule& rule, bool all_day, Plan& plan) {
  const int64_t second_of_day = floor_mod(plan.start, kDaySeconds);
  plan.times = all_day ? std::vector<int32_t>{0}
                       : combine(part_or(rule.by_hour, second_of_day / 3600),
                                 part_or(rule.by_minute, second_of_day / 60 % 60),
                                 part_or(rule.by_second, second_of_day % 60));
  if (rule.by_set_position.empty()) return;
  if (rule.frequency == Frequency::kDaily) {
    plan.times = pick(plan.times, rule.by_set_position);
    return;
  }
  plan.walk = Plan::Walk::kPeriods;
  plan.positions = rule.by_set_position;
}

int64_t origin_of(const Plan& plan) {
  const Day day = day_of_second(plan.start);
  switch (plan.frequency) {
    case Frequency::kYearly:
      return civil_date(day).year;
    case Frequency::kMonthly:
      return Month::of_day(day).index();
    case Frequency::kWeekly:
      return plan.week_start;
    default:
      return day;
  }
}

}  // namespace

Result<Plan> make_plan(const Rule& rule, int64_t start, bool all_day) {
  const Day day = day_of_second(start);
  Plan plan{.frequency = rule.frequency,
            .interval = rule.interval,
            .days = DaySet(rule, day),
            .start = start,
            .times = {},
            .positions = {}};
  const int week_start = static_cast<int>(rule.week_start);
  plan.week_start = day - (weekday_of(day) - week_start + kWeekDays) % kWeekDays;
  if (rule.frequency < Frequency::kHourly) {
    plan.origin = origin_of(plan);
    plan_days(rule, all_day, plan);
    return plan;
  }
  if (all_day) {
    return invalid("rrule",
                   fmt::format("FREQ: {} needs a start with a time of day; this one is a whole "
                               "day. Use DAILY, WEEKLY, MONTHLY or YEARLY.",
                               frequency_name(rule.frequency)));
  }
  plan_units(rule, plan);
  return plan;
}

}  // namespace norn::ical
