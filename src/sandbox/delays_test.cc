#include "sandbox/delays.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace norn::sandbox {
namespace {

constexpr int64_t kNeverMs = 3'600'000;

TEST(Delays, RunsAllThatAreLeftAtTheEndInTheOrderOfTheirTimes) {
  std::vector<int> order;
  {
    Delays delays;
    for (const int time : {3, 1, 2}) {
      delays.run_after(kNeverMs * time, [&order, time] { order.push_back(time); });
    }
  }
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(Delays, RunsAJobWhenItIsDue) {
  std::promise<void> done;
  Delays delays;
  delays.run_after(kNeverMs, [] {});
  delays.run_after(1, [&] { done.set_value(); });
  done.get_future().wait();
}

TEST(Delays, RunsJobsAtOnceAfterTheEnd) {
  int jobs = 0;
  Delays delays;
  delays.finish();
  delays.run_after(kNeverMs, [&] { ++jobs; });
  EXPECT_EQ(jobs, 1);
}

}  // namespace
}  // namespace norn::sandbox
