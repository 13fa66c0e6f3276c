#pragma once

#include "apps/accounts/service.h"
#include "apps/shared/demo.h"

namespace norn::accounts {

// Makes the people of the demo as people come to Norn: the first one sets it up and is its
// administrator, and the others accept invitations. No session stays.
Result<void> add_demo(Accounts& accounts, apps::Demo& demo);

}  // namespace norn::accounts
