#include "dynamodb/legacy/legacy_parameters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace norn::dynamodb {
namespace {

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

// A request of the kind, with what the older parameters of `json` made of it, as text.
template <typename Request>
Result<Request> applied(std::string_view json, Request request = {}) {
  simdjson::dom::parser parser;
  const simdjson::padded_string padded(json);
  const Input input(parser.parse(padded).value());
  NORN_TRY(apply_legacy(input, request));
  return request;
}

template <typename Request>
std::string error_of_legacy(std::string_view json) {
  const Result<Request> result = applied<Request>(json);
  if (result) return "it succeeded";
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  return result.error().message;
}

TEST(LegacyParameters, AbsentOnesChangeNothing) {
  store::QueryRequest query;
  query.key_condition = "a = :a";
  query.placeholders.values.emplace(":a", "x");
  const Result<store::QueryRequest> result = applied<store::QueryRequest>(
      R"({"KeyConditionExpression":"a = :a","ExpressionAttributeValues":{":a":{"S":"x"}},
          "QueryFilter":null})",
      query);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->key_condition, "a = :a");
  EXPECT_EQ(result->placeholders.values, query.placeholders.values);
  EXPECT_FALSE(result->placeholders.generated);
}

TEST(LegacyParameters, ConditionsBecomeExpressions) {
  struct Row {
    std::string_view condition;
    std::string_view expression;
  };
  const std::vector<Row> rows = {
      {R"("EQ","AttributeValueList":[{"M":{"x":{"L":[]}}}])", "#n0 = :v0"},
      {R"("NE","AttributeValueList":[{"BOOL":true}])", "#n0 <> :v0"},
      {R"("LT","AttributeValueList":[{"N":"1"}])", "#n0 < :v0"},
      {R"("LE","AttributeValueList":[{"S":"1"}])", "#n0 <= :v0"},
      {R"("GT","AttributeValueList":[{"B":"AA=="}])", "#n0 > :v0"},
      {R"("GE","AttributeValueList":[{"N":"1"}])", "#n0 >= :v0"},
      {R"("BETWEEN","AttributeValueList":[{"N":"9"},{"N":"10"}])", "#n0 BETWEEN :v0 AND :v1"},
      {R"("IN","AttributeValueList":[{"N":"9"},{"N":"10"}])", "#n0 IN (:v0, :v1)"},
      {R"("BEGINS_WITH","AttributeValueList":[{"S":"a"}])", "begins_with(#n0, :v0)"},
      {R"("CONTAINS","AttributeValueList":[{"NULL":true}])", "contains(#n0, :v0)"},
      {R"("NOT_CONTAINS","AttributeValueList":[{"S":"a"}])",
       "(attribute_exists(#n0) AND NOT contains(#n0, :v0))"},
      {R"("NULL")", "attribute_not_exists(#n0)"},
      {R"("NOT_NULL","AttributeValueList":[])", "attribute_exists(#n0)"},
  };
  for (const Row& row : rows) {
    const std::string condition =
        fmt::format(R"({{"a b":{{"ComparisonOperator":{}}}}})", row.condition);
    const auto scan = applied<store::ScanRequest>(fmt::format(R"({{"ScanFilter":{}}})", condition));
    ASSERT_TRUE(scan) << scan.error().message;
    EXPECT_EQ(scan->filter, row.expression);
    EXPECT_EQ(scan->placeholders.names.at("#n0"), "a b");
    EXPECT_TRUE(scan->placeholders.generated);
    const auto put = applied<store::PutRequest>(fmt::format(R"({{"Expected":{}}})", condition));
    ASSERT_TRUE(put) << put.error().message;
    EXPECT_EQ(put->condition, row.expression);
  }
}

