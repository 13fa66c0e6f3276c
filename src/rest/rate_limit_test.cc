#include "rest/rate_limit.h"

#include <gtest/gtest.h>

#include "base/network.h"

namespace norn::rest {
namespace {

class RateLimitTest : public testing::Test {
 protected:
  // How many of `count` requests are let through.
  static int taken(RateLimit& limit, std::string_view whose, int count) {
    int taken = 0;
    for (int i = 0; i < count; ++i) taken += limit.take(whose) ? 0 : 1;
    return taken;
  }

  ManualClock clock_{1'000'000};
};

TEST_F(RateLimitTest, LetsABurstThroughAndThenAsManyASecond) {
  RateLimit limit(clock_, 5);
  EXPECT_EQ(taken(limit, "anna", 100), 50);
  clock_.advance_ms(1000);
  EXPECT_EQ(taken(limit, "anna", 100), 5);
  clock_.advance_ms(199);
  EXPECT_EQ(taken(limit, "anna", 100), 0);
  clock_.advance_ms(1);
  EXPECT_EQ(taken(limit, "anna", 100), 1);
  clock_.advance_ms(24 * 3'600'000);
  EXPECT_EQ(taken(limit, "anna", 100), 50);
}

TEST_F(RateLimitTest, ChargesForWhatWasUsed) {
  RateLimit limit(clock_, 100);
  EXPECT_FALSE(limit.is_empty("anna"));
  limit.charge("anna", 999);
  EXPECT_FALSE(limit.is_empty("anna"));
  limit.charge("anna", 1);
  EXPECT_TRUE(limit.is_empty("anna"));
  EXPECT_FALSE(limit.is_empty("bert"));
  clock_.advance_ms(10);
  EXPECT_FALSE(limit.is_empty("anna"));
  limit.charge("anna", 1'000'000);  // A debt has an end.
  clock_.advance_ms(10'000);
  EXPECT_TRUE(limit.is_empty("anna"));
  clock_.advance_ms(10);
  EXPECT_FALSE(limit.is_empty("anna"));
}

TEST_F(RateLimitTest, CountsEveryoneOnTheirOwn) {
  RateLimit limit(clock_, 1);
  EXPECT_EQ(taken(limit, "anna", 20), 10);
  EXPECT_EQ(taken(limit, "bert", 20), 10);
}

TEST_F(RateLimitTest, SaysWhenThereIsATokenAgain) {
  RateLimit limit(clock_, 1);
  taken(limit, "anna", 10);
  const auto wait_s = limit.take("anna");
  ASSERT_TRUE(wait_s);
  clock_.advance_ms(*wait_s * 1000);
  EXPECT_FALSE(limit.take("anna"));
}

TEST_F(RateLimitTest, HasNoLimitAtZero) {
  RateLimit limit(clock_, 0);
  EXPECT_EQ(taken(limit, "anna", 10'000), 10'000);
}

TEST_F(RateLimitTest, OutlivesAClockThatIsSetBack) {
  RateLimit limit(clock_, 1);
  taken(limit, "anna", 10);
  clock_.advance_ms(-500'000);
  EXPECT_EQ(taken(limit, "anna", 10), 0);
  clock_.advance_ms(2000);
  EXPECT_EQ(taken(limit, "anna", 10), 2);
}

TEST_F(RateLimitTest, ForgetsWhoWasNotHeardOfForLongest) {
  RateLimit limit(clock_, 1, 2);
  EXPECT_EQ(taken(limit, "anna", 20), 10);
  EXPECT_EQ(taken(limit, "bert", 20), 10);
  EXPECT_EQ(taken(limit, "anna", 20), 0);
  EXPECT_EQ(taken(limit, "carl", 20), 10);
  EXPECT_EQ(taken(limit, "anna", 20), 0);
  EXPECT_EQ(taken(limit, "bert", 20), 10);
}

TEST(Network, IsTheAddressOrItsNetwork) {
  EXPECT_EQ(network_of("192.0.2.1"), "192.0.2.1");
  EXPECT_NE(network_of("192.0.2.1"), network_of("192.0.2.2"));
  EXPECT_EQ(network_of("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:2:ffff::9"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_EQ(network_of("fe80::1%eth0"), network_of("fe80::2%eth1"));
}

}  // namespace
}  // namespace norn::rest
