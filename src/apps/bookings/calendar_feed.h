#pragma once

#include <string>

#include "apps/bookings/access.h"

// A place as a calendar file that other calendars subscribe to.
namespace norn::bookings {

// The events of a place from a year ago to ten years ahead, as `user_id` may see them; the same
// text as long as nothing changes. Stays are whole days, arrival to departure; the times of
// check-in and check-out and the note are in the description.
Result<std::string> calendar_file(const Context& context, const std::string& user_id,
                                  const std::string& place_id);

}  // namespace norn::bookings
