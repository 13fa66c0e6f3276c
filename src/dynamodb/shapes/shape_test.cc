#include "dynamodb/shapes/shape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "dynamodb/input.h"
#include "dynamodb/shapes/shapes.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kItem = R"("Item":{"a":{"S":"x"}})";

class ShapeTest : public ::testing::Test {
 protected:
  simdjson::dom::element parse(const std::string& json) { return parser_.parse(json).value(); }
  std::string kinds(const Shape& shape, const std::string& json) {
    const auto checked = check_kinds(parse(json), shape, true);
    if (checked) return "";
    EXPECT_EQ(checked.error().code, ErrorCode::kSerialization);
    return checked.error().message;
  }
  std::string constraints(const Shape& shape, const std::string& json) {
    const auto checked = check_constraints(parse(json), shape);
    if (checked) return "";
    EXPECT_EQ(checked.error().code, ErrorCode::kValidation);
    return checked.error().message;
  }

 private:
  simdjson::dom::parser parser_;
};

TEST_F(ShapeTest, AcceptsWhatSdksSend) {
  const std::string put = std::string(R"({"TableName":"abc",)") + std::string(kItem) + "}";
  EXPECT_EQ(kinds(kPutItemShape, put), "");
  EXPECT_EQ(constraints(kPutItemShape, put), "");
  EXPECT_EQ(kinds(kPutItemShape, R"({"TableName":null,"Unknown":[1]})"), "");
  EXPECT_EQ(kinds(kGetItemShape, R"({"ConsistentRead":"True"})"), "");
}

