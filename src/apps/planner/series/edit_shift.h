#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/planner/model.h"
#include "apps/planner/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"

// What is written in the terms of a series, when the series moves: all of it moves along on the
// wall, by the same time.
namespace norn::planner {

// The same series with nothing left out: asked for many tags, it answers sooner.
Master with_all(const Master& master);

struct Shift {
  When from;        // Of the first occurrence, before
  When to;          // and after.
  int64_t seconds;  // By how much everything moves on the wall.

  bool is_nothing() const;
  int64_t days() const;  // By which what is written as a day moves.
};

// A wall time on the scale of such a `when`.
int64_t on_scale(const When& when, int64_t local_s);
// A second on the scale of it, on the wall.
int64_t on_wall(const When& when, int64_t second);

// Of rruleUntil, and of UNTIL in a rule.
int64_t moved_until(int64_t until_s, const Shift& shift);
ical::DateTime moved_until(const ical::DateTime& until, const Shift& shift);
// Of a value of rdate that is known to be one.
std::string moved_rdate(const std::string& rdate, const Shift& shift);
// When a value of rdate is: on the scale of the series.
int64_t start_of_rdate(const std::string& rdate, const When& first);

// The occurrence of a series that stands for one of another series at this time on the wall. Below
// a day that is one at this time; otherwise the one of that day, whatever its time, unless `exact`.
Result<std::optional<ical::Occurrence>> find_at(const Series& series, const When& first,
                                                int64_t local_s, bool exact);

}  // namespace norn::planner
