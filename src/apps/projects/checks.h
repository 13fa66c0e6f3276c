#pragma once

#include <memory>
#include <vector>

#include "apps/context.h"
#include "apps/shared/check.h"

namespace norn::projects {

// What is in a project against the relations by which it is found, and the other way round; members
// against their projects; the length of the longest event; both items of invitations.
std::vector<std::unique_ptr<apps::Check>> checks_of_projects(const apps::Context& context);

}  // namespace norn::projects
