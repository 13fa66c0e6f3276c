#include "store/tables/missing_table.h"

#include <gtest/gtest.h>

namespace norn::store {
namespace {

constexpr std::string_view kNotFound = "Requested resource not found";

Map values() {
  return {{":v", Value("x")}};
}

std::string query_error(const std::string& key_condition, const std::string& filter = "",
                        const std::string& projection = "") {
  QueryRequest request;
  request.table = "nope";
  request.index = "nope";
  request.key_condition = key_condition;
  request.filter = filter;
  request.projection = projection;
  request.placeholders.values = values();
  return missing_table(request).error().message;
}

TEST(MissingTable, IsWhatIsWrongWithASoundRequest) {
  PutRequest put;
  put.table = "nope";
  put.item = Item::from_map({{"a", Value("b")}});
  EXPECT_EQ(missing_table(ItemWriteRequest(put)).error().message, kNotFound);
  EXPECT_EQ(missing_table(ItemWriteRequest(put)).error().code, ErrorCode::kResourceNotFound);
  GetRequest get;
  get.key = put.item;
  EXPECT_EQ(missing_table(get).error().message, kNotFound);
  EXPECT_EQ(missing_table(ScanRequest()).error().message, kNotFound);
  EXPECT_EQ(query_error("a = :v"), kNotFound);
  EXPECT_EQ(query_error("a = :v AND begins_with(b, :v)", "c > :v", "d, e.f"), kNotFound);
  // As many conditions as an index may have key attributes.
  EXPECT_EQ(query_error("a = :v AND b = :v AND c = :v"), kNotFound);
}

TEST(MissingTable, ComesAfterWhatIsWrongInTheRequestItself) {
  PutRequest put;
  put.table = "nope";
  put.condition = "a = :v AND";
  put.placeholders.values = values();
  EXPECT_EQ(missing_table(ItemWriteRequest(put)).error().message,
            "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"AND\"");
  EXPECT_EQ(query_error("a = :v OR b = :v"), "Invalid operator used in KeyConditionExpression: OR");
  EXPECT_EQ(query_error("a = :v", "size(b)"),
            "Invalid FilterExpression: The function is not allowed to be used this way in an "
            "expression; function: size");
  EXPECT_EQ(query_error("a = :w"),
            "Invalid KeyConditionExpression: An expression attribute value used in expression is "
            "not defined; attribute value: :w");
  EXPECT_EQ(query_error("a = :v", "", "b, b"),
            "Invalid ProjectionExpression: Two document paths overlap with each other; must remove "
            "or rewrite one of these paths; path one: [b], path two: [b]");

  ScanRequest scan;
  scan.limit = 0;
  EXPECT_EQ(missing_table(scan).error().code, ErrorCode::kValidation);
}

TEST(MissingTable, NamesPlaceholdersThatAQueryDoesNotUse) {
  QueryRequest request;
  request.key_condition = "a = :v";
  request.placeholders.values = {{":v", Value("x")}, {":w", Value("y")}};
  EXPECT_EQ(missing_table(request).error().message,
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");
}

}  // namespace
}  // namespace norn::store
