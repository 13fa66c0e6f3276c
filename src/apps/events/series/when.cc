#include "apps/events/series/when.h"

#include <fmt/format.h>

#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when_zone.h"
#include "base/faults.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

using ical::kDaySeconds;
using ical::TimeZone;

int64_t midnight_of(Date date) {
  return date.time_since_epoch().count() * kDaySeconds;
}

int64_t midnight_before(int64_t second) {
  return ical::day_of_second(second) * kDaySeconds;
}

Result<void> check_year(std::string_view field, int64_t second) {
  if (is_in_event_years(second)) return {};
  return invalid(field, kEventYears(field, kFirstEventYear, kLastEventYear));
}

Result<void> check_length(std::string_view field, const When& when) {
  if (when.duration_s() <= kMaxEventDays * kDaySeconds) return {};
  return invalid(field, kEventTooLong(kMaxEventDays));
}

bool has_date(const WhenChange& change) {
  return change.start_date || change.end_date;
}

bool becomes_all_day(const std::optional<When>& base, const WhenChange& change) {
  if (change.is_all_day) return *change.is_all_day;
  if (base) return base->kind == TimeKind::kAllDay;
  return has_date(change) && !change.start_local_s;
}

// All-day events have no times of day and no zones.
Result<void> refuse_times(const WhenChange& change) {
  if (change.start_local_s) return invalid("start", kAllDayHasNoTimes);
  if (change.end_local_s && *change.end_local_s) return invalid("end", kAllDayHasNoTimes);
  if (change.start_tzid && *change.start_tzid) return invalid("startTzid", kAllDayHasNoZone);
  if (change.end_tzid && *change.end_tzid) return invalid("endTzid", kAllDayHasNoZone);
  return {};
}

// The days that an event overlaps.
When whole_days_of(const When& when) {
  if (when.kind == TimeKind::kAllDay) return when;
  const int64_t start = start_local_s(when);
  const int64_t end = end_local_s(when).value_or(start);
  const int64_t last = end > start ? end - 1 : start;
  return {.kind = TimeKind::kAllDay,
          .start_s = midnight_before(start),
          .end_s = midnight_before(last) + kDaySeconds};
}

Result<When> applied_days(const std::optional<When>& base, const WhenChange& change) {
  NORN_TRY(refuse_times(change));
  if (!base && !change.start_date) {
    return invalid("startDate", kStartDateMissing);
  }
  When when{.kind = TimeKind::kAllDay, .start_s = 0, .end_s = {}};
  int64_t length_s = kDaySeconds;
  if (base) {
    const When days = whole_days_of(*base);
    when.start_s = days.start_s;
    length_s = days.duration_s();
  }
  if (change.start_date) when.start_s = midnight_of(*change.start_date);
  when.end_s = change.end_date ? midnight_of(*change.end_date) : when.start_s + length_s;
  NORN_TRY(check_year("startDate", when.start_s));
  NORN_TRY(check_year("endDate", *when.end_s));
  if (*when.end_s <= when.start_s) {
    return invalid("endDate", kEndDateNotLater);
  }
  NORN_TRY(check_length("endDate", when));
  return when;
}

// The zones of start and end; without zones the time is floating.
struct Zones {
  std::string start_tzid;
  std::optional<std::string> end_tzid;
  TimeZone start = TimeZone::utc();
  TimeZone end = TimeZone::utc();
  bool floats = false;
};

Result<std::optional<std::string>> chosen_start_tzid(const std::optional<When>& base,
                                                     const WhenChange& change,
                                                     const std::string& default_tzid) {
  if (change.start_tzid) return *change.start_tzid;
  if (!base || base->kind == TimeKind::kAllDay) return default_tzid;
  if (base->kind == TimeKind::kFloating) return std::nullopt;
  return base->start_tzid;
}

