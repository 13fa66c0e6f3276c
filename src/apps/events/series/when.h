#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/model.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

namespace norn::events {

// The times of a request. Absent members stay as they are.
struct WhenChange {
  std::optional<bool> is_all_day = {};
  std::optional<Date> start_date = {};  // All-day.
  std::optional<Date> end_date = {};    // The day after the last.
  // Timed or floating: wall time, as if it were UTC.
  std::optional<int64_t> start_local_s = {};
  std::optional<std::optional<int64_t>> end_local_s = {};     // nullopt inside: no end.
  std::optional<std::optional<std::string>> start_tzid = {};  // nullopt inside: floating.
  std::optional<std::optional<std::string>> end_tzid = {};

  bool is_empty() const;
};

// Applies a change to the times `base`; nullopt for a new event, whose default zone is
// `default_tzid`.
//  - A start that changes alone moves the end with it.
//  - A zone that changes alone keeps the wall times.
//  - A time that does not change keeps its instant, even if its wall time exists twice.
//  - A new event without is_all_day is all-day if it has dates only; without an end it is one day.
//  - An event that becomes all-day keeps its days.
// Returns kInvalid of "start", "end", "startDate", "endDate", "startTzid" or "endTzid".
Result<When> applied(const std::optional<When>& base, const WhenChange& change,
                     const std::string& default_tzid);

// The wall times of the start and the end, each in its own zone.
int64_t start_local_s(const When& when);
std::optional<int64_t> end_local_s(const When& when);

// Start and end as instants for a viewer in a time zone: floating and all-day times are wall times
// of the viewer.
struct Instants {
  int64_t start_s;
  int64_t end_s;
};
Instants instants_of(const When& when, const std::string& viewer_tzid);
Instants instants_of(const When& when, const ical::TimeZone& viewer_zone);
// The same as wall times of the viewer, as if they were UTC. All-day: midnights.
Instants wall_times_of(const When& when, const ical::TimeZone& viewer_zone);

// Whether an event may start or end at this second, in UTC or wall time.
bool is_in_event_years(int64_t second);

// The duration in minutes, rounded up, as in longestEventMinutes of USER_META.
int64_t minutes_of(const When& when);

}  // namespace norn::events
