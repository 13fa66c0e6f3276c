#include "dynamodb/expression_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace norn::dynamodb {
namespace {

TEST(ExpressionWriter, GivesEveryNameOnePlaceholder) {
  ExpressionWriter writer;
  EXPECT_EQ(writer.name("a"), "#n0");
  EXPECT_EQ(writer.name("b.c"), "#n1");
  EXPECT_EQ(writer.name("a"), "#n0");
  EXPECT_EQ(writer.name("A"), "#n2");
  const store::Placeholders placeholders = std::move(writer).take();
  const std::map<std::string, std::string, std::less<>> expected = {
      {"#n0", "a"}, {"#n1", "b.c"}, {"#n2", "A"}};
  EXPECT_EQ(placeholders.names, expected);
  EXPECT_TRUE(placeholders.values.empty());
}

TEST(ExpressionWriter, GivesEveryValueItsOwnPlaceholder) {
  ExpressionWriter writer;
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(writer.value(store::Value::number(7)), ":v" + std::to_string(i));
  }
  const store::Placeholders placeholders = std::move(writer).take();
  EXPECT_TRUE(placeholders.names.empty());
  ASSERT_EQ(placeholders.values.size(), 12U);
  EXPECT_EQ(placeholders.values.at(":v11"), store::Value::number(7));
}

TEST(ExpressionWriter, PutsItsMarkIntoPlaceholders) {
  ExpressionWriter writer("0_");
  EXPECT_EQ(writer.name("a"), "#n0_0");
  EXPECT_EQ(writer.value("b"), ":v0_0");
}

}  // namespace
}  // namespace norn::dynamodb
