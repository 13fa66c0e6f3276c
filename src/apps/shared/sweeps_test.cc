#include "apps/shared/sweeps.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <vector>

#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

class SweepsTest : public ::testing::Test {
 protected:
  SweepsTest() { must(store.create_table(single_table("norn"))); }

  // As another process has them.
  std::unique_ptr<Sweeps> process(const SweepOptions& options = {}) {
    return std::make_unique<Sweeps>(store, TableNames(), clock, ids, options);
  }

  void begin(Sweeps& sweeps, std::string_view subject = "a") {
    must(store.transact_write({.actions = {sweeps.begin("kind", subject)}, .client_token = {}}));
    sweeps.wake();
  }

  // Work of so many parts per subject, which is noted.
  Sweeps::Work parts(int count) {
    return [this, count](const std::string& subject) -> Result<bool> {
      done.push_back(subject);
      return std::ranges::count(done, subject) < count;
    };
  }

  std::optional<store::Item> item(std::string_view subject = "a") {
    return must(store.get(testing::get(
                    "norn", {{"PK", "SWEEPS"}, {"SK", "SWEEP#kind#" + std::string(subject)}})))
        .item;
  }

  ManualClock clock{1'705'314'600'000};
  testing::ModelStore store{clock};
  RandomIds ids;
  std::vector<std::string> done;
};

// Of two ids of other programs, which have up to 512 bytes each.
TEST_F(SweepsTest, ASubjectMayBeLongerThanAKey) {
  const std::string subject(1'030, 'x');
  const auto sweeps = process();
  sweeps->add("kind", parts(2));
  begin(*sweeps, subject);
  must(sweeps->run_now("kind", subject));
  EXPECT_EQ(done, (std::vector<std::string>{subject, subject}));
  const int64_t due_ms = clock.now_ms() + 1'000;
  for (const std::string& one : {subject, subject + "y"}) {
    must(store.transact_write(
        {.actions = {sweeps->begin_at("kind", one, due_ms)}, .client_token = {}}));
  }
  must(store.transact_write(
      {.actions = {sweeps->cancel("kind", subject + "y", due_ms)}, .client_token = {}}));
  clock.advance_ms(1'000);
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{subject, subject, subject}));
}

TEST_F(SweepsTest, ASweepIsAnItemUntilItIsDone) {
  const auto sweeps = process();
  sweeps->add("kind", parts(3));
  begin(*sweeps);
  ASSERT_TRUE(item());
  EXPECT_EQ(item()->to_map(), (store::Map{{"PK", "SWEEPS"},
                                          {"SK", "SWEEP#kind#a"},
                                          {"entityType", "SWEEP"},
                                          {"kind", "kind"},
                                          {"subject", "a"},
                                          {"createdAt", "2024-01-15T10:30:00Z"}}));
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{"a", "a", "a"}));
  EXPECT_FALSE(item());
  must(sweeps->run());
  EXPECT_EQ(done.size(), 3);
}

TEST_F(SweepsTest, OneIsDoneNowAndTheOthersAreLeft) {
  const auto sweeps = process();
  sweeps->add("kind", parts(2));
  begin(*sweeps, "a");
  begin(*sweeps, "b");
  must(sweeps->run_now("kind", "b"));
  EXPECT_EQ(done, (std::vector<std::string>{"b", "b"}));
  EXPECT_FALSE(item("b"));
  EXPECT_TRUE(item("a"));
  must(sweeps->run_now("kind", "b"));
  EXPECT_EQ(done.size(), 2) << "it is done";
}

TEST_F(SweepsTest, WhatFailsNowIsDoneLater) {
  const auto sweeps = process();
  bool is_broken = true;
  sweeps->add("kind", [&](const std::string& subject) -> Result<bool> {
    if (is_broken) return fail(ErrorCode::kUnavailable, "The store is away.");
    done.push_back(subject);
    return false;
  });
  begin(*sweeps);
  EXPECT_FALSE(sweeps->run_now("kind", "a"));
  EXPECT_TRUE(item());
  is_broken = false;
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{"a"}));
}

TEST_F(SweepsTest, WhatReadsNoIndexIsNotDoneAgainWhenIndexesHaveCaughtUp) {
  const auto sweeps = process({.settle_ms = 10'000});
  sweeps->add("kind", parts(1), Sweeps::Settling::kNone);
  begin(*sweeps);
  must(sweeps->run());
  EXPECT_FALSE(item());
}

TEST_F(SweepsTest, WhatAProcessLeftUndoneAnotherDoes) {
  begin(*process(), "a");
  begin(*process(), "b");
  const auto sweeps = process();
  sweeps->add("kind", parts(1));
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{"a", "b"}));
}

