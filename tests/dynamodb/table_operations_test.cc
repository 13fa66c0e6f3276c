#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dynamodb/operation_call.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// The replies and errors of the operations on tables, over a store whose ids and times are known.
namespace norn::testing {
namespace {

constexpr std::string_view kInvalid =
    "ValidationException: One or more parameter values were invalid: ";

// CreateTable of a table with the partition key "p", and `more` members.
std::string create(std::string_view more = R"("BillingMode":"PAY_PER_REQUEST")",
                   std::string_view name = "Music") {
  return fmt::format(R"({{"TableName":"{}","KeySchema":[{{"AttributeName":"p","KeyType":"HASH"}}],)"
                     R"("AttributeDefinitions":[{{"AttributeName":"p","AttributeType":"S"}}],{}}})",
                     name, more);
}

class TableOperations : public ::testing::Test {
 protected:
  std::string reply(std::string_view operation, std::string_view json) {
    return caller_.reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_.error(operation, json);
  }

  ManualClock clock_{1'700'000'000'123};
  ModelStore store_{clock_};
  OperationCaller caller_{store_, clock_};
};

TEST_F(TableOperations, ATableIsToldOfWhileItIsCreatedAndAfterwards) {
  const std::string rest =
      R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,)"
      R"("WriteCapacityUnits":0},"TableSizeBytes":0,"ItemCount":0,)"
      R"("TableArn":"arn:aws:dynamodb:local:000000000000:table/Music",)"
      R"("TableId":"00000000-0000-4000-8000-000000000001",)"
      R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST")";
  const std::string start =
      R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
      R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],"CreationDateTime":1700000000.123,)"
      R"("TableName":"Music",)";
  EXPECT_EQ(reply("CreateTable", create()), R"({"TableDescription":{)" + start +
                                                R"("TableStatus":"CREATING",)" + rest +
                                                R"(},"DeletionProtectionEnabled":false}})");
  EXPECT_EQ(reply("DescribeTable", R"({"TableName":"Music"})"),
            R"({"Table":{)" + start + R"("TableStatus":"ACTIVE",)" + rest +
                R"(,"LastUpdateToPayPerRequestDateTime":1700000000.123},)"
                R"("DeletionProtectionEnabled":false,"WarmThroughput":{)"
                R"("ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"ACTIVE"}}})");
  EXPECT_EQ(reply("DeleteTable", R"({"TableName":"Music"})"),
            R"({"TableDescription":{"TableName":"Music","TableStatus":"DELETING",)" + rest +
                R"(,"LastUpdateToPayPerRequestDateTime":1700000000.123},)"
                R"("DeletionProtectionEnabled":false}})");
  EXPECT_EQ(error("DescribeTable", R"({"TableName":"Music"})"),
            "ResourceNotFoundException: Requested resource not found: Table: Music not found");
}