TEST(LegacyParameters, ConditionalOperatorJoinsConditions) {
  const std::string_view two = R"("a":{"Exists":false},"b":{"Value":{"N":"1"},"Exists":true})";
  for (const auto& [joined, expression] :
       std::vector<std::pair<std::string_view, std::string_view>>{
           {R"()", "attribute_not_exists(#n0) AND #n1 = :v0"},
           {R"(,"ConditionalOperator":"AND")", "attribute_not_exists(#n0) AND #n1 = :v0"},
           {R"(,"ConditionalOperator":"OR")", "attribute_not_exists(#n0) OR #n1 = :v0"}}) {
    const auto result =
        applied<store::DeleteRequest>(fmt::format(R"({{"Expected":{{{}}}{}}})", two, joined));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->condition, expression);
  }
}

TEST(LegacyParameters, UpdatesBecomeSections) {
  const auto result = applied<store::UpdateRequest>(R"({"AttributeUpdates":{
      "a":{"Value":{"S":"x"}}, "b":{"Action":"PUT","Value":{"NULL":true}},
      "c":{"Action":"ADD","Value":{"N":"1"}}, "d":{"Action":"ADD","Value":{"SS":["x"]}},
      "e":{"Action":"ADD","Value":{"L":[]}}, "f":{"Action":"DELETE"},
      "g":{"Action":"DELETE","Value":{"BS":["AA=="]}}},
      "Expected":{"c":{"ComparisonOperator":"EQ","Value":{"N":"1"}}}})");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->update,
            "SET #n0 = :v0, #n1 = :v1, #n4 = list_append(if_not_exists(#n4, :v4), :v5) REMOVE #n5 "
            "ADD #n2 :v2, #n3 :v3 DELETE #n6 :v6");
  EXPECT_EQ(result->condition, "#n2 = :v7");
  EXPECT_TRUE(applied<store::UpdateRequest>(R"({"AttributeUpdates":{}})")->update.empty());
}

TEST(LegacyParameters, OfTwoMembersForOneAttributeTheLastCounts) {
  const auto result = applied<store::UpdateRequest>(
      R"({"AttributeUpdates":{"a":{"Value":{"N":"1"}},"a":{"Value":{"N":"2"}}}})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->update, "SET #n0 = :v0");
  EXPECT_EQ(result->placeholders.values.at(":v0"), store::Value::number(2));
}

TEST(LegacyParameters, AttributesToGetNameWholeAttributes) {
  const std::string_view json = R"({"AttributesToGet":["a.b","c[0]"]})";
  const auto get = applied<store::GetRequest>(json);
  ASSERT_TRUE(get);
  EXPECT_EQ(get->projection, "#n0, #n1");
  EXPECT_EQ(get->placeholders.names.at("#n0"), "a.b");
  EXPECT_EQ(applied<store::BatchGetRequest::Table>(json)->projection, "#n0, #n1");
  EXPECT_EQ(applied<store::ScanRequest>(json)->projection, "#n0, #n1");
  EXPECT_EQ(error_of_legacy<store::GetRequest>(R"({"AttributesToGet":["a","b","a"]})"),
            fmt::format("{}Duplicate value in attribute name: a", kInvalid));
  EXPECT_EQ(error_of_legacy<store::GetRequest>(R"({"AttributesToGet":[""]})"),
            fmt::format("{}Attribute name must not be empty", kInvalid));
}

TEST(LegacyParameters, KeyConditionsGoWithExpressions) {
  store::QueryRequest query;
  query.filter = "#n0_0 = :v0_0";
  query.placeholders.names = {{"#n0_0", "x"}, {"#", "bad"}, {"", "worse"}};
  query.placeholders.values = {{":v0_0", "x"}};
  const auto result = applied<store::QueryRequest>(
      R"({"KeyConditions":{"p":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"1"}]}},
          "FilterExpression":"#n0_0 = :v0_0"})",
      query);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->key_condition, "#n1_0 = :v1_0");
  EXPECT_EQ(result->filter, query.filter);
  EXPECT_EQ(result->placeholders.names.at("#n1_0"), "p");
  EXPECT_EQ(result->placeholders.names.size(), 4U);
  EXPECT_EQ(result->placeholders.values.size(), 2U);
  EXPECT_FALSE(result->placeholders.generated) << "the filter keeps its limits";
}