TEST_F(ShapeTest, NamesTheKindThatDoesNotFit) {
  const struct {
    const char* json;
    const char* message;
  } rows[] = {
      {R"({"TableName":5})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"TableName":1.5})", "DECIMAL_VALUE cannot be converted to String"},
      {R"({"TableName":true})", "TRUE_VALUE cannot be converted to String"},
      {R"({"TableName":[]})", "Unrecognized collection type class java.lang.String"},
      {R"({"TableName":{}})", "Start of structure or map found where not expected"},
      {R"({"Item":"a"})", "Unexpected field type"},
      {R"({"Item":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
      {R"({"Item":{"a":"b"}})", "Unexpected value type in payload"},
      {R"({"Item":{"a":[]}})",
       "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue"},
      {R"({"Item":{"a":{"S":5}}})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"Item":{"a":{"B":"abc"}}})",
       "Base64 encoded length is expected a multiple of 4 bytes but found: 3"},
      {R"({"Item":{"a":{"B":5}}})", "only base-64-encoded strings are convertible to bytes"},
      {R"({"Item":{"a":{"BOOL":"maybe"}}})", "Unexpected token received from parser"},
      {R"({"Item":{"a":{"SS":"x"}}})", "Unexpected field type"},
      {R"({"Item":{"a":{"L":{}}}})", "Start of structure or map found where not expected"},
      {R"({"Item":{"a":{"M":{"b":{"L":[{"N":1}]}}}}})",
       "NUMBER_VALUE cannot be converted to String"},
      {R"({"Expected":{"a":"b"}})", "Unexpected value type in payload"},
      {R"({"Expected":{"a":{"Value":5}}})", "Unexpected field type"},
  };
  for (const auto& row : rows) EXPECT_EQ(kinds(kPutItemShape, row.json), row.message) << row.json;
  EXPECT_EQ(kinds(kQueryShape, R"({"Limit":"5"})"), "STRING_VALUE cannot be converted to Integer");
}

TEST_F(ShapeTest, LooksIntoAttributeValuesOnlyWhenItIsThorough) {
  simdjson::dom::parser parser;
  const std::string json = R"({"Item":{"a":{"S":5}}})";
  EXPECT_TRUE(check_kinds(parser.parse(json).value(), kPutItemShape).has_value());
  EXPECT_FALSE(check_kinds(parser.parse(json).value(), kPutItemShape, true).has_value());
}

TEST_F(ShapeTest, ReportsAllViolationsTogether) {
  EXPECT_EQ(constraints(kPutItemShape, "{}"),
            "2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: "
            "Member must not be null; Value null at 'item' failed to satisfy constraint: Member "
            "must not be null");
  EXPECT_EQ(constraints(kPutItemShape, std::string(R"({"TableName":"a;","ReturnValues":"hi",)") +
                                           std::string(kItem) + "}"),
            "3 validation errors detected: Value 'a;' at 'tableName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'a;' at "
            "'tableName' failed to satisfy constraint: Member must have length greater than or "
            "equal to 3; Failed to satisfy constraint: Member must satisfy enum value set: "
            "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]");
}

// Since 2026: https://github.com/paritysuite/dynamodb-conformance, captures/.
TEST_F(ShapeTest, ReportsAnEmptyNameOfATableAlone) {
  constexpr std::string_view kAlone =
      "1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member must "
      "have length greater than or equal to 1";
  EXPECT_EQ(constraints(kPutItemShape, R"({"TableName":"","Item":{},"ReturnValues":"hi"})"),
            kAlone);
  EXPECT_EQ(constraints(kGetItemShape, R"({"TableName":"","Key":{}})"), kAlone);
  EXPECT_EQ(constraints(kDeleteItemShape, R"({"TableName":"","Key":{}})"), kAlone);
  EXPECT_EQ(constraints(kQueryShape, R"({"TableName":"","Limit":0})"), kAlone);
  // Where a member is missing, everything is reported in the older words.
  EXPECT_EQ(
      constraints(
          kUpdateItemShape,
          R"({"TableName":"","ReturnConsumedCapacity":"INVALID","ReturnValues":"INVALID"})"),
      "4 validation errors detected: Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy "
      "constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value '' at "
      "'tableName' failed to satisfy constraint: Member must have length greater than or equal to "
      "1; Value 'INVALID' at 'returnValues' failed to satisfy constraint: Member must satisfy enum "
      "value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; Value null at 'key' failed "
      "to satisfy constraint: Member must not be null");
}

TEST_F(ShapeTest, ReportsAllBadEnumsExceptOfUpdateItem) {
  const std::string bad =
      R"("TableName":"abc","ReturnConsumedCapacity":"INVALID","ReturnValues":"INVALID",)"
      R"("ReturnItemCollectionMetrics":"INVALID"})";
  constexpr std::string_view kReturnValues =
      "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, "
      "ALL_NEW, UPDATE_NEW, NONE]";
  for (const Shape* const shape : {&kPutItemShape, &kDeleteItemShape}) {
    EXPECT_EQ(constraints(*shape, R"({"Item":{},"Key":{},)" + bad),
              "3 validation errors detected: Value 'INVALID' at 'returnConsumedCapacity' failed to "
              "satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; " +
                  std::string(kReturnValues) +
                  "; Value 'INVALID' at 'returnItemCollectionMetrics' failed to satisfy "
                  "constraint: Member must satisfy enum value set: [SIZE, NONE]");
  }
  EXPECT_EQ(constraints(kUpdateItemShape, R"({"Key":{},)" + bad),
            "1 validation error detected: " + std::string(kReturnValues));
  EXPECT_EQ(constraints(kUpdateItemShape,
                        R"({"Key":{},"TableName":"abc","ReturnConsumedCapacity":"INVALID"})"),
            "1 validation error detected: Value 'INVALID' at 'returnConsumedCapacity' failed to "
            "satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]");
}

TEST_F(ShapeTest, ShowsNoValueOfMembersWithNewerWords) {
  std::string keys;
  std::string writes;
  for (int i = 0; i < 101; ++i) keys += i > 0 ? ",{}" : "{}";
  for (int i = 0; i < 26; ++i) {
    writes += fmt::format(R"({}{{"DeleteRequest":{{"Key":{{}}}}}})", i > 0 ? "," : "");
  }
  EXPECT_EQ(constraints(kBatchGetItemShape, R"({"RequestItems":{}})"),
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1");
  EXPECT_EQ(constraints(kBatchGetItemShape,
                        fmt::format(R"({{"RequestItems":{{"abc":{{"Keys":[{}]}}}}}})", keys)),
            "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to "
            "satisfy constraint: Member must have length less than or equal to 100");
  EXPECT_EQ(constraints(kBatchGetItemShape, R"({"RequestItems":{"abc":{"Keys":[]}}})"),
            "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to "
            "satisfy constraint: Member must have length greater than or equal to 1");
  EXPECT_EQ(constraints(kBatchWriteItemShape,
                        fmt::format(R"({{"RequestItems":{{"abc":[{}]}}}})", writes)),
            "1 validation error detected: Value at 'RequestItems.abc.member' failed to satisfy "
            "constraint: Member must have length less than or equal to 25");
  EXPECT_EQ(constraints(kScanShape, R"({"TableName":"abc","Limit":0})"),
            "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
            "Member must have value greater than or equal to 1");
}

TEST_F(ShapeTest, SaysWhereInsideListsAndMapsItIs) {
  EXPECT_EQ(constraints(kBatchGetItemShape, R"({"RequestItems":{"abc":{}}})"),
            "1 validation error detected: Value null at 'requestItems.abc.member.keys' failed to "
            "satisfy constraint: Member must not be null");
  EXPECT_EQ(constraints(kTransactGetItemsShape, R"({"TransactItems":[{"Get":{}},null]})"),
            "3 validation errors detected: Value null at "
            "'transactItems.1.member.get.tableName' failed to satisfy constraint: Member must not "
            "be null; Value null at 'transactItems.1.member.get.key' failed to satisfy constraint: "
            "Member must not be null; Value null at 'transactItems.2.member' failed to satisfy "
            "constraint: Member must not be null");
  EXPECT_EQ(constraints(kUpdateItemShape, R"({"TableName":"abc","Key":{},"AttributeUpdates":{
                "n":{"Action":"INCREASE","Value":{"N":"1"}}}})"),
            "1 validation error detected: Value 'INCREASE' at 'attributeUpdates.n.member.action' "
            "failed to satisfy constraint: Member must satisfy enum value set: [ADD, DELETE, PUT]");
  EXPECT_EQ(constraints(kQueryShape, R"({"TableName":"abc","Limit":0})"),
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member "
            "must have value greater than or equal to 1");
}

