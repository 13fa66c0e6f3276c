#include "apps/calendars/subscriptions/refresher.h"

#include <chrono>

#include "base/log.h"
#include "base/thread_priority.h"

namespace norn::calendars {
namespace {

// How often due ones are looked for. Those that somebody waits for wake the thread.
constexpr std::chrono::seconds kLookForDue{30};
// Refreshed in a row before the thread looks whether it shall end.
constexpr size_t kRefreshedAtOnce = 1;

}  // namespace

void SubscriptionRefresher::start() {
  thread_ = std::thread([this] {
    set_thread_priority(ThreadPriority::kBackground);
    work_forever();
  });
}

void SubscriptionRefresher::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SubscriptionRefresher::wake() {
  {
    const std::lock_guard lock(mutex_);
    awake_ = true;
  }
  changed_.notify_all();
}

void SubscriptionRefresher::work_forever() {
  while (true) {
    const auto count = subscriptions_.refresh_due(kRefreshedAtOnce);
    if (!count) log::warn("Subscriptions could not be read: {}", count.error().message);
    std::unique_lock lock(mutex_);
    if (closing_) return;
    if (count && *count > 0) continue;
    changed_.wait_for(lock, kLookForDue, [&] { return awake_ || closing_; });
    if (closing_) return;
    awake_ = false;
  }
}

}  // namespace norn::calendars
