#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::family {

// Counts and roots of trees, people and relationships against their trees, SharedWith against the
// SharedTree items, and both items of invitations.
std::vector<std::unique_ptr<apps::Check>> checks_of_family(const apps::Context& context);

}  // namespace norn::family