TEST(LegacyParameters, MixturesAreRefused) {
  const auto mixed = [](std::string_view legacy, std::string_view expressions) {
    return fmt::format(
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {{{}}} Expression parameters: {{{}}}",
        legacy, expressions);
  };
  EXPECT_EQ(error_of_legacy<store::PutRequest>(
                R"({"ConditionalOperator":"AND","Expected":{},"ConditionExpression":""})"),
            mixed("Expected, ConditionalOperator", "ConditionExpression"));
  EXPECT_EQ(error_of_legacy<store::DeleteRequest>(
                R"({"ConditionalOperator":"AND","ConditionExpression":"a = :a"})"),
            mixed("ConditionalOperator", "ConditionExpression"));
  EXPECT_EQ(error_of_legacy<store::UpdateRequest>(
                R"({"ConditionalOperator":"OR","Expected":{},"AttributeUpdates":{},
                    "ConditionExpression":"x","UpdateExpression":"y"})"),
            mixed("AttributeUpdates, Expected, ConditionalOperator",
                  "UpdateExpression, ConditionExpression"));
  EXPECT_EQ(
      error_of_legacy<store::GetRequest>(R"({"AttributesToGet":["a"],"ProjectionExpression":"a"})"),
      mixed("AttributesToGet", "ProjectionExpression"));
  EXPECT_EQ(error_of_legacy<store::ScanRequest>(
                R"({"ScanFilter":{},"AttributesToGet":["a"],"ConditionalOperator":"OR",
                    "FilterExpression":"x","ProjectionExpression":"a"})"),
            mixed("AttributesToGet, ScanFilter, ConditionalOperator",
                  "ProjectionExpression, FilterExpression"));
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(
                R"({"KeyConditions":{},"QueryFilter":{},"ConditionalOperator":"AND",
                    "KeyConditionExpression":"x","FilterExpression":"y",
                    "ProjectionExpression":"z"})"),
            mixed("QueryFilter, ConditionalOperator, KeyConditions",
                  "ProjectionExpression, FilterExpression, KeyConditionExpression"));
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(
                R"({"KeyConditions":{},"QueryFilter":{},"FilterExpression":"y"})"),
            mixed("QueryFilter", "FilterExpression"));
}

TEST(LegacyParameters, PlaceholdersAreRefusedWithoutExpressions) {
  EXPECT_EQ(error_of_legacy<store::PutRequest>(
                R"({"Expected":{},"ExpressionAttributeNames":{"#a":"b"}})"),
            "ExpressionAttributeNames can only be specified when using expressions");
  EXPECT_EQ(error_of_legacy<store::UpdateRequest>(
                R"({"AttributeUpdates":{},"ExpressionAttributeValues":{":a":{"S":"b"}}})"),
            "ExpressionAttributeValues can only be specified when using expressions");
}

TEST(LegacyParameters, ConditionalOperatorNeedsTwoConditions) {
  constexpr std::string_view kWithout =
      "ConditionalOperator cannot be used without Filter or Expected";
  constexpr std::string_view kOne =
      "ConditionalOperator can only be used when Filter or Expected has two or more elements";
  EXPECT_EQ(error_of_legacy<store::PutRequest>(R"({"ConditionalOperator":"AND"})"), kWithout);
  EXPECT_EQ(error_of_legacy<store::UpdateRequest>(R"({"ConditionalOperator":"AND","Expected":{}})"),
            kWithout);
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(R"({"ConditionalOperator":"AND"})"), kWithout);
  EXPECT_EQ(error_of_legacy<store::ScanRequest>(
                R"({"ConditionalOperator":"AND","AttributesToGet":["a"]})"),
            kWithout);
  EXPECT_EQ(error_of_legacy<store::DeleteRequest>(
                R"({"ConditionalOperator":"AND","Expected":{"a":{"Exists":false}}})"),
            kOne);
  EXPECT_EQ(error_of_legacy<store::ScanRequest>(
                R"({"ConditionalOperator":"OR","ScanFilter":{"a":{"ComparisonOperator":"NULL"}}})"),
            kOne);
}