TEST_F(TableOperations, EverythingThatWasAskedForIsToldOf) {
  const std::string created = reply(
      "CreateTable",
      R"({"TableName":"Music","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
      R"({"AttributeName":"s","KeyType":"RANGE"}],"AttributeDefinitions":[)"
      R"({"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"},)"
      R"({"AttributeName":"g","AttributeType":"B"}],)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4},)"
      R"("LocalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[)"
      R"({"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"g","KeyType":"RANGE"}],)"
      R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a"]}}],)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"All","KeySchema":[)"
      R"({"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}}],)"
      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},)"
      R"("SSESpecification":{"Enabled":true},"TableClass":"STANDARD_INFREQUENT_ACCESS",)"
      R"("DeletionProtectionEnabled":true,"Tags":[{"Key":"stage","Value":"test"}]})");
  for (const std::string_view part :
       {R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":3,)"
        R"("WriteCapacityUnits":4})",
        R"("LocalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"p",)"
        R"("KeyType":"HASH"},{"AttributeName":"g","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a"]},)"
        R"("IndexSizeBytes":0,"ItemCount":0,)"
        R"("IndexArn":"arn:aws:dynamodb:local:000000000000:table/Music/index/ByG"}])",
        R"("GlobalSecondaryIndexes":[{"IndexName":"All","KeySchema":[{"AttributeName":"g",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},"IndexStatus":"CREATING",)"
        R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":1,)"
        R"("WriteCapacityUnits":2},"IndexSizeBytes":0,)",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},)"
        R"("LatestStreamLabel":"2023-11-14T22:13:20.123",)"
        R"("LatestStreamArn":"arn:aws:dynamodb:local:000000000000:table/Music/stream/)",
        R"("TableClassSummary":{"TableClass":"STANDARD_INFREQUENT_ACCESS"})",
        R"("SSEDescription":{"Status":"ENABLED","SSEType":"KMS",)"
        R"("KMSMasterKeyArn":"arn:aws:kms:local:000000000000:alias/aws/dynamodb"})",
        R"("DeletionProtectionEnabled":true)"}) {
    EXPECT_TRUE(has(created, part));
  }
  EXPECT_TRUE(lacks(created, "BillingModeSummary"));
  EXPECT_TRUE(has(reply("DescribeTable", R"({"TableName":"Music"})"), R"("IndexStatus":"ACTIVE")"));
  EXPECT_EQ(must(store_.list_tags("Music")), (store::Tags{{"stage", "test"}}));
}