Result<Zones> chosen_zones(const std::optional<When>& base, const WhenChange& change,
                           const std::string& default_tzid) {
  NORN_ASSIGN(const auto start_tzid, chosen_start_tzid(base, change, default_tzid));
  Zones zones;
  zones.floats = !start_tzid;
  const bool end_is_said = change.end_tzid && *change.end_tzid;
  if (zones.floats && end_is_said) {
    return invalid("endTzid", kEndZoneWithoutStartZone);
  }
  if (zones.floats) return zones;
  zones.start_tzid = *start_tzid;
  NORN_ASSIGN(zones.start, checked_zone("startTzid", zones.start_tzid));
  if (change.end_tzid) {
    zones.end_tzid = *change.end_tzid;
  } else if (base) {
    zones.end_tzid = base->end_tzid;
  }
  if (zones.end_tzid == zones.start_tzid) zones.end_tzid.reset();
  zones.end = zones.start;
  if (!zones.end_tzid) return zones;
  NORN_ASSIGN(zones.end, checked_zone("endTzid", *zones.end_tzid));
  return zones;
}

// Whether a time does not change. Then it keeps its instant: a wall time that exists twice would
// not be enough to find it again.
bool stays(const When& base, const Zones& zones, std::optional<int64_t> old_local_s,
           const std::optional<int64_t>& new_local_s, const std::string& old_tzid,
           const std::string& new_tzid) {
  const bool same_kind = (base.kind == TimeKind::kFloating) == zones.floats;
  return same_kind && old_tzid == new_tzid && (!new_local_s || new_local_s == old_local_s);
}

Result<int64_t> chosen_start(const std::optional<When>& base, const WhenChange& change,
                             const Zones& zones) {
  const bool had_time = base && base->kind != TimeKind::kAllDay;
  if (!change.start_local_s && !had_time) {
    return invalid("start", kStartMissing);
  }
  if (had_time && stays(*base, zones, start_local_s(*base), change.start_local_s, base->start_tzid,
                        zones.start_tzid)) {
    return base->start_s;
  }
  const int64_t local_s = change.start_local_s ? *change.start_local_s : start_local_s(*base);
  NORN_TRY(check_year("start", local_s));
  return zones.start.utc_of(local_s);
}

// The end of an event whose start moves. The duration in wall time stays: an event from nine to
// five stays so across a change of clocks. Between two zones, the duration in seconds stays.
int64_t moved_end(const When& base, int64_t start_s, const Zones& zones) {
  const int64_t exact = start_s + base.duration_s();
  if (zones.end_tzid || base.end_tzid) return exact;
  const int64_t length_s = *end_local_s(base) - start_local_s(base);
  if (length_s < 0) return exact;
  return zones.end.utc_of(zones.start.local_of(start_s) + length_s);
}

// How much later it begins than was said, because the clocks skip the time. The end moves on by as
// much, so that what takes an hour still does: RFC 5545 (3.3.5) reads each time by itself, and
// 02:30 to 03:30 would be no time at all.
int64_t skipped_s(const WhenChange& change, const Zones& zones, int64_t start_s) {
  if (!change.start_local_s || zones.end_tzid) return 0;
  return zones.start.local_of(start_s) - *change.start_local_s;
}

std::optional<int64_t> chosen_end(const std::optional<When>& base, const WhenChange& change,
                                  const Zones& zones, int64_t start_s) {
  if (change.end_local_s && !*change.end_local_s) return std::nullopt;
  const bool had_end = base && base->kind != TimeKind::kAllDay && base->end_s;
  if (!had_end && !change.end_local_s) return std::nullopt;
  const int64_t skipped = skipped_s(change, zones, start_s);
  if (change.end_local_s && skipped > 0) return zones.end.utc_of(**change.end_local_s + skipped);
  if (!had_end) return zones.end.utc_of(**change.end_local_s);
  const std::optional<int64_t> old_local_s = end_local_s(*base);
  const bool moves = change.start_local_s && *change.start_local_s != start_local_s(*base);
  if (moves && !change.end_local_s) return moved_end(*base, start_s, zones);
  const std::optional<int64_t> new_local_s =
      change.end_local_s ? *change.end_local_s : std::optional<int64_t>();
  if (stays(*base, zones, old_local_s, new_local_s, base->end_tzid.value_or(base->start_tzid),
            zones.end_tzid.value_or(zones.start_tzid))) {
    return base->end_s;
  }
  return zones.end.utc_of(new_local_s.value_or(*old_local_s));
}

