#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/places/places.h"

// What becomes of a place that is deleted. Its PLACE item goes first, and with it everything is out
// of sight. What is left over of it is swept; `begin_place_sweep` of places.h begins that.
namespace norn::bookings {

constexpr std::string_view kPlaceSweep = "place";

// Removes a part of what a place that is gone has left over; true when there may be more. Touches
// nothing of a place that is there.
Result<bool> sweep_place(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
