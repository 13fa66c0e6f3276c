#pragma once

#include <cstdint>
#include <filesystem>

namespace norn::testing {

// What a child process does until it is killed: it opens the store in `folder`, writes to it from
// many threads, and keeps the journal. `ready_fd` gets a byte when the load begins. It returns only
// when something is wrong.
struct Workload {
  std::filesystem::path folder;
  std::filesystem::path journal;
  int ready_fd = -1;
  uint64_t seed = 0;
  int round = 0;  // Greater than that of every child before it on the same folder.
};
int run_workload(const Workload& workload);

// How the crash test opens a store: with real syncs, and small memtables that are written to files
// all the time.
inline constexpr size_t kCrashMemtableBytes = size_t{256} << 10;
inline constexpr size_t kCrashCacheBytes = size_t{8} << 20;

}  // namespace norn::testing
