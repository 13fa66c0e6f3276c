#pragma once

#include "apps/events/context.h"

namespace norn::planner {

// The planner is the events of a person: its code calls what is of the engine by its own name.
using namespace events;

}  // namespace norn::planner
