#include "base/work_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "base/work_budget.h"

namespace norn {
namespace {

using std::chrono::steady_clock;

constexpr int kAtOnce = 2;

// Works until `end`, and notes how many others did at the same time.
void work_until(const std::atomic<bool>& end, WorkTurns& turns, std::atomic<int>& running,
                std::atomic<int>& most, std::atomic<int>& turns_taken) {
  while (!end) {
    turns.take();
    const int now = ++running;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
    // Until somebody waits: so there is always a reason to run too many.
    while (!end && !turns.is_wanted() && now <= kAtOnce) std::this_thread::yield();
    --running;
    turns.give_back();
    ++turns_taken;
  }
}

TEST(WorkTurns, LetOnlySoManyRunAndEverybodyOnce) {
  WorkTurns turns(kAtOnce, std::chrono::minutes(1));
  std::atomic<bool> end = false;
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::vector<std::atomic<int>> taken(6);
  {
    std::vector<std::jthread> threads;
    for (auto& each : taken) {
      threads.emplace_back([&] { work_until(end, turns, running, most, each); });
    }
    const auto all_had_some = [&] {
      return std::ranges::all_of(taken, [](const auto& each) { return each >= 5; });
    };
    while (!all_had_some()) std::this_thread::yield();
    end = true;
  }
  EXPECT_LE(most, kAtOnce);
  EXPECT_FALSE(turns.is_wanted());
}

TEST(WorkTurns, DoNotWaitForOneThatWaitsItself) {
  WorkTurns turns(1);
  turns.take();
  std::thread([&] {
    turns.take();  // Returns although nobody has given a turn back.
    turns.give_back();
  }).join();
  turns.give_back();
}

// Whether somebody else gets a turn while this thread works on.
bool lets_others_in(WorkTurns& turns) {
  std::atomic<bool> had_turn = false;
  std::jthread other([&] {
    turns.take();
    had_turn = true;
    turns.give_back();
  });
  const auto deadline = steady_clock::now() + std::chrono::seconds(10);
  while (!had_turn && steady_clock::now() < deadline) WorkBudget::give_way();
  return had_turn;
}

TEST(WorkTurns, ArePassedOnByWorkThatGoesOn) {
  WorkTurns turns(1);
  const WorkBudget budget({.turns = &turns});
  EXPECT_TRUE(lets_others_in(turns));
  EXPECT_TRUE(lets_others_in(turns));
}

TEST(WorkTurns, AreNotNeededByShortWork) {
  WorkTurns turns(1);
  turns.take();
  const auto begin = steady_clock::now();
  for (int i = 0; i < 100; ++i) {
    const WorkBudget budget({.turns = &turns, .short_ms = 60'000});
    EXPECT_TRUE(WorkBudget::check());
  }
  // One that waits for a turn would take longer than all of these together.
  EXPECT_LT(steady_clock::now() - begin, std::chrono::milliseconds(5'000));
  EXPECT_FALSE(turns.is_wanted());
  turns.give_back();
}

}  // namespace
}  // namespace norn
