#include "apps/accounts/permits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace norn::accounts {
namespace {

TEST(Permits, AreFreeAgainWhenOneIsReleased) {
  Permits permits(2, 2);
  const auto first = permits.try_acquire();
  auto second = permits.try_acquire();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  EXPECT_FALSE(permits.try_acquire());
  second.reset();
  EXPECT_TRUE(permits.try_acquire());
  EXPECT_TRUE(permits.try_acquire());
}

TEST(Permits, SomeCallersWaitAndTheOthersAreRefused) {
  constexpr int kThreads = 12;
  constexpr int kAtMost = 8;
  Permits permits(2, kAtMost);
  std::atomic<int> holders = 0;
  std::atomic<int> served = 0;
  std::latch all_refused(kThreads - kAtMost);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const auto permit = permits.try_acquire();
      if (!permit) {
        all_refused.count_down();
        return;
      }
      EXPECT_LE(++holders, 2);
      all_refused.wait();  // No permit is released before the last thread has asked.
      ++served;
      --holders;
    });
  }
  threads.clear();
  EXPECT_EQ(served, kAtMost);
  EXPECT_TRUE(permits.try_acquire());
}

}  // namespace
}  // namespace norn::accounts
