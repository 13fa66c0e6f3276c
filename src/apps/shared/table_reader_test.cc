#include "apps/shared/table_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <utility>

#include "apps/shared/items.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

constexpr int64_t kReaderStartMs = 1'750'000'000'000;
constexpr int64_t kLeaseMs = 60'000;

// Remembers what it was given.
class Listening final : public Follower {
 public:
  std::string table() const override { return "things"; }
  std::string name() const override { return own_name; }
  Result<void> at_end() override {
    ++ends;
    return {};
  }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override {
    if (fails) return fail(ErrorCode::kUnavailable, "not now");
    for (const store::StreamRecord& record : records) {
      followed.push_back(text_of(record.keys, "SK"));
    }
    return {};
  }
  Result<void> see(store::ItemView item) override {
    seen.push_back(text_of(item, "SK"));
    return {};
  }

  bool fails = false;
  std::string own_name;
  int ends = 0;
  std::vector<std::string> followed;
  std::vector<std::string> seen;
};

// Adds up the items, in an item of `norn`.
class Adding final : public Counter {
 public:
  Adding(store::Store& store, std::string name) : store_(store), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  std::string table() const override { return "things"; }
  Result<std::vector<Action>> count(const std::vector<store::StreamRecord>& records) override {
    most_at_once = std::max(most_at_once, records.size());
    return std::vector<Action>{add(static_cast<int64_t>(records.size()), "ADD things :count")};
  }
  size_t max_actions_per_change() const override { return 2; }
  void start_recount() override {
    recounted_ = 0;
    needs = false;
  }
  Result<void> recount(store::ItemView /*item*/) override {
    ++recounted_;
    if (during_scan) std::exchange(during_scan, {})();
    return {};
  }
  Result<void> recount_changed(const std::vector<store::StreamRecord>& records) override {
    recounted_ += static_cast<int64_t>(records.size());
    return {};
  }
  Result<bool> finish_recount(const Action& unmoved) override {
    ++recounts;
    if (before_result) std::exchange(before_result, {})();
    if (std::exchange(fails, false)) return fail(ErrorCode::kInternal, "stopped");
    return write_all(store_, {unmoved, add(recounted_, "SET things = :count")});
  }
  bool needs_recount() const override { return needs; }

  int64_t total() {
    store::GetRequest request;
    request.table = "norn";
    request.key = key_of(name_, name_);
    const auto found = must(store_.get(request));
    return found.item ? integer_of(*found.item, "things") : -1;
  }

  int recounts = 0;
  size_t most_at_once = 0;
  bool needs = false;
  bool fails = false;                   // The next result of a recount.
  std::function<void()> during_scan;    // Of the next recount.
  std::function<void()> before_result;  // Likewise.

 private:
  Action add(int64_t count, const char* update) const {
    store::UpdateRequest request;
    request.table = "norn";
    request.key = key_of(name_, name_);
    request.update = update;
    request.placeholders.values = {{":count", store::Value::number(count)}};
    return request;
  }

  store::Store& store_;
  const std::string name_;
  int64_t recounted_ = 0;
};

class TableReaderTest : public ::testing::Test {
 protected:
  TableReaderTest() {
    store::CreateTableRequest things = single_table("things");
    things.stream = store::StreamView::kNewAndOldImages;
    must(ensure_table(store, things, ""));
    must(ensure_table(store, single_table("norn"), ""));
  }

  void put(const std::string& name) {
    store::PutRequest request;
    request.table = "things";
    request.item = key_of("THING", name);
    must(store.put(request));
  }
  TableReader reader(Listening& listening, const std::string& process, int64_t lease_ms = 0) {
    TableReader made(store, {}, clock, "things", process, {.lease_ms = lease_ms});
    made.add(listening);
    return made;
  }

  static store::GetRequest reader_item() {
    store::GetRequest request;
    request.table = "norn";
    request.key = key_of("READER#things", "READER#things");
    return request;
  }

  using Names = std::vector<std::string>;
  ManualClock clock{kReaderStartMs};
  testing::ModelStore store{clock};
};

TEST_F(TableReaderTest, ShowsTheWholeTableFirstAndThenEachChange) {
  put("a");
  Listening listening;
  TableReader reading = reader(listening, "p");
  must(reading.run());
  EXPECT_EQ(listening.seen, Names{"a"});
  EXPECT_EQ(listening.followed, Names{});
  put("b");
  put("c");
  must(reading.run());
  must(reading.run());
  EXPECT_EQ(listening.seen, Names{"a"});
  EXPECT_EQ(listening.followed, (Names{"b", "c"}));
}

TEST_F(TableReaderTest, ShowsChangesAgainAfterAFailure) {
  Listening listening;
  TableReader reading = reader(listening, "p");
  must(reading.run());
  put("a");
  listening.fails = true;
  EXPECT_FALSE(reading.run());
  listening.fails = false;
  must(reading.run());
  EXPECT_EQ(listening.followed, Names{"a"});
}

TEST_F(TableReaderTest, GoesOnWhereTheLastProcessEnded) {
  Listening before;
  TableReader earlier = reader(before, "earlier");
  must(earlier.run());
  put("a");
  must(earlier.run());
  put("b");
  Listening listening;
  TableReader reading = reader(listening, "later");
  must(reading.run());
  EXPECT_EQ(listening.seen, Names{});
  EXPECT_EQ(listening.followed, Names{"b"});
}

