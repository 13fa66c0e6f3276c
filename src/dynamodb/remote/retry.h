#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.h"

namespace norn::dynamodb {

struct RetryPolicy {
  int max_attempts = 8;
  int64_t base_delay_ms = 25;
  int64_t max_delay_ms = 5'000;
  int64_t max_total_ms = 30'000;  // No attempt begins later than this after the first.
  // Injected, so that tests neither wait nor depend on chance.
  std::function<void(int64_t milliseconds)> sleep;  // Without one, the thread sleeps.
  std::function<double()> random;                   // In [0, 1). Without one, at random.
};

// The pauses between the attempts of one request: exponential back-off with full jitter, so that
// many clients do not come back at once.
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
class Backoff {
 public:
  Backoff(const RetryPolicy& policy, const Clock& clock);

  // Waits before the next attempt. Returns false at once if there must be none.
  bool wait();
  // Starts the delays over because there was progress; the bound on the total time stays.
  void made_progress() { attempt_ = 1; }

 private:
  const RetryPolicy& policy_;
  const Clock& clock_;
  const int64_t started_ms_;
  int attempt_ = 1;
};

}  // namespace norn::dynamodb
