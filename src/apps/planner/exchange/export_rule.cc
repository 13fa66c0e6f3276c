#include "apps/planner/exchange/export_rule.h"

#include <algorithm>
#include <utility>

#include "apps/planner/exchange/ical_times.h"
#include "apps/planner/series/when.h"
#include "ical/civil.h"
#include "ical/recurrence.h"

namespace norn::planner {

using ical::CalendarTime;
using ical::DateTime;
using ical::kDaySeconds;
using ical::Rule;
using ical::TimeForm;
using ical::TimeZone;

namespace {

// Wall time and zone, also of a time that comes twice: rules are about clocks on walls.
CalendarTime start_time(const When& when) {
  if (when.kind != TimeKind::kTimed) return calendar_time(when.kind, "", when.start_s);
  const TimeZone zone = TimeZone::find(when.start_tzid).value_or(TimeZone::utc());
  if (zone.is_utc()) return {{TimeForm::kUtc, when.start_s}};
  return {{TimeForm::kLocal, zone.local_of(when.start_s)}, zone};
}

// On the scale of the series: what UNTIL means for it, whichever form it was written in.
int64_t last_instant(const DateTime& until, TimeKind kind, const SeriesTimes& times) {
  if (kind == TimeKind::kAllDay || until.form != TimeForm::kDate) return times.instant(until);
  return times.instant({TimeForm::kLocal, until.second + kDaySeconds - 1});
}

// In the form that goes with DTSTART (RFC 5545, 3.3.10).
DateTime until_time(TimeKind kind, int64_t second) {
  if (kind == TimeKind::kTimed) return {TimeForm::kUtc, second};
  if (kind == TimeKind::kFloating) return {TimeForm::kLocal, second};
  return {TimeForm::kDate, ical::floor_div(second, kDaySeconds) * kDaySeconds};
}

// The first occurrence of a rule from an instant on, on the wall; nullopt when there is none.
std::optional<ical::Occurrence> first_from(const CalendarTime& start, const Rule& rule,
                                           int64_t from_s) {
  const auto recurrence =
      ical::Recurrence::create({.start = start.time, .zone = start.zone, .rule = rule});
  if (!recurrence) return std::nullopt;
  const auto expanded = recurrence->expand({.from_s = from_s}, 1);
  if (!expanded || expanded->occurrences.empty()) return std::nullopt;
  return expanded->occurrences.front();
}

void merge_until(Rule& rule, const Master& master, const CalendarTime& start,
                 const SeriesTimes& times) {
  const TimeKind kind = master.when.kind;
  std::optional<int64_t> last = master.repeats.until_s;
  if (rule.count) {
    if (!last || !first_from(start, rule, *last + 1)) return;
    rule.count.reset();
  }
  if (rule.until) {
    const int64_t own = last_instant(*rule.until, kind, times);
    last = last ? std::min(*last, own) : own;
  }
  if (last) rule.until = until_time(kind, *last);
}

void move_to(When& when, int64_t start_s) {
  if (when.end_s) *when.end_s += start_s - when.start_s;
  when.start_s = start_s;
}

void add_listed(const Master& master, const SeriesTimes& times, ExportedRepeats& repeats) {
  const std::optional<int64_t>& last = master.repeats.until_s;
  for (const std::string& text : master.repeats.rdate) {
    const auto date = times.rdate(text);
    if (date && (!last || times.instant(date->start) <= *last)) repeats.dates.push_back(*date);
  }
  for (const std::string& tag : master.repeats.exdate) {
    repeats.exceptions.push_back(times.exdate(tag));
  }
  // However they came to be in the list.
  std::ranges::stable_sort(repeats.dates, {}, [](const auto& date) { return date.start.second; });
}

void sort_exceptions(ExportedRepeats& repeats) {
  std::ranges::stable_sort(repeats.exceptions, {}, &DateTime::second);
}

}  // namespace

std::optional<ExportedRepeats> exported_repeats(const Master& master) {
  ExportedRepeats repeats{.when = master.when, .start = start_time(master.when)};
  const auto rule = ical::parse_rule(master.repeats.rrule);
  const SeriesTimes times(master.when, rule ? &*rule : nullptr, false);
  add_listed(master, times, repeats);
  sort_exceptions(repeats);
  if (!rule) {
    if (master.repeats.rrule.empty()) return repeats;
    return std::nullopt;
  }
  repeats.rule = *rule;
  merge_until(*repeats.rule, master, repeats.start, times);
  const auto first = first_from(repeats.start, *repeats.rule, ical::Window{}.from_s);
  if (first) {
    if (first->local_s == repeats.start.time.second) return repeats;
    repeats.start.time.second = first->local_s;
    move_to(repeats.when, first->utc_s);
    return repeats;
  }
  if (repeats.dates.empty()) return std::nullopt;
  // Only its further dates are left, and a start that is none of them.
  repeats.rule.reset();
  if (std::ranges::find(repeats.exceptions, repeats.start.time) == repeats.exceptions.end()) {
    repeats.exceptions.push_back(repeats.start.time);
    sort_exceptions(repeats);
  }
  return repeats;
}

CalendarTime exported_recurrence_id(const Master& master, const Instance& instance) {
  const auto rule = ical::parse_rule(master.repeats.rrule);
  const SeriesTimes times(master.when, rule ? &*rule : nullptr, false);
  const CalendarTime start = start_time(master.when);
  CalendarTime id{times.exdate(instance.tag)};
  if (id.time.form == TimeForm::kLocal) id.zone = start.zone;
  return id;
}

}  // namespace norn::planner
