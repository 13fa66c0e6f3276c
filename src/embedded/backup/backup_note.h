#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::embedded {

// A backup that the DynamoDB API made of one table. The files are those of the whole store; only
// this table can be restored from it.
struct TableNote {
  std::string arn;     // Of the backup.
  std::string name;    // The caller's name of it.
  std::string record;  // The table's record of the catalog.
  uint64_t items = 0;
  uint64_t bytes = 0;  // By DynamoDB's accounting.
};

// What Norn writes into a backup about it, beside RocksDB's list of files.
struct BackupNote {
  uint32_t layout = 0;  // The version of docs/store_format.md.
  int64_t created_ms = 0;
  std::optional<TableNote> table;
};

// As an item, like the records of the catalog, so that a later version can add fields.
std::string encode(const BackupNote& note);
Result<BackupNote> decode_backup_note(std::string_view bytes);

}  // namespace norn::embedded
