#pragma once

#include <cstdint>

#include "base/error.h"
#include "embedded/database.h"

namespace norn::embedded {

// What a store holds.
struct StoreContent {
  uint64_t tables = 0;
  uint64_t items = 0;
  uint64_t index_entries = 0;
  uint64_t stream_records = 0;
};

// Reads everything in a database that is not written to: each item, index entry and stream record
// can be decoded, and there are as many as the store has counted. The error says what is wrong
// where.
Result<StoreContent> check_content(Database& database);

}  // namespace norn::embedded
