#pragma once

#include <cstddef>
#include <cstdint>

#include "apps/planner/limits.h"

// How long and how many, of tasks. What they share with events has the limits of events.
namespace norn::planner {

constexpr int64_t kMaxPlannedMinutes = 1'440;  // A day.
// Of a person: twice as many as quotas allow, because other programs do not ask.
constexpr size_t kMaxTasksRead = 40'000;

}  // namespace norn::planner
