#include "base/work_turns.h"

#include <algorithm>
#include <thread>

namespace norn {

size_t WorkTurns::most_at_once() {
  return std::max(2U, std::thread::hardware_concurrency()) - 1;
}

void WorkTurns::take() {
  std::unique_lock lock(mutex_);
  const uint64_t ticket = next_ticket_++;
  tickets_.push_back(ticket);
  waiting_.store(tickets_.size(), std::memory_order_relaxed);
  uint64_t seen = taken_;
  while (running_ >= at_once_ || tickets_.front() != ticket) {
    const bool is_quiet = changed_.wait_for(lock, patience_) == std::cv_status::timeout;
    if (is_quiet && tickets_.front() == ticket && taken_ == seen) break;
    seen = taken_;
  }
  std::erase(tickets_, ticket);
  waiting_.store(tickets_.size(), std::memory_order_relaxed);
  ++running_;
  ++taken_;
  changed_.notify_all();  // The next in the queue may run, too.
}

void WorkTurns::give_back() {
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

}  // namespace norn
