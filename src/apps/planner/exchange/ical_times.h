#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"

// Times of the planner as calendar files write them, and back.
namespace norn::planner {

// A time on the scale of `when` as a file says it: a day, a floating time, UTC, or the wall time of
// a zone. A wall time that comes twice is meant the first time, so the second is written in UTC.
ical::CalendarTime calendar_time(TimeKind kind, const std::string& tzid, int64_t second);

// How a series counts its occurrences: what turns the tags of exdate, rdate and of items into times
// of a file, and back.
class SeriesTimes {
 public:
  // `rule` is nullptr when there is none. `is_sub_daily` as Series says.
  SeriesTimes(const When& when, const ical::Rule* rule, bool is_sub_daily);

  // Of tags that are tags.
  ical::DateTime exdate(std::string_view tag) const;
  std::optional<ical::RecurrenceDate> rdate(std::string_view text) const;
  // On the scale of the series.
  int64_t instant(const ical::DateTime& time) const;

  // The tag of the occurrence that a file leaves out or changes; nullopt when the series has none
  // at that time of day. Days name what is on them, also where there should be a time.
  std::optional<std::string> tag(const ical::DateTime& time) const;
  // As it is kept; nullopt when it cannot be a date of this series.
  std::optional<std::string> rdate_text(const ical::RecurrenceDate& date) const;

  bool is_sub_daily() const { return is_sub_daily_; }

 private:
  ical::DateTime on_day(int64_t day, int64_t time_of_day_s) const;
  int64_t local_of(int64_t instant) const;
  bool is_at(int64_t time_of_day_s, int64_t day, const ical::DateTime& time) const;

  TimeKind kind_;
  ical::TimeZone zone_ = ical::TimeZone::utc();
  int64_t start_time_s_ = 0;   // Of the day, by which further dates go.
  int64_t time_of_day_s_ = 0;  // Of what the rule brings: BYHOUR may say another one.
  bool is_sub_daily_ = false;
};

}  // namespace norn::planner
