#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::calendars {

// Members and entries against their calendars; the keys by which both are found; the length of the
// longest entry; both items of invitations and former members.
std::vector<std::unique_ptr<apps::Check>> checks_of_calendars(const apps::Context& context);

}  // namespace norn::calendars
