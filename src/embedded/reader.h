#pragma once

#include <optional>

#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/database.h"
#include "store/requests/read_plan.h"
#include "store/requests/read_requests.h"

// Reads as the calling thread runs them: on a snapshot, without waiting for anybody.
namespace norn::embedded {

Result<store::GetResult> read_item(Database& database, const Catalog& catalog,
                                   const store::GetRequest& request);

// Walks what `plan` names. `table` is the plan's.
Result<store::PageResult> read_page(Database& database, const Table& table,
                                    const store::ReadPlan& plan);

Result<store::BatchGetResult> read_batch(Database& database, const Catalog& catalog,
                                         const store::BatchGetRequest& request);
Result<store::TransactGetResult> read_transaction(Database& database, const Catalog& catalog,
                                                  const store::TransactGetRequest& request);

}  // namespace norn::embedded
