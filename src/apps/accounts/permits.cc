#include "apps/accounts/permits.h"

namespace norn::accounts {

Permits::Permit::~Permit() {
  if (permits_ != nullptr) permits_->release();
}

std::optional<Permits::Permit> Permits::try_acquire() {
  std::unique_lock lock(mutex_);
  if (callers_ == max_callers_) return std::nullopt;
  ++callers_;
  released_.wait(lock, [this] { return held_ < count_; });
  ++held_;
  return std::optional<Permit>(std::in_place, *this);
}

void Permits::release() {
  const std::lock_guard lock(mutex_);
  --callers_;
  --held_;
  released_.notify_one();
}

}  // namespace norn::accounts
