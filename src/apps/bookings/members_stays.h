#pragma once

#include <string>

#include "apps/bookings/access.h"

// The stays of somebody whose account is gone.
namespace norn::bookings {

// What stays are called whose person is gone.
constexpr std::string_view kSomebodyWhoLeft = "Somebody who left";

// A part of them: those that are still to come are given back, and those that have begun or are
// over keep their nights and lose the name. True when there may be more.
Result<bool> release_stays(const Context& context, const Place& place, const std::string& user_id);

}  // namespace norn::bookings
