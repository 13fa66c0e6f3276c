#pragma once

#include <cstddef>

#include "base/thread_pool.h"

namespace norn::sandbox {

// Threads for what may block. A change of an account (a reset, for instance) waits for the calls
// that are under way, so it must not take the threads that these need.
struct Pools {
  static constexpr size_t kThreads = 8;
  static constexpr size_t kMaxWaiting = 1024;

  ThreadPool calls{kThreads, kMaxWaiting};
  ThreadPool changes{kThreads, kMaxWaiting};
};

}  // namespace norn::sandbox