TEST(LegacyParameters, FaultyConditionsAreRefused) {
  struct Row {
    std::string_view condition;
    std::string message;
  };
  const auto count = [](std::string_view op) {
    return fmt::format("{}Invalid number of argument(s) for the {} ComparisonOperator", kInvalid,
                       op);
  };
  const auto type = [](std::string_view op, std::string_view name) {
    return fmt::format("{}ComparisonOperator {} is not valid for {} AttributeValue type", kInvalid,
                       op, name);
  };
  const std::vector<Row> rows = {
      {R"("EQ","AttributeValueList":[])", count("EQ")},
      {R"("NE","AttributeValueList":[{"S":"a"},{"S":"b"}])", count("NE")},
      {R"("IN","AttributeValueList":[])", count("IN")},
      {R"("BETWEEN","AttributeValueList":[{"S":"a"}])", count("BETWEEN")},
      {R"("BETWEEN","AttributeValueList":[{"S":"a"},{"S":"b"},{"S":"c"}])", count("BETWEEN")},
      {R"("NULL","AttributeValueList":[{"S":"a"}])", count("NULL")},
      {R"("NOT_NULL","AttributeValueList":[{"S":"a"}])", count("NOT_NULL")},
      {R"("LT","AttributeValueList":[{"SS":["a"]}])", type("LT", "SS")},
      {R"("LE","AttributeValueList":[{"BOOL":true}])", type("LE", "BOOL")},
      {R"("GT","AttributeValueList":[{"M":{}}])", type("GT", "M")},
      {R"("GE","AttributeValueList":[{"NULL":true}])", type("GE", "NULL")},
      {R"("BEGINS_WITH","AttributeValueList":[{"N":"1"}])", type("BEGINS_WITH", "N")},
      {R"("CONTAINS","AttributeValueList":[{"L":[]}])", type("CONTAINS", "L")},
      {R"("NOT_CONTAINS","AttributeValueList":[{"NS":["1"]}])", type("NOT_CONTAINS", "NS")},
      {R"("IN","AttributeValueList":[{"L":[]},{"L":[]}])", type("IN", "L")},
      {R"("BETWEEN","AttributeValueList":[{"NS":["1"]},{"NS":["2"]}])", type("BETWEEN", "NS")},
      {R"("IN","AttributeValueList":[{"N":"1"},{"S":"1"}])",
       fmt::format("{}AttributeValues inside AttributeValueList must be of same type", kInvalid)},
      {R"("BETWEEN","AttributeValueList":[{"N":"10"},{"N":"9"}])",
       "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
       "bound"},
  };
  for (const Row& row : rows) {
    const std::string condition =
        fmt::format(R"({{"a":{{"ComparisonOperator":{}}}}})", row.condition);
    EXPECT_EQ(error_of_legacy<store::ScanRequest>(fmt::format(R"({{"ScanFilter":{}}})", condition)),
              row.message);
    EXPECT_EQ(
        error_of_legacy<store::QueryRequest>(fmt::format(R"({{"QueryFilter":{}}})", condition)),
        row.message);
    EXPECT_EQ(
        error_of_legacy<store::QueryRequest>(fmt::format(R"({{"KeyConditions":{}}})", condition)),
        row.message);
    EXPECT_EQ(error_of_legacy<store::PutRequest>(fmt::format(R"({{"Expected":{}}})", condition)),
              row.message);
  }
  EXPECT_EQ(
      error_of_legacy<store::ScanRequest>(R"({"ScanFilter":{"a":{"ComparisonOperator":"EQ"}}})"),
      count("EQ"));
}

