#include "apps/shared/rank.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/clock.h"

namespace norn::apps {
namespace {

TEST(Rank, NewTasksComeInTheOrderOfTheirTime) {
  EXPECT_LT(rank_at(1'705'314'600'123, "b"), rank_at(1'705'314'600'124, "a"));
  EXPECT_NE(rank_at(1'705'314'600'123, "a"), rank_at(1'705'314'600'123, "b"));
  EXPECT_TRUE(is_rank(rank_at(0, "a")));
  for (const char* const text : {"", "1", "00000000", "000000000", "00000000-", "0000000010"}) {
    EXPECT_FALSE(is_rank(text)) << text;
  }
}

TEST(Rank, TimesAreInTheOrderInWhichTheyWereAskedFor) {
  ManualClock clock(1'705'314'600'123);
  RankTimes times;
  EXPECT_EQ(times.next_ms(clock), 1'705'314'600'123);
  EXPECT_EQ(times.next_ms(clock), 1'705'314'600'124);
  clock.advance_ms(-5);
  EXPECT_EQ(times.next_ms(clock), 1'705'314'600'125);
  clock.advance_ms(1'000);
  EXPECT_EQ(times.next_ms(clock), 1'705'314'601'118);
  // The clock was wrong before.
  clock.advance_ms(-86'400'000);
  EXPECT_EQ(times.next_ms(clock), 1'705'228'201'118);
}

TEST(Rank, TwoTasksThatArePutBetweenTheSameTwoGetDifferentRanks) {
  const std::string low = rank_at(1'000, "a");
  const std::string high = rank_at(1'001, "b");
  EXPECT_NE(rank_between(low, high, "x"), rank_between(low, high, "y"));
}

TEST(Rank, ThereIsAlwaysOneBetweenTwo) {
  std::mt19937 generator(20'261'117);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> ranks = {rank_at(round % 3, "first")};
    for (int i = 0; i < 60; ++i) {
      const size_t place = generator() % (ranks.size() + 1);
      const std::string low = place > 0 ? ranks[place - 1] : "";
      const std::string high = place < ranks.size() ? ranks[place] : "";
      const std::string rank = rank_between(low, high, fmt::format("task{}", i));
      ASSERT_TRUE(is_rank(rank)) << rank;
      ASSERT_TRUE(low.empty() || low < rank) << low << " " << rank;
      ASSERT_TRUE(high.empty() || rank < high) << rank << " " << high;
      ranks.insert(ranks.begin() + static_cast<ptrdiff_t>(place), rank);
    }
  }
}

// The worst that people can do: always into the same gap.
TEST(Rank, TenThousandInOneGapStillHaveRoomAndStayShort) {
  std::string low = rank_at(1'000, "a");
  std::string high = rank_at(1'001, "b");
  for (int i = 0; i < 10'000; ++i) {
    const std::string rank = rank_between(low, high, fmt::format("task{}", i));
    ASSERT_LT(low, rank);
    ASSERT_LT(rank, high);
    (i % 2 == 0 ? low : high) = rank;
  }
  EXPECT_LT(low.size(), 2'500);
  // At the ends nothing grows.
  std::string first = low;
  std::string last = high;
  for (int i = 0; i < 1'000; ++i) {
    first = rank_between("", first, "x");
    last = rank_between(last, "", "x");
  }
  EXPECT_LE(first.size(), 12);
  EXPECT_LE(last.size(), 12);
}

}  // namespace
}  // namespace norn::apps
