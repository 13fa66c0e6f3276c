#include "support/lagging_index_store.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

using namespace store;

class LaggingIndexStoreTest : public ::testing::Test {
 protected:
  LaggingIndexStoreTest() {
    CreateTableRequest request = table("things", "pk:S sk:N");
    add_global_index(request, "global", "g:S");
    add_local_index(request, "local", "pk:S l:N");
    must(store_.create_table(request));
  }

  static int64_t in_global(Store& store, const char* g) {
    return must(store.query(query_index("things", "global", "g = :g", values({{":g", g}})))).count;
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore primary_{clock_};
  ModelStore replica_{clock_};
  LaggingIndexStore store_{primary_, replica_};
};

const Map kKey = {{"pk", "a"}, {"sk", num(1)}};
const Map kItem = {{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"l", num(5)}};

TEST_F(LaggingIndexStoreTest, GlobalIndexesShowAWriteOnlyAfterCatchingUp) {
  must(store_.put(put("things", kItem)));
  EXPECT_EQ(in_global(store_, "x"), 0);
  EXPECT_EQ(must(store_.scan(scan("things", "global"))).count, 0);
  EXPECT_EQ(store_.waiting(), 1u);
  store_.catch_up();
  EXPECT_EQ(in_global(store_, "x"), 1);
  EXPECT_EQ(must(store_.scan(scan("things", "global"))).count, 1);
  EXPECT_EQ(store_.waiting(), 0u);
}

TEST_F(LaggingIndexStoreTest, TheTableAndLocalIndexesShowItAtOnce) {
  must(store_.put(put("things", kItem)));
  EXPECT_EQ(must(store_.get(get("things", kKey))).item, item(kItem));
  EXPECT_EQ(must(store_.scan(scan("things"))).count, 1);
  EXPECT_EQ(must(store_.query(query("things", "pk = :p", values({{":p", "a"}})))).count, 1);
  EXPECT_EQ(
      must(store_.query(query_index("things", "local", "pk = :p", values({{":p", "a"}})))).count,
      1);
}

TEST_F(LaggingIndexStoreTest, ChangesArriveInOrderAndOneByOne) {
  must(store_.put(put("things", kItem)));
  must(store_.update(update("things", kKey, "SET g = :g", values({{":g", "y"}}))));
  must(store_.remove(remove("things", kKey)));
  store_.catch_up(1);
  EXPECT_EQ(in_global(store_, "x"), 1);
  store_.catch_up(1);
  EXPECT_EQ(in_global(store_, "x"), 0);
  EXPECT_EQ(in_global(store_, "y"), 1);
  store_.catch_up(100);
  EXPECT_EQ(in_global(store_, "y"), 0);
}

TEST_F(LaggingIndexStoreTest, BatchesAndTransactionsLagToo) {
  must(store_.batch_write(
      batch({batch_put("things", kItem), batch_delete("things", {{"pk", "b"}, {"sk", num(1)}})})));
  must(store_.transact_write(
      transaction({put("things", {{"pk", "b"}, {"sk", num(2)}, {"g", "x"}}),
                   check("things", {{"pk", "c"}, {"sk", num(3)}}, "attribute_not_exists(pk)")})));
  EXPECT_EQ(in_global(store_, "x"), 0);
  store_.catch_up();
  EXPECT_EQ(in_global(store_, "x"), 2);
}

TEST_F(LaggingIndexStoreTest, FailedWritesLeaveNothingWaiting) {
  EXPECT_TRUE(fails_condition(store_.put(put_if("things", kItem, "attribute_exists(pk)"))));
  EXPECT_FALSE(store_.put(put("nowhere", kItem)).has_value());
  EXPECT_EQ(store_.waiting(), 0u);
}

TEST_F(LaggingIndexStoreTest, ChangesOfADeletedTableAreForgotten) {
  must(store_.put(put("things", kItem)));
  must(store_.delete_table("things"));
  EXPECT_EQ(store_.waiting(), 0u);
  store_.catch_up();
}

TEST_F(LaggingIndexStoreTest, ErrorsAreThePrimarys) {
  EXPECT_TRUE(is_invalid(store_.scan(scan("things", "nowhere")),
                         "The table does not have the specified index: nowhere"));
  EXPECT_TRUE(fails_with(store_.scan(scan("nothing", "global")), ErrorCode::kResourceNotFound,
                         "Requested resource not found"));
}

TEST_F(LaggingIndexStoreTest, ARandomLagLetsEverythingThroughInTheEnd) {
  ModelStore primary(clock_);
  ModelStore replica(clock_);
  LaggingIndexStore store(primary, replica, 42);
  CreateTableRequest request = table("things", "pk:S sk:N");
  add_global_index(request, "global", "g:S");
  must(store.create_table(request));
  bool was_behind = false;
  bool moved_by_itself = false;
  for (int i = 0; i < 50; ++i) {
    must(store.put(put("things", {{"pk", "a"}, {"sk", num(i)}, {"g", "x"}})));
    const int64_t seen = in_global(store, "x");
    was_behind |= seen < i + 1;
    moved_by_itself |= seen > 0;
  }
  EXPECT_TRUE(was_behind);
  EXPECT_TRUE(moved_by_itself);
  store.catch_up();
  EXPECT_EQ(in_global(store, "x"), 50);
}

}  // namespace
}  // namespace norn::testing
