#pragma once

#include <string>
#include <string_view>

#include "apps/bookings/access.h"

// Deleting a place removes its PLACE item, which makes everything of it invisible. A sweep then
// removes the rest: events, slots, wishes, memberships, invitations and calendar feeds.
namespace norn::bookings {

constexpr std::string_view kPlaceSweep = "place";

// Starts the sweep of a place: for the transaction that removes the PLACE item, and for bookings
// that were written while it was removed.
Action begin_place_sweep(const Context& context, const std::string& place_id);

// Removes a part of what is left of a deleted place. Returns true if there may be more. Does
// nothing if the place exists.
Result<bool> sweep_place(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
