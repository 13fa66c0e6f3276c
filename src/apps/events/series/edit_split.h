#pragma once

#include "apps/events/model.h"
#include "apps/events/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"

// Splits a series in two: the part before an occurrence, and the part that starts with it. Both
// together have the occurrences of the whole.
namespace norn::events {

// Whether it is the first occurrence.
Result<bool> is_first(const Series& series, const ical::Occurrence& occurrence);
// Whether it comes from the rule and not only from rdate. True for all if there is no rule.
Result<bool> is_of_rule(const Master& master, const ical::Occurrence& occurrence);

// The part that ends a second before the occurrence. The form of its tags does not change.
Result<Master> head_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence);
// The part that starts with the occurrence, with the rest of COUNT and the later dates. It has the
// id and the stamp of the whole, and its exdate still has the tags of the whole. Returns kInvalid
// of "scope" if no series can start with the occurrence.
Result<Master> tail_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence);

}  // namespace norn::events
