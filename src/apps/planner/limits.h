#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "apps/events/limits.h"

// How long and how many, beside the limits of events.
namespace norn::planner {

constexpr std::array<int64_t, 4> kEventDurations = {15, 30, 45, 60};      // Minutes.
constexpr std::array<int64_t, 4> kCalendarIncrements = {10, 15, 30, 60};  // Minutes.
constexpr std::array<std::string_view, 3> kThemes = {"light", "dark", "auto"};
constexpr int64_t kMaxArchiveDelayHours = 720;

}  // namespace norn::planner
