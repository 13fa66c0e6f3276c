#pragma once

#include <string>

#include "apps/bookings/access.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/wishes.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::bookings {

// What the routes stand on; all of it outlives them.
struct Parts {
  Context context;
  Places& places;
  sharing::Members& members;
  Events& events;
  Wishes& wishes;
  PlaceFeedLinks& feed_links;
  std::string public_origin;  // Of the feed's address; empty: as the request says.
};

// Everything below /api/v1/places, /api/v1/bookings and /api/v1/wishes, and the feeds of places.
void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::bookings