TEST_F(TableReaderTest, AFollowerWithANewNameSeesWhatWasThereBefore) {
  put("a");
  Listening before;
  TableReader earlier = reader(before, "earlier");
  must(earlier.run());
  Listening listening;
  listening.own_name = "index";
  TableReader later = reader(listening, "later");
  must(later.run());
  must(later.run());
  EXPECT_EQ(listening.seen, Names{"a"});
  EXPECT_EQ(listening.ends, 2) << "also when nothing has changed";
  Listening again;
  again.own_name = "index";
  TableReader last = reader(again, "last");
  must(last.run());
  EXPECT_EQ(again.seen, Names{});
}

TEST_F(TableReaderTest, OneProcessReadsAtATimeAndAnotherTakesOver) {
  Listening first;
  Listening second;
  TableReader one = reader(first, "one", kLeaseMs);
  TableReader two = reader(second, "two", kLeaseMs);
  must(one.run());
  put("a");
  must(two.run());
  EXPECT_EQ(second.followed, Names{});
  clock.advance_ms(kLeaseMs / 2 + 1);
  must(one.run());  // Renews the lease.
  clock.advance_ms(kLeaseMs / 2 + 1);
  put("b");
  must(two.run());
  EXPECT_EQ(second.followed, Names{});
  clock.advance_ms(kLeaseMs);
  must(two.run());
  EXPECT_EQ(second.followed.back(), "b");
  const size_t before = first.followed.size();
  put("c");
  must(one.run());
  EXPECT_EQ(first.followed.size(), before);
}

TEST_F(TableReaderTest, SeveralCountersCountInOneTransaction) {
  Adding one(store, "one");
  Adding two(store, "two");
  TableReader reading(store, {}, clock, "things", "p", {.lease_ms = 0});
  reading.add(one);
  reading.add(two);
  put("before");
  must(reading.run());
  for (int i = 0; i < 60; ++i) put(std::to_string(i));
  must(reading.run());
  EXPECT_EQ(one.total(), 61);
  EXPECT_EQ(two.total(), 61);
  EXPECT_EQ(one.recounts, 1);
  EXPECT_LE(one.most_at_once, 24) << "four actions for each change, and one for the position";
}

TEST_F(TableReaderTest, ACounterThatIsNewCountsWhatWasThereBefore) {
  Adding one(store, "one");
  TableReader earlier(store, {}, clock, "things", "earlier", {.lease_ms = 0});
  earlier.add(one);
  must(earlier.run());
  put("a");
  must(earlier.run());
  put("b");
  Adding two(store, "two");
  TableReader later(store, {}, clock, "things", "later", {.lease_ms = 0});
  later.add(one);
  later.add(two);
  must(later.run());
  EXPECT_EQ(one.total(), 2);
  EXPECT_EQ(two.total(), 2);
  must(later.run());
  EXPECT_EQ(two.recounts, 1);
}

TEST_F(TableReaderTest, AnInterruptedRecountStartsOver) {
  Adding one(store, "one");
  Adding two(store, "two");
  TableReader reading(store, {}, clock, "things", "p", {.lease_ms = 0});
  reading.add(one);
  reading.add(two);
  put("a");
  must(reading.run());
  one.needs = true;
  one.during_scan = [&] { put("b"); };
  two.fails = true;  // After the first one has counted "b".
  EXPECT_FALSE(reading.run());
  TableReader after_crash(store, {}, clock, "things", "q", {.lease_ms = 0});
  after_crash.add(one);
  after_crash.add(two);
  must(after_crash.run());
  EXPECT_EQ(one.total(), 2);
  EXPECT_EQ(two.total(), 2);
  must(reading.run());
  EXPECT_EQ(one.total(), 2);
  put("c");
  must(reading.run());
  must(after_crash.run());
  EXPECT_EQ(one.total(), 3);
  EXPECT_EQ(two.total(), 3);
}

TEST_F(TableReaderTest, OfTwoProcessesThatRecountTheFirstWritesNothing) {
  put("a");
  Adding slow(store, "things");
  TableReader first(store, {}, clock, "things", "first", {.lease_ms = 0});
  first.add(slow);
  Adding quick(store, "things");
  TableReader second(store, {}, clock, "things", "second", {.lease_ms = 0});
  second.add(quick);
  slow.before_result = [&] {
    put("b");
    must(second.run());
    EXPECT_EQ(quick.total(), 2);
  };
  must(first.run());
  EXPECT_EQ(slow.total(), 2);
  put("c");
  must(second.run());
  must(first.run());
  EXPECT_EQ(slow.total(), 3);
}

TEST_F(TableReaderTest, AnUpdateThatDoesNotFitItsItemIsLeftOut) {
  Adding one(store, "one");
  Adding two(store, "two");
  TableReader reading(store, {}, clock, "things", "p", {.lease_ms = 0});
  reading.add(one);
  reading.add(two);
  must(reading.run());
  must(store.put(testing::put("norn", {{"PK", "one"}, {"SK", "one"}, {"things", "many"}})));
  put("a");
  must(reading.run());
  EXPECT_EQ(two.total(), 1);
}

TEST_F(TableReaderTest, AProcessThatStopsLeavesItsTablesToTheNextAtOnce) {
  RandomIds ids;
  Listening before;
  TableReaders earlier(store, {}, clock, ids, {.lease_ms = kLeaseMs});
  earlier.add(before);
  earlier.start(1);
  while (!store.get(reader_item()).value().item) std::this_thread::yield();
  earlier.stop();
  put("a");
  Listening listening;
  TableReader reading = reader(listening, "later", kLeaseMs);
  must(reading.run());
  EXPECT_EQ(listening.followed, Names{"a"});
}

}  // namespace
}  // namespace norn::apps
