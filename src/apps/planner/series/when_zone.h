#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "ical/time_zone.h"

namespace norn::planner {

// The zone of a name that somebody sent as the member `field`; kInvalid when there is none.
Result<ical::TimeZone> checked_zone(std::string_view field, const std::string& tzid);

// The zone of a name that was stored. Names are checked before they are stored; one that the
// machine does not know any more is read as UTC. Costs next to nothing after a thread's first use
// of a name. The reference stays valid for the thread that asked.
const ical::TimeZone& zone_of(const std::string& tzid);

}  // namespace norn::planner
