#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "store/tables/index_validation.h"
#include "store/tables/table_validation.h"
#include "store/test_support.h"

namespace norn::store {
namespace {

using test::outcome;

// PK and SK, and a GSI on `kind`.
TableDescription things_table(bool provisioned = false) {
  CreateTableRequest request;
  request.table = "Things";
  request.attributes = {{"PK", "S"}, {"SK", "S"}, {"kind", "S"}, {"size", "N"}};
  request.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
  IndexDefinition local;
  local.name = "BySize";
  local.key = {{"PK", "HASH"}, {"size", "RANGE"}};
  request.local_indexes = {local};
  IndexDefinition index;
  index.name = "ByKind";
  index.key = {{"kind", "HASH"}};
  if (provisioned) {
    request.billing = BillingMode::kProvisioned;
    request.throughput = Throughput{5, 6};
    index.throughput = Throughput{1, 2};
  }
  request.global_indexes = {index};
  Result<TableDescription> table = describe_new_table(request);
  EXPECT_TRUE(table.has_value()) << outcome(table);
  return *table;
}

UpdateTableRequest table_update_of(const std::function<void(UpdateTableRequest&)>& change) {
  UpdateTableRequest request;
  request.table = "Things";
  change(request);
  return request;
}

IndexDefinition by_colour() {
  IndexDefinition index;
  index.name = "ByColour";
  index.key = {{"colour", "HASH"}, {"SK", "RANGE"}};
  return index;
}

void create_by_colour(UpdateTableRequest& r) {
  r.attributes = {{"colour", "S"}, {"SK", "S"}};
  r.create_indexes = {by_colour()};
}

struct UpdateCase {
  std::string_view name;
  std::function<void(UpdateTableRequest&)> change;
  std::string message;
};

void expect_outcomes(const TableDescription& table, const std::vector<UpdateCase>& cases) {
  for (const UpdateCase& c : cases) {
    EXPECT_EQ(outcome(describe_updated_table(table, table_update_of(c.change))), c.message)
        << c.name;
  }
}

TEST(TableUpdateTest, SomethingMustChangeAndOnlyWhatFitsTogether) {
  expect_outcomes(
      things_table(),
      {
          {"nothing", [](UpdateTableRequest&) {},
           "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
           "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
           "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
           "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is "
           "required"},
          {"protection and stream",
           [](UpdateTableRequest& r) {
             r.deletion_protection = true;
             r.stream = UpdateTableRequest::StreamChange{StreamView::kNewImage};
           },
           "One or more parameter values were invalid: DeletionProtection modification must be the "
           "only operation in the request"},
          {"class and protection",
           [](UpdateTableRequest& r) {
             r.deletion_protection = true;
             r.table_class = TableClass::kStandard;
           },
           "One or more parameter values were invalid: TableClass modification must be the only "
           "operation in the request"},
          {"index and stream",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.stream = UpdateTableRequest::StreamChange{StreamView::kNewImage};
           },
           "One or more parameter values were invalid: You cannot create or delete index while "
           "changing stream status"},
          {"index and billing",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.billing = BillingMode::kPayPerRequest;
           },
           "One or more parameter values were invalid: You cannot create or delete index while "
           "updating table IOPS"},
          {"stream and billing",
           [](UpdateTableRequest& r) {
             r.stream = UpdateTableRequest::StreamChange{StreamView::kNewImage};
             r.billing = BillingMode::kProvisioned;
             r.throughput = Throughput{1, 1};
           },
           "One or more parameter values were invalid: You cannot modify stream status while "
           "updating table IOPS"},
      });
}

TEST(TableUpdateTest, ATableThatIsBeingChangedIsInUse) {
  TableDescription table = things_table();
  table.status = TableStatus::kUpdating;
  const Result<TableDescription> updated =
      describe_updated_table(table, table_update_of([](auto& r) { r.deletion_protection = true; }));
  EXPECT_EQ(outcome(updated),
            "Attempt to change a resource which is still in use: Table is being updated: Things");
  EXPECT_EQ(updated.error().code, ErrorCode::kResourceInUse);
}

TEST(TableUpdateTest, ProtectionAndClassAreSet) {
  const TableDescription table = things_table();
  EXPECT_TRUE(
      describe_updated_table(table, table_update_of([](auto& r) { r.deletion_protection = true; }))
          ->deletion_protection);
  EXPECT_EQ(describe_updated_table(table, table_update_of([](auto& r) {
                                     r.table_class = TableClass::kStandardInfrequentAccess;
                                   }))
                ->table_class,
            TableClass::kStandardInfrequentAccess);
}

