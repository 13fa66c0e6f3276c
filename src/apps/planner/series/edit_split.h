#pragma once

#include "apps/planner/model.h"
#include "apps/planner/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"

// A series in two: what is before an occurrence, and what begins with it. Together they come when
// the whole does, as long as nobody changes one of them.
namespace norn::planner {

// Whether nothing comes before it.
Result<bool> is_first(const Series& series, const ical::Occurrence& occurrence);
// Whether the rule of the series has it (and not only rdate). Also of all when there is no rule.
Result<bool> is_of_rule(const Master& master, const ical::Occurrence& occurrence);

// Ends a second before the occurrence. Its tags are of the same form as before.
Result<Master> head_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence);
// Starts with the occurrence: with what is left of COUNT, and with the later dates, exdate still as
// tags of the whole. Has the id and the stamp of the whole. kInvalid of "scope" when no series can
// start with it.
Result<Master> tail_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence);

}  // namespace norn::planner