Result<void> check_times(const When& when, const Zones& zones) {
  NORN_TRY(check_year("start", when.start_s));
  NORN_TRY(check_year("start", zones.start.local_of(when.start_s)));
  if (!when.end_s) return {};
  NORN_TRY(check_year("end", *when.end_s));
  NORN_TRY(check_year("end", zones.end.local_of(*when.end_s)));
  if (*when.end_s < when.start_s) {
    return invalid("end", kEndBeforeStart);
  }
  return check_length("end", when);
}

Result<When> applied_times(const std::optional<When>& base, const WhenChange& change,
                           const std::string& default_tzid) {
  if (change.start_date) return invalid("startDate", kDaysAreForAllDay);
  if (change.end_date) return invalid("endDate", kDaysAreForAllDay);
  NORN_ASSIGN(Zones zones, chosen_zones(base, change, default_tzid));
  When when{.kind = zones.floats ? TimeKind::kFloating : TimeKind::kTimed,
            .start_s = 0,
            .end_s = {},
            .start_tzid = zones.start_tzid,
            .end_tzid = {}};
  NORN_ASSIGN(when.start_s, chosen_start(base, change, zones));
  if (change.end_local_s && *change.end_local_s) NORN_TRY(check_year("end", **change.end_local_s));
  when.end_s = chosen_end(base, change, zones, when.start_s);
  if (!when.end_s && change.end_tzid && *change.end_tzid) {
    return invalid("endTzid", kEndZoneWithoutEnd);
  }
  if (when.end_s) when.end_tzid = zones.end_tzid;
  NORN_TRY(check_times(when, zones));
  return when;
}

}  // namespace

bool is_in_event_years(int64_t second) {
  constexpr int64_t kBegin = ical::first_day_of_year(kFirstEventYear) * kDaySeconds;
  constexpr int64_t kEnd = ical::first_day_of_year(kLastEventYear + 1) * kDaySeconds;
  return second >= kBegin && second < kEnd;
}

bool WhenChange::is_empty() const {
  return !is_all_day && !start_date && !end_date && !start_local_s && !end_local_s && !start_tzid &&
         !end_tzid;
}

Result<When> applied(const std::optional<When>& base, const WhenChange& change,
                     const std::string& default_tzid) {
  if (becomes_all_day(base, change)) return applied_days(base, change);
  return applied_times(base, change, default_tzid);
}

int64_t start_local_s(const When& when) {
  if (when.kind != TimeKind::kTimed) return when.start_s;
  return zone_of(when.start_tzid).local_of(when.start_s);
}

std::optional<int64_t> end_local_s(const When& when) {
  if (!when.end_s || when.kind != TimeKind::kTimed) return when.end_s;
  return zone_of(when.end_tzid ? *when.end_tzid : when.start_tzid).local_of(*when.end_s);
}

Instants instants_of(const When& when, const std::string& viewer_tzid) {
  return instants_of(when, zone_of(viewer_tzid));
}

Instants instants_of(const When& when, const TimeZone& viewer_zone) {
  const int64_t end_s = when.end_s.value_or(when.start_s);
  if (when.kind == TimeKind::kTimed) return {when.start_s, end_s};
  return {viewer_zone.utc_of(when.start_s), viewer_zone.utc_of(end_s)};
}

Instants wall_times_of(const When& when, const TimeZone& viewer_zone) {
  const int64_t end_s = when.end_s.value_or(when.start_s);
  if (when.kind != TimeKind::kTimed) return {when.start_s, end_s};
  return {viewer_zone.local_of(when.start_s), viewer_zone.local_of(end_s)};
}

int64_t minutes_of(const When& when) {
  return (when.duration_s() + 59) / 60;
}

}  // namespace norn::events
