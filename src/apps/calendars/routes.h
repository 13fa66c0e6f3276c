#pragma once

#include "apps/accounts/service.h"
#include "apps/calendars/entries.h"
#include "apps/calendars/kept_ranges.h"
#include "apps/calendars/service.h"
#include "rest/api.h"

namespace norn::calendars {

void add_routes(rest::Api& api, Calendars& calendars, Members& members, Entries& entries,
                KeptRanges& kept);

}  // namespace norn::calendars
