#include "store/expressions/expression_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/expressions/expression_testing.h"
#include "store/limits.h"

namespace norn::store {
namespace {

TEST(PlaceholderUse, ResolvesWhatTheRequestDefines) {
  const Placeholders placeholders = placeholders_of("#a=alpha", R"({":v":{"N":"1"}})");
  PlaceholderUse use(placeholders);
  EXPECT_EQ(use.name("#a", "FilterExpression"), "alpha");
  EXPECT_EQ(use.value(":v", "FilterExpression"), Value::number(1));
  EXPECT_EQ(message_of(use.name("#x", "FilterExpression")),
            "Invalid FilterExpression: An expression attribute name used in the document path is "
            "not defined; attribute name: #x");
  EXPECT_EQ(message_of(use.value(":x", "UpdateExpression")),
            "Invalid UpdateExpression: An expression attribute value used in expression is not "
            "defined; attribute value: :x");
}

TEST(PlaceholderUse, RefusesPlaceholdersThatWereNotUsed) {
  const Placeholders placeholders =
      placeholders_of("#a=alpha #b=beta #c=gamma", R"({":v":{"N":"1"},":w":{"N":"1"}})");
  PlaceholderUse use(placeholders);
  ASSERT_TRUE(use.name("#b", "p"));
  EXPECT_EQ(message_of(use.check_all_used()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
  ASSERT_TRUE(use.name("#a", "p"));
  ASSERT_TRUE(use.name("#c", "p"));
  EXPECT_EQ(message_of(use.check_all_used()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v, :w}");
  ASSERT_TRUE(use.value(":v", "p"));
  ASSERT_TRUE(use.value(":w", "p"));
  EXPECT_TRUE(use.check_all_used());
}

std::string shape(const Placeholders& placeholders, bool has_expressions = true) {
  return message_of(PlaceholderUse(placeholders).check_shape(has_expressions));
}

TEST(PlaceholderUse, ChecksTheShapeOfPlaceholders) {
  EXPECT_EQ(shape(placeholders_of("#a=alpha #0_Z=b", R"({":v":{"N":"1"}})")), "(no error)");
  EXPECT_EQ(shape({}, false), "(no error)");

  EXPECT_EQ(shape(placeholders_of("#a=alpha", ""), false),
            "ExpressionAttributeNames can only be specified when using expressions");
  EXPECT_EQ(shape(placeholders_of("", R"({":v":{"N":"1"}})"), false),
            "ExpressionAttributeValues can only be specified when using expressions");
  const std::string longest = "#" + std::string(254, 'n');
  EXPECT_EQ(shape(placeholders_of(longest + "=alpha", "")), "(no error)");
  for (const std::string& key :
       std::vector<std::string>{"a", "#", "#a-b", ":a", "##a", longest + "n"}) {
    EXPECT_EQ(shape(placeholders_of(key + "=alpha", "")),
              "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
  }
  EXPECT_EQ(shape(placeholders_of("", R"({"v":{"N":"1"}})")),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"v\"");
  EXPECT_EQ(shape(placeholders_of("#a=", "")),
            "ExpressionAttributeNames contains invalid value: Attribute names must have 1 to 65535 "
            "bytes for key #a");
  Placeholders large;
  large.values.emplace(":v", std::string(kMaxExpressionValuesBytes, 'x'));
  EXPECT_EQ(shape(large), "ExpressionAttributeValues exceeds max size");
}

}  // namespace
}  // namespace norn::store
