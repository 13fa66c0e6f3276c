#include "cli/table_keys.h"

#include <gtest/gtest.h>

namespace norn::cli {
namespace {

const TableKey kKey = {{.name = "PK", .type = "S"}, {.name = "n", .type = "N"}};

TEST(KeyWord, IsANameAComparisonAndAValue) {
  const struct {
    const char* word;
    const char* name;
    const char* comparison;
    const char* value;
  } rows[] = {
      {"PK=a=b", "PK", "=", "a=b"}, {"PK==", "PK", "=", "="},   {"n<5", "n", "<", "5"},
      {"n<=5", "n", "<=", "5"},     {"n>=", "n", ">=", ""},     {"n>5", "n", ">", "5"},
      {"SK^=A#", "SK", "^=", "A#"}, {"a b=c", "a b", "=", "c"},
  };
  for (const auto& row : rows) {
    const auto word = parse_key_word(row.word);
    ASSERT_TRUE(word) << row.word;
    EXPECT_EQ(word->name, row.name);
    EXPECT_EQ(word->comparison, row.comparison) << row.word;
    EXPECT_EQ(word->value, row.value) << row.word;
  }
  for (const char* const wrong : {"", "PK", "=x", "PK^x", "^"}) EXPECT_FALSE(parse_key_word(wrong));
}

TEST(ItemKey, HasTheTypesOfTheTable) {
  EXPECT_EQ(item_key_json(kKey, {"n=5", "PK=a\"b"}).value(),
            R"({"n":{"N":"5"},"PK":{"S":"a\"b"}})");
  EXPECT_EQ(item_key_json(kKey, {R"({"PK":{"S":"a"},"n":{"N":"5"}})"}).value(),
            R"({"PK":{"S":"a"},"n":{"N":"5"}})");
  const struct {
    std::vector<std::string> words;
    const char* error;
  } rows[] = {
      {{"PK=a"},
       "The key of this table has 2 attributes, and one was given. Write the key as PK=VALUE "
       "n=VALUE."},
      {{"PK=a", "SK=b"}, "'SK' is no attribute of the key. Write the key as PK=VALUE n=VALUE."},
      {{"PK=a", "PK=b"}, "'PK=b' names no single item. Write the key as PK=VALUE n=VALUE."},
      {{"PK=a", "n<5"}, "'n<5' names no single item. Write the key as PK=VALUE n=VALUE."},
  };
  for (const auto& row : rows) EXPECT_EQ(item_key_json(kKey, row.words).error().message, row.error);
}

TEST(KeyConditions, BecomeAnExpression) {
  const auto condition = key_condition(kKey, {"PK=a", "n>=5"});
  ASSERT_TRUE(condition);
  EXPECT_EQ(condition->expression, "#key0 = :key0 AND #key1 >= :key1");
  EXPECT_EQ(condition->names, R"({"#key0":"PK","#key1":"n"})");
  EXPECT_EQ(condition->values, R"({":key0":{"S":"a"},":key1":{"N":"5"}})");
  EXPECT_EQ(key_condition(kKey, {"PK^=a"})->expression, "begins_with(#key0, :key0)");
  EXPECT_FALSE(key_condition(kKey, {"title=a"}));
  EXPECT_FALSE(key_condition(kKey, {}));
}

}  // namespace
}  // namespace norn::cli
