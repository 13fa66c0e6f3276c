#include "dynamodb/remote/retry.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

namespace norn::dynamodb {
namespace {

double any_fraction() {
  thread_local std::minstd_rand generator(std::random_device{}());
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

}  // namespace

Backoff::Backoff(const RetryPolicy& policy, const Clock& clock)
    : policy_(policy), clock_(clock), started_ms_(clock.now_ms()) {}

bool Backoff::wait() {
  if (attempt_ >= policy_.max_attempts) return false;
  constexpr int kMaxDoublings = 30;  // Far beyond any bound, and far from overflow.
  const int64_t ceiling_ms = std::min(
      policy_.max_delay_ms, policy_.base_delay_ms << std::min(attempt_ - 1, kMaxDoublings));
  const double fraction = policy_.random ? policy_.random() : any_fraction();
  const auto delay_ms = static_cast<int64_t>(fraction * static_cast<double>(ceiling_ms));
  if (clock_.now_ms() + delay_ms - started_ms_ > policy_.max_total_ms) return false;
  ++attempt_;
  if (policy_.sleep) {
    policy_.sleep(delay_ms);
  } else {
    std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
  }
  return true;
}

}  // namespace norn::dynamodb
