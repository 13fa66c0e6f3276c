#pragma once

#include <cstdint>
#include <optional>

#include "ical/expansion/plan.h"

namespace norn::ical {

// Steps of INTERVAL hours, minutes or seconds only ever reach some times of the day and the week:
// every two seconds from an even one never reaches an odd one, and every seven hours is at midnight
// always on the same weekday. What cannot be reached is taken out of the hours, minutes and seconds
// of the plan (all times when nothing is left), so that nobody looks for it until the end of time.
//
// The days of the week that can be reached (bit 0 is Monday), when not all of them can.
std::optional<uint32_t> drop_unreachable(Plan& plan);

}  // namespace norn::ical
