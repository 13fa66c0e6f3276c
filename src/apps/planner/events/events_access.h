#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/model.h"
#include "apps/planner/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"

// What the operations on events read, of the table itself and consistently. What is not there, not
// theirs or has expired is kNotFound alike.
namespace norn::planner {

// How many exceptions of a series are read to change it: many more than can be changed.
constexpr size_t kMaxExceptionsRead = 10'000;

Result<Event> read_event(const Context& context, const std::string& user_id,
                         const std::string& event_id);
Result<Master> read_master(const Context& context, const std::string& user_id,
                           const std::string& master_id);

// An occurrence with all that it takes to change it.
struct FoundOccurrence {
  std::unique_ptr<const Master> master;  // Stays where it is: the series looks at it.
  Series series;
  ical::Occurrence occurrence;  // As the series has it.
  Instance instance;            // As it is.
  bool is_left_out = false;     // By exdate: it does not occur.

  bool is_stored() const { return instance.stamp.version > 0; }
  Thing thing() const { return SeriesOccurrence{*master, instance}; }
};
Result<FoundOccurrence> read_occurrence(const Context& context, const std::string& user_id,
                                        const EventId& id);

// The exceptions of a series, by their tags; none are looked for when it says that it has none.
Result<std::vector<Instance>> read_exceptions(const Context& context, const std::string& user_id,
                                              const Master& master);
// Whether it has one beside that of a tag.
Result<bool> has_other_exceptions(const Context& context, const std::string& user_id,
                                  const Master& master, const std::string& tag);

// kConflict when they have as many series as one can have.
Result<void> check_series_limit(const Context& context, const std::string& user_id);

// The error of a change that was decided by an older state of it.
std::unexpected<Error> stale_event(const Thing& current);

}  // namespace norn::planner