TEST_F(TableOperations, CreateTableRefusesInDynamoDbsWords) {
  struct Row {
    std::string json;
    std::string error;
  };
  const std::string on_demand = R"("BillingMode":"PAY_PER_REQUEST",)";
  const std::vector<Row> rows = {
      {"{}",
       "ValidationException: The parameter 'TableName' is required but was not present in the "
       "request"},
      {R"({"TableName":"ab"})",
       "ValidationException: 3 validation errors detected: Value null at 'attributeDefinitions' "
       "failed to satisfy constraint: Member must not be null; Value 'ab' at 'tableName' failed to "
       "satisfy constraint: Member must have length greater than or equal to 3; Value null at "
       "'keySchema' failed to satisfy constraint: Member must not be null"},
      {R"({"TableName":"abc;"})",
       "ValidationException: 3 validation errors detected: Value null at 'attributeDefinitions' "
       "failed to satisfy constraint: Member must not be null; Value 'abc;' at 'tableName' failed "
       "to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; "
       "Value null at 'keySchema' failed to satisfy constraint: Member must not be null"},
      {create(R"("BillingMode":"FREE")"),
       "ValidationException: 1 validation error detected: Value 'FREE' at 'billingMode' failed to "
       "satisfy constraint: Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]"},
      {create(R"("Tags":[])"), std::string(kInvalid) +
                                   "ReadCapacityUnits and WriteCapacityUnits must both be "
                                   "specified when BillingMode is PROVISIONED"},
      {create(on_demand + R"("GlobalSecondaryIndexes":[])"),
       std::string(kInvalid) + "List of GlobalSecondaryIndexes is empty"},
      {create(on_demand + R"("LocalSecondaryIndexes":[])"),
       std::string(kInvalid) + "List of LocalSecondaryIndexes is empty"},
      {create(on_demand + R"("GlobalSecondaryIndexes":[{"IndexName":"abc","KeySchema":[)"
                          R"({"AttributeName":"p","KeyType":"HASH"}],"Projection":{}}])"),
       std::string(kInvalid) + "Unknown ProjectionType: null"},
      {create(on_demand + R"("StreamSpecification":{"StreamEnabled":true})"),
       std::string(kInvalid) +
           "Table is being created with a stream enabled, UpdateViewType is required"},
      {create(on_demand +
              R"("StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"),
       std::string(kInvalid) +
           "Table is being created with a stream disabled, UpdateViewType should not be specified"},
      {create(on_demand + R"("StreamSpecification":{})"),
       "ValidationException: 1 validation error detected: Value null at "
       "'streamSpecification.streamEnabled' failed to satisfy constraint: Member must not be null"},
      {create(on_demand + R"("TableClass":"standard")"),
       "ValidationException: Invalid table-class parameter provided. Please try again with a valid "
       "table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS]."},
      {create(on_demand + R"("SSESpecification":{"Enabled":false,"SSEType":"KMS"})"),
       std::string(kInvalid) + "SSEType can not be specified if Enabled is false"},
      {create(on_demand + R"("Tags":[{"Key":"a"}])"),
       "ValidationException: The Tag Value provided is invalid, Value: null"},
      {create(on_demand + R"("Tags":[{"Key":"a","Value":"1"},{"Key":"a","Value":"2"}])"),
       "ValidationException: Duplicate Tag Keys provided as input: Duplicate Tag Key found a"},
      {create(on_demand + R"("Tags":[{"Key":"aws:a","Value":"1"}])"),
       "ValidationException: Tag Key cannot be prefixed with aws:, Key: aws:a"},
  };
  for (const Row& row : rows) EXPECT_EQ(error("CreateTable", row.json), row.error) << row.json;
  EXPECT_EQ(reply("ListTables", "{}"), R"({"TableNames":[]})");
}

TEST_F(TableOperations, CreateTableRefusesThroughputThatDoesNotFit) {
  struct Row {
    std::string json;
    std::string error;
  };
  const std::string on_demand = R"("BillingMode":"PAY_PER_REQUEST",)";
  const std::vector<Row> rows = {
      {create(on_demand + R"("OnDemandThroughput":{"MaxReadRequestUnits":-1})"),
       std::string(kInvalid) + "Requested MaxReadRequestUnits for OnDemandThroughput for table is "
                               "outside of valid range"},
      {create(on_demand + R"("WarmThroughput":{"WriteUnitsPerSecond":1})"),
       std::string(kInvalid) +
           "Requested WriteUnitsPerSecond for WarmThroughput for table is lower than initial "
           "throughput for OnDemand. See: https://docs.aws.amazon.com/amazondynamodb/latest/"
           "developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial"},
      {create(R"("ProvisionedThroughput":{"ReadCapacityUnits":10,"WriteCapacityUnits":10},)"
              R"("WarmThroughput":{"ReadUnitsPerSecond":5})"),
       std::string(kInvalid) + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower "
                               "than ReadCapacityUnits of ProvisionedThroughput"},
      {create(R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},)"
              R"("OnDemandThroughput":{"MaxReadRequestUnits":5})"),
       std::string(kInvalid) +
           "MaxReadRequestUnits for OnDemandThroughput cannot be specified when "
           "table BillingMode is PROVISIONED."},
  };
  for (const Row& row : rows) EXPECT_EQ(error("CreateTable", row.json), row.error) << row.json;
}

TEST_F(TableOperations, TablesAreMeantByTheirArnsToo) {
  constexpr std::string_view kArn =
      R"({"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/Music"})";
  reply("CreateTable", create());
  EXPECT_TRUE(has(reply("DescribeTable", kArn), R"("TableName":"Music")"));
  EXPECT_EQ(reply("DescribeTimeToLive", kArn),
            R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})");
  EXPECT_TRUE(has(reply("DeleteTable", kArn), "DELETING"));
}

TEST_F(TableOperations, TablesAreListedInPages) {
  for (const std::string_view name : {"ccc", "aaa", "bbb"}) {
    reply("CreateTable", create(R"("BillingMode":"PAY_PER_REQUEST")", name));
  }
  EXPECT_EQ(reply("ListTables", "{}"), R"({"TableNames":["aaa","bbb","ccc"]})");
  EXPECT_EQ(reply("ListTables", R"({"Limit":2})"),
            R"({"TableNames":["aaa","bbb"],"LastEvaluatedTableName":"bbb"})");
  EXPECT_EQ(reply("ListTables", R"({"Limit":2,"ExclusiveStartTableName":"bbb"})"),
            R"({"TableNames":["ccc"]})");
  EXPECT_EQ(error("ListTables", R"({"Limit":101})"),
            "ValidationException: 1 validation error detected: Value '101' at 'limit' failed to "
            "satisfy constraint: Member must have value less than or equal to 100");
}

