#include "rest/heavy_requests.h"

#include <algorithm>
#include <utility>

namespace norn::rest {

HeavyRequests::Permit::Permit(Permit&& other) noexcept
    : requests_(std::exchange(other.requests_, nullptr)), person_(std::move(other.person_)) {}

HeavyRequests::Permit& HeavyRequests::Permit::operator=(Permit&& other) noexcept {
  if (this == &other) return *this;
  release();
  requests_ = std::exchange(other.requests_, nullptr);
  person_ = std::move(other.person_);
  return *this;
}

void HeavyRequests::Permit::release() {
  if (HeavyRequests* const requests = std::exchange(requests_, nullptr)) requests->leave(person_);
}

HeavyRequests::Entered HeavyRequests::enter(const std::string& person, Resume resume) {
  const std::lock_guard lock(mutex_);
  Queue& queue = queues_[person];
  if (queue.running < kMaxRunning && running_ < kMaxRunningOfAll) {
    ++queue.running;
    ++running_;
    return {.entry = Entry::kRuns, .permit = Permit(*this, person)};
  }
  if (queue.waiting.size() >= kMaxWaiting) return {.entry = Entry::kRefused};
  queue.waiting.push_back(std::move(resume));
  return {.entry = Entry::kWaits};
}

void HeavyRequests::leave(const std::string& person) {
  Resume next;
  std::string whose;
  {
    const std::lock_guard lock(mutex_);
    const auto left = queues_.find(person);
    --left->second.running;
    --running_;
    if (const auto found = next_queue(person); found != queues_.end()) {
      whose = found->first;
      next = std::move(found->second.waiting.front());
      found->second.waiting.pop_front();
      ++found->second.running;
      ++running_;
    }
    if (left->second.running == 0 && left->second.waiting.empty()) queues_.erase(left);
  }
  if (next) next(Permit(*this, whose));
}

HeavyRequests::Queues::iterator HeavyRequests::next_queue(const std::string& person) {
  const auto may_run = [](const auto& each) {
    return each.second.running < kMaxRunning && !each.second.waiting.empty();
  };
  const auto behind = queues_.upper_bound(person);
  const auto found = std::find_if(behind, queues_.end(), may_run);
  if (found != queues_.end()) return found;
  const auto before = std::find_if(queues_.begin(), behind, may_run);
  return before != behind ? before : queues_.end();
}

}  // namespace norn::rest
