#pragma once

namespace norn {

// How urgently the kernel runs the calling thread, and the threads that it starts.
enum class ThreadPriority {
  kOrdinary,
  // Runs as soon as it wakes up, even if a thread of lower urgency keeps the processor busy: for
  // threads that work for a short time and wait.
  kPrompt,
  // Gives way to all others, but still gets a share of a busy processor, because it may hold a lock
  // that others wait for.
  kBackground,
};

// Has no effect where the kernel refuses it. A background thread cannot become anything else.
void set_thread_priority(ThreadPriority priority);

}  // namespace norn
