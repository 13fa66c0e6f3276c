#include "store/expressions/key_condition.h"

#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

constexpr std::string_view kKeyValues = R"({
  ":p":{"S":"part"}, ":q":{"S":"quit"}, ":n":{"N":"5"}, ":one":{"N":"1"}, ":b":{"B":"AAEC"},
  ":empty":{"S":""}, ":nobytes":{"B":""}, ":t":{"BOOL":true}
})";

const KeySchema kSimple{{"PK", Type::kString}, std::nullopt};
const KeySchema kStrings{{"PK", Type::kString}, KeyAttribute{"SK", Type::kString}};
const KeySchema kNumbers{{"PK", Type::kNumber}, KeyAttribute{"SK", Type::kNumber}};
const KeySchema kBinaries{{"PK", Type::kBinary}, KeyAttribute{"SK", Type::kBinary}};

Result<KeyCondition> parse(std::string_view text, const KeySchema& schema) {
  const Placeholders placeholders = placeholders_of("#p=PK #s=SK", kKeyValues);
  PlaceholderUse use(placeholders);
  return KeyCondition::parse(text, schema, use);
}

TEST(KeyCondition, NamesOnePartition) {
  for (const std::string_view text :
       {"PK = :p", ":p = PK", "#p = :p", "(PK = :p)", "(PK) = (:p)"}) {
    const auto condition = parse(text, kStrings);
    ASSERT_TRUE(condition) << text << ": " << message_of(condition);
    EXPECT_EQ(condition->partition, Value("part"));
    EXPECT_FALSE(condition->sort);
  }
}

TEST(KeyCondition, NarrowsTheSortKey) {
  using Kind = SortCondition::Kind;
  struct Row {
    std::string_view text;
    Kind kind;
    Value low;
    Value high;
  };
  const Row rows[] = {
      {"PK = :p AND SK = :q", Kind::kEqual, "quit", {}},
      {"SK < :q AND PK = :p", Kind::kLess, "quit", {}},
      {"PK = :p AND SK <= :q", Kind::kLessOrEqual, "quit", {}},
      {"(PK = :p) AND (SK > :q)", Kind::kGreater, "quit", {}},
      {"PK = :p and #s >= :q", Kind::kGreaterOrEqual, "quit", {}},
      {"PK = :p AND :q < SK", Kind::kGreater, "quit", {}},
      {"PK = :p AND :q >= SK", Kind::kLessOrEqual, "quit", {}},
      {":q = SK AND :p = PK", Kind::kEqual, "quit", {}},
      {"PK = :p AND SK BETWEEN :p AND :q", Kind::kBetween, "part", "quit"},
      {"PK = :p AND begins_with(SK, :q)", Kind::kBeginsWith, "quit", {}},
  };
  for (const Row& row : rows) {
    const auto condition = parse(row.text, kStrings);
    ASSERT_TRUE(condition) << row.text << ": " << message_of(condition);
    EXPECT_EQ(condition->partition, Value("part")) << row.text;
    ASSERT_TRUE(condition->sort) << row.text;
    EXPECT_EQ(condition->sort->kind, row.kind) << row.text;
    EXPECT_EQ(condition->sort->low, row.low) << row.text;
    EXPECT_EQ(condition->sort->high, row.high) << row.text;
  }
}

TEST(KeyCondition, HoldsForSortKeysInRange) {
  struct Row {
    std::string_view text;
    const KeySchema* schema;
    std::vector<Value> inside;
    std::vector<Value> outside;
  };
  const auto n = [](int64_t value) { return Value::number(value); };
  const Row rows[] = {
      {"PK = :p AND SK = :q", &kStrings, {"quit"}, {"qui", "quits", n(5)}},
      {"PK = :p AND SK < :q", &kStrings, {"", "quis"}, {"quit", "r"}},
      {"PK = :p AND SK <= :q", &kStrings, {"quit"}, {"quita"}},
      {"PK = :p AND SK > :q", &kStrings, {"quita"}, {"quit"}},
      {"PK = :p AND SK >= :q", &kStrings, {"quit"}, {"quis"}},
      {"PK = :p AND SK BETWEEN :p AND :q", &kStrings, {"part", "q", "quit"}, {"par", "quita"}},
      {"PK = :p AND begins_with(SK, :q)", &kStrings, {"quit", "quite"}, {"qui", "r", n(1)}},
      {"PK = :n AND SK > :one", &kNumbers, {n(5), n(10)}, {n(1), n(-5), "5"}},
      {"PK = :n AND SK BETWEEN :one AND :n", &kNumbers, {n(1), n(5)}, {n(0), n(10)}},
      {"PK = :b AND begins_with(SK, :b)",
       &kBinaries,
       {Binary{std::string("\0\1\2\3", 4)}},
       {Binary{std::string("\0\1", 2)}, "x"}},
  };
  for (const Row& row : rows) {
    const auto condition = parse(row.text, *row.schema);
    ASSERT_TRUE(condition) << row.text << ": " << message_of(condition);
    for (const Value& value : row.inside) {
      EXPECT_TRUE(condition->sort->holds(value)) << row.text << ": " << to_json(value);
    }
    for (const Value& value : row.outside) {
      EXPECT_FALSE(condition->sort->holds(value)) << row.text << ": " << to_json(value);
    }
  }
}

