#pragma once

#include <rocksdb/env.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/continuous/archive.h"

namespace norn::embedded {

struct ArchiveContent {
  size_t bases = 0;
  size_t segments = 0;
  std::vector<std::string> damage;  // What cannot be restored from; empty if it is whole.
};

// Reads all bases of an archive, as verify_backup does, and all segments with their checksums.
// Returns kResourceNotFound if there is no archive. It may go on being written meanwhile.
Result<ArchiveContent> verify_archive(rocksdb::Env& env, const ArchivePaths& paths);

}  // namespace norn::embedded
