#include "store/expressions/key_condition_usual.h"

#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

constexpr std::string_view kUsualValues = R"({
  ":p":{"S":"part"}, ":q":{"S":"quit"}, ":n":{"N":"5"}, ":l":{"L":[]}
})";

const KeySchema kUsualKey{{"PK", Type::kString}, KeyAttribute{"SK", Type::kString}};
const KeySchema kNoSort{{"PK", Type::kString}, std::nullopt};

std::optional<KeyCondition> usual(std::string_view text, const KeySchema& key = kUsualKey) {
  const Placeholders placeholders = placeholders_of("#p=PK #s=SK", kUsualValues);
  PlaceholderUse use(placeholders);
  return parse_usual(text, key, use);
}

TEST(UsualKeyCondition, IsRead) {
  using Kind = SortCondition::Kind;
  const auto partition = usual("PK = :p");
  ASSERT_TRUE(partition);
  EXPECT_EQ(partition->partition, Value("part"));
  EXPECT_FALSE(partition->sort);
  struct Row {
    std::string_view text;
    Kind kind;
    Value low;
    Value high;
  };
  for (const Row& row :
       {Row{"PK = :p AND SK = :q", Kind::kEqual, "quit", {}},
        Row{"PK=:p AND SK=:q", Kind::kEqual, "quit", {}},
        Row{" PK  = :p  AND SK BETWEEN :p AND :q ", Kind::kBetween, "part", "quit"},
        Row{"PK = :p AND begins_with(SK, :q)", Kind::kBeginsWith, "quit", {}},
        Row{"PK = :p AND begins_with (SK,:q)", Kind::kBeginsWith, "quit", {}}}) {
    const auto condition = usual(row.text);
    ASSERT_TRUE(condition && condition->sort) << row.text;
    EXPECT_EQ(condition->partition, Value("part")) << row.text;
    EXPECT_EQ(condition->sort->kind, row.kind) << row.text;
    EXPECT_EQ(condition->sort->low, row.low) << row.text;
    EXPECT_EQ(condition->sort->high, row.high) << row.text;
  }
}

TEST(UsualKeyCondition, EverythingElseIsLeftToTheParser) {
  for (const std::string_view text : {"",
                                      "PK",
                                      "PK =",
                                      "PK = p",
                                      "PK = :",
                                      "PK = :unknown",
                                      "PKX = :p",
                                      "PK.a = :p",
                                      "PK[0] = :p",
                                      "#p = :p",
                                      "(PK = :p)",
                                      ":p = PK",
                                      "PK = :p AND",
                                      "PK = :p :q",
                                      "PK = :p AND SK",
                                      "PK = :p AND SK > :q",
                                      "PK = :p AND SKX = :q",
                                      "PK = :p AND SK.a = :q",
                                      "PK = :p AND SK = :q AND a = :p",
                                      "PK = :p AND SK = :q x",
                                      "PK = :p AND SK BETWEEN :q AND :p",
                                      "PK = :p AND SK BETWEEN :p AND :n",
                                      "PK = :p AND SK BETWEEN :p",
                                      "PK = :p OR SK = :q",
                                      "PK = :p ANDSK = :q",
                                      "PK = :p AND begins_with(SK, :n)",
                                      "PK = :p AND begins_with(SK :q)",
                                      "PK = :p AND begins_with(SK, :q",
                                      "PK = :p AND begins_with(:q, SK)",
                                      "SK = :q AND PK = :p"}) {
    EXPECT_FALSE(usual(text)) << text;
  }
  EXPECT_FALSE(usual("PK = :p AND SK = :q", kNoSort));
  EXPECT_FALSE(usual("PK = :p" + std::string(256, ' ')));
}

// Such names need a placeholder.
TEST(UsualKeyCondition, NamesThatCannotStandThere) {
  for (const char* name : {"Name", "DATE", "a-b", "1st", "a.b", "a b", "\xc3\xa9"}) {
    const KeySchema key{{name, Type::kString}, std::nullopt};
    EXPECT_FALSE(usual(std::string(name) + " = :p", key)) << name;
  }
}

// What is not used by any expression is refused later.
TEST(UsualKeyCondition, NotesWhatItUses) {
  const Placeholders placeholders = placeholders_of("", R"({":p":{"S":"p"},":q":{"S":"q"}})");
  PlaceholderUse one(placeholders);
  ASSERT_TRUE(parse_usual("PK = :p", kUsualKey, one));
  EXPECT_FALSE(one.check_all_used());
  PlaceholderUse both(placeholders);
  ASSERT_TRUE(parse_usual("PK = :p AND SK = :q", kUsualKey, both));
  EXPECT_TRUE(both.check_all_used());
}

}  // namespace
}  // namespace norn::store
