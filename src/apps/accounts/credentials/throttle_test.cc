#include "apps/accounts/credentials/throttle.h"

#include <thread>
#include <vector>

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"
#include "base/network.h"
#include "base/sha256.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::num;

const ThrottleRule kRule = {.kind = "test", .tries = 3, .window_s = 60};

class ThrottleTest : public World {
 protected:
  Throttle throttle_{store_, tables_, clock_};
};

TEST_F(ThrottleTest, RefusesWhatIsTriedTooOften) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(throttle_.take(kRule, "me"));
  clock_.advance_ms(20'000);
  const Result<void> refused = throttle_.take(kRule, "me");
  EXPECT_TRUE(fails(refused, ErrorCode::kTooManyRequests));
  EXPECT_EQ(fault_of(refused.error())->retry_after_s, 40);
  EXPECT_TRUE(throttle_.take(kRule, "you"));
  EXPECT_TRUE(throttle_.take({.kind = "other", .tries = 3, .window_s = 60}, "me"));
}

TEST_F(ThrottleTest, AWindowEndsHoweverOftenItIsTried) {
  for (int i = 0; i < 30; ++i) {
    static_cast<void>(throttle_.take(kRule, "me"));
    clock_.advance_ms(1900);
  }
  EXPECT_FALSE(throttle_.take(kRule, "me"));  // After 57 seconds.
  clock_.advance_ms(3000);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(throttle_.take(kRule, "me"));
  EXPECT_FALSE(throttle_.take(kRule, "me"));
}

TEST_F(ThrottleTest, AClockThatIsSetBackKeepsNobodyOut) {
  for (int i = 0; i < 3; ++i) must(throttle_.take(kRule, "me"));
  clock_.advance_ms(-30'000);
  const Result<void> refused = throttle_.take(kRule, "me");
  ASSERT_TRUE(fails(refused, ErrorCode::kTooManyRequests));
  EXPECT_EQ(fault_of(refused.error())->retry_after_s, kRule.window_s);
  clock_.advance_ms(int64_t{-48} * 3'600'000);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(throttle_.take(kRule, "me"));
  EXPECT_FALSE(throttle_.take(kRule, "me")) << "it counts as before";
}

TEST_F(ThrottleTest, ASuccessForgetsTheTries) {
  for (int i = 0; i < 3; ++i) must(throttle_.take(kRule, "me"));
  must(throttle_.reset(kRule, "me"));
  must(throttle_.reset(kRule, "me"));
  EXPECT_TRUE(throttle_.take(kRule, "me"));
}

TEST_F(ThrottleTest, KeepsAHashOfWhatItCounts) {
  must(throttle_.take(kRule, "john@example.com"));
  must(throttle_.take(kRule, "john@example.com"));
  const std::string key = "THROTTLE#test#" + sha256_hex("john@example.com");
  const int64_t end_s = kStartMs / 1000 + 60;
  EXPECT_EQ(json("norn", key, key), json_of({{"PK", key},
                                             {"SK", key},
                                             {"entityType", "THROTTLE"},
                                             {"kind", "test"},
                                             {"tries", num(2)},
                                             {"windowEnd", num(end_s)},
                                             {"ttl", num(end_s)}}));
}

TEST_F(ThrottleTest, HoldsWhenManyTryAtOnce) {
  const ThrottleRule rule = {.kind = "test", .tries = 10, .window_s = 60};
  for (int window = 0; window < 3; ++window) {
    std::atomic<int> taken = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < 10; ++n) {
          if (throttle_.take(rule, "me")) ++taken;
        }
      });
    }
    threads.clear();
    EXPECT_EQ(taken, 10);
    clock_.advance_ms(60'000);
  }
}

TEST(Network, IsWhatOnePersonHas) {
  const struct {
    const char* address;
    const char* network;
  } rows[] = {
      {"203.0.113.7", "203.0.113.7"},
      {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
      {"2001:db8:1:2::", "2001:db8:1:2::/64"},
      {"::1", "::/64"},
      {"::ffff:203.0.113.7", "203.0.113.7"},
      {"", ""},
      {"unknown", "unknown"},
  };
  for (const auto& row : rows) EXPECT_EQ(network_of(row.address), row.network) << row.address;
}

}  // namespace
}  // namespace norn::accounts