TEST(TableUpdateTest, AStreamIsTurnedOnAndOff) {
  const auto on = [](UpdateTableRequest& r) {
    r.stream = UpdateTableRequest::StreamChange{StreamView::kNewImage};
  };
  const auto off = [](UpdateTableRequest& r) { r.stream = UpdateTableRequest::StreamChange{}; };
  TableDescription table = things_table();
  table.stream_label = "earlier";
  expect_outcomes(table, {{"off", off, "Table has no stream to disable: TableName: Things"}});
  const Result<TableDescription> streaming = describe_updated_table(table, table_update_of(on));
  ASSERT_TRUE(streaming.has_value());
  EXPECT_EQ(streaming->stream, StreamView::kNewImage);
  EXPECT_EQ(streaming->stream_label, "earlier");
  expect_outcomes(*streaming,
                  {{"on", on, "Table already has an enabled stream: TableName: Things"}});
  EXPECT_FALSE(describe_updated_table(*streaming, table_update_of(off))->stream);
}

TEST(TableUpdateTest, ACreatedIndexIsThereAndCreating) {
  const Result<TableDescription> table =
      describe_updated_table(things_table(), table_update_of(create_by_colour));
  ASSERT_TRUE(table.has_value()) << outcome(table);
  ASSERT_EQ(table->schema.indexes.size(), 3U);
  EXPECT_EQ(table->schema.indexes[2].name, "ByColour");
  EXPECT_EQ(table->schema.indexes[2].status, IndexStatus::kCreating);
  EXPECT_EQ(table->indexes[2].schema, table->schema.indexes[2]);
  ASSERT_EQ(table->attributes.size(), 5U);
  EXPECT_EQ(table->attributes[4].name, "colour");
}

TEST(TableUpdateTest, ADeletedIndexIsDeletingAndThenGone) {
  const Result<TableDescription> table = describe_updated_table(
      things_table(), table_update_of([](auto& r) { r.delete_indexes = {"ByKind"}; }));
  ASSERT_TRUE(table.has_value()) << outcome(table);
  EXPECT_EQ(table->schema.find_index("ByKind")->status, IndexStatus::kDeleting);
  EXPECT_EQ(table->indexes[1].schema.status, IndexStatus::kDeleting);
  EXPECT_EQ(table->attributes.size(), 4U);

  const TableDescription after = describe_without_index(*table, "ByKind");
  EXPECT_EQ(after.schema.find_index("ByKind"), nullptr);
  EXPECT_EQ(after.indexes.size(), 1U);
  EXPECT_EQ(after.attributes.size(), 3U);
}

TEST(TableUpdateTest, IndexChangesFollowTheRules) {
  expect_outcomes(
      things_table(),
      {
          {"exists",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.create_indexes[0].name = "ByKind";
           },
           "Attempting to create an index which already exists"},
          {"no definitions", [](UpdateTableRequest& r) { r.create_indexes = {by_colour()}; },
           "One or more parameter values were invalid: AttributeDefinitions is not specified for "
           "index: ByColour"},
          {"other definitions",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.attributes.pop_back();
           },
           "One or more parameter values were invalid: Some index key attributes are not defined "
           "in "
           "AttributeDefinitions. Keys: [colour, SK], AttributeDefinitions: [colour]"},
          {"other type of what the index does not use",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.attributes.push_back({"PK", "N"});
           },
           "ok"},
          {"other type",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.attributes[1].type = "N";
           },
           "One or more parameter values were invalid: Attributes cannot be redefined. Please "
           "check that your attribute has the same type as previously defined. Existing schema: "
           "Schema:[SchemaElement: key{PK:S:HASH}, SchemaElement: key{SK:S:RANGE}] New schema: "
           "Schema:[SchemaElement: key{colour:S:HASH}, SchemaElement: key{SK:N:RANGE}]"},
          {"throughput",
           [](UpdateTableRequest& r) {
             create_by_colour(r);
             r.create_indexes[0].throughput = Throughput{1, 1};
           },
           "One or more parameter values were invalid: ProvisionedThroughput should not be "
           "specified for index: ByColour when BillingMode is PAY_PER_REQUEST"},
          {"delete unknown", [](UpdateTableRequest& r) { r.delete_indexes = {"Nope"}; },
           "Requested resource not found"},
          {"delete local", [](UpdateTableRequest& r) { r.delete_indexes = {"BySize"}; },
           "Cannot delete an index that is not a GlobalSecondaryIndex: BySize"},
          {"same index twice",
           [](UpdateTableRequest& r) { r.delete_indexes = {"ByKind", "ByKind"}; },
           "One or more parameter values were invalid: Only one global secondary index update per "
           "index is allowed simultaneously. Index: ByKind"},
      });
}

TEST(TableUpdateTest, DefinitionsThatNothingUsesAreLeftOut) {
  const Result<TableDescription> table =
      describe_updated_table(things_table(), table_update_of([](auto& r) {
                               create_by_colour(r);
                               r.attributes.push_back({"x", "S"});
                             }));
  ASSERT_TRUE(table.has_value()) << outcome(table);
  EXPECT_EQ(names_text(table->attributes), "[PK, SK, kind, size, colour]");
}

