#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "base/error.h"
#include "ical/recurrence.h"
#include "store/item.h"

// Consistent reads of the table. What does not exist, belongs to another person or has expired is
// kNotFound.
namespace norn::events {

// How many exceptions of a series are read at most: many more than one transaction can change.
constexpr size_t kMaxExceptionsRead = 10'000;

// The item as it is stored.
Result<std::optional<store::Item>> find_stored(const Context& context, const std::string& user_id,
                                               const std::string& sort_key);

Result<Event> read_event(const Context& context, const std::string& user_id,
                         const std::string& event_id);
Result<Master> read_master(const Context& context, const std::string& user_id,
                           const std::string& master_id);

// The id with the right kind: ids of other programs have no prefix that determines it. Does not
// read the table for Norn's own ids.
Result<EventId> located(const Context& context, const std::string& user_id, EventId id);

// An occurrence with everything that is needed to change it.
struct FoundOccurrence {
  std::unique_ptr<const Master> master;  // `series` points to it.
  Series series;
  ical::Occurrence occurrence;  // As the series defines it.
  Instance instance;            // As it is now.
  bool is_left_out = false;     // In exdate: it does not occur.

  bool is_stored() const { return instance.stamp.version > 0; }
  Thing thing() const { return SeriesOccurrence{*master, instance}; }
};
Result<FoundOccurrence> read_occurrence(const Context& context, const std::string& user_id,
                                        const EventId& id);

// The readable exceptions of a series, in the order of their tags. Does not query if has_exceptions
// is false.
Result<std::vector<Instance>> read_exceptions(const Context& context, const std::string& user_id,
                                              const Master& master);
// All of them, to be removed with their series. Returns kUnreadable if one cannot be read: it would
// be left behind.
Result<std::vector<Instance>> read_every_exception(const Context& context,
                                                   const std::string& user_id,
                                                   const Master& master);
// Visits them, and keeps none.
Result<void> visit_exceptions(const Context& context, const std::string& user_id,
                              const Master& master,
                              const std::function<void(Instance instance)>& visit);
// Whether there are exceptions besides the one with `tag`.
Result<bool> has_other_exceptions(const Context& context, const std::string& user_id,
                                  const Master& master, const std::string& tag);

// Returns kConflict if the person has kMaxSeriesPerPerson series.
Result<void> check_series_limit(const Context& context, const std::string& user_id);

// The error of a change with an outdated ETag.
std::unexpected<Error> stale_event(const Thing& current);

}  // namespace norn::events
