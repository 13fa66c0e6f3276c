#pragma once

#include <string>

#include "base/error.h"
#include "embedded/write_group.h"

// Bringing existing items into an index or under a TTL while writes go on. Each step is a job that
// starts its group and looks at a bounded number of items.
namespace norn::embedded {

// Takes the next items of a table into its new indexes. Returns whether there is more to do.
Result<bool> backfill_indexes(WriteGroup& group, const std::string& table);

// Notes when the next items of a table expire. `cursor` is the last item key looked at, empty at
// the start. Returns whether there is more to do.
Result<bool> backfill_expiry(WriteGroup& group, const std::string& table, std::string& cursor);

}  // namespace norn::embedded