TEST_F(TableOperations, AnIndexComesAndGoes) {
  reply("CreateTable", create());
  const std::string creating =
      reply("UpdateTable",
            R"({"TableName":"Music","AttributeDefinitions":[{"AttributeName":"g",)"
            R"("AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByG",)"
            R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
            R"("Projection":{"ProjectionType":"KEYS_ONLY"}}}]})");
  EXPECT_TRUE(has(creating, R"("TableStatus":"UPDATING")"));
  EXPECT_TRUE(has(creating, R"("IndexStatus":"CREATING","Backfilling":true)"));
  const std::string described = reply("DescribeTable", R"({"TableName":"Music"})");
  EXPECT_TRUE(has(described, R"("TableStatus":"ACTIVE")"));
  EXPECT_TRUE(has(described, R"("IndexStatus":"ACTIVE")"));
  EXPECT_TRUE(lacks(described, "Backfilling"));
  EXPECT_TRUE(has(reply("UpdateTable", R"({"TableName":"Music","GlobalSecondaryIndexUpdates":[)"
                                       R"({"Delete":{"IndexName":"ByG"}}]})"),
                  R"("IndexStatus":"DELETING")"));
  EXPECT_TRUE(lacks(reply("DescribeTable", R"({"TableName":"Music"})"), "ByG"));
}

TEST_F(TableOperations, SettingsOfATableAreUpdated) {
  reply("CreateTable", create());
  const auto update = [&](std::string_view members) {
    return reply("UpdateTable", fmt::format(R"({{"TableName":"Music",{}}})", members));
  };
  const std::string provisioned = update(R"("BillingMode":"PROVISIONED","ProvisionedThroughput":)"
                                         R"({"ReadCapacityUnits":5,"WriteCapacityUnits":6})");
  EXPECT_TRUE(has(provisioned, R"("ReadCapacityUnits":5,"WriteCapacityUnits":6)"));
  EXPECT_TRUE(has(provisioned, R"("BillingModeSummary":{"BillingMode":"PROVISIONED")"));
  EXPECT_TRUE(
      has(update(R"("DeletionProtectionEnabled":true)"), R"("DeletionProtectionEnabled":true)"));
  EXPECT_EQ(error("DeleteTable", R"({"TableName":"Music"})"),
            "ValidationException: Resource cannot be deleted as it is currently protected against "
            "deletion. Disable deletion protection first.");
  EXPECT_TRUE(
      has(update(R"("TableClass":"STANDARD_INFREQUENT_ACCESS")"), R"("TableClassSummary")"));
  EXPECT_TRUE(has(update(R"("TableClass":"STANDARD")"),
                  R"("TableClassSummary":{"TableClass":"STANDARD"})"));
  EXPECT_TRUE(
      has(update(R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"OLD_IMAGE"})"),
          R"("StreamViewType":"OLD_IMAGE"},"LatestStreamLabel")"));
  const std::string without_stream = update(R"("StreamSpecification":{"StreamEnabled":false})");
  EXPECT_TRUE(lacks(without_stream, "StreamSpecification"));
  EXPECT_TRUE(has(without_stream, "LatestStreamArn"));
  EXPECT_TRUE(has(update(R"("SSESpecification":{"Enabled":true})"), "UPDATING"));
}

