#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "ical/time_zone.h"

namespace norn::events {

// The zone that a request names in the member `field`. Returns kInvalid of `field` if it is
// unknown.
Result<ical::TimeZone> checked_zone(std::string_view field, const std::string& tzid);

// The zone of a stored name. Names are checked before they are stored; one that the machine no
// longer knows is read as UTC. Fast after a thread's first use of a name. The reference stays valid
// in the calling thread.
const ical::TimeZone& zone_of(const std::string& tzid);

}  // namespace norn::events
