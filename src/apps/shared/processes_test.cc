#include "apps/shared/processes.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

constexpr int64_t kBeatMs = 10'000;

class ProcessesTest : public ::testing::Test {
 protected:
  ProcessesTest() { must(ensure_table(store, single_table("norn"), "")); }

  size_t items() {
    store::QueryRequest request;
    request.table = "norn";
    request.key_condition = "PK = :pk";
    request.placeholders.values = {{":pk", "PROCESSES"}};
    return must(store.query(request)).items.size();
  }

  ManualClock clock{1'750'000'000'000};
  RandomIds ids;
  testing::ModelStore store{clock};
  Processes first{store, {}, clock, ids};
  Processes second{store, {}, clock, ids};
};

TEST_F(ProcessesTest, OneThatIsAloneCountsItself) {
  EXPECT_EQ(first.count(), 1u);
  must(first.beat());
  EXPECT_EQ(first.count(), 1u);
}

TEST_F(ProcessesTest, EachCountsTheOthersThatAreAlive) {
  Processes third(store, {}, clock, ids);
  for (int beats = 0; beats < 10; ++beats) {
    for (Processes* process : {&first, &second, &third}) must(process->beat());
    clock.advance_ms(kBeatMs);
  }
  for (const Processes* process : {&first, &second}) EXPECT_EQ(process->count(), 3u);
}

TEST_F(ProcessesTest, OneThatFallsSilentIsNotCountedAfterThreeBeats) {
  must(second.beat());
  must(first.beat());
  EXPECT_EQ(first.count(), 2u);
  clock.advance_ms(2 * kBeatMs);
  must(first.beat());
  EXPECT_EQ(first.count(), 2u);
  clock.advance_ms(kBeatMs);
  must(first.beat());
  EXPECT_EQ(first.count(), 1u);
  must(second.beat());
  must(first.beat());
  EXPECT_EQ(first.count(), 2u);
}

TEST_F(ProcessesTest, ClocksThatDifferByHoursDoNotMatter) {
  ManualClock other_clock{clock.now_ms() - 5 * 3'600'000};
  Processes other(store, {}, other_clock, ids);
  must(other.beat());
  must(first.beat());
  must(other.beat());
  EXPECT_EQ(first.count(), 2u);
  EXPECT_EQ(other.count(), 2u);
}

TEST_F(ProcessesTest, OneThatStopsIsGoneAtOnce) {
  must(first.beat());
  second.start();
  second.stop();
  EXPECT_EQ(items(), 1u);
  must(first.beat());
  EXPECT_EQ(first.count(), 1u);
}

TEST_F(ProcessesTest, WhatACrashLeavesEndsByItself) {
  must(first.beat());
  store::QueryRequest request;
  request.table = "norn";
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", "PROCESSES"}};
  const auto found = must(store.query(request));
  ASSERT_EQ(found.items.size(), 1u);
  for (const store::ItemView item : found.items) {
    EXPECT_EQ(integer_of(item, "ttl"), clock.now_s() + 3'600);
  }
}

}  // namespace
}  // namespace norn::apps