TEST_F(SweepsTest, WhatBeginsLaterWaitsUntilThen) {
  const auto sweeps = process();
  sweeps->add("kind", parts(1));
  const int64_t due_ms = clock.now_ms() + 60'000;
  const auto later = [&](std::string_view subject) {
    must(store.transact_write(
        {.actions = {sweeps->begin_at("kind", subject, due_ms)}, .client_token = {}}));
  };
  later("a");
  later("b");
  clock.advance_ms(59'999);
  must(sweeps->run());
  EXPECT_TRUE(done.empty());
  EXPECT_TRUE(write_all(store, {sweeps->cancel("kind", "b", due_ms)}).value());
  clock.advance_ms(1);
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{"a"}));
  EXPECT_FALSE(write_all(store, {sweeps->cancel("kind", "a", due_ms)}).value())
      << "it cannot be called off any more";
  must(sweeps->run());
  EXPECT_EQ(done.size(), 1) << "it is done once";
}

TEST_F(SweepsTest, WhatASweepBeginsIsDoneToo) {
  const auto sweeps = process();
  sweeps->add("kind", [&](const std::string& subject) -> Result<bool> {
    done.push_back(subject);
    if (subject == "b") begin(*sweeps, "a");
    return false;
  });
  begin(*sweeps, "b");
  must(sweeps->run());
  EXPECT_EQ(done, (std::vector<std::string>{"b", "a"}));
}

TEST_F(SweepsTest, WhatWasReadIsWorkedOnBeforeMoreIsRead) {
  constexpr int kSweeps = 250;
  const auto sweeps = process();
  sweeps->add("kind", [&](const std::string& subject) -> Result<bool> {
    done.push_back(subject);
    // Nothing wakes the thread for it: only a read of the next page finds it.
    if (done.size() == 1) begin(*process(), "z");
    return false;
  });
  for (int i = 0; i < kSweeps; ++i) begin(*process(), fmt::format("{:03}", i));
  must(sweeps->run());
  EXPECT_EQ(done.size(), kSweeps + 1);
  EXPECT_EQ(done.back(), "z");
  EXPECT_EQ(must(store.scan(testing::scan("norn"))).count, 0);
}

TEST_F(SweepsTest, AKindOfANewerVersionIsLeftToIt) {
  const auto sweeps = process();
  sweeps->add("other", parts(1));
  begin(*sweeps);
  must(sweeps->run());
  EXPECT_TRUE(item());
  EXPECT_TRUE(done.empty());
}

