#pragma once

#include "apps/reminders/reminders.h"
#include "base/clock.h"
#include "rest/api.h"

namespace norn::reminders {

// What the routes work with. All of it outlives the API.
struct Parts {
  Reminders& reminders;
  const Clock& clock;
};

void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::reminders
