#pragma once

#include "apps/bookings/events/events.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/demo.h"
#include "apps/sharing/members.h"

namespace norn::bookings {

// Makes the places of the demo: a cottage with stays, blocked nights and a wish, and a boat.
Result<void> add_demo(Places& places, sharing::Members& members, Events& events, Wishes& wishes,
                      const apps::Demo& demo);

}  // namespace norn::bookings
