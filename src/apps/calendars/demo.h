#pragma once

#include "apps/calendars/entries/entries.h"
#include "apps/calendars/service.h"
#include "apps/shared/demo.h"
#include "apps/sharing/members.h"

namespace norn::calendars {

// Makes the shared calendars of the demo: one of the family, one of the school, one of a club.
Result<void> add_demo(Calendars& calendars, sharing::Members& members, Entries& entries,
                      const apps::Demo& demo);

}  // namespace norn::calendars
