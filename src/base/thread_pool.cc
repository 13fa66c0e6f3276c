#include "base/thread_pool.h"

#include <utility>

namespace norn {

ThreadPool::ThreadPool(size_t threads, size_t max_waiting, ThreadPriority priority)
    : max_waiting_(max_waiting) {
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, priority] {
      set_thread_priority(priority);
      work();
    });
  }
}

ThreadPool::~ThreadPool() {
  close();
}

void ThreadPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool ThreadPool::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (closing_ || jobs_.size() >= max_waiting_) return false;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    {
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }  // The job is destroyed before the lock is taken again.
    lock.lock();
  }
}

}  // namespace norn
