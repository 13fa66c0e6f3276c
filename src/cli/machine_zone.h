#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ical/time_zone.h"

namespace norn::cli {

// The zone that TZ names, or the one that /etc/localtime links to; UTC if neither is a zone of the
// time zone database.
ical::TimeZone zone_of_this_machine();
// The same, to be tested.
ical::TimeZone machine_zone(const std::optional<std::string>& variable,
                            const std::filesystem::path& local_time);

}  // namespace norn::cli
