#include "dynamodb/remote/retry.h"

#include <gtest/gtest.h>

#include <vector>

namespace norn::dynamodb {
namespace {

// Sleeping moves the clock instead.
struct Sleeper {
  ManualClock clock{0};
  std::vector<int64_t> slept_ms;

  RetryPolicy policy(double random) {
    RetryPolicy policy;
    policy.sleep = [this](int64_t milliseconds) {
      slept_ms.push_back(milliseconds);
      clock.advance_ms(milliseconds);
    };
    policy.random = [random] { return random; };
    return policy;
  }
};

TEST(Backoff, WaitsTwiceAsLongEveryTimeUpToABound) {
  Sleeper sleeper;
  RetryPolicy policy = sleeper.policy(1.0);
  policy.max_delay_ms = 200;
  Backoff backoff(policy, sleeper.clock);
  while (backoff.wait()) {
  }
  EXPECT_EQ(sleeper.slept_ms, (std::vector<int64_t>{25, 50, 100, 200, 200, 200, 200}));
}

TEST(Backoff, WaitsAnyTimeBelowIt) {
  Sleeper sleeper;
  const RetryPolicy policy = sleeper.policy(0.5);
  Backoff backoff(policy, sleeper.clock);
  EXPECT_TRUE(backoff.wait());
  EXPECT_TRUE(backoff.wait());
  EXPECT_EQ(sleeper.slept_ms, (std::vector<int64_t>{12, 25}));
}

TEST(Backoff, EndsWhenTheTimeIsUp) {
  Sleeper sleeper;
  RetryPolicy policy = sleeper.policy(1.0);
  policy.max_total_ms = 100;
  Backoff backoff(policy, sleeper.clock);
  EXPECT_TRUE(backoff.wait());
  sleeper.clock.advance_ms(25);  // The attempt itself takes time, too.
  EXPECT_TRUE(backoff.wait());
  EXPECT_FALSE(backoff.wait());
  EXPECT_EQ(sleeper.slept_ms, (std::vector<int64_t>{25, 50}));
}

TEST(Backoff, StartsOverAfterProgress) {
  Sleeper sleeper;
  RetryPolicy policy = sleeper.policy(1.0);
  policy.max_attempts = 3;
  Backoff backoff(policy, sleeper.clock);
  EXPECT_TRUE(backoff.wait());
  EXPECT_TRUE(backoff.wait());
  backoff.made_progress();
  EXPECT_TRUE(backoff.wait());
  EXPECT_TRUE(backoff.wait());
  EXPECT_FALSE(backoff.wait());
  EXPECT_EQ(sleeper.slept_ms, (std::vector<int64_t>{25, 50, 25, 50}));
}

TEST(Backoff, OfOneAttemptNeverWaits) {
  Sleeper sleeper;
  RetryPolicy policy = sleeper.policy(1.0);
  policy.max_attempts = 1;
  EXPECT_FALSE(Backoff(policy, sleeper.clock).wait());
  EXPECT_TRUE(sleeper.slept_ms.empty());
}

}  // namespace
}  // namespace norn::dynamodb
