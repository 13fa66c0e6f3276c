#include "sandbox/delays.h"

#include <cstddef>
#include <utility>

namespace norn::sandbox {
namespace {

constexpr size_t kMaxDelayed = 10'000;

}  // namespace

Delays::~Delays() {
  finish();
  if (thread_.joinable()) thread_.join();
}

void Delays::run_after(int64_t delay_ms, std::function<void()> job) {
  const Time time = std::chrono::steady_clock::now() + std::chrono::milliseconds(delay_ms);
  {
    const std::lock_guard lock(mutex_);
    if (!finished_ && jobs_.size() < kMaxDelayed) {
      jobs_.emplace(time, std::exchange(job, nullptr));
      if (!thread_.joinable()) thread_ = std::thread([this] { loop(); });
    }
  }
  if (job) return job();
  changed_.notify_one();
}

void Delays::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  changed_.notify_one();
}

void Delays::loop() {
  std::unique_lock lock(mutex_);
  while (!finished_ || !jobs_.empty()) {
    if (jobs_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = jobs_.begin();
    if (!finished_ && std::chrono::steady_clock::now() < first->first) {
      changed_.wait_until(lock, Time(first->first));
      continue;
    }
    const auto job = std::move(first->second);
    jobs_.erase(first);
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace norn::sandbox
