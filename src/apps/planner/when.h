#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/planner/model.h"
#include "base/error.h"
#include "base/time_text.h"

namespace norn::planner {

constexpr int64_t kMaxEventDays = 3'660;

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
// alone leaves the clocks on the wall. kInvalid names the member: "start", "end", "startDate",
// "endDate", "startTzid", "endTzid".
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

// How long it takes, in minutes, rounded up: what USER_META's longestEventMinutes is about.
int64_t minutes_of(const When& when);

}  // namespace norn::planner
