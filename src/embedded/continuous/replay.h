#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "embedded/backup/restore.h"
#include "embedded/continuous/archive.h"

namespace norn::embedded {

// Brings the store in a folder, which is the base of the plan, to the end of the plan's second.
// Nothing is skipped: a segment that is missing or damaged is kCorruption with its name.
Result<void> replay(rocksdb::Env& env, const ArchivePaths& paths, const RestorePlan& plan,
                    const std::filesystem::path& data);

// Makes `target` the data folder as it was at the end of a second (without one: the latest), as
// restore_backup does for a backup. Returns the second.
Result<int64_t> restore_to_time(const std::filesystem::path& archive, std::optional<int64_t> second,
                                const std::filesystem::path& target, ExistingData existing,
                                int64_t now_ms, Restored& restored);

}  // namespace norn::embedded
