#include "ical/expansion/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/faults.h"
#include "ical/rule_parts.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

constexpr uint32_t kAllWeekdays = (1 << kWeekDays) - 1;

// Which units a walk reaches, judged by where they lie within a minute, hour, day or week.
class Reach {
 public:
  explicit Reach(const Plan& plan)
      : plan_(plan),
        hours_(plan.hours),
        // With whole hours or minutes it is about the first of them.
        minutes_(plan.unit_s <= kMinuteSeconds ? plan.minutes : 1),
        seconds_(plan.unit_s == 1 ? plan.seconds : 1) {
    keep(seconds_, 60, [this](int64_t second) { return reaches(second, kMinuteSeconds); });
    keep(minutes_, 60,
         [this](int64_t minute) { return reaches_minute(minute * kMinuteSeconds, kHourSeconds); });
    keep(hours_, 24,
         [this](int64_t hour) { return reaches_hour(hour * kHourSeconds, kDaySeconds); });
  }

  uint64_t hours() const { return hours_; }
  uint64_t minutes() const { return minutes_; }
  uint64_t seconds() const { return seconds_; }

  uint32_t weekdays() const {
    uint32_t weekdays = 0;
    for (Day day = 0; day < kWeekDays; ++day) {
      if (reaches_day(day * kDaySeconds)) weekdays |= 1U << weekday_of(day);
    }
    return weekdays;
  }

 private:
  // Keeps those of `bits` that are reached.
  template <typename Reached>
  static void keep(uint64_t& bits, int size, const Reached& reached) {
    for (int index = 0; index < size; ++index) {
      if (has_bit(bits, index) && !reached(index)) bits &= ~(uint64_t{1} << index);
    }
  }

  // The unit that begins `second` seconds after the start of any span that long.
  bool reaches(int64_t second, int64_t span_s) const {
    const int64_t units = span_s / plan_.unit_s;
    if (units == 0) return true;
    const int64_t step = std::gcd(plan_.interval, units);
    return floor_mod(second / plan_.unit_s - plan_.origin, step) == 0;
  }

  bool reaches_minute(int64_t begin, int64_t span_s) const {
    for (int64_t second = 0; second < 60; ++second) {
      if (has_bit(seconds_, second) && reaches(begin + second, span_s)) return true;
    }
    return false;
  }

  bool reaches_hour(int64_t begin, int64_t span_s) const {
    for (int64_t minute = 0; minute < 60; ++minute) {
      if (has_bit(minutes_, minute) && reaches_minute(begin + minute * kMinuteSeconds, span_s)) {
        return true;
      }
    }
    return false;
  }

  bool reaches_day(int64_t begin) const {
    for (int64_t hour = 0; hour < 24; ++hour) {
      if (has_bit(hours_, hour) && reaches_hour(begin + hour * kHourSeconds, kWeekSeconds))
        return true;
    }
    return false;
  }

  const Plan& plan_;
  uint64_t hours_;
  uint64_t minutes_;
  uint64_t seconds_;
};

// Steps of INTERVAL hours, minutes or seconds only ever reach some times of the day and the week:
// every two seconds from an even one never reaches an odd one, and every seven hours is at midnight
// always on the same weekday. Takes what cannot be reached out of the hours, minutes and seconds of
// the plan (all times when nothing is left), so that no walk looks for it until the end of time.
// Returns the days of the week that can be reached (bit 0 is Monday), unless all of them can.
std::optional<uint32_t> drop_unreachable(Plan& plan) {
  const Reach reach(plan);
  const uint32_t weekdays = reach.weekdays();
  plan.hours = reach.hours();
  if (plan.unit_s <= kMinuteSeconds) plan.minutes = reach.minutes();
  if (plan.unit_s == 1) plan.seconds = reach.seconds();
  if (weekdays == 0) plan.times.clear();
  if (weekdays == kAllWeekdays) return std::nullopt;
  return weekdays;
}

constexpr uint64_t kAllHours = (uint64_t{1} << 24) - 1;
constexpr uint64_t kAllMinutes = (uint64_t{1} << 60) - 1;

// Without leap seconds, a 60th second is the 59th (3.3.12).
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
  // Parts shorter than the unit expand within each unit, and do not limit.
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
    return invalid("rrule", kRuleNeedsTime(frequency_name(rule.frequency)));
  }
  plan_units(rule, plan);
  return plan;
}

}  // namespace norn::ical
