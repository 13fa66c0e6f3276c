#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::apps {

using BatchWrite = std::variant<store::BatchWriteRequest::Put, store::BatchWriteRequest::Delete>;

// Performs any number of writes, each on its own.
Result<void> write_batches(store::Store& store, std::vector<BatchWrite> writes);
// Deletes the items of these keys.
Result<void> remove_all(store::Store& store, const std::string& table,
                        const std::vector<store::Item>& keys);

}  // namespace norn::apps
