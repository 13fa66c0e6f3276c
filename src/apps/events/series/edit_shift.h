#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/model.h"
#include "apps/events/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"

// Moves the times that are stored relative to a series (rruleUntil, rdate, exceptions) when the
// series moves: all by the same wall time.
namespace norn::events {

// The same series without exdate: looking up many tags in it is faster.
Master with_all(const Master& master);

struct Shift {
  When from;        // Of the first occurrence, before the move,
  When to;          // and after.
  int64_t seconds;  // The difference of the wall times.

  bool is_nothing() const;
  int64_t days() const;  // The same for values that are days.
};

// Converts a wall time to the scale of `when`: UTC, or wall time.
int64_t on_scale(const When& when, int64_t local_s);
// Converts back to a wall time.
int64_t on_wall(const When& when, int64_t second);

// rruleUntil, and UNTIL of a rule.
int64_t moved_until(int64_t until_s, const Shift& shift);
ical::DateTime moved_until(const ical::DateTime& until, const Shift& shift);
// `rdate` has to be a valid value.
std::string moved_rdate(const std::string& rdate, const Shift& shift);
// The start of an rdate, on the scale of the series.
int64_t start_of_rdate(const std::string& rdate, const When& first);

// The occurrence at a wall time. In a series that occurs at most once a day, the one of that day,
// whatever its time, unless `exact`.
Result<std::optional<ical::Occurrence>> find_at(const Series& series, const When& first,
                                                int64_t local_s, bool exact);

}  // namespace norn::events