TEST_F(TableOperations, SettingsWithoutAnEffectAreToldOf) {
  const std::string created =
      reply("CreateTable", create(R"("BillingMode":"PAY_PER_REQUEST","OnDemandThroughput":{)"
                                  R"("MaxReadRequestUnits":7},"WarmThroughput":{)"
                                  R"("ReadUnitsPerSecond":12001},"SSESpecification":{)"
                                  R"("Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"k-1"})"));
  const std::string_view first_settings =
      R"("SSEDescription":{"Status":"ENABLED","SSEType":"KMS",)"
      R"("KMSMasterKeyArn":"arn:aws:kms:local:000000000000:key/k-1"},)"
      R"("OnDemandThroughput":{"MaxReadRequestUnits":7},"WarmThroughput":{)"
      R"("ReadUnitsPerSecond":12001,"WriteUnitsPerSecond":4000,"Status":)";
  EXPECT_TRUE(has(created, std::string(first_settings) + R"("UPDATING"})"));
  const auto described = [&] { return reply("DescribeTable", R"({"TableName":"Music"})"); };
  EXPECT_TRUE(has(described(), std::string(first_settings) + R"("ACTIVE"})"));

  const auto update = [&](std::string_view members) {
    return reply("UpdateTable", fmt::format(R"({{"TableName":"Music",{}}})", members));
  };
  update(R"("OnDemandThroughput":{"MaxReadRequestUnits":-1,"MaxWriteRequestUnits":8})");
  update(R"("WarmThroughput":{"WriteUnitsPerSecond":5000})");
  update(R"("SSESpecification":{"Enabled":false})");
  const std::string changed = described();
  EXPECT_TRUE(has(changed, R"("OnDemandThroughput":{"MaxWriteRequestUnits":8},)"
                           R"("WarmThroughput":{"ReadUnitsPerSecond":12001,)"
                           R"("WriteUnitsPerSecond":5000,"Status":"ACTIVE"})"));
  EXPECT_TRUE(lacks(changed, "SSEDescription"));
}

TEST_F(TableOperations, ChangesOfThroughputHaveTheirTimes) {
  reply("CreateTable", create(R"("ProvisionedThroughput":{"ReadCapacityUnits":3,)"
                              R"("WriteCapacityUnits":3})"));
  const auto update = [&](std::string_view members) {
    reply("UpdateTable", fmt::format(R"({{"TableName":"Music",{}}})", members));
    return reply("DescribeTable", R"({"TableName":"Music"})");
  };
  EXPECT_TRUE(lacks(reply("DescribeTable", R"({"TableName":"Music"})"), "creaseDateTime"));
  clock_.advance_ms(1000);
  EXPECT_TRUE(
      has(update(R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":2})"),
          R"("ProvisionedThroughput":{"LastIncreaseDateTime":1700000001.123,)"
          R"("NumberOfDecreasesToday":0,"ReadCapacityUnits":5,"WriteCapacityUnits":2})"));
  clock_.advance_ms(1000);
  // What was provisioned once is warm.
  EXPECT_TRUE(
      has(update(R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})"),
          R"("WarmThroughput":{"ReadUnitsPerSecond":5,"WriteUnitsPerSecond":3,)"));
  clock_.advance_ms(1000);
  const std::string on_demand = update(R"("BillingMode":"PAY_PER_REQUEST")");
  EXPECT_TRUE(has(on_demand, R"("LastIncreaseDateTime":1700000001.123,)"
                             R"("LastDecreaseDateTime":1700000002.123,)"));
  EXPECT_TRUE(has(on_demand, R"("LastUpdateToPayPerRequestDateTime":1700000003.123)"));
  EXPECT_TRUE(has(update(R"("BillingMode":"PROVISIONED","ProvisionedThroughput":)"
                         R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1})"),
                  R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,)"));
}

