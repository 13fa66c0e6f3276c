#include "apps/accounts/places.h"

namespace norn::accounts {

Places::Place::~Place() {
  if (places_ != nullptr) places_->leave();
}

std::optional<Places::Place> Places::enter() {
  std::unique_lock lock(mutex_);
  if (present_ == at_most_) return std::nullopt;
  ++present_;
  free_.wait(lock, [this] { return placed_ < at_once_; });
  ++placed_;
  return std::optional<Place>(std::in_place, *this);
}

void Places::leave() {
  const std::lock_guard lock(mutex_);
  --present_;
  --placed_;
  free_.notify_one();
}

}  // namespace norn::accounts