TEST_F(ShapeTest, ChecksTheMemberThatIsReadWhenThereAreSeveralOfOneName) {
  const std::string json = R"({"TableName":"abc","Limit":5,"Limit":0,"Limit":null})";
  EXPECT_EQ(Input(parse(json)).integer("Limit"), 0);
  EXPECT_EQ(constraints(kQueryShape, json),
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member "
            "must have value greater than or equal to 1");
  EXPECT_EQ(constraints(kTableNameInput, R"({"TableName":null,"TableName":"abc"})"), "");
  EXPECT_EQ(constraints(kQueryShape, R"({"TableName":"abc","TableName":"a"})"),
            constraints(kQueryShape, R"({"TableName":"a"})"));
}

TEST_F(ShapeTest, ChecksTheKeysAndListsOfBatches) {
  EXPECT_EQ(constraints(kBatchWriteItemShape, R"({"RequestItems":{"abc":[]}})"),
            "1 validation error detected: Value '{abc=[]}' at 'requestItems' failed to satisfy "
            "constraint: Map value must satisfy constraint: [Member must have length less than or "
            "equal to 25, Member must have length greater than or equal to 1]");
  EXPECT_EQ(constraints(kBatchGetItemShape, R"({"RequestItems":{"a":{"Keys":[{}]}}})"),
            "1 validation error detected: Value '{\"a\":{\"Keys\":[{}]}}' at 'requestItems' failed "
            "to satisfy constraint: Map keys must satisfy constraint: [Member must have length "
            "less than or equal to 255, Member must have length greater than or equal to 3, Member "
            "must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]");
}

TEST_F(ShapeTest, TakesTablesByArn) {
  EXPECT_EQ(constraints(kGetItemShape,
                        R"({"TableName":"arn:aws:dynamodb:us-east-1:1:table/abc","Key":{}})"),
            "");
}

TEST_F(ShapeTest, SurvivesDeepNesting) {
  std::string json = R"({"Item":{"a":)";
  for (int i = 0; i < 300; ++i) json += R"({"L":[)";
  json += R"({"S":5})";
  for (int i = 0; i < 300; ++i) json += "]}";
  json += "}}";
  EXPECT_EQ(kinds(kPutItemShape, json), "");
}

}  // namespace
}  // namespace norn::dynamodb
