#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/events/events.h"
#include "apps/planner/model.h"
#include "base/error.h"

// The rule and the dates of a series as somebody gives them.
namespace norn::planner {

// In order, each once.
std::vector<std::string> in_order(std::vector<std::string> tags);

// Whether something that does not repeat becomes a series by it.
bool makes_series(const RepeatsChange& repeats);
// kInvalid of "exdate" or "rruleUntil" when it is about a series that it does not make.
Result<void> check_repeats_alone(const RepeatsChange& repeats);

// Sets the rule, when it ends and the further dates: everything but exdate, which can be read only
// when all of that is so. kInvalid of "rrule" and "rdate".
Result<void> set_repeats(Master& master, const RepeatsChange& repeats);

// Lets the series start with the first occurrence that its rule has: who says Monday and starts on
// a Wednesday means the Monday after. kInvalid of "rrule" when it never comes.
Result<void> start_with_first(Master& master);

// kInvalid of "rdate" when one of the further dates is before the start.
Result<void> check_rdate(const Master& master);

// As tags of the series: a time stands for what is then, a day for all that is on it. kInvalid of
// "exdate".
Result<void> set_exdate(Master& master, const std::vector<std::string>& exdate);

// The same for what other programs wrote: what is done with single occurrences goes by tags.
Result<void> write_exdate_as_tags(Master& master);

// kInvalid of "exdate" when nothing is left of the series.
Result<void> check_occurs(const Master& master);

// kInvalid when a time is not in the years that events can be in.
Result<void> check_event_year(std::string_view field, int64_t local_s);

}  // namespace norn::planner
