#pragma once

#include <string>

#include "apps/bookings/access.h"

// The calendar feed of a place.
namespace norn::bookings {

// Returns the events of a place from a year ago to ten years ahead, as `user_id` may see them. The
// text stays the same while nothing changes. Stays are whole days from arrival to departure; the
// description has the times of check-in and check-out, and the note.
Result<std::string> calendar_file(const Context& context, const std::string& user_id,
                                  const std::string& place_id);

}  // namespace norn::bookings
