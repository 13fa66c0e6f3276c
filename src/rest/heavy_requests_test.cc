#include "rest/heavy_requests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace norn::rest {
namespace {

using Entry = HeavyRequests::Entry;

class HeavyRequestsTest : public testing::Test {
 protected:
  // The permits of those that run are in `running_`, in the order in which they began.
  Entry enter(const std::string& person) {
    auto entered = requests_.enter(
        person, [this](HeavyRequests::Permit permit) { running_.push_back(std::move(permit)); });
    if (entered.entry == Entry::kRuns) running_.push_back(std::move(entered.permit));
    return entered.entry;
  }
  void end_first() {
    const HeavyRequests::Permit permit = std::move(running_.front());
    running_.erase(running_.begin());
  }

  HeavyRequests requests_;
  std::vector<HeavyRequests::Permit> running_;
};

TEST_F(HeavyRequestsTest, RunAFewOfAPersonAtATimeAndKeepTheNextWaiting) {
  for (size_t i = 0; i < HeavyRequests::kMaxRunning; ++i) EXPECT_EQ(enter("anna"), Entry::kRuns);
  for (size_t i = 0; i < HeavyRequests::kMaxWaiting; ++i) EXPECT_EQ(enter("anna"), Entry::kWaits);
  EXPECT_EQ(enter("anna"), Entry::kRefused);
  EXPECT_EQ(enter("bob"), Entry::kRuns) << "the others do not wait for anna";
  running_.pop_back();
  size_t ended = 0;
  for (; !running_.empty(); ++ended) {
    EXPECT_LE(running_.size(), HeavyRequests::kMaxRunning);
    end_first();
  }
  EXPECT_EQ(ended, HeavyRequests::kMaxRunning + HeavyRequests::kMaxWaiting);
  EXPECT_EQ(enter("anna"), Entry::kRuns);
}

TEST_F(HeavyRequestsTest, OfAllPeopleHaveALimitAndTheirTurns) {
  const auto name = [](size_t number) { return fmt::format("person {}", number); };
  for (size_t i = 0; i < HeavyRequests::kMaxRunningOfAll; ++i) {
    EXPECT_EQ(enter(name(i / HeavyRequests::kMaxRunning)), Entry::kRuns);
  }
  EXPECT_EQ(enter(name(0)), Entry::kWaits);
  EXPECT_EQ(enter("anna"), Entry::kWaits);
  EXPECT_EQ(enter("bob"), Entry::kWaits);
  EXPECT_EQ(enter("bob"), Entry::kWaits);
  while (!running_.empty()) {
    EXPECT_LE(running_.size(), HeavyRequests::kMaxRunningOfAll);
    end_first();
  }
  EXPECT_EQ(enter("anna"), Entry::kRuns);
}

}  // namespace
}  // namespace norn::rest