// Partition PK and P2, sort SK, S2 and S3.
const KeySchema kSeveral{
    .partition = {"PK", Type::kString},
    .sort = KeyAttribute{"SK", Type::kString},
    .more_partition = {{"P2", Type::kNumber}},
    .more_sort = {{"S2", Type::kNumber}, {"S3", Type::kBinary}},
};

TEST(KeyCondition, NarrowsSeveralSortAttributesFromTheLeft) {
  using Kind = SortCondition::Kind;
  struct Row {
    std::string_view text;
    std::optional<Kind> kind;
    std::vector<Value> prefix;
  };
  const Row rows[] = {
      {"PK = :p AND P2 = :n", std::nullopt, {}},
      {"P2 = :n AND SK < :q AND PK = :p", Kind::kLess, {}},
      {"PK = :p AND P2 = :n AND begins_with(SK, :q)", Kind::kBeginsWith, {}},
      {"PK = :p AND P2 = :n AND SK = :q AND S2 BETWEEN :one AND :n", Kind::kBetween, {"quit"}},
      {"S2 = :one AND :b <= S3 AND SK = :q AND PK = :p AND P2 = :n",
       Kind::kGreaterOrEqual,
       {"quit", Value::number(1)}},
      {"PK = :p AND P2 = :n AND SK = :q AND S2 = :one AND S3 = :b",
       Kind::kEqual,
       {"quit", Value::number(1)}},
  };
  for (const Row& row : rows) {
    const auto condition = parse(row.text, kSeveral);
    ASSERT_TRUE(condition) << row.text << ": " << message_of(condition);
    EXPECT_EQ(condition->partition, Value(List{Value("part"), Value::number(5)})) << row.text;
    EXPECT_EQ(condition->sort.has_value(), row.kind.has_value()) << row.text;
    if (row.kind) {
      EXPECT_EQ(condition->sort->kind, *row.kind) << row.text;
    }
    EXPECT_EQ(condition->sort_prefix, row.prefix) << row.text;
  }
  const auto condition = parse("PK = :p AND P2 = :n AND SK = :q AND S2 > :one", kSeveral);
  const auto holds = [&](std::string_view first, int64_t second) {
    return condition->holds_for_sort(
        {Value("part"),
         Value(List{Value(std::string(first)), Value::number(second), Value(Binary{"x"})})});
  };
  EXPECT_TRUE(holds("quit", 2));
  EXPECT_FALSE(holds("quit", 1));
  EXPECT_FALSE(holds("quite", 2));
}

struct BadRow {
  std::string_view text;
  std::string_view message;
};

void expect_errors(const KeySchema& schema, const std::vector<BadRow>& rows) {
  for (const BadRow& row : rows) {
    EXPECT_EQ(message_of(parse(row.text, schema)), row.message) << row.text;
  }
}

TEST(KeyCondition, RefusesWhatCannotBeLookedUp) {
  expect_errors(
      kStrings,
      {
          {"", "Invalid KeyConditionExpression: The expression can not be empty;"},
          {"PK", "Invalid KeyConditionExpression: Syntax error; token: \"<EOF>\", near: \"PK\""},
          {"SK = :q", "Query condition missed key schema element: PK"},
          {"a = :q", "Query condition missed key schema element: PK"},
          {"PK = :p AND a = :q", "Query condition missed key schema element: SK"},
          {"PK > :p", "Query key condition not supported"},
          {"begins_with(PK, :p)", "Query key condition not supported"},
          {"PK BETWEEN :p AND :q AND SK = :q", "Query key condition not supported"},
          {"PK = :p OR SK = :q", "Invalid operator used in KeyConditionExpression: OR"},
          {"PK = :p AND NOT SK = :q", "Invalid operator used in KeyConditionExpression: NOT"},
          {"PK = :p AND SK <> :q", "Invalid operator used in KeyConditionExpression: <>"},
          {"PK IN (:p)", "Invalid operator used in KeyConditionExpression: IN"},
          {"PK = :p AND attribute_exists(SK)",
           "Invalid operator used in KeyConditionExpression: attribute_exists"},
          {"PK = :p AND contains(SK, :q)",
           "Invalid operator used in KeyConditionExpression: contains"},
          {"PK = :p AND size(SK) = :n", "KeyConditionExpressions cannot contain nested operations"},
          {"PK = :p AND PK = :q",
           "KeyConditionExpressions must only contain one condition per key"},
          {"PK = :p AND SK > :p AND SK < :q",
           "KeyConditionExpressions must only contain one condition per key"},
          {"PK = :p AND SK = :q AND a = :p", "Conditions can be of length 1 or 2 only"},
          {"PK = SK",
           "Invalid condition in KeyConditionExpression: Multiple attribute names used in one "
           "condition"},
          {"PK.a = :p", "KeyConditionExpressions cannot have conditions on nested attributes"},
          {"PK = :p AND :p = :q",
           "Invalid condition in KeyConditionExpression: No key attribute specified"},
          {"PK = :p AND begins_with(:q, SK)",
           "Invalid condition in KeyConditionExpression: begins_with operator must have the key "
           "attribute as its first operand"},
          {"PK = :p AND :p BETWEEN SK AND :q",
           "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key "
           "attribute as its first operand"},
          {"PK = :p AND begins_with(SK, :n)",
           "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
           "operator or function: begins_with, operand type: N"},
          {"PK = :p AND SK BETWEEN :q AND :p",
           "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be "
           "greater "
           "than or equal to lower bound; lower bound operand: AttributeValue: {S:quit}, upper "
           "bound operand: AttributeValue: {S:part}"},
      });
  expect_errors(kSimple, {{"PK = :p AND SK = :q", "Query key condition not supported"}});
}

