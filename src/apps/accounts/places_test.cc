#include "apps/accounts/places.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace norn::accounts {
namespace {

TEST(Places, AreFreeAgainWhenSomebodyGoes) {
  Places places(2, 2);
  const auto first = places.enter();
  auto second = places.enter();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  EXPECT_FALSE(places.enter());
  second.reset();
  EXPECT_TRUE(places.enter());
  EXPECT_TRUE(places.enter());
}

TEST(Places, SomeWaitAndTheOthersAreSentAway) {
  constexpr int kThreads = 12;
  constexpr int kAtMost = 8;
  Places places(2, kAtMost);
  std::atomic<int> placed = 0;
  std::atomic<int> served = 0;
  std::latch all_sent_away(kThreads - kAtMost);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const auto place = places.enter();
      if (!place) {
        all_sent_away.count_down();
        return;
      }
      EXPECT_LE(++placed, 2);
      all_sent_away.wait();  // Nobody goes before the last one has come.
      ++served;
      --placed;
    });
  }
  threads.clear();
  EXPECT_EQ(served, kAtMost);
  EXPECT_TRUE(places.enter());
}

}  // namespace
}  // namespace norn::accounts