TEST_F(TableOperations, IndexesHaveSettingsOfTheirOwn) {
  reply("CreateTable",
        R"({"TableName":"Music","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],)"
        R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
        R"("BillingMode":"PAY_PER_REQUEST","GlobalSecondaryIndexes":[{"IndexName":"All",)"
        R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"},)"
        R"("OnDemandThroughput":{"MaxReadRequestUnits":9}}]})");
  EXPECT_TRUE(has(reply("DescribeTable", R"({"TableName":"Music"})"),
                  R"("OnDemandThroughput":{"MaxReadRequestUnits":9},"WarmThroughput":{)"
                  R"("ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"ACTIVE"},)"
                  R"("IndexSizeBytes")"));
  reply("UpdateTable",
        R"({"TableName":"Music","GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"All",)"
        R"("OnDemandThroughput":{"MaxReadRequestUnits":-1},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":13000}}}]})");
  const std::string described = reply("DescribeTable", R"({"TableName":"Music"})");
  EXPECT_TRUE(lacks(described, "OnDemandThroughput"));
  EXPECT_TRUE(has(described, R"("ReadUnitsPerSecond":13000,"WriteUnitsPerSecond":4000)"));
}

TEST_F(TableOperations, UpdateTableRefusesInDynamoDbsWords) {
  reply("CreateTable", create());
  struct Row {
    std::string members;
    std::string error;
  };
  const std::vector<Row> rows = {
      {R"("AttributeDefinitions":[])",
       "ValidationException: At least one of ProvisionedThroughput, BillingMode, "
       "UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
       "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
       "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"},
      {R"("OnDemandThroughput":{"MaxWriteRequestUnits":0})",
       std::string(kInvalid) + "Requested MaxWriteRequestUnits for OnDemandThroughput for table is "
                               "outside of valid range"},
      {R"("WarmThroughput":{"ReadUnitsPerSecond":11999})",
       std::string(kInvalid) + "Requested ReadUnitsPerSecond for WarmThroughput for table is lower "
                               "than current WarmThroughput, decreasing WarmThroughput is not "
                               "supported"},
      {R"("SSESpecification":{"Enabled":false})",
       std::string(kInvalid) + "Table is already encrypted by default"},
      {R"("SSESpecification":{"Enabled":true},"WarmThroughput":{"ReadUnitsPerSecond":13000})",
       std::string(kInvalid) +
           "Server-Side Encryption modification must be the only operation in the request"},
      {R"("GlobalSecondaryIndexUpdates":[{}])",
       std::string(kInvalid) +
           "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
           "GlobalSecondaryIndexUpdate.Delete must not be null"},
      {R"("GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"abc"},"Update":{)"
       R"("IndexName":"abc"}}])",
       std::string(kInvalid) +
           "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate "
           "object"},
      {R"("GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"abc","ProvisionedThroughput":)"
       R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1}}},{"Update":{"IndexName":"abc",)"
       R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}}])",
       std::string(kInvalid) +
           "Only one global secondary index update per index is allowed simultaneously. Index: "
           "abc"},
      {R"("StreamSpecification":{"StreamEnabled":true})",
       std::string(kInvalid) + "If stream is being enabled then UpdateViewType is required"},
      {R"("StreamSpecification":{"StreamEnabled":false,"StreamViewType":"NEW_IMAGE"})",
       std::string(kInvalid) +
           "If stream is being disabled, then UpdateViewType must not be specified"},
      {R"("SSESpecification":{"Enabled":true},"DeletionProtectionEnabled":true)",
       std::string(kInvalid) +
           "Server-Side Encryption modification must be the only operation in the request"},
      {R"("ProvisionedThroughput":{"ReadCapacityUnits":0})",
       "ValidationException: 2 validation errors detected: Value null at "
       "'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must not "
       "be null; Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy "
       "constraint: Member must have value greater than or equal to 1"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(error("UpdateTable", fmt::format(R"({{"TableName":"Music",{}}})", row.members)),
              row.error);
  }
}

