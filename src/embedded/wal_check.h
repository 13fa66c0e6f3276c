#pragma once

#include <filesystem>

#include "base/error.h"

namespace rocksdb {
class Env;
}

namespace norn::embedded {

// RocksDB takes an incomplete record at the end of its newest log for one that a crash tore, and
// drops it: right for a torn one, which was never acknowledged. But a flipped bit in the header
// of a whole record can make it look incomplete too, and dropping that would lose acknowledged
// writes silently. This check tells the two apart before RocksDB opens the folder: a last record
// whose bytes are all there, by its checksum, although its header says otherwise, is corruption.
Result<void> check_last_wal_record(rocksdb::Env& env, const std::filesystem::path& directory);

}  // namespace norn::embedded
