#include "apps/events/series/edit_series.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/series/edit_rule.h"
#include "apps/events/series/when.h"
#include "apps/events/service/details.h"
#include "base/faults.h"
#include "ical/civil.h"
#include "ical/rule.h"

namespace norn::events {
namespace {

using ical::day_of_second;
using ical::kDaySeconds;

// The duration in wall time, which a change of clocks does not affect; between two zones, in
// seconds.
int64_t wall_length(const When& when) {
  if (!when.end_s || when.end_tzid) return when.duration_s();
  const int64_t length_s = *end_local_s(when) - start_local_s(when);
  return length_s >= 0 ? length_s : when.duration_s();
}

// A changed duration applies to all occurrences; otherwise those of the series keep theirs.
void set_length(When& next, const When& master, const When& old, const When& changed) {
  const bool is_new = changed.kind != old.kind ||
                      changed.end_s.has_value() != old.end_s.has_value() ||
                      wall_length(changed) != wall_length(old);
  next.end_s.reset();
  if (is_new && changed.end_s) {
    next.end_s = next.start_s + wall_length(changed);
  } else if (!is_new && master.end_s) {
    next.end_s = next.start_s + master.duration_s();
  }
}

// The wall time of the start of an occurrence after a change. A requested wall time counts as it
// is, even if it does not exist on that day and `changed` therefore has another one. The same is
// true of an occurrence at such a time that does not move.
int64_t new_local_s(const WhenChange& change, const When& old, const When& changed,
                    int64_t old_local_s) {
  if (changed.kind == old.kind && changed.start_tzid == old.start_tzid &&
      changed.start_s == old.start_s) {
    return old_local_s;
  }
  if (changed.kind != TimeKind::kAllDay && change.start_local_s) return *change.start_local_s;
  const bool starts_as_before = changed.kind == old.kind && !change.start_date;
  return starts_as_before ? old_local_s : start_local_s(changed);
}

// The difference in wall time. An event that becomes all-day moves to the midnight before.
int64_t wall_shift(const When& master, const When& old, const When& changed, int64_t from_local_s,
                   int64_t to_local_s) {
  const bool becomes_all_day = changed.kind == TimeKind::kAllDay && old.kind != changed.kind;
  if (!becomes_all_day) return to_local_s - from_local_s;
  const int64_t days = day_of_second(to_local_s) - day_of_second(from_local_s);
  const int64_t start = start_local_s(master);
  return (day_of_second(start) + days) * kDaySeconds - start;
}

// The times of the first occurrence after another one was changed.
Result<Shift> shifted_by_anchor(const Master& master, const Anchor& anchor,
                                const WhenChange& change, const std::string& default_tzid) {
  NORN_ASSIGN(const When changed, applied(anchor.when, change, default_tzid));
  const int64_t from = anchor.is_moved ? start_local_s(anchor.when) : anchor.occurrence.local_s;
  const int64_t to = new_local_s(change, anchor.when, changed, from);
  When next = master.when;
  if (changed.kind != anchor.when.kind || changed.start_tzid != anchor.when.start_tzid) {
    next.kind = changed.kind;
    next.start_tzid = changed.start_tzid;
  }
  if (changed.kind != anchor.when.kind || change.end_tzid) next.end_tzid = changed.end_tzid;
  const int64_t seconds = wall_shift(master.when, anchor.when, changed, from, to);
  const int64_t local_s = start_local_s(master.when) + seconds;
  next.start_s = on_scale(next, local_s);
  NORN_TRY(check_event_year("start", local_s));
  if (start_local_s(next) != local_s) {
    return invalid("start", kTimeSkippedByClocks);
  }
  set_length(next, master.when, anchor.when, changed);
  if (!next.end_s) next.end_tzid.reset();
  return Shift{master.when, std::move(next), seconds};
}

Result<Shift> shift_of(const Master& master, const SeriesChange& change) {
  const WhenChange& times = change.change.when;
  if (times.is_empty()) return Shift{master.when, master.when, 0};
  if (change.anchor) return shifted_by_anchor(master, *change.anchor, times, change.default_tzid);
  NORN_ASSIGN(When next, applied(master.when, times, change.default_tzid));
  const int64_t seconds = start_local_s(next) - start_local_s(master.when);
  return Shift{master.when, std::move(next), seconds};
}

// The rule moves along, unless there is a new one.
Result<void> move_rule(Master& next, const Shift& shift, const SeriesChange& change) {
  if (change.change.repeats.rrule || next.repeats.rrule.empty() || shift.is_nothing()) return {};
  NORN_ASSIGN(const ical::Rule rule, ical::parse_rule(next.repeats.rrule));
  const std::optional<Anchor>& anchor = change.anchor;
  const int64_t start = start_local_s(shift.from);
  const int64_t from = anchor && anchor->is_of_rule ? anchor->occurrence.local_s : start;
  NORN_ASSIGN(ical::Rule moved_rule, moved(rule, {.from_local_s = from,
                                                  .to_local_s = from + shift.seconds,
                                                  .new_start_local_s = start + shift.seconds}));
  if (moved_rule.until) moved_rule.until = moved_until(*moved_rule.until, shift);
  next.repeats.rrule = ical::rule_text(moved_rule);
  return {};
}

void move_dates(Repeats& repeats, const Shift& shift) {
  if (repeats.until_s) repeats.until_s = moved_until(*repeats.until_s, shift);
  for (std::string& rdate : repeats.rdate) rdate = moved_rdate(rdate, shift);
}

// Whether the occurrences and their tags stay the same.
Result<bool> has_same_occurrences(const Master& next, const Master& master, const Series& named) {
  if (next.when != master.when || next.repeats != master.repeats) return false;
  NORN_ASSIGN(const Series series, Series::of(next));
  return series.is_sub_daily() == named.is_sub_daily();
}

// exdate with the tags of the new series, without occurrences that it does not have.
Result<std::vector<std::string>> moved_exdate(const Master& next, const Series& named,
                                              const Shift& shift,
                                              const std::vector<std::string>& exdate) {
  const Master all = with_all(next);
  NORN_ASSIGN(const Series series, Series::of(all));
  std::vector<std::string> tags;
  for (const std::string& tag : exdate) {
    NORN_ASSIGN(const auto old, named.find(tag));
    if (!old) continue;
    NORN_ASSIGN(const auto found,
                find_at(series, all.when, old->local_s + shift.seconds, named.is_sub_daily()));
    if (found) tags.push_back(series.tag_of(*found));
  }
  return in_order(std::move(tags));
}

// Checks that the moved occurrence is an occurrence of the new series. Months and years differ in
// length, so some moves are not possible.
Result<void> check_anchor(const Master& next, const Shift& shift, const SeriesChange& change) {
  if (!change.anchor || shift.is_nothing() || change.change.repeats.rrule) return {};
  NORN_ASSIGN(const Series series, Series::of(next));
  const int64_t local_s = change.anchor->occurrence.local_s + shift.seconds;
  NORN_ASSIGN(const auto found, find_at(series, next.when, local_s, true));
  if (found) return {};
  return invalid("rrule", kRuleHasNoSuchDay);
}

}  // namespace

Result<ChangedSeries> changed_series(const Master& master, const Series& named,
                                     const SeriesChange& change) {
  const RepeatsChange& repeats = change.change.repeats;
  Master next = master;
  NORN_ASSIGN(next.details, applied(master.details, change.change.details, change.now_s));
  NORN_ASSIGN(Shift shift, shift_of(master, change));
  next.when = shift.to;
  NORN_TRY(move_rule(next, shift, change));
  move_dates(next.repeats, shift);
  NORN_TRY(set_repeats(next, repeats));
  NORN_ASSIGN(const bool comes_as_before, has_same_occurrences(next, master, named));
  if (!comes_as_before || repeats.exdate) {
    NORN_TRY(start_with_first(next));
    if (repeats.rdate) NORN_TRY(check_rdate(next));
    if (repeats.exdate) {
      NORN_TRY(set_exdate(next, *repeats.exdate));
    } else {
      NORN_ASSIGN(next.repeats.exdate, moved_exdate(next, named, shift, master.repeats.exdate));
    }
    NORN_TRY(check_occurs(next));
    NORN_TRY(check_anchor(next, shift, change));
  }
  return ChangedSeries{std::move(next), std::move(shift)};
}

Result<void> begin_series(Master& master, const RepeatsChange& repeats) {
  NORN_TRY(set_repeats(master, repeats));
  NORN_TRY(start_with_first(master));
  NORN_TRY(check_rdate(master));
  if (repeats.exdate) NORN_TRY(set_exdate(master, *repeats.exdate));
  return check_occurs(master);
}

}  // namespace norn::events
