#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/limits.h"

namespace rocksdb {
class Env;
}

namespace norn::embedded {

struct Options {
  std::filesystem::path directory;  // Created with mode 0700 when it is missing.
  size_t block_cache_bytes = size_t{256} << 20;
  size_t memtable_bytes = size_t{32} << 20;  // Of one column family, before it goes to a file.
  // Expiry, back-fill and trimming run on a thread of their own. Tests turn it off and call
  // EmbeddedStore::run_maintenance().
  bool background = true;
  // False only for tests that compare millions of operations: acknowledged writes then survive
  // the process, but not the machine.
  bool sync = true;
  // Ordinary writes leave so much of the disk free, so that a full one can still be signed in to
  // and tidied up: deletions (but for a quarter of it), writes to `reserve_tables` and compaction
  // may use it. Without a value, 1 % of the disk, but no less than 8 MiB and no more than 64 MiB.
  std::optional<uint64_t> reserve_bytes = std::nullopt;
  std::vector<std::string> reserve_tables = {};
  uint64_t max_item_collection_bytes = store::kMaxItemCollectionBytes;
  // False for a store in memory, which is gone with its process: writes go to no log.
  bool log = true;
  // Whether logs stay in the folder when RocksDB needs them no more, until the archiver of
  // continuous backups has them, and each group has its time in the log. EmbeddedStore::open sets
  // it if continuous backups are on.
  bool keep_logs = false;
  // The file system underneath; nullptr means the real one. Tests inject faults here. Not owned.
  rocksdb::Env* env = nullptr;
};

}  // namespace norn::embedded
