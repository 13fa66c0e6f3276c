#pragma once

#include <string_view>

#include "base/error.h"
#include "ical/time_zone.h"

namespace norn::ical {

// The zone for a name that a calendar program uses: an IANA name, one with something in front of it
// ("/mozilla.org/20070129_1/Europe/Berlin"), or one of Windows ("W. Europe Standard Time", as
// Outlook writes). Returns an error if it is none of them.
Result<TimeZone> find_zone_by_any_name(std::string_view name);

// The IANA name of one of Windows' zones; empty when there is none.
std::string_view iana_name(std::string_view windows_name);

}  // namespace norn::ical
