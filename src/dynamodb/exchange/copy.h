#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "dynamodb/exchange/export.h"
#include "dynamodb/exchange/progress.h"
#include "store/store.h"

namespace norn::exchange {

struct CopyRequest {
  std::string source;  // The stores, for a person; a part of the journal.
  std::string target;
  std::vector<std::string> tables;
  std::filesystem::path journal;  // Empty: it cannot be continued.
  bool merge = false;             // Tables may have items already.
  size_t segments = kDefaultSegments;
};

// Copies tables, with all that they are, from one store into another, and returns how many items
// there are. Missing tables are created. It continues a run that was interrupted.
Result<uint64_t> copy_tables(store::Store& from, store::Store& to, const CopyRequest& request,
                             Progress& progress);

}  // namespace norn::exchange
