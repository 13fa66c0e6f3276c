#include "apps/events/series/edit_shift.h"

#include <algorithm>
#include <utility>

#include "apps/events/series/when.h"
#include "apps/events/series/when_zone.h"
#include "ical/civil.h"
#include "ical/date_time.h"

namespace norn::events {
namespace {

using ical::DateTime;
using ical::day_of_second;
using ical::kDaySeconds;
using ical::TimeForm;

int64_t midnight_of(int64_t second) {
  return day_of_second(second) * kDaySeconds;
}

// An rdate split into its start and the rest: "/PT2H" or nothing.
std::pair<DateTime, std::string> split_rdate(const std::string& rdate) {
  const size_t slash = std::min(rdate.find('/'), rdate.size());
  const auto start = ical::parse_date_time(std::string_view(rdate).substr(0, slash));
  return {start.value_or(DateTime{}), rdate.substr(slash)};
}

}  // namespace

Master with_all(const Master& master) {
  Master all = master;
  all.repeats.exdate.clear();
  return all;
}

bool Shift::is_nothing() const {
  return seconds == 0 && from.kind == to.kind && from.start_tzid == to.start_tzid;
}

int64_t Shift::days() const {
  const int64_t start = start_local_s(from);
  return day_of_second(start + seconds) - day_of_second(start);
}

int64_t on_scale(const When& when, int64_t local_s) {
  return when.kind == TimeKind::kTimed ? zone_of(when.start_tzid).utc_of(local_s) : local_s;
}

int64_t on_wall(const When& when, int64_t second) {
  return when.kind == TimeKind::kTimed ? zone_of(when.start_tzid).local_of(second) : second;
}

int64_t moved_until(int64_t until_s, const Shift& shift) {
  if (shift.is_nothing()) return until_s;
  return on_scale(shift.to, on_wall(shift.from, until_s) + shift.seconds);
}

DateTime moved_until(const DateTime& until, const Shift& shift) {
  if (shift.is_nothing()) return until;
  if (until.form == TimeForm::kDate) {
    return {TimeForm::kDate, until.second + shift.days() * kDaySeconds};
  }
  const bool in_utc = until.form == TimeForm::kUtc;
  const int64_t local_s = in_utc ? on_wall(shift.from, until.second) : until.second;
  const int64_t moved_s = on_scale(shift.to, local_s + shift.seconds);
  switch (shift.to.kind) {
    case TimeKind::kAllDay:
      return {TimeForm::kDate, midnight_of(moved_s)};
    case TimeKind::kFloating:
      return {TimeForm::kLocal, moved_s};
    case TimeKind::kTimed:
      break;
  }
  return {TimeForm::kUtc, moved_s};
}

std::string moved_rdate(const std::string& rdate, const Shift& shift) {
  if (shift.is_nothing()) return rdate;
  const auto [start, length] = split_rdate(rdate);
  if (start.form == TimeForm::kDate) return day_tag(start.second + shift.days() * kDaySeconds);
  const int64_t local_s = on_wall(shift.from, start.second) + shift.seconds;
  if (shift.to.kind == TimeKind::kAllDay) return day_tag(local_s);
  return time_tag(on_scale(shift.to, local_s)) + length;
}

int64_t start_of_rdate(const std::string& rdate, const When& first) {
  const DateTime start = split_rdate(rdate).first;
  if (start.form != TimeForm::kDate) return start.second;
  const int64_t time_of_day = ical::floor_mod(start_local_s(first), kDaySeconds);
  return on_scale(first, start.second + time_of_day);
}

Result<std::optional<ical::Occurrence>> find_at(const Series& series, const When& first,
                                                int64_t local_s, bool exact) {
  const std::string tag =
      series.is_sub_daily() ? time_tag(on_scale(first, local_s)) : day_tag(local_s);
  NORN_ASSIGN(const auto found, series.find(tag));
  // In a sub-daily series the tag is the time.
  const bool is_another = found && found->local_s != local_s && !series.is_sub_daily();
  if (is_another && exact) return std::nullopt;
  return found;
}

}  // namespace norn::events
