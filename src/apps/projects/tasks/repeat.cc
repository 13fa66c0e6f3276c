#include "apps/projects/tasks/repeat.h"

#include <algorithm>
#include <utility>

#include "apps/projects/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "ical/recurrence.h"

namespace norn::projects {
namespace {

// Occurrences that are looked at to count those of a rule with COUNT.
constexpr size_t kMaxCountedOccurrences = 1'000;

int64_t seconds_of(const std::string& time) {
  return parse_timestamp_ms(time).value_or(0) / kMsPerSecond;
}

Result<ical::TimeZone> zone_named(const std::string& name) {
  return name.empty() ? ical::TimeZone::utc() : ical::TimeZone::find(name);
}

// A rule that starts at a due date. Whole days are days without a zone.
struct Prepared {
  ical::Rule rule;
  ical::Recurrence recurrence;
  int64_t start_s = 0;  // As the occurrences are: of a whole day its midnight.
};

Result<Prepared> prepare(const Repeat& repeat, const ical::TimeZone& zone, bool is_whole_day,
                         int64_t start_s) {
  NORN_ASSIGN(ical::Rule rule, ical::parse_rule(repeat.rule));
  ical::Series series;
  if (is_whole_day) {
    start_s -= (start_s % kSecondsPerDay + kSecondsPerDay) % kSecondsPerDay;
    series.start = {.form = ical::TimeForm::kDate, .second = start_s};
  } else {
    series.start = {.form = ical::TimeForm::kLocal, .second = zone.local_of(start_s)};
    series.zone = zone;
  }
  series.rule = rule;
  NORN_ASSIGN(auto recurrence, ical::Recurrence::create(series));
  return Prepared{std::move(rule), std::move(recurrence), start_s};
}

// The next time is after this one: after the start, and not on a day or at a time that has passed.
int64_t last_passed(const Repeat& repeat, bool whole_day, int64_t start_s, int64_t now_there) {
  if (repeat.from == Repeat::From::kDone) return start_s;
  if (!whole_day) return std::max(start_s, now_there);
  return std::max(start_s, now_there / kSecondsPerDay * kSecondsPerDay - kSecondsPerDay);
}

}  // namespace

std::string shifted(const std::string& time, int64_t by_s) {
  return timestamp_s(parse_timestamp_ms(time).value_or(0) + by_s * kMsPerSecond);
}

Result<void> check_repeat(const Repeat& repeat, const std::optional<std::string>& due_date) {
  if (!due_date) return invalid("dueDate", kRepeatNeedsDueDate);
  const auto zone = zone_named(repeat.time_zone);
  if (!zone) return invalid("repeat.timeZone", apps::kTimeZoneUnknown(repeat.time_zone));
  const auto prepared = prepare(repeat, *zone, is_whole_day(*due_date), seconds_of(*due_date));
  if (!prepared) return invalid("repeat.rule", kRepeatInvalid(said_by(prepared.error())));
  const auto first = prepared->recurrence.expand({.from_s = prepared->start_s + 1}, 1);
  if (!first) return invalid("repeat.rule", kRepeatInvalid(said_by(first.error())));
  const bool has_end = prepared->rule.count || prepared->rule.until;
  if (first->occurrences.empty() && !has_end) {
    return invalid("repeat.rule", kRepeatNever);
  }
  return {};
}

std::optional<NextTime> next_time(const Repeat& repeat, const std::string& due_date,
                                  int64_t now_ms) {
  const auto zone = zone_named(repeat.time_zone);
  if (!zone) return std::nullopt;
  const bool whole_day = is_whole_day(due_date);
  const int64_t now_s = now_ms / kMsPerSecond;
  const int64_t due_s = seconds_of(due_date);
  // Today, as people there see it: a day for whole days.
  const int64_t now_there = whole_day ? zone->local_of(now_s) : now_s;
  int64_t start_s = due_s;
  if (repeat.from == Repeat::From::kDone) {
    // The day when it was done, at the time of day of the due date.
    const int64_t done_day = zone->local_of(now_s) / kSecondsPerDay * kSecondsPerDay;
    const int64_t due_time =
        (zone->local_of(due_s) % kSecondsPerDay + kSecondsPerDay) % kSecondsPerDay;
    start_s = whole_day ? done_day : zone->utc_of(done_day + due_time);
  }
  const auto prepared = prepare(repeat, *zone, whole_day, start_s);
  if (!prepared) return std::nullopt;
  const int64_t passed = last_passed(repeat, whole_day, prepared->start_s, now_there);
  const auto next = prepared->recurrence.expand({.from_s = passed + 1}, 1);
  if (!next || next->occurrences.empty()) return std::nullopt;
  const int64_t at_s = whole_day ? next->occurrences.front().local_s + kSecondsPerDay - 1
                                 : next->occurrences.front().utc_s;
  NextTime result{.due_date = timestamp_s(at_s * kMsPerSecond), .repeat = repeat};
  if (prepared->rule.count) {
    // The rule starts anew at the next date, so what has passed is taken off.
    const auto before = prepared->recurrence.expand(
        {.from_s = prepared->start_s, .to_s = passed + 1}, kMaxCountedOccurrences);
    const auto done = before ? static_cast<int64_t>(before->occurrences.size()) : 1;
    ical::Rule rest = prepared->rule;
    rest.count = std::max<int64_t>(1, *rest.count - std::max<int64_t>(1, done));
    result.repeat.rule = ical::rule_text(rest);
  }
  return result;
}

}  // namespace norn::projects
