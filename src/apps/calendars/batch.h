#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "store/store.h"

namespace norn::calendars {

using BatchWrite = std::variant<store::BatchWriteRequest::Put, store::BatchWriteRequest::Delete>;

// Does all of them, each for itself, however many they are.
Result<void> write_batches(store::Store& store, std::vector<BatchWrite> writes);

}  // namespace norn::calendars
