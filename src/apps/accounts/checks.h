#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::accounts {

// Guards against the accounts that they name, and the other way round; the directory of people; the
// addresses of feeds against their links.
std::vector<std::unique_ptr<apps::Check>> checks_of_accounts(const apps::Context& context);

}  // namespace norn::accounts
