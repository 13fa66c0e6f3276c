#include "embedded/memory_files.h"

#include <rocksdb/env.h>

namespace norn::embedded {

MemoryFiles::MemoryFiles() : env_(rocksdb::NewMemEnv(rocksdb::Env::Default())) {}

MemoryFiles::~MemoryFiles() = default;

}  // namespace norn::embedded
