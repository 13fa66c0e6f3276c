#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::bookings {

// Nights against their bookings, and the other way round; both items of members, former members and
// invitations.
std::vector<std::unique_ptr<apps::Check>> checks_of_bookings(const apps::Context& context);

}  // namespace norn::bookings
