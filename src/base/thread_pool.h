#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace norn {

// Threads for work that may block: the I/O threads of the server hand it over.
class ThreadPool {
 public:
  // At most `max_waiting` jobs wait for a thread.
  ThreadPool(size_t threads, size_t max_waiting);
  ~ThreadPool();  // Closes it.
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // False when too many are waiting already, or it is closed: the job will not run.
  [[nodiscard]] bool post(std::function<void()> job);
  // Finishes all jobs that were taken, and takes no more. Not from a job.
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