TEST_F(SweepsTest, WhatFailsIsTriedAgainMoreAndMoreSeldom) {
  const auto sweeps = process({.poll_ms = 1'000});
  bool works = false;
  sweeps->add("kind", [&](const std::string& subject) -> Result<bool> {
    if (subject == "b") return false;
    done.push_back(subject);
    if (works) return false;
    return fail(ErrorCode::kUnavailable, "The store is busy.");
  });
  begin(*sweeps, "a");
  begin(*sweeps, "b");
  must(sweeps->run());
  EXPECT_FALSE(item("b")) << "the others go on";
  EXPECT_EQ(done.size(), 1);
  clock.advance_ms(999);
  must(sweeps->run());
  EXPECT_EQ(done.size(), 1);
  clock.advance_ms(1);
  must(sweeps->run());
  EXPECT_EQ(done.size(), 2);
  clock.advance_ms(1'999);
  must(sweeps->run());
  EXPECT_EQ(done.size(), 2);
  clock.advance_ms(1);
  works = true;
  must(sweeps->run());
  EXPECT_EQ(done.size(), 3);
  EXPECT_FALSE(item());
}

TEST_F(SweepsTest, ALeaseKeepsOtherProcessesOff) {
  const auto first = process({.lease_ms = 30'000});
  const auto second = process({.lease_ms = 30'000});
  second->add("kind", parts(1));
  first->add("kind", [&](const std::string&) -> Result<bool> {
    must(second->run());
    EXPECT_TRUE(done.empty()) << "the first one has it";
    return fail(ErrorCode::kUnavailable, "The process ends here.");
  });
  begin(*first);
  must(first->run());
  clock.advance_ms(30'000);
  must(second->run());
  EXPECT_TRUE(done.empty());
  clock.advance_ms(1);
  must(second->run());
  EXPECT_EQ(done.size(), 1) << "the first one is taken for dead";
  EXPECT_FALSE(item());
}

TEST_F(SweepsTest, ALeaseIsRenewedBetweenParts) {
  const auto first = process({.lease_ms = 30'000});
  const auto second = process({.lease_ms = 30'000});
  second->add("kind", parts(1));
  int part = 0;
  first->add("kind", [&](const std::string&) -> Result<bool> {
    clock.advance_ms(20'000);
    must(second->run());
    EXPECT_TRUE(done.empty());
    return ++part < 5;
  });
  begin(*first);
  must(first->run());
  EXPECT_EQ(part, 5);
  EXPECT_FALSE(item());
}

TEST_F(SweepsTest, WhoLosesTheLeaseStops) {
  const auto first = process({.lease_ms = 30'000});
  const auto second = process({.lease_ms = 30'000});
  second->add("kind", [&](const std::string&) -> Result<bool> {
    return fail(ErrorCode::kUnavailable, "It keeps the lease.");
  });
  int part = 0;
  first->add("kind", [&](const std::string&) -> Result<bool> {
    ++part;
    clock.advance_ms(30'001);
    must(second->run());
    return true;
  });
  begin(*first);
  must(first->run());
  EXPECT_EQ(part, 1);
  EXPECT_TRUE(item());
}

TEST_F(SweepsTest, AnIndexThatIsBehindGetsTimeAndAnotherLook) {
  const auto sweeps = process({.settle_ms = 5'000});
  int looks = 0;
  int left = 1;
  sweeps->add("kind", [&](const std::string&) -> Result<bool> {
    ++looks;
    return left-- > 0;
  });
  begin(*sweeps);
  must(sweeps->run());
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(item()->value("settleAfter"), testing::num(clock.now_ms() + 5'000));
  EXPECT_FALSE(item()->contains("leaseOwner"));
  clock.advance_ms(4'999);
  must(sweeps->run());
  EXPECT_EQ(looks, 2);
  clock.advance_ms(1);
  left = 1;
  must(sweeps->run());
  EXPECT_EQ(looks, 4);
  EXPECT_TRUE(item()) << "there was more, so it is looked at once more";
  clock.advance_ms(5'000);
  left = 0;
  must(sweeps->run());
  EXPECT_FALSE(item());
}

TEST_F(SweepsTest, TheThreadWorksWhenItIsWokenAndAtTheStart) {
  const auto sweeps = process();
  std::promise<void> first;
  std::promise<void> second;
  sweeps->add("kind", [&](const std::string& subject) -> Result<bool> {
    (subject == "a" ? first : second).set_value();
    return false;
  });
  begin(*sweeps, "a");
  sweeps->start();
  first.get_future().wait();
  begin(*sweeps, "b");
  second.get_future().wait();
}

TEST_F(SweepsTest, AProcessThatEndsStopsBetweenPartsAndGivesTheLeaseBack) {
  const auto sweeps = process();
  std::promise<void> started;
  std::atomic<int> part = 0;
  sweeps->add("kind", [&](const std::string&) -> Result<bool> {
    if (++part == 1) started.set_value();
    return true;
  });
  begin(*sweeps);
  sweeps->start();
  started.get_future().wait();
  sweeps->stop();
  ASSERT_TRUE(item());
  EXPECT_FALSE(item()->contains("leaseOwner"));
}

TEST_F(SweepsTest, AWalkGoesOnWhereItWasAfterACrash) {
  std::vector<std::string> places;
  bool breaks = true;
  const auto walk = [&](const std::string& subject,
                        const std::string& from) -> Result<std::optional<Sweeps::Walked>> {
    places.push_back(subject + from);
    if (from == "12" && std::exchange(breaks, false)) {
      return fail(ErrorCode::kUnavailable, "The store is away.");
    }
    if (from == "123") return std::nullopt;
    return Sweeps::Walked{.to = from + std::to_string(from.size() + 1)};
  };
  const auto sweeps = process();
  sweeps->add_walk("kind", walk);
  begin(*sweeps);
  must(sweeps->run());
  EXPECT_EQ(text_of(*item(), "walkedTo"), "12");
  clock.advance_ms(600'000);
  const auto other = process();
  other->add_walk("kind", walk);
  must(other->run());
  EXPECT_FALSE(item());
  EXPECT_EQ(places, (std::vector<std::string>{"a", "a1", "a12", "a12", "a123"}));
}

TEST_F(SweepsTest, AWalkThatFoundNothingSettlesOnceMoreFromTheStart) {
  const auto sweeps = process({.settle_ms = 5'000});
  int starts = 0;
  sweeps->add_walk(
      "kind",
      [&](const std::string&, const std::string& from) -> Result<std::optional<Sweeps::Walked>> {
        starts += from.empty() ? 1 : 0;
        if (from == "end") return std::nullopt;
        return Sweeps::Walked{.to = "end", .found_any = starts == 1};
      });
  begin(*sweeps);
  must(sweeps->run());
  EXPECT_TRUE(item()->contains("settleAfter"));
  clock.advance_ms(5'000);
  must(sweeps->run());
  EXPECT_EQ(starts, 2);
  EXPECT_FALSE(item());
}

}  // namespace
}  // namespace norn::apps
