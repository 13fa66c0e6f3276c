#include "rest/heavy_requests.h"

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
  if (queue.running < kMaxRunning) {
    ++queue.running;
    return {.entry = Entry::kRuns, .permit = Permit(*this, person)};
  }
  if (queue.waiting.size() >= kMaxWaiting) return {.entry = Entry::kRefused};
  queue.waiting.push_back(std::move(resume));
  return {.entry = Entry::kWaits};
}

void HeavyRequests::leave(const std::string& person) {
  Resume next;
  {
    const std::lock_guard lock(mutex_);
    const auto found = queues_.find(person);
    Queue& queue = found->second;
    if (!queue.waiting.empty()) {
      next = std::move(queue.waiting.front());
      queue.waiting.pop_front();
    } else if (--queue.running == 0) {
      queues_.erase(found);
    }
  }
  if (next) next(Permit(*this, person));
}

}  // namespace norn::rest