TEST(KeyCondition, RefusesGapsBetweenSeveralAttributes) {
  expect_errors(
      kSeveral,
      {
          {"PK = :p", "Query condition missed key schema element: P2"},
          {"P2 = :n AND SK = :q", "Query condition missed key schema element: PK"},
          {"PK = :p AND P2 > :n", "Query key condition not supported"},
          {"PK = :p AND P2 BETWEEN :one AND :n", "Query key condition not supported"},
          {"PK = :p AND P2 = :n AND a = :q", "Query key condition not supported"},
          {"PK = :p AND P2 = :n AND S2 = :n",
           "RANGE key attributes SK must have equality conditions specified in the query because a "
           "condition is present on key attribute S2"},
          {"PK = :p AND P2 = :n AND SK > :q AND S2 = :n",
           "RANGE key attributes SK must have equality conditions specified in the query because a "
           "condition is present on key attribute S2"},
          {"PK = :p AND P2 = :n AND SK = :q AND S3 = :b",
           "RANGE key attributes S2 must have equality conditions specified in the query because a "
           "condition is present on key attribute S3"},
          {"PK = :p AND P2 = :n AND S3 = :b",
           "RANGE key attributes SK, S2 must have equality conditions specified in the query "
           "because a condition is present on key attribute S3"},
          {"PK = :p AND P2 = :p",
           "One or more parameter values were invalid: Condition parameter type does not match "
           "schema type"},
          {"PK = :p AND P2 = :n AND SK = :q AND S2 = :q",
           "One or more parameter values were invalid: Condition parameter type does not match "
           "schema type"},
          {"PK = :p AND P2 = :n AND SK = :empty",
           "One or more parameter values are not valid. The AttributeValue for a key attribute "
           "cannot contain an empty string value. Key: SK"},
      });
}

TEST(KeyCondition, RefusesValuesThatNoKeyHas) {
  constexpr std::string_view kType =
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type";
  expect_errors(
      kStrings,
      {
          {"PK = :n", kType},
          {"PK = :t", kType},
          {"PK = :p AND SK = :n", kType},
          {"PK = :p AND SK BETWEEN :one AND :n", kType},
          {"PK = :p AND begins_with(SK, :b)", kType},
          {"PK = :empty",
           "One or more parameter values are not valid. The AttributeValue for a key attribute "
           "cannot contain an empty string value. Key: PK"},
          {"PK = :p AND SK >= :empty",
           "One or more parameter values are not valid. The AttributeValue for a key attribute "
           "cannot contain an empty string value. Key: SK"},
          {"PK = :p AND SK BETWEEN :empty AND :q",
           "One or more parameter values are not valid. The AttributeValue for a key attribute "
           "cannot contain an empty string value. Key: SK"},
      });
  expect_errors(kBinaries,
                {{"PK = :nobytes",
                  "One or more parameter values are not valid. The AttributeValue for a key "
                  "attribute cannot contain an empty binary value. Key: PK"}});
  expect_errors(kNumbers, {{"PK = :n AND begins_with(SK, :p)", kType}});
}

TEST(KeyCondition, RefusesValuesLongerThanKeysCanBe) {
  Placeholders placeholders;
  placeholders.values = {{":p", std::string(2048, 'x')},
                         {":pp", std::string(2049, 'x')},
                         {":s", std::string(1024, 'x')},
                         {":ss", std::string(1025, 'x')}};
  PlaceholderUse use(placeholders);
  EXPECT_TRUE(KeyCondition::parse("PK = :p AND SK = :s", kStrings, use));
  EXPECT_EQ(message_of(KeyCondition::parse("PK = :pp", kStrings, use)),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(message_of(KeyCondition::parse("PK = :p AND SK = :ss", kStrings, use)),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

}  // namespace
}  // namespace norn::store
