#pragma once

#include "live/hub.h"
#include "rest/api.h"

namespace norn::live {

// GET /api/v1/events
void add_routes(rest::Api& api, Hub& hub, rest::Authenticator& authenticator);

}  // namespace norn::live
