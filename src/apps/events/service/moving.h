#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/series/event_change.h"
#include "apps/events/series/event_id.h"
#include "apps/shared/transaction.h"
#include "base/error.h"

// How events come from elsewhere: from something that was no event, or from another owner. Each is
// one transaction, on the condition that what comes is still as it was read; nullopt means that a
// condition failed, and that it has to be decided again.
namespace norn::events {

// Something that becomes an event, as far as it is one already.
struct Coming {
  std::string uuid;  // It keeps its id: "evt_<uuid>", or with a rule "mst_<uuid>".
  Details details;
  When when;
  std::string created_at;
  std::optional<std::string> created_by = {};
  std::vector<apps::Action> leaving = {};  // Remove what it was.
};

// Makes an event of it, or a series if the change has a rule or dates.
Result<std::optional<Thing>> try_take_in(const Context& context, const Owner& owner,
                                         const Coming& coming, const EventChange& change);

// Moves an event, or a series with its exceptions, to another owner, with its id. Both owners let
// the acting person change their events. Returns kInvalid of an occurrence, and kConflict if there
// are too many exceptions for a transaction or the other owner has something with this id.
Result<std::optional<Thing>> try_move(const Context& context, const Owner& from, const Owner& to,
                                      const EventId& id, const std::string& etag);

}  // namespace norn::events
