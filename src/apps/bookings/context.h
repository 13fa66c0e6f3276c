#pragma once

#include "apps/context.h"

namespace norn::bookings {

using apps::Context;

}  // namespace norn::bookings
