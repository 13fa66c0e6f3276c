#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "dynamodb/api/direct_call.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// Which errors of operations on items are reported as a violation, and which by themselves: as
// recorded at AWS in October 2026 by https://github.com/paritysuite/dynamodb-conformance.
namespace norn::testing {
namespace {

constexpr std::string_view kEnvelope = "1 validation error detected: ";

class ItemErrors : public ::testing::Test {
 protected:
  ItemErrors() {
    must(store_.create_table(table("songs", "pk:S")));
    must(store_.put(put("songs", {{"pk", "a"}, {"s", "text"}})));
  }

  // The message of a call with `members` beside the table.
  std::string error(std::string_view operation, std::string_view members) {
    const auto reply = dynamodb::call_directly(
        {store_, clock_}, operation, fmt::format(R"({{"TableName":"songs",{}}})", members));
    return reply ? "succeeded: " + *reply : reply.error().message;
  }

  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
};

TEST_F(ItemErrors, OfExpressionsAndValuesAreViolationsOfWrites) {
  const std::string_view put = R"("Item":{"pk":{"S":"a"}})";
  const std::string_view key = R"("Key":{"pk":{"S":"a"}})";
  struct Row {
    std::string_view members;
    std::string_view message;
  };
  const std::vector<Row> rows = {
      {R"j("ConditionExpression":"((attribute_exists(a)))")j",
       "Invalid ConditionExpression: The expression has redundant parentheses;"},
      {R"("ConditionExpression":"")",
       "Invalid ConditionExpression: The expression can not be empty;"},
      {R"("ConditionExpression":"a = :v")",
       "Invalid ConditionExpression: An expression attribute value used in expression is not "
       "defined; attribute value: :v"},
      {R"("ExpressionAttributeValues":{":v":{"S":"x"}})",
       "ExpressionAttributeValues can only be specified when using expressions"},
      {R"("ExpressionAttributeNames":{"#a":"a"})",
       "ExpressionAttributeNames can only be specified when using expressions"},
      {R"j("ConditionExpression":"attribute_exists(a)","ExpressionAttributeValues":{})j",
       "ExpressionAttributeValues must not be empty"},
      {R"j("ConditionExpression":"attribute_exists(a)","ExpressionAttributeNames":{"#a":"a"})j",
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"},
      {R"("ConditionExpression":"a = :v","ExpressionAttributeValues":{":v":{"N":"abc"}})",
       "The parameter cannot be converted to a numeric value: abc"},
      {R"("ConditionExpression":"a = :v","ExpressionAttributeValues":{":v":{"SS":[]}})",
       "One or more parameter values were invalid: An string set  may not be empty"},
      {R"j("Expected":{"a":{"Exists":false}},"ConditionExpression":"attribute_exists(a)")j",
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"},
      {R"("Expected":{"a":{"Exists":true}})",
       "One or more parameter values were invalid: Value must be provided when Exists is true for "
       "Attribute: a"},
  };
  for (const Row& row : rows) {
    const std::string expected = fmt::format("{}{}", kEnvelope, row.message);
    EXPECT_EQ(error("PutItem", fmt::format("{},{}", put, row.members)), expected);
    EXPECT_EQ(error("UpdateItem", fmt::format("{},{}", key, row.members)), expected);
    EXPECT_EQ(error("DeleteItem", fmt::format("{},{}", key, row.members)), expected);
  }
  for (const auto& [operation, members] :
       {std::pair("PutItem", put), std::pair("DeleteItem", key)}) {
    EXPECT_EQ(error(operation, fmt::format(R"({},"ReturnValues":"ALL_NEW")", members)),
              fmt::format("{}ReturnValues can only be ALL_OLD or NONE", kEnvelope));
  }
  EXPECT_EQ(
      error("PutItem", R"("Item":{"pk":{"S":"a"},"n":{"L":[{"N":"1e126"}]}})"),
      fmt::format("{}Number overflow. Attempting to store a number with magnitude larger than "
                  "supported range",
                  kEnvelope));
  EXPECT_EQ(error("DeleteItem", R"("Key":{"pk":{"NULL":false}})"),
            fmt::format("{}One or more parameter values were invalid: Null attribute value types "
                        "must have the value of true",
                        kEnvelope));
  EXPECT_EQ(error("UpdateItem", fmt::format(R"({},"UpdateExpression":"INVALID SYNTAX")", key)),
            fmt::format("{}Invalid UpdateExpression: Syntax error; token: \"INVALID\", near: "
                        "\"INVALID SYNTAX\"",
                        kEnvelope));
}

TEST_F(ItemErrors, ThatDependOnTheTableOrTheItemAreNone) {
  EXPECT_EQ(error("PutItem", R"("Item":{"pk":{"N":"1"}})"),
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
  EXPECT_EQ(error("PutItem", R"("Item":{"pk":{"S":""}})"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  EXPECT_EQ(error("PutItem", R"("Item":{"pk":{"S":"a"},"b":{}})"),
            "Supplied AttributeValue is empty, must contain exactly one of the supported "
            "datatypes");
  EXPECT_EQ(error("DeleteItem", R"("Key":{"pk":{"N":"1"}})"),
            "The provided key element does not match the schema");
  const auto update = [&](std::string_view expression) {
    return error("UpdateItem", fmt::format(R"("Key":{{"pk":{{"S":"a"}}}},"UpdateExpression":"{}",)"
                                           R"("ExpressionAttributeValues":{{":v":{{"S":"x"}}}})",
                                           expression));
  };
  EXPECT_EQ(update("SET pk = :v"),
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key");
  EXPECT_EQ(update("SET b.c = :v"),
            "The document path provided in the update expression is invalid for update");
  EXPECT_EQ(update("SET b = gone, c = :v"),
            "The provided expression refers to an attribute that does not exist in the item");
}

TEST_F(ItemErrors, OfOtherOperationsAreNone) {
  const auto query = [&](std::string_view value) {
    return error("Query", fmt::format(R"("KeyConditionExpression":"pk = :v",)"
                                      R"("ExpressionAttributeValues":{{":v":{}}})",
                                      value));
  };
  EXPECT_EQ(query(R"({"N":"abc"})"), "The parameter cannot be converted to a numeric value: abc");
  EXPECT_EQ(error("Scan", R"("FilterExpression":"a = :v",)"
                          R"("ExpressionAttributeValues":{":v":{"N":"abc"}})"),
            "ExpressionAttributeValues contains invalid value: The parameter cannot be converted "
            "to a numeric value: abc for key :v");
  EXPECT_EQ(error("GetItem", R"("Key":{"pk":{"N":"abc"}})"),
            "The parameter cannot be converted to a numeric value: abc");
}

}  // namespace
}  // namespace norn::testing