TEST(LegacyParameters, FaultyExpectationsAreRefused) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {R"({})", "Value must be provided when Exists is null for Attribute: a"},
      {R"({"Exists":true})", "Value must be provided when Exists is true for Attribute: a"},
      {R"({"Exists":false,"Value":{"S":"x"}})",
       "Value cannot be used when Exists is false for Attribute: a"},
      {R"({"Value":{"S":"x"},"AttributeValueList":[]})",
       "Value and AttributeValueList cannot be used together for Attribute: a"},
      {R"({"AttributeValueList":[{"S":"x"}]})",
       "AttributeValueList can only be used with a ComparisonOperator for Attribute: a"},
      {R"({"Exists":true,"ComparisonOperator":"EQ"})",
       "Exists and ComparisonOperator cannot be used together for Attribute: a"},
      {R"({"ComparisonOperator":"LT"})",
       "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a"},
      {R"({"ComparisonOperator":"NULL","Value":{"S":"x"}})",
       "Invalid number of argument(s) for the NULL ComparisonOperator"},
      {R"({"ComparisonOperator":"BETWEEN","Value":{"S":"x"}})",
       "Invalid number of argument(s) for the BETWEEN ComparisonOperator"},
      {R"({"ComparisonOperator":"BEGINS_WITH","Value":{"N":"1"}})",
       "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"},
  };
  for (const auto& [expected, message] : rows) {
    const std::string json = fmt::format(R"({{"Expected":{{"a":{}}}}})", expected);
    EXPECT_EQ(error_of_legacy<store::PutRequest>(json), fmt::format("{}{}", kInvalid, message));
    EXPECT_EQ(error_of_legacy<store::UpdateRequest>(json), fmt::format("{}{}", kInvalid, message));
  }
}

TEST(LegacyParameters, FaultyUpdatesAreRefused) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {R"({})", "Only DELETE action is allowed when no attribute value is specified"},
      {R"({"Action":"ADD"})", "Only DELETE action is allowed when no attribute value is specified"},
      {R"({"Action":"ADD","Value":{"S":"1"}})", "ADD action is not supported for the type S"},
      {R"({"Action":"ADD","Value":{"M":{}}})", "ADD action is not supported for the type M"},
      {R"({"Action":"DELETE","Value":{"N":"1"}})",
       "DELETE action with value is not supported for the type N"},
      {R"({"Action":"DELETE","Value":{"L":[]}})",
       "DELETE action with value is not supported for the type L"},
      {R"({"Value":{"SS":[]}})", "An string set  may not be empty"},
  };
  for (const auto& [update, message] : rows) {
    EXPECT_EQ(error_of_legacy<store::UpdateRequest>(
                  fmt::format(R"({{"AttributeUpdates":{{"a":{}}}}})", update)),
              fmt::format("{}{}", kInvalid, message));
  }
  EXPECT_EQ(
      error_of_legacy<store::UpdateRequest>(R"({"AttributeUpdates":{"":{"Value":{"S":"x"}}}})"),
      fmt::format("{}Attribute name must not be empty", kInvalid));
}

TEST(LegacyParameters, KeyConditionsAreOneOrTwoThatAnIndexCanAnswer) {
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(R"({"KeyConditions":{}})"),
            "Conditions can be of length 1 or 2 only");
  constexpr std::string_view kEqual =
      R"({"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]})";
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(fmt::format(
                R"({{"KeyConditions":{{"a":{},"b":{},"c":{}}}}})", kEqual, kEqual, kEqual)),
            "Conditions can be of length 1 or 2 only");
  // The key of an index may have up to eight attributes.
  EXPECT_EQ(error_of_legacy<store::QueryRequest>(
                fmt::format(R"({{"IndexName":"i","KeyConditions":{{"a":{},"b":{},"c":{}}}}})",
                            kEqual, kEqual, kEqual)),
            "it succeeded");
  for (const std::string_view op : {"NE", "IN", "CONTAINS", "NOT_CONTAINS"}) {
    EXPECT_EQ(error_of_legacy<store::QueryRequest>(fmt::format(
                  R"({{"KeyConditions":{{"a":{},"b":{{"ComparisonOperator":"{}",
                                                "AttributeValueList":[{{"S":"x"}}]}}}}}})",
                  kEqual, op)),
              "Attempted conditional constraint is not an indexable operation");
  }
  for (const std::string_view op : {"NULL", "NOT_NULL"}) {
    EXPECT_EQ(error_of_legacy<store::QueryRequest>(
                  fmt::format(R"({{"KeyConditions":{{"a":{{"ComparisonOperator":"{}"}}}}}})", op)),
              "Attempted conditional constraint is not an indexable operation");
  }
}

}  // namespace
}  // namespace norn::dynamodb
