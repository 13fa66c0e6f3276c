#include "base/work_budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace norn {
namespace {

TEST(WorkBudget, EndsWhenItsProcessorTimeIsUsed) {
  EXPECT_TRUE(WorkBudget::check());  // Without a budget there is no limit.
  {
    const WorkBudget none({.ms = 0});
    EXPECT_EQ(WorkBudget::check().error().code, ErrorCode::kInvalid);
    const WorkBudget large({.ms = 60'000});
    EXPECT_TRUE(WorkBudget::check());
  }
  EXPECT_TRUE(WorkBudget::check());
}

TEST(WorkBudget, CanBeExtended) {
  const WorkBudget budget({.ms = 0});
  EXPECT_FALSE(WorkBudget::check());
  WorkBudget::extend(60'000);
  EXPECT_TRUE(WorkBudget::check());
}

TEST(WorkBudget, BelongsToOneThread) {
  const WorkBudget none({.ms = 0});
  std::thread([] { EXPECT_TRUE(WorkBudget::check()); }).join();
}

TEST(WorkBudget, EndsALoop) {
  const WorkBudget small({.ms = 1});
  int64_t rounds = 0;
  while (WorkBudget::check()) ++rounds;
  EXPECT_GT(rounds, 0);
}

TEST(WorkBudget, EndsWhenItsMemoryIsUsed) {
  EXPECT_TRUE(WorkBudget::collect(size_t{1} << 40));  // Without a budget there is no limit.
  const WorkBudget budget({.ms = 60'000, .bytes = 2 << 20});
  EXPECT_TRUE(WorkBudget::collect(1 << 20));
  EXPECT_TRUE(WorkBudget::collect(1 << 20));
  EXPECT_EQ(WorkBudget::collect(1).error().code, ErrorCode::kInvalid);
  const WorkBudget inner({.ms = 60'000});
  EXPECT_TRUE(WorkBudget::collect(1));
}

}  // namespace
}  // namespace norn
