#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/events/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"

// Converts between times of events and times of calendar files.
namespace norn::events {

// A time on the scale of `when` as a date, a floating time, UTC, or a wall time with a zone. In a
// file a wall time that exists twice means the first one, so the second one is written in UTC.
ical::CalendarTime calendar_time(TimeKind kind, const std::string& tzid, int64_t second);

// Converts between the tags of a series (in exdate, rdate and exceptions) and times of a file.
class SeriesTimes {
 public:
  // `rule` is nullptr if there is none. `is_sub_daily` is that of Series.
  SeriesTimes(const When& when, const ical::Rule* rule, bool is_sub_daily);

  // `tag` has to be valid.
  ical::DateTime exdate(std::string_view tag) const;
  std::optional<ical::RecurrenceDate> rdate(std::string_view text) const;
  // On the scale of the series.
  int64_t instant(const ical::DateTime& time) const;

  // The tag of the occurrence at a time of EXDATE or RECURRENCE-ID; nullopt if the series has none
  // at that time of day. A date means the occurrence on that day, even if a time would be expected.
  std::optional<std::string> tag(const ical::DateTime& time) const;
  // As it is stored; nullopt if it cannot be a date of this series.
  std::optional<std::string> rdate_text(const ical::RecurrenceDate& date) const;

  bool is_sub_daily() const { return is_sub_daily_; }

 private:
  ical::DateTime on_day(int64_t day, int64_t time_of_day_s) const;
  int64_t local_of(int64_t instant) const;
  bool is_at(int64_t time_of_day_s, int64_t day, const ical::DateTime& time) const;

  TimeKind kind_;
  ical::TimeZone zone_ = ical::TimeZone::utc();
  int64_t start_time_s_ = 0;   // The time of day of rdates.
  int64_t time_of_day_s_ = 0;  // Of the rule's occurrences: BYHOUR may differ.
  bool is_sub_daily_ = false;
};

}  // namespace norn::events
