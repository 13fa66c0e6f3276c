#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/thread_priority.h"

namespace norn {

// Threads for work that may block, so that the server's I/O threads do not have to.
class ThreadPool {
 public:
  // At most `max_waiting` jobs wait for a thread.
  ThreadPool(size_t threads, size_t max_waiting,
             ThreadPriority priority = ThreadPriority::kOrdinary);
  ~ThreadPool();  // Closes it.
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Returns false if too many jobs are waiting or the pool is closed: the job will not run.
  [[nodiscard]] bool post(std::function<void()> job);
  // Finishes all jobs that were accepted, and accepts no more. Must not be called from a job.
  void close();

 private:
  void work();

  const size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace norn
