#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/write_group.h"

// TTL: deleting items whose time has come.
namespace norn::embedded {

// The due entries of one table in the expiry family, oldest first, a bounded number.
Result<std::vector<std::string>> due_entries(Database& database, const Table& table, int64_t now_s);

// Deletes the items that these entries stand for, if they are still there and still due. Returns
// how many were deleted.
Result<size_t> expire(WriteGroup& group, const std::string& table,
                      const std::vector<std::string>& entries);

}  // namespace norn::embedded
