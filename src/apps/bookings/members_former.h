#pragma once

#include <string>
#include <vector>

#include "apps/bookings/access.h"

// Those who were in a place. Their stays are still there, with their names, and have to be found
// when they delete their account: so two items remember each of them, one found by the place, for
// its sweep, and one by the person. Both are always written together. They do not tell whether
// somebody is in the place again.
namespace norn::bookings {

// For the transaction that takes somebody out of a place.
void remember_former(const Context& context, const std::string& place_id,
                     const std::string& user_id, std::vector<Action>& actions);

// A part of what somebody whose account is gone has left in places that they were in; true when
// there may be more.
Result<bool> forget_former(const Context& context, const std::string& user_id);

}  // namespace norn::bookings
