#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/series/event_change.h"
#include "base/error.h"

// Applies a change of the rule and the dates of a series.
namespace norn::events {

// Sorted, without duplicates.
std::vector<std::string> in_order(std::vector<std::string> tags);

// Whether the change turns an event into a series.
bool makes_series(const RepeatsChange& repeats);
// Whether the change leaves a series with neither a rule nor dates, so that it becomes an event.
bool ends_repeating(const Repeats& now, const RepeatsChange& change);
// Returns kInvalid of "exdate" or "rruleUntil" if the change sets one of them for something that
// does not become a series.
Result<void> check_repeats_alone(const RepeatsChange& repeats);

// Sets rrule, rruleUntil and rdate. exdate comes afterwards (`set_exdate`), because its values can
// be read only when the rest is set. Returns kInvalid of "rrule" and "rdate".
Result<void> set_repeats(Master& master, const RepeatsChange& repeats);

// Moves the start of the series to the first occurrence of its rule: with a rule for Mondays and a
// start on a Wednesday, the series starts on the next Monday. Returns kInvalid of "rrule" if the
// rule has no occurrence.
Result<void> start_with_first(Master& master);

// Returns kInvalid of "rdate" if one of the dates is before the start.
Result<void> check_rdate(const Master& master);

// Stores `exdate` as tags of the series: a time stands for the occurrence at that time, a day for
// all occurrences on it. Returns kInvalid of "exdate".
Result<void> set_exdate(Master& master, const std::vector<std::string>& exdate);

// The same for an exdate that another program has written into the item: changes of single
// occurrences rely on tags.
Result<void> write_exdate_as_tags(Master& master);

// Returns kInvalid of "exdate" if no occurrence is left.
Result<void> check_occurs(const Master& master);

// Returns kInvalid of `field` if a series that starts at this wall time is outside of the years of
// events.
Result<void> check_event_year(std::string_view field, int64_t local_s);

}  // namespace norn::events
