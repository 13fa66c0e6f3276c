#pragma once

#include "apps/planner/views/views.h"

namespace norn::planner {

// By the day of the view's zone, whole days first, by when they start, by title and id.
void sort_placed(View& view);

}  // namespace norn::planner
