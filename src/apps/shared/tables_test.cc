#include "apps/shared/tables.h"

#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/model_store.h"

namespace norn::apps {
namespace {

class TablesTest : public ::testing::Test {
 protected:
  static store::CreateTableRequest thing() {
    store::CreateTableRequest table = single_table("thing");
    add_index(table, "GSI1", "GSI1PK", "GSI1SK");
    return table;
  }

  ManualClock clock_{0};
  testing::ModelStore store_{clock_};
};

TEST_F(TablesTest, AMissingTableIsMade) {
  ASSERT_TRUE(ensure_table(store_, thing(), "ttl"));
  const auto there = store_.describe_table("thing");
  ASSERT_TRUE(there);
  EXPECT_EQ(there->stream, store::StreamView::kNewAndOldImages);
  EXPECT_NE(there->schema.find_index("GSI1"), nullptr);
  EXPECT_EQ(store_.describe_ttl("thing")->attribute, "ttl");
}

TEST_F(TablesTest, ATableThatIsThereIsLeftAlone) {
  ASSERT_TRUE(ensure_table(store_, thing(), "ttl"));
  ASSERT_TRUE(store_.put(testing::put("thing", {{"PK", "p"}, {"SK", "s"}})));
  ASSERT_TRUE(ensure_table(store_, thing(), "ttl"));
  EXPECT_TRUE(store_.get(testing::get("thing", {{"PK", "p"}, {"SK", "s"}}))->item);
}

TEST_F(TablesTest, AMissingStreamIsTurnedOn) {
  auto without = thing();
  without.stream.reset();
  ASSERT_TRUE(store_.create_table(without));
  ASSERT_TRUE(ensure_table(store_, thing(), ""));
  EXPECT_EQ(store_.describe_table("thing")->stream, store::StreamView::kNewAndOldImages);
  EXPECT_FALSE(store_.describe_ttl("thing")->enabled);
}

TEST_F(TablesTest, SomebodyElsesTableIsRefused) {
  ASSERT_TRUE(store_.create_table(testing::table("thing", "id:S")));
  const auto ensured = ensure_table(store_, thing(), "");
  ASSERT_FALSE(ensured);
  EXPECT_EQ(ensured.error().code, ErrorCode::kConflict);
  EXPECT_NE(ensured.error().message.find("--table-prefix"), std::string::npos);
}

}  // namespace
}  // namespace norn::apps
