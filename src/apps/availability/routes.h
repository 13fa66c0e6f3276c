#pragma once

#include "apps/availability/availability.h"
#include "rest/api.h"

namespace norn::availability {

// GET and PUT /api/v1/free-busy/preferences, GET /api/v1/free-busy, and below it people and slots.
void add_routes(rest::Api& api, Availability& availability);

}  // namespace norn::availability
