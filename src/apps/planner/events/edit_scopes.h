#pragma once

#include <optional>
#include <string>

#include "apps/planner/context.h"
#include "apps/planner/events/events.h"
#include "apps/planner/events/events_access.h"
#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "base/error.h"

// Changes of series. Each of them decides by what was read and writes one transaction on the
// condition that it is still so, the version of the MASTER first of all: so all changes of a series
// come one after another. Nullopt when somebody else was quicker.
namespace norn::planner {

struct Edit {
  const Context& context;
  const std::string& user_id;
  const EventChange& change;
  const Meta& meta;
};

// The occurrence alone: it gets an item of its own. AP8.
Result<std::optional<Thing>> change_this(const Edit& edit, const FoundOccurrence& found);
// The occurrence and all after it: they become a series of their own.
Result<std::optional<Thing>> change_following(const Edit& edit, const FoundOccurrence& found);
// All of them: the times that are said are those of the occurrence, and the series moves with it.
Result<std::optional<Thing>> change_all(const Edit& edit, const FoundOccurrence& found);
// The series as such: the times are those of its first occurrence.
Result<std::optional<Thing>> change_series(const Edit& edit, Master master);

// An occurrence with the change made to it alone.
Result<Instance> edited(const Edit& edit, const Instance& instance);
// The same when it has an item of its own: what changes for all of a series changes for it, too,
// also where it had something of its own.
Result<std::optional<Instance>> edited_exception(const Edit& edit, const FoundOccurrence& found);

// The next state of a series that is written: one version and one sequence more.
Master touched(Master master, const Context& context);

// The time as items have it.
std::string now_text(const Context& context);
// The UID of what is made here.
std::string ical_uid(const std::string& id);

}  // namespace norn::planner
