#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/owner_meta.h"
#include "apps/events/series/edit_shift.h"
#include "apps/events/series/series.h"
#include "apps/events/service/events_transaction.h"
#include "base/error.h"

// Exceptions: occurrences with items of their own. What becomes of them when their series changes.
namespace norn::events {

// The attributes in which an exception differs from the series.
std::vector<std::string> modified_fields(const Instance& own, const Instance& as_series);
// Whether there is no difference, so that no item is needed.
bool is_as_series(const Instance& own, const Instance& as_series);

// A series before and after a change.
struct Rebase {
  const Series& from;  // Both with nothing left out.
  const Series& to;
  const Master& next;  // The master of `to`, with its exdate.
  const Shift& shift;
  std::optional<Instance> edited = {};  // The exception that was edited, as requested.
};

// The exception in the new series: the attributes in which it differed from the old series stay,
// all others come from the new one. Its stamp does not change. Nullopt if the new series has no
// such occurrence, or if no difference is left.
Result<std::optional<Instance>> rebased(const Instance& exception, const Rebase& rebase);
Result<std::vector<Instance>> rebased(const std::vector<Instance>& exceptions,
                                      const Rebase& rebase);

// Replaces the stored exceptions of a series by `next`. They are changed when, and by whom,
// `series` says. Returns kConflict if more than kMaxMovedExceptions get new keys.
Result<void> write_exceptions(Transaction& transaction, const OwnerMeta& meta, const Stamp& series,
                              const std::vector<Instance>& stored, std::vector<Instance> next);

}  // namespace norn::events
