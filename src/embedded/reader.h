#pragma once

#include <optional>

#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/database.h"
#include "store/requests/read_plan.h"
#include "store/requests/read_requests.h"

// Reads, on the calling thread: from a snapshot, without waiting for other threads.
namespace norn::embedded {

Result<store::GetResult> read_item(Database& database, const Catalog& catalog,
                                   const store::GetRequest& request);

// Reads the entries of `plan`. `table` is the plan's.
Result<store::PageResult> read_page(Database& database, const Table& table,
                                    const store::ReadPlan& plan);

Result<store::BatchGetResult> read_batch(Database& database, const Catalog& catalog,
                                         const store::BatchGetRequest& request);
Result<store::TransactGetResult> read_transaction(Database& database, const Catalog& catalog,
                                                  const store::TransactGetRequest& request);

}  // namespace norn::embedded
