#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "dynamodb/operation_call.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// Operations on what no table here has: replicas and vector indexes.
namespace norn::testing {
namespace {

class GlobalTableOperations : public ::testing::Test {
 protected:
  void SetUp() override { must(store_.create_table(table("Music", "p:S"))); }

  std::string reply(std::string_view operation, std::string_view json) {
    return caller_.reply(operation, json);
  }
  std::string error(std::string_view operation, std::string_view json) {
    return caller_.error(operation, json);
  }
  static std::string music(std::string_view more = "") {
    return fmt::format(R"({{"TableName":"Music"{}}})", more);
  }

  ManualClock clock_{1'700'000'000'123};
  ModelStore store_{clock_};
  OperationCaller caller_{store_, clock_};
};

TEST_F(GlobalTableOperations, ThereAreNoGlobalTables) {
  const std::string name = R"({"GlobalTableName":"Music"})";
  const std::string absent = "Global table with name: 'Music' does not exist.";
  const std::string missing = "GlobalTableNotFoundException: ";
  const std::string invalid = "ValidationException: One or more parameter values were invalid";
  const std::string unsupported =
      invalid +
      ": DynamoDB global tables version 2017.11.29 is not supported. We recommend using "
      "DynamoDB global tables version 2019.11.21, instead of version 2017.11.29 "
      "(Legacy).";
  const auto change = [](std::string_view member, std::string_view list) {
    return fmt::format(R"({{"GlobalTableName":"Music","{}":{}}})", member, list);
  };
  EXPECT_EQ(reply("ListGlobalTables", "{}"), R"({"GlobalTables":[]})");
  EXPECT_EQ(
      error("CreateGlobalTable", change("ReplicationGroup", R"([{"RegionName":"us-east-1"}])")),
      unsupported);
  EXPECT_EQ(error("CreateGlobalTable", change("ReplicationGroup", "[]")),
            invalid + ": Global table must have atleast one replica");
  EXPECT_EQ(error("DescribeGlobalTable", name), missing + "Global table not found: " + absent);
  EXPECT_EQ(error("UpdateGlobalTable",
                  change("ReplicaUpdates", R"([{"Create":{"RegionName":"us-east-1"}}])")),
            unsupported);
  EXPECT_EQ(error("UpdateGlobalTable",
                  change("ReplicaUpdates", R"([{"Delete":{"RegionName":"us-east-1"}}])")),
            missing + "Global table not found: " + absent);
  EXPECT_EQ(error("UpdateGlobalTable", change("ReplicaUpdates", "[]")), invalid);
  EXPECT_EQ(error("DescribeGlobalTableSettings", name), missing + absent);
  EXPECT_EQ(error("UpdateGlobalTableSettings", name), missing + absent);
}

TEST_F(GlobalTableOperations, ATableIsNotMadeWithoutTheVectorIndexThatItShallHave) {
  const std::string refused =
      "ValidationException: One or more parameter values were invalid: Vector indexes are not "
      "supported";
  EXPECT_EQ(error("CreateTable",
                  R"({"TableName":"Art","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],)"
                  R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
                  R"("BillingMode":"PAY_PER_REQUEST","VectorIndexes":[{"IndexName":"Near"}]})"),
            refused);
  EXPECT_EQ(
      error("UpdateTable", music(R"(,"VectorIndexUpdates":[{"Create":{"IndexName":"Near"}}])")),
      refused);
}

TEST_F(GlobalTableOperations, ATableOfOneRegionHasNoReplicasToScale) {
  const std::string absent =
      "ResourceNotFoundException: Global table with name: 'Music' does not exist.";
  EXPECT_EQ(error("DescribeTableReplicaAutoScaling", music()), absent);
  EXPECT_EQ(error("UpdateTableReplicaAutoScaling",
                  music(R"(,"ReplicaUpdates":[{"RegionName":"us-east-1"}])")),
            absent);
  EXPECT_EQ(error("UpdateTableReplicaAutoScaling", music(R"(,"ReplicaUpdates":[{}])")),
            "ValidationException: 1 validation error detected: Value null at "
            "'replicaUpdates.1.member.regionName' failed to satisfy constraint: Member must not be "
            "null");
}

}  // namespace
}  // namespace norn::testing
