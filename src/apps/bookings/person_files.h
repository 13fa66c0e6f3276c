#pragma once

#include <string>

#include "apps/bookings/places/places.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::bookings {

// Of every place the stays of the person, or all stays if they administer it, as a calendar file
// and as a table; and the settings of places that they administer.
Result<void> add_person_files(const Context& context, Places& places, const std::string& user_id,
                              apps::PersonFiles& files);

}  // namespace norn::bookings
