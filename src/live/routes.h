#pragma once

#include <string>
#include <vector>

#include "live/hub.h"
#include "rest/api.h"

namespace norn::live {

// The live events that a token with this scope may hear.
struct EventScope {
  std::string scope;                // "calendars:read"
  std::vector<std::string> events;  // "entry", "calendar"
};

// GET /api/v1/events, for sessions and for tokens with one of the scopes.
void add_routes(rest::Api& api, Hub& hub, rest::Authenticator& authenticator,
                const std::vector<EventScope>& scopes);

}  // namespace norn::live
