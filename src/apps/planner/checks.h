#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::planner {

// Of planners, and of the events of calendars: the length of the longest event, occurrences against
// their series, guests against their own items.
std::vector<std::unique_ptr<apps::Check>> checks_of_planner(const apps::Context& context);

}  // namespace norn::planner
