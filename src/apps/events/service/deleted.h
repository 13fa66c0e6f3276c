#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/service/events_access.h"
#include "apps/shared/bin.h"
#include "base/error.h"

// What deleting puts into the bin, by kind, and how it comes back.
//
//   event       the EVENT, and its links
//   series      the MASTER, and its links; its exceptions stay in the table until the sweep
//   occurrence  the INSTANCE of an exception, and its links; of other occurrences nothing: they
//   come
//               back when their tag is no longer in the exdate of the series
//   following   the MASTER as it was, the MASTER as it was left, and the exceptions that went
namespace norn::events {

// The id in the bin of an occurrence that was deleted with all after it.
std::string deleted_rest_id(std::string_view occurrence_id);

// The deletion, for the transaction that makes it. Nullopt if the stored items are not what was
// read: then it has to be decided again.
Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const Event& event);
Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const Master& master);
Result<std::optional<apps::Deletion>> deletion_of(const Context& context, const Owner& owner,
                                                  const FoundOccurrence& found);
// Of an occurrence and all after it: `head` is what is left of the series, `later` are the
// exceptions that go.
Result<std::optional<apps::Deletion>> deletion_of_rest(const Context& context, const Owner& owner,
                                                       const FoundOccurrence& found,
                                                       const Master& head,
                                                       const std::vector<Instance>& later);

// Takes something out of the bin (Events::restore_deleted). Nullopt if a condition failed.
Result<std::optional<Thing>> try_restore_deleted(const Context& context, const Owner& owner,
                                                 const std::string& id);

}  // namespace norn::events
