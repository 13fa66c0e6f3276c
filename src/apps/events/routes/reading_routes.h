#pragma once

#include "apps/events/routes/routes.h"

namespace norn::events {

// The routes of `add_routes` that change nothing, for events that can only be read. They need no
// writer.
void add_reading_routes(rest::Api& api, const EventRoutes& routes);

}  // namespace norn::events
