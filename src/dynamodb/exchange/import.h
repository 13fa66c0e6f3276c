#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dynamodb/exchange/item_line.h"
#include "dynamodb/exchange/progress.h"
#include "store/store.h"

namespace norn::exchange {

inline constexpr size_t kDefaultWriters = 8;

struct ImportRequest {
  std::filesystem::path from;
  std::string target;  // The store, for a person; a part of the journal.
  // The tables of a folder to be imported, all if empty; or the name of the one table that there
  // is.
  std::vector<std::string> tables;
  std::filesystem::path definition;  // Instead of table.json; empty: none.
  std::filesystem::path journal;     // Empty: beside `from`.
  LineForm form = LineForm::kDynamodbJson;
  bool create = false;  // Creates tables that are missing.
  bool merge = false;   // Tables may have items already; those of the same keys are replaced.
  bool skip_bad = false;
  size_t writers = kDefaultWriters;
};

struct ImportResult {
  uint64_t items = 0;
  uint64_t skipped = 0;  // Lines that were no items that the store takes.
};

// Is told of each line that is skipped: "FILE, line N: what is wrong". May be called by several
// threads at once.
using TellBadLine = std::function<void(std::string_view text)>;

// Imports tables. It continues a run that was interrupted, from its journal. Of two lines with one
// key the later one wins. At most some megabytes of items are in memory.
Result<ImportResult> import_tables(store::Store& store, const ImportRequest& request,
                                   Progress& progress, const TellBadLine& tell);

}  // namespace norn::exchange
