#include "apps/events/series/edit_rule.h"

#include <algorithm>
#include <vector>

#include "apps/events/sentences.h"
#include "base/faults.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

using ical::CivilDate;
using ical::Frequency;
using ical::kDaySeconds;
using ical::Rule;
using ical::RuleNumbers;

std::unexpected<Error> not_simple() {
  return invalid("rrule", kRuleNamesDays);
}

CivilDate civil_date_of(int64_t local_s) {
  return ical::civil_date(ical::day_of_second(local_s));
}

RuleNumbers only(int64_t number) {
  return {static_cast<int16_t>(number)};
}

bool has_any_part(const Rule& rule) {
  return !rule.by_second.empty() || !rule.by_minute.empty() || !rule.by_hour.empty() ||
         !rule.by_day.empty() || !rule.by_month_day.empty() || !rule.by_year_day.empty() ||
         !rule.by_week_number.empty() || !rule.by_month.empty() || !rule.by_set_position.empty();
}

// For rules with one time of day.
Result<void> move_time(Rule& rule, int64_t to_local_s) {
  if (std::max({rule.by_hour.size(), rule.by_minute.size(), rule.by_second.size()}) > 1) {
    return not_simple();
  }
  const int64_t second = ical::floor_mod(to_local_s, kDaySeconds);
  if (!rule.by_hour.empty()) rule.by_hour = only(second / ical::kHourSeconds);
  if (!rule.by_minute.empty()) rule.by_minute = only(second % ical::kHourSeconds / 60);
  if (!rule.by_second.empty()) rule.by_second = only(second % 60);
  return {};
}

ical::Weekday rotated(ical::Weekday weekday, int64_t days) {
  return static_cast<ical::Weekday>(
      ical::floor_mod(static_cast<int64_t>(weekday) + days, ical::kWeekDays));
}

// Rotates all weekdays. WKST is rotated too if it matters which days are in one week.
Result<void> move_weekdays(Rule& rule, int64_t days) {
  if (!rule.by_month.empty() || !rule.by_month_day.empty()) return not_simple();
  for (ical::OrdinalDay& day : rule.by_day) day.weekday = rotated(day.weekday, days);
  std::ranges::sort(rule.by_day, {}, &ical::OrdinalDay::weekday);
  const bool weeks_matter = rule.interval > 1 || !rule.by_set_position.empty();
  if (rule.frequency == Frequency::kWeekly && weeks_matter) {
    rule.week_start = rotated(rule.week_start, days);
  }
  return {};
}

// Whether BYMONTHDAY is a single positive day.
bool has_simple_month_day(const Rule& rule) {
  return rule.by_month_day.empty() ||
         (rule.by_month_day.size() == 1 && rule.by_month_day.front() > 0);
}

// Without BYMONTHDAY the day is that of the start, which may move to another day of the month than
// the moved occurrence, because months differ in length.
void move_month_day(Rule& rule, const RuleMove& move) {
  const int day = civil_date_of(move.to_local_s).day;
  const bool as_start =
      rule.by_month_day.empty() && civil_date_of(move.new_start_local_s).day == day;
  if (!as_start) rule.by_month_day = only(day);
}

Result<void> move_in_month(Rule& rule, const RuleMove& move) {
  const bool same_month =
      civil_date_of(move.from_local_s).month == civil_date_of(move.to_local_s).month;
  if (!has_simple_month_day(rule) || (!rule.by_month.empty() && !same_month)) return not_simple();
  move_month_day(rule, move);
  return {};
}

Result<void> move_in_year(Rule& rule, const RuleMove& move) {
  const bool every_month = rule.by_month.empty() && !rule.by_month_day.empty();
  if (every_month || rule.by_month.size() > 1) return move_in_month(rule, move);
  if (!has_simple_month_day(rule)) return not_simple();
  const CivilDate start = civil_date_of(move.new_start_local_s);
  const CivilDate to = civil_date_of(move.to_local_s);
  const bool as_start = start.month == to.month && start.day == to.day;
  if (rule.by_month.empty() && as_start) return {};
  rule.by_month = only(to.month + 1);
  move_month_day(rule, move);
  return {};
}

Result<void> move_days(Rule& rule, const RuleMove& move, int64_t days) {
  if (!rule.by_year_day.empty() || !rule.by_week_number.empty()) return not_simple();
  if (rule.frequency == Frequency::kDaily || rule.frequency == Frequency::kWeekly) {
    return move_weekdays(rule, days);
  }
  if (!rule.by_day.empty() || !rule.by_set_position.empty()) return not_simple();
  return rule.frequency == Frequency::kMonthly ? move_in_month(rule, move)
                                               : move_in_year(rule, move);
}

}  // namespace

Result<Rule> moved(const Rule& rule, const RuleMove& move) {
  Rule next = rule;
  if (move.from_local_s == move.to_local_s) return next;
  if (rule.frequency > Frequency::kDaily) {
    if (has_any_part(rule)) return not_simple();
    return next;
  }
  const int64_t days =
      ical::day_of_second(move.to_local_s) - ical::day_of_second(move.from_local_s);
  const int64_t seconds = move.to_local_s - move.from_local_s;
  if (seconds != days * kDaySeconds) NORN_TRY(move_time(next, move.to_local_s));
  if (days != 0) NORN_TRY(move_days(next, move, days));
  return next;
}

}  // namespace norn::events
