#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace norn::embedded {

// Groups of writes that were committed with one sync, by the number of writes in them.
constexpr std::array<uint64_t, 6> kGroupSizes = {1, 4, 16, 64, 256, 1024};

struct CommitStatistics {
  uint64_t waiting = 0;  // Writes that wait for the committer.
  // How many groups have at most kGroupSizes[i] writes and more than kGroupSizes[i - 1]; the last
  // one: more than all.
  std::array<uint64_t, kGroupSizes.size() + 1> groups{};
  uint64_t writes = 0;  // In all groups.
};

struct FamilyStatistics {
  std::string_view name;
  uint64_t keys = 0;  // Estimated.
  uint64_t file_bytes = 0;
  uint64_t memory_bytes = 0;  // Not in files yet.
  uint64_t pending_compaction_bytes = 0;
};

// The state of the store, for metrics.
struct Statistics {
  CommitStatistics commits = {};
  std::vector<FamilyStatistics> families = {};
  uint64_t log_bytes = 0;
  uint64_t kept_log_bytes = 0;  // Of logs that are there only until they are archived.
  uint64_t cache_bytes = 0;
  uint64_t background_errors = 0;  // Failures of flushing and compaction since the start.
  std::optional<uint64_t> free_disk_bytes = std::nullopt;
};

}  // namespace norn::embedded
