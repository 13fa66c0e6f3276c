#include "apps/shared/table_reader.h"

#include <gtest/gtest.h>

#include "apps/shared/items.h"
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
  std::vector<std::string> followed;
  std::vector<std::string> seen;
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

}  // namespace
}  // namespace norn::apps
