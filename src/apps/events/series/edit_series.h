#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/model.h"
#include "apps/events/series/edit_shift.h"
#include "apps/events/series/event_change.h"
#include "apps/events/series/series.h"
#include "base/error.h"

// Applies a change to a series, without a store.
namespace norn::events {

// The occurrence through which a series is changed: the new times are the times of this occurrence.
struct Anchor {
  ical::Occurrence occurrence;  // As the series defines it.
  When when;                    // As it is now: it may have been moved.
  bool is_moved = false;
  bool is_of_rule = true;  // False if it comes from rdate.
};

struct SeriesChange {
  const EventChange& change;
  std::optional<Anchor> anchor = {};  // Without it the times are those of the first occurrence.
  std::string default_tzid = {};
  int64_t now_s = 0;
};

struct ChangedSeries {
  Master master;  // With the old stamp, sequence and has_exceptions.
  Shift shift;
};

// `named` is the series that the tags of exdate refer to, with nothing left out. Returns kInvalid
// if the result is not a valid series.
Result<ChangedSeries> changed_series(const Master& master, const Series& named,
                                     const SeriesChange& change);

// Sets the rule and the dates of a new series, and moves its start to the first occurrence.
Result<void> begin_series(Master& master, const RepeatsChange& repeats);

}  // namespace norn::events
