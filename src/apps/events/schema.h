#pragma once

#include "apps/shared/tables.h"

namespace norn::events {

// The table `ProductivityData` of the design. Its TTL attribute is `ttl`.
store::CreateTableRequest planner_table(const apps::TableNames& tables);

}  // namespace norn::events
