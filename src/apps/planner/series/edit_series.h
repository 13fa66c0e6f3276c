#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/planner/series/edit_shift.h"
#include "apps/planner/events/events.h"
#include "apps/planner/model.h"
#include "apps/planner/series/series.h"
#include "base/error.h"

// What a change makes of a series, decided without a store.
namespace norn::planner {

// The occurrence whose times somebody changed when they changed a series.
struct Anchor {
  ical::Occurrence occurrence;  // As the series has it.
  When when;                    // As it is: it may have been moved.
  bool is_moved = false;        // It was.
  bool is_of_rule = true;       // The rule has it; otherwise rdate does.
};

struct SeriesChange {
  const EventChange& change;
  std::optional<Anchor> anchor = {};  // Otherwise the times are those of the first occurrence.
  std::string default_tzid = {};
  int64_t now_s = 0;
};

struct ChangedSeries {
  Master master;  // Its stamp, its sequence and whether it has exceptions are as they were.
  Shift shift;
};

// `named` is the series in whose terms the tags of exdate are, with all of its occurrences.
// kInvalid when it cannot be so.
Result<ChangedSeries> changed_series(const Master& master, const Series& named,
                                     const SeriesChange& change);

// Gives a series that is new its rule and dates, and lets it start with its first occurrence.
Result<void> begin_series(Master& master, const RepeatsChange& repeats);

}  // namespace norn::planner