TEST_F(TableOperations, TimeToLiveIsEnabledAndToldOf) {
  reply("CreateTable", create());
  EXPECT_EQ(
      reply("UpdateTimeToLive", R"({"TableName":"Music","TimeToLiveSpecification":{"Enabled":true,)"
                                R"("AttributeName":"ttl"}})"),
      R"({"TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}})");
  EXPECT_EQ(reply("DescribeTimeToLive", R"({"TableName":"Music"})"),
            R"({"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"ttl"}})");
  EXPECT_EQ(
      error("UpdateTimeToLive", R"({"TableName":"Music","TimeToLiveSpecification":{"Enabled":true,)"
                                R"("AttributeName":"ttl"}})"),
      "ValidationException: TimeToLive is already enabled");
  EXPECT_EQ(error("UpdateTimeToLive", R"({"TableName":"Music"})"),
            "ValidationException: 1 validation error detected: Value null at "
            "'timeToLiveSpecification' failed to satisfy constraint: Member must not be null");
}

TEST_F(TableOperations, TagsComeAndGo) {
  reply("CreateTable", create());
  const auto with = [](std::string_view members) {
    return fmt::format(R"({{"ResourceArn":"arn:aws:dynamodb:local:000000000000:table/Music"{}}})",
                       members);
  };
  EXPECT_EQ(reply("ListTagsOfResource", with("")), R"({"Tags":[]})");
  EXPECT_EQ(reply("TagResource",
                  with(R"(,"Tags":[{"Key":"stage","Value":"test"},{"Key":"empty","Value":""}])")),
            "");
  EXPECT_EQ(reply("ListTagsOfResource", with("")),
            R"({"Tags":[{"Key":"empty","Value":""},{"Key":"stage","Value":"test"}]})");
  EXPECT_EQ(reply("UntagResource", with(R"(,"TagKeys":["empty","never there"])")), "");
  EXPECT_EQ(reply("ListTagsOfResource", with("")), R"({"Tags":[{"Key":"stage","Value":"test"}]})");

  EXPECT_EQ(error("TagResource", with(R"(,"Tags":[])")),
            "ValidationException: Atleast one Tag needs to be provided as Input.");
  EXPECT_EQ(error("TagResource", with(R"(,"Tags":[{"Key":"dog"}])")),
            "ValidationException: The Tag Value provided is invalid, Value: null");
  EXPECT_EQ(error("UntagResource", with(R"(,"TagKeys":[])")),
            "ValidationException: Atleast one Tag Key needs to be provided as Input.");
}

TEST_F(TableOperations, OnlyTablesHaveTags) {
  reply("CreateTable", create());
  struct Row {
    std::string arn;
    std::string error;
  };
  const std::string table_arn = "arn:aws:dynamodb:local:000000000000:table/";
  const std::vector<Row> rows = {
      {table_arn + "Musix",
       "ResourceNotFoundException: Requested resource not found: ResourcArn: " + table_arn +
           "Musix not found"},
      {"Music", std::string(kInvalid) + "ARNs must start with 'arn:': Music"},
      {"arn:not/a/good/format",
       std::string(kInvalid) +
           "Provided Arn is not a DynamoDB resource arn: arn:not/a/good/format"},
      {table_arn + "Music/index/ByG",
       std::string(kInvalid) +
           "Invalid resource arn provided, only table or stream is accepted. Provided resource "
           "arn: " +
           table_arn + "Music/index/ByG"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(error("ListTagsOfResource", fmt::format(R"({{"ResourceArn":"{}"}})", row.arn)),
              row.error);
  }
}

TEST_F(TableOperations, FactsOfTheServiceAreTold) {
  reply("CreateTable", create());
  EXPECT_EQ(reply("DescribeLimits", "{}"),
            R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
            R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})");
  EXPECT_EQ(reply("DescribeContinuousBackups", R"({"TableName":"Music"})"),
            R"({"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",)"
            R"("PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"DISABLED"}}})");
  EXPECT_EQ(error("DescribeContinuousBackups", R"({"TableName":"Musix"})"),
            "TableNotFoundException: Table not found: Musix");
}

}  // namespace
}  // namespace norn::testing
