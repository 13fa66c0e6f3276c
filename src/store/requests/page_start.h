#pragma once

#include "base/error.h"
#include "store/item.h"
#include "store/requests/read_plan.h"

namespace norn::store {

// ExclusiveStartKey as a position. It must have exactly the key attributes of what is read and of
// the table, and for a query be a key that the query could have returned.
Result<PagePosition> start_of_query(const ReadPlan& plan, ItemView start);
Result<PagePosition> start_of_scan(const ReadPlan& plan, ItemView start);

}  // namespace norn::store
