#include "store/schema.h"

#include <gtest/gtest.h>

#include "store/test_support.h"

namespace norn::store {
namespace {

TEST(SchemaTest, IndexesAreFoundByName) {
  TableSchema schema = test::things_schema();
  ASSERT_NE(schema.find_index("GSI1"), nullptr);
  EXPECT_EQ(schema.find_index("GSI1")->name, "GSI1");
  EXPECT_EQ(schema.find_index("gsi1"), nullptr);
  EXPECT_TRUE(schema.has_local_indexes());
  std::erase_if(schema.indexes, [](const IndexSchema& index) { return !index.global; });
  EXPECT_FALSE(schema.has_local_indexes());
}

TEST(SchemaTest, EnumerationsHaveTheWiresNames) {
  EXPECT_EQ(to_name(ProjectionKind::kAll), "ALL");
  EXPECT_EQ(to_name(ProjectionKind::kKeysOnly), "KEYS_ONLY");
  EXPECT_EQ(to_name(ProjectionKind::kInclude), "INCLUDE");
  EXPECT_EQ(to_name(IndexStatus::kActive), "ACTIVE");
  EXPECT_EQ(to_name(IndexStatus::kCreating), "CREATING");
  EXPECT_EQ(to_name(IndexStatus::kDeleting), "DELETING");
  EXPECT_EQ(to_name(StreamView::kKeysOnly), "KEYS_ONLY");
  EXPECT_EQ(to_name(StreamView::kNewImage), "NEW_IMAGE");
  EXPECT_EQ(to_name(StreamView::kOldImage), "OLD_IMAGE");
  EXPECT_EQ(to_name(StreamView::kNewAndOldImages), "NEW_AND_OLD_IMAGES");
  EXPECT_EQ(to_name(BillingMode::kPayPerRequest), "PAY_PER_REQUEST");
  EXPECT_EQ(to_name(BillingMode::kProvisioned), "PROVISIONED");
  EXPECT_EQ(to_name(TableStatus::kCreating), "CREATING");
  EXPECT_EQ(to_name(TableStatus::kUpdating), "UPDATING");
  EXPECT_EQ(to_name(TableStatus::kDeleting), "DELETING");
  EXPECT_EQ(to_name(TableStatus::kActive), "ACTIVE");
  EXPECT_EQ(to_name(TableClass::kStandard), "STANDARD");
  EXPECT_EQ(to_name(TableClass::kStandardInfrequentAccess), "STANDARD_INFREQUENT_ACCESS");
}

}  // namespace
}  // namespace norn::store
