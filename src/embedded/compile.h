#pragma once

#include <vector>

#include "base/error.h"
#include "embedded/catalog.h"
#include "store/requests/item_write.h"

// Validating and compiling write requests on the caller's thread, against the tables as they are.
// The committer compiles a write again when its table changes before its turn.
namespace norn::embedded {

Result<store::ItemWrite> compile(const Catalog& catalog, store::ItemWriteRequest request);
Result<std::vector<store::ItemWrite>> compile(const Catalog& catalog,
                                              const store::BatchWriteRequest& request);
Result<std::vector<store::ItemWrite>> compile(const Catalog& catalog,
                                              const store::TransactWriteRequest& request);

}  // namespace norn::embedded
