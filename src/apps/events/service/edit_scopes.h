#pragma once

#include <optional>
#include <string>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/owner_meta.h"
#include "apps/events/service/events.h"
#include "apps/events/service/events_access.h"
#include "base/error.h"

// Changes of a series or of occurrences, by scope. Each writes one transaction on the condition
// that nothing it read has changed, the MASTER's version first of all: so all changes of a series
// are serialized. Each returns nullopt if that condition failed.
namespace norn::events {

struct Edit {
  const Context& context;
  const Owner& owner;
  const EventChange& change;
  const OwnerMeta& meta;
};

// Without a rule and dates, `change_all` and `change_series` make one event of the series, with
// another id and the same UID: at the time of the occurrence, or of the first one. Its exceptions
// are swept, as those of a deleted series.

// This occurrence alone: it gets an item of its own. AP8.
Result<std::optional<Thing>> change_this(const Edit& edit, const FoundOccurrence& found);
// This occurrence and all after it: they become a new series.
Result<std::optional<Thing>> change_following(const Edit& edit, const FoundOccurrence& found);
// All occurrences. The times of the change are those of this occurrence; the series moves with it.
Result<std::optional<Thing>> change_all(const Edit& edit, const FoundOccurrence& found);
// The series itself. The times of the change are those of its first occurrence.
Result<std::optional<Thing>> change_series(const Edit& edit, Master master);

// The series with the next version and sequence, to be written by the owner's acting person.
Master touched(Master master, const Context& context, const Owner& owner);

// The current time, as in items.
std::string now_text(const Context& context);
// The UID of an event or a series that was created here.
std::string ical_uid(const std::string& id);

}  // namespace norn::events
