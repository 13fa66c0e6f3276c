#pragma once

#include <cstdint>
#include <ctime>

namespace norn {

// The processor time that this thread has used so far.
inline int64_t processor_time_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace norn
