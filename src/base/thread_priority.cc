#include "base/thread_priority.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace norn {
namespace {

// A thread that asks for short slices preempts those with longer ones when it wakes up (Linux 6.12
// and later, EEVDF). Without that it waits for a tick of the kernel, 4 ms at 250 Hz.
constexpr uint64_t kPromptSliceNs = 100'000;
constexpr uint64_t kBackgroundSliceNs = 20'000'000;
// About a tenth of the processor time of an ordinary thread, when both want it.
constexpr int kBackgroundNice = 10;

// As in <linux/sched/types.h>, which cannot be included beside <sched.h>.
struct SchedulingAttributes {
  uint32_t size = sizeof(SchedulingAttributes);
  uint32_t policy = SCHED_OTHER;
  uint64_t flags = 0;
  int32_t nice = 0;
  uint32_t priority = 0;
  uint64_t runtime = 0;  // The slice, of an ordinary thread.
  uint64_t deadline = 0;
  uint64_t period = 0;
};

void set_scheduling(uint64_t slice_ns, int nice) {
  const SchedulingAttributes wanted{.nice = nice, .runtime = slice_ns};
  syscall(SYS_sched_setattr, 0, &wanted, 0);
}

}  // namespace

void set_thread_priority(ThreadPriority priority) {
  if (priority == ThreadPriority::kPrompt) {
    set_scheduling(kPromptSliceNs, getpriority(PRIO_PROCESS, 0));
  } else if (priority == ThreadPriority::kBackground) {
    set_scheduling(kBackgroundSliceNs, kBackgroundNice);
  }
}

}  // namespace norn
