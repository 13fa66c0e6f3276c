#include "live/watch.h"

#include <utility>

namespace norn::live {

Watch::Watch(int64_t check_ms) : interval_(check_ms), thread_([this] { run(); }) {}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watch::add(std::shared_ptr<http::EventStream> stream, std::function<bool()> may_continue) {
  const Time due = std::chrono::steady_clock::now() + interval_;
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(stream), std::move(may_continue), due});
  }
  changed_.notify_all();
}

void Watch::run() {
  std::unique_lock lock(mutex_);
  while (!closing_) {
    if (queue_.empty()) {
      changed_.wait(lock);
      continue;
    }
    if (const Time due = queue_.front().due; due > std::chrono::steady_clock::now()) {
      changed_.wait_until(lock, due);
      continue;
    }
    Watched watched = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    bool stays = watched.stream->is_open();
    if (stays && !watched.may_continue()) {
      watched.stream->close();
      stays = false;
    }
    watched.due = std::chrono::steady_clock::now() + interval_;
    lock.lock();
    if (stays) queue_.push_back(std::move(watched));
  }
}

}  // namespace norn::live
