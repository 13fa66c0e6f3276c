#pragma once

#include "apps/events/service/events.h"
#include "apps/planner/context.h"
#include "apps/shared/demo.h"

namespace norn::planner {

// Fills the planners of the people of the demo: events and series with reminders and tags, in their
// time zone.
Result<void> add_demo(const Context& context, Events& events, apps::Demo& demo);

}  // namespace norn::planner
