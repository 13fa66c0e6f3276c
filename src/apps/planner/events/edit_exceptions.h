#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/planner/series/edit_shift.h"
#include "apps/planner/events/events_transaction.h"
#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/planner/series/series.h"
#include "base/error.h"

// Occurrences that have items, while the series that they belong to changes.
namespace norn::planner {

// The attributes in which an occurrence is not as the series says.
std::vector<std::string> modified_fields(const Instance& own, const Instance& as_series);
// Whether there is no need of an item of its own.
bool is_as_series(const Instance& own, const Instance& as_series);

// A series, and what becomes of it.
struct Rebase {
  const Series& from;  // With all of their occurrences, what is left out too.
  const Series& to;
  const Master& next;  // That which `to` is of, with what it leaves out.
  const Shift& shift;
  std::optional<Instance> edited = {};  // The exception by which it was changed, as it should be.
};

// What becomes of an exception: whatever it has of its own stays, and everything else is as the new
// series says. Its stamp is as it was. Nullopt when the new series has no such occurrence, or when
// nothing of its own is left.
Result<std::optional<Instance>> rebased(const Instance& exception, const Rebase& rebase);
Result<std::vector<Instance>> rebased(const std::vector<Instance>& exceptions,
                                      const Rebase& rebase);

// Writes the exceptions of a series instead of those that were stored, of which some may be in the
// place of others. kConflict when more than kMaxMovedExceptions change their places.
Result<void> write_exceptions(Transaction& transaction, const Meta& meta, const std::string& now,
                              const std::vector<Instance>& stored, std::vector<Instance> next);

}  // namespace norn::planner
