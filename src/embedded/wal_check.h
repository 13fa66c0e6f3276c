#pragma once

#include <filesystem>

#include "base/error.h"

namespace rocksdb {
class Env;
}

namespace norn::embedded {

// RocksDB takes a record that looks incomplete, or as if left over from a recycled file, for the
// end of its log, and drops the rest: right for what a crash tore, which was never acknowledged.
// But one flipped bit in the header of a whole record can make it look so too, and dropping that
// would lose acknowledged writes silently. This check distinguishes the two before RocksDB opens
// the folder. It looks at the write-ahead logs and at the manifest, which has the same format; the
// checksums of records whose headers fit are left to RocksDB.
//
// It also refuses a folder that has data but lost the file that names its manifest: RocksDB would
// create a new, empty database there.
Result<void> check_logs(rocksdb::Env& env, const std::filesystem::path& directory);

}  // namespace norn::embedded