TEST(TableUpdateTest, OneIndexIsChangedAtATime) {
  const std::string limit =
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
      "table";
  const auto both = [](UpdateTableRequest& r) {
    create_by_colour(r);
    r.delete_indexes = {"ByKind"};
  };
  const Result<TableDescription> refused =
      describe_updated_table(things_table(), table_update_of(both));
  EXPECT_EQ(outcome(refused), limit);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);

  const Result<TableDescription> busy =
      describe_updated_table(things_table(), table_update_of(create_by_colour));
  expect_outcomes(*busy, {{"while creating",
                           [](UpdateTableRequest& r) { r.delete_indexes = {"ByKind"}; }, limit}});
}

TEST(TableUpdateTest, ATableHasUpTo20GlobalIndexes) {
  TableDescription table = things_table();
  for (int i = 1; i < 20; ++i) {
    table.schema.indexes.push_back(table.schema.indexes[1]);
    table.schema.indexes.back().name = fmt::format("More{}", i);
    table.indexes.push_back({table.schema.indexes.back(), {}, {}, 0, 0});
  }
  const Result<TableDescription> refused =
      describe_updated_table(table, table_update_of(create_by_colour));
  EXPECT_EQ(outcome(refused),
            "Subscriber limit exceeded: GlobalSecondaryIndex count exceeds the per-table limit of "
            "20");
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);
}

TEST(TableUpdateTest, ThroughputFollowsTheBillingMode) {
  expect_outcomes(
      things_table(),
      {
          {"throughput of an on-demand table",
           [](UpdateTableRequest& r) { r.throughput = Throughput{1, 1}; },
           "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
           "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"},
          {"provisioned without throughput",
           [](UpdateTableRequest& r) { r.billing = BillingMode::kProvisioned; },
           "One or more parameter values were invalid: ProvisionedThroughput must be specified "
           "when "
           "BillingMode is PROVISIONED"},
          {"provisioned without the index's",
           [](UpdateTableRequest& r) {
             r.billing = BillingMode::kProvisioned;
             r.throughput = Throughput{1, 1};
           },
           "One or more parameter values were invalid: ProvisionedThroughput must be specified for "
           "index: ByKind"},
          {"provisioned",
           [](UpdateTableRequest& r) {
             r.billing = BillingMode::kProvisioned;
             r.throughput = Throughput{1, 1};
             r.index_throughput["ByKind"] = Throughput{1, 1};
           },
           "ok"},
          {"index of an on-demand table",
           [](UpdateTableRequest& r) { r.index_throughput["ByKind"] = Throughput{1, 1}; },
           "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
           "WriteCapacityUnits can be specified for index: ByKind when BillingMode is "
           "PAY_PER_REQUEST"},
      });
  expect_outcomes(
      things_table(true),
      {
          {"the same", [](UpdateTableRequest& r) { r.throughput = Throughput{5, 6}; },
           "The provisioned throughput for the table will not change. The requested value equals "
           "the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
           "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 6. "
           "Requested WriteCapacityUnits: 6. Refer to the Amazon DynamoDB Developer Guide for "
           "current limits and how to request higher limits."},
          {"other", [](UpdateTableRequest& r) { r.throughput = Throughput{7, 6}; }, "ok"},
          {"no global index",
           [](UpdateTableRequest& r) { r.index_throughput["BySize"] = Throughput{1, 1}; },
           "Cannot update an index that is not a GlobalSecondaryIndex: BySize"},
          {"zero", [](UpdateTableRequest& r) { r.throughput = Throughput{7, 0}; },
           "1 validation error detected: Value '0' at 'provisionedThroughput.writeCapacityUnits' "
           "failed to satisfy constraint: Member must have value greater than or equal to 1"},
      });
}

TEST(TableUpdateTest, OnDemandTablesForgetTheirThroughput) {
  const Result<TableDescription> table = describe_updated_table(
      things_table(true),
      table_update_of([](auto& r) { r.billing = BillingMode::kPayPerRequest; }));
  ASSERT_TRUE(table.has_value()) << outcome(table);
  EXPECT_EQ(table->billing, BillingMode::kPayPerRequest);
  EXPECT_EQ(table->throughput, Throughput{});
  EXPECT_FALSE(table->indexes[1].throughput);
  EXPECT_FALSE(table->was_on_demand);
}

TEST(TableUpdateTest, ProvisionedTablesRememberThatTheyWereOnDemand) {
  const Result<TableDescription> table =
      describe_updated_table(things_table(false), table_update_of([](auto& r) {
                               r.billing = BillingMode::kProvisioned;
                               r.throughput = Throughput{1, 1};
                               r.index_throughput["ByKind"] = Throughput{1, 1};
                             }));
  ASSERT_TRUE(table.has_value()) << outcome(table);
  EXPECT_TRUE(table->was_on_demand);
}

}  // namespace
}  // namespace norn::store
