#pragma once

#include "apps/shared/tables.h"

namespace norn::planner {

// The table `ProductivityData` of the design. Its TTL attribute is `ttl`.
store::CreateTableRequest planner_table(const apps::TableNames& tables);

}  // namespace norn::planner
