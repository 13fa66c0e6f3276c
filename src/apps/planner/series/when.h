#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/planner/model.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

namespace norn::planner {

constexpr int64_t kMaxEventDays = 3'660;
// Of starts and ends, on the wall and in UTC.
constexpr int kFirstEventYear = 1900;
constexpr int kLastEventYear = 9999;

// Times as somebody wrote them. Absent members stay as they are; of something new they are missing.
struct WhenChange {
  std::optional<bool> is_all_day = {};
  std::optional<Date> start_date = {};  // All-day.
  std::optional<Date> end_date = {};    // The day after the last.
  // Otherwise: wall time in the zone, as if it were UTC.
  std::optional<int64_t> start_local_s = {};
  std::optional<std::optional<int64_t>> end_local_s = {};     // Without a value: a moment.
  std::optional<std::optional<std::string>> start_tzid = {};  // Without a value: floating.
  std::optional<std::optional<std::string>> end_tzid = {};

  bool is_empty() const;
};

// What it comes to: of something new (`base` is nullopt; no zone said means `default_tzid`), or of
// something that is there. A start that moves alone takes the end with it; a zone that changes
// alone leaves the clocks on the wall. What is not changed keeps its instant, also where the clocks
// show its time twice. Something new without is_all_day is all-day when it has nothing but days;
// an all-day event without an end is one day. What had a time of day and becomes all-day keeps its
// days. kInvalid names the member: "start", "end", "startDate", "endDate", "startTzid", "endTzid".
Result<When> applied(const std::optional<When>& base, const WhenChange& change,
                     const std::string& default_tzid);

// The wall time of the start in its own zone, and of the end in its own.
int64_t start_local_s(const When& when);
std::optional<int64_t> end_local_s(const When& when);

// Where it lies for somebody whose clocks show the time of a zone: instants. Floating times and
// whole days are wherever one is.
struct Instants {
  int64_t start_s;
  int64_t end_s;
};
Instants instants_of(const When& when, const std::string& viewer_tzid);
Instants instants_of(const When& when, const ical::TimeZone& viewer_zone);
// The same as the viewer's clocks show it: as if that were UTC. All-day: midnights.
Instants wall_times_of(const When& when, const ical::TimeZone& viewer_zone);

// How long it takes, in minutes, rounded up: what USER_META's longestEventMinutes is about.
int64_t minutes_of(const When& when);

}  // namespace norn::planner
