#include "apps/events/exchange/ical_times.h"

#include <algorithm>
#include <utility>

#include "ical/civil.h"

namespace norn::events {

using ical::CalendarTime;
using ical::DateTime;
using ical::floor_div;
using ical::floor_mod;
using ical::kDaySeconds;
using ical::RecurrenceDate;
using ical::TimeForm;
using ical::TimeZone;

namespace {

constexpr size_t kDayTag = 8;  // "20251224"

// Stored names were checked; one that is no longer in the database is read as UTC.
TimeZone calendar_zone_of(const std::string& tzid) {
  return TimeZone::find(tzid).value_or(TimeZone::utc());
}

std::string day_text(int64_t day) {
  return ical::date_time_text({TimeForm::kDate, day * kDaySeconds});
}

std::string second_text(int64_t second) {
  return ical::date_time_text({TimeForm::kUtc, second});
}

// The time of day of the rule: BYHOUR and the like override that of DTSTART.
int64_t time_of_day(int64_t start, const ical::Rule* rule) {
  int64_t hour = start / 3600;
  int64_t minute = start / 60 % 60;
  int64_t second = start % 60;
  if (rule != nullptr) {
    if (rule->by_hour.size() == 1) hour = rule->by_hour.front();
    if (rule->by_minute.size() == 1) minute = rule->by_minute.front();
    if (rule->by_second.size() == 1) second = std::min<int64_t>(rule->by_second.front(), 59);
  }
  return hour * 3600 + minute * 60 + second;
}

}  // namespace

CalendarTime calendar_time(TimeKind kind, const std::string& tzid, int64_t second) {
  if (kind == TimeKind::kAllDay) return {{TimeForm::kDate, second}};
  if (kind == TimeKind::kFloating) return {{TimeForm::kLocal, second}};
  const TimeZone zone = calendar_zone_of(tzid);
  const int64_t local_s = zone.local_of(second);
  if (zone.is_utc() || zone.utc_of(local_s) != second) return {{TimeForm::kUtc, second}};
  return {{TimeForm::kLocal, local_s}, zone};
}

SeriesTimes::SeriesTimes(const When& when, const ical::Rule* rule, bool is_sub_daily)
    : kind_(when.kind), is_sub_daily_(is_sub_daily) {
  if (kind_ == TimeKind::kTimed) zone_ = calendar_zone_of(when.start_tzid);
  if (kind_ == TimeKind::kAllDay) return;
  start_time_s_ = floor_mod(local_of(when.start_s), kDaySeconds);
  time_of_day_s_ = time_of_day(start_time_s_, rule);
}

int64_t SeriesTimes::local_of(int64_t instant) const {
  return kind_ == TimeKind::kTimed ? zone_.local_of(instant) : instant;
}

DateTime SeriesTimes::on_day(int64_t day, int64_t time_of_day_s) const {
  if (kind_ == TimeKind::kAllDay) return {TimeForm::kDate, day * kDaySeconds};
  const bool is_utc = kind_ == TimeKind::kTimed && zone_.is_utc();
  return {is_utc ? TimeForm::kUtc : TimeForm::kLocal, day * kDaySeconds + time_of_day_s};
}

DateTime SeriesTimes::exdate(std::string_view tag) const {
  const DateTime time = ical::parse_date_time(tag).value_or(DateTime{});
  if (tag.size() == kDayTag) return on_day(floor_div(time.second, kDaySeconds), time_of_day_s_);
  return {kind_ == TimeKind::kTimed ? TimeForm::kUtc : TimeForm::kLocal, time.second};
}

std::optional<RecurrenceDate> SeriesTimes::rdate(std::string_view text) const {
  const size_t slash = text.find('/');
  RecurrenceDate date;
  const auto start = ical::parse_date_time(text.substr(0, slash));
  if (!start) return std::nullopt;
  date.start = start->form == TimeForm::kDate
                   ? on_day(floor_div(start->second, kDaySeconds), start_time_s_)
                   : exdate(text.substr(0, slash));
  if (slash != std::string_view::npos) {
    const auto duration_s = ical::parse_duration_s(text.substr(slash + 1));
    if (!duration_s) return std::nullopt;
    date.duration_s = *duration_s;
  }
  return date;
}

int64_t SeriesTimes::instant(const DateTime& time) const {
  const bool is_instant = time.form == TimeForm::kUtc || kind_ != TimeKind::kTimed;
  return is_instant ? time.second : zone_.utc_of(time.second);
}

bool SeriesTimes::is_at(int64_t time_of_day_s, int64_t day, const DateTime& time) const {
  return instant(on_day(day, time_of_day_s)) == instant(time);
}

std::optional<std::string> SeriesTimes::tag(const DateTime& time) const {
  const bool is_day = time.form == TimeForm::kDate;
  if (is_sub_daily_) {
    if (is_day) return std::nullopt;
    return second_text(instant(time));
  }
  const int64_t local_s = is_day ? time.second : local_of(instant(time));
  const int64_t day = floor_div(local_s, kDaySeconds);
  if (is_day || kind_ == TimeKind::kAllDay) return day_text(day);
  // A wall time that does not exist may be read as one on the next day.
  for (const int64_t near : {day, day - 1}) {
    if (is_at(time_of_day_s_, near, time)) return day_text(near);
  }
  return std::nullopt;
}

std::optional<std::string> SeriesTimes::rdate_text(const RecurrenceDate& date) const {
  const bool is_day = date.start.form == TimeForm::kDate;
  if (is_day != (kind_ == TimeKind::kAllDay)) return std::nullopt;
  if (is_day) return day_text(floor_div(date.start.second, kDaySeconds));
  const int64_t start_s = instant(date.start);
  const int64_t duration_s = date.has_end ? instant(date.end) - start_s : date.duration_s;
  if (duration_s > 0) return second_text(start_s) + "/" + ical::duration_text(duration_s);
  const int64_t day = floor_div(local_of(start_s), kDaySeconds);
  return is_at(start_time_s_, day, date.start) ? day_text(day) : second_text(start_s);
}

}  // namespace norn::events
