#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

struct ConditionRow {
  std::string_view condition;
  Map values;
  bool holds;
};

const Map kTestedKey = {{"pk", "k"}};
const Map kTestedItem = {{"pk", "k"},
                         {"n", num(5)},
                         {"s", "hello"},
                         {"b", bin("\x01\x02\xff")},
                         {"t", yes()},
                         {"nothing", null()},
                         {"ss", string_set({"a", "bc"})},
                         {"ns", number_set({"1", "2.5"})},
                         {"m", map({{"x", num(1)}, {"l", list({"p", num(7)})}})},
                         {"l", list({"p", num(7), map({{"y", "z"}})})}};

}  // namespace

#define EXPECT_CONDITIONS(rows)                                                              \
  must(db().put(put(name, kTestedItem)));                                                    \
  for (const ConditionRow& row : rows) {                                                     \
    const Result<WriteResult> result =                                                       \
        db().put(put_if(name, kTestedItem, std::string(row.condition), values(row.values))); \
    if (row.holds) {                                                                         \
      EXPECT_TRUE(result.has_value())                                                        \
          << row.condition << (result ? "" : ": " + to_text(result.error()));                \
    } else {                                                                                 \
      EXPECT_TRUE(fails_condition(result)) << row.condition;                                 \
    }                                                                                        \
  }

TEST_P(StoreContract, ConditionsCompare) {
  const std::string name = make_table("pk:S");
  const std::vector<ConditionRow> rows = {
      {"n = :v", {{":v", num("5.0")}}, true},
      {"n = :v", {{":v", "5"}}, false},
      {"n <> :v", {{":v", num(6)}}, true},
      {"n <> :v", {{":v", "5"}}, true},
      {"n < :v", {{":v", num(10)}}, true},
      {"n < :v", {{":v", num(5)}}, false},
      {"n <= :v", {{":v", num(5)}}, true},
      {"n > :v", {{":v", num(-10)}}, true},
      {"n >= :v", {{":v", num("5.1")}}, false},
      {":v > n", {{":v", num(6)}}, true},
      {"s < :v", {{":v", "hellp"}}, true},
      {"s > :v", {{":v", "hell"}}, true},
      {"s < :v", {{":v", num(1)}}, false},
      {"b = :v", {{":v", bin("\x01\x02\xff")}}, true},
      {"b > :v", {{":v", bin("\x01\x02\x7f")}}, true},
      {"t = :v", {{":v", yes()}}, true},
      {"nothing = :v", {{":v", null()}}, true},
      {"ss = :v", {{":v", string_set({"bc", "a"})}}, true},
      {"ns = :v", {{":v", number_set({"2.50", "1.0"})}}, true},
      {"ss = :v", {{":v", string_set({"a"})}}, false},
      {"m = :v", {{":v", map({{"l", list({"p", num(7)})}, {"x", num(1)}})}}, true},
      {"l = :v", {{":v", list({num(7), "p", map({{"y", "z"}})})}}, false},
      {"n BETWEEN :lo AND :hi", {{":lo", num(5)}, {":hi", num(6)}}, true},
      {"n BETWEEN :lo AND :hi", {{":lo", num(6)}, {":hi", num(9)}}, false},
      {"s BETWEEN :lo AND :hi", {{":lo", "a"}, {":hi", "hello"}}, true},
      {"n IN (:a, :b)", {{":a", num(4)}, {":b", num(5)}}, true},
      {"n IN (:a)", {{":a", "5"}}, false},
      {"n = m.x", {}, false},
      {"m.x < n", {}, true},
      {"l[1] = m.l[1]", {}, true},
  };
  EXPECT_CONDITIONS(rows);
}

TEST_P(StoreContract, ConditionsOnAbsentAttributesAreFalse) {
  const std::string name = make_table("pk:S");
  const std::vector<ConditionRow> rows = {
      {"absent = :v", {{":v", num(1)}}, false},
      {"absent < :v", {{":v", num(1)}}, false},
      {"NOT absent = :v", {{":v", num(1)}}, true},
      // An absent attribute is different from every value.
      {"absent <> :v", {{":v", num(1)}}, true},
      {"absent BETWEEN :v AND :w", {{":v", num(1)}, {":w", num(2)}}, false},
      {"absent IN (:v)", {{":v", num(1)}}, false},
      {"contains(absent, :v)", {{":v", "x"}}, false},
      {"begins_with(absent, :v)", {{":v", "x"}}, false},
      {"size(absent) > :v", {{":v", num(0)}}, false},
      {"m.absent.deeper = :v", {{":v", num(1)}}, false},
      {"l[17] = :v", {{":v", num(1)}}, false},
  };
  EXPECT_CONDITIONS(rows);
}

TEST_P(StoreContract, ConditionFunctions) {
  const std::string name = make_table("pk:S");
  const std::vector<ConditionRow> rows = {
      {"attribute_exists(n)", {}, true},
      {"attribute_exists(nothing)", {}, true},
      {"attribute_exists(absent)", {}, false},
      {"attribute_not_exists(absent)", {}, true},
      {"attribute_not_exists(m.x)", {}, false},
      {"attribute_exists(l[2].y)", {}, true},
      {"attribute_type(n, :t)", {{":t", "N"}}, true},
      {"attribute_type(n, :t)", {{":t", "S"}}, false},
      {"attribute_type(ss, :t)", {{":t", "SS"}}, true},
      {"attribute_type(nothing, :t)", {{":t", "NULL"}}, true},
      {"attribute_type(m.l, :t)", {{":t", "L"}}, true},
      {"begins_with(s, :v)", {{":v", "hel"}}, true},
      {"begins_with(s, :v)", {{":v", ""}}, true},
      {"begins_with(s, :v)", {{":v", "ello"}}, false},
      {"begins_with(b, :v)", {{":v", bin("\x01\x02")}}, true},
      {"begins_with(s, :v)", {{":v", bin("hel")}}, false},
      {"contains(s, :v)", {{":v", "ell"}}, true},
      {"contains(s, :v)", {{":v", "x"}}, false},
      {"contains(ss, :v)", {{":v", "bc"}}, true},
      {"contains(ss, :v)", {{":v", "b"}}, false},
      {"contains(ns, :v)", {{":v", num("2.50")}}, true},
      {"contains(l, :v)", {{":v", num(7)}}, true},
      {"contains(l, :v)", {{":v", map({{"y", "z"}})}}, true},
      {"contains(b, :v)", {{":v", bin("\x02")}}, true},
      {"contains(n, :v)", {{":v", num(5)}}, false},
  };
  EXPECT_CONDITIONS(rows);
}

TEST_P(StoreContract, ConditionSizes) {
  const std::string name = make_table("pk:S");
  const std::vector<ConditionRow> rows = {
      {"size(s) = :v", {{":v", num(5)}}, true},
      {"size(b) = :v", {{":v", num(3)}}, true},
      {"size(ss) = :v", {{":v", num(2)}}, true},
      {"size(l) = :v", {{":v", num(3)}}, true},
      {"size(m) = :v", {{":v", num(2)}}, true},
      {"size(s) > n", {}, false},
      {"size(s) >= n", {}, true},
      // Numbers have no size.
      {"size(n) >= :v", {{":v", num(0)}}, false},
      {"size(m.l) BETWEEN :v AND :w", {{":v", num(1)}, {":w", num(2)}}, true},
  };
  EXPECT_CONDITIONS(rows);
}

TEST_P(StoreContract, ConditionsCombine) {
  const std::string name = make_table("pk:S");
  const Map five = {{":v", num(5)}, {":w", num(6)}};
  const std::vector<ConditionRow> rows = {
      {"n = :v AND NOT n = :w", five, true},
      {"n = :w OR n = :v", five, true},
      {"NOT (n = :v OR n = :w)", five, false},
      // NOT binds tighter than AND, and AND tighter than OR.
      {"n = :v OR n = :v AND n = :w", five, true},
      {"(n = :v OR n = :v) AND n = :w", five, false},
      {"NOT n = :w AND n = :v", five, true},
      {"NOT NOT n = :v AND n < :w", five, true},
      {"n BETWEEN :v AND :w AND n < :w", five, true},
      {"n = :v and not n = :w or n = :w", five, true},
  };
  EXPECT_CONDITIONS(rows);
}

TEST_P(StoreContract, ConditionOfAMissingItemSeesNoAttributes) {
  const std::string name = make_table("pk:S");
  EXPECT_TRUE(fails_condition(db().put(put_if(name, kTestedItem, "attribute_exists(pk)"))));
  EXPECT_TRUE(fails_condition(
      db().update(update_if(name, kTestedKey, "SET a = :v", "a = :v", values({{":v", num(1)}})))));
  EXPECT_TRUE(fails_condition(db().remove(remove_if(name, kTestedKey, "attribute_exists(pk)"))));
  EXPECT_EQ(contents(name), std::vector<std::string>());
  must(db().remove(remove_if(name, kTestedKey, "attribute_not_exists(pk)")));
  must(db().put(put_if(name, kTestedItem, "attribute_not_exists(pk)")));
  EXPECT_TRUE(fails_condition(db().put(put_if(name, kTestedItem, "attribute_not_exists(pk)"))));
}

TEST_P(StoreContract, ConditionThatFailsShowsTheItemWhenAsked) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, kTestedItem)));
  PutRequest request = put_if(name, {{"pk", "k"}}, "attribute_not_exists(pk)");
  const auto shown = [](const Result<WriteResult>& result) -> std::optional<Item> {
    const auto* failure = dynamic_cast<const ConditionFailure*>(result.error().detail.get());
    return failure == nullptr ? std::nullopt : failure->item;
  };
  Result<WriteResult> result = db().put(request);
  ASSERT_TRUE(fails_condition(result));
  EXPECT_EQ(shown(result), std::nullopt);
  request.return_item_on_condition_failure = true;
  result = db().put(request);
  ASSERT_TRUE(fails_condition(result));
  EXPECT_EQ(shown(result), item(kTestedItem));

  UpdateRequest update = update_if(name, kTestedKey, "REMOVE n", "attribute_not_exists(n)");
  update.return_item_on_condition_failure = true;
  result = db().update(update);
  ASSERT_TRUE(fails_condition(result));
  EXPECT_EQ(shown(result), item(kTestedItem));

  DeleteRequest deletion = remove_if(name, {{"pk", "nobody"}}, "attribute_exists(pk)");
  deletion.return_item_on_condition_failure = true;
  result = db().remove(deletion);
  ASSERT_TRUE(fails_condition(result));
  EXPECT_EQ(shown(result), std::nullopt);
}

TEST_P(StoreContract, ConditionsThatAreWrongSayWhy) {
  const std::string name = make_table("pk:S");
  struct BadRow {
    std::string_view condition;
    Placeholders placeholders;
    std::string_view message;
  };
  const std::vector<BadRow> rows = {
      {"a = :v",
       {},
       "Invalid ConditionExpression: An expression attribute value used in expression is not "
       "defined; attribute value: :v"},
      {"#a = :v", values({{":v", num(1)}}),
       "Invalid ConditionExpression: An expression attribute name used in the document path is not "
       "defined; attribute name: #a"},
      {"name = :v", values({{":v", num(1)}}),
       "Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: name"},
      {"unknown(a)", {}, "Invalid ConditionExpression: Invalid function name; function: unknown"},
      {"attribute_exists(a, b)",
       {},
       "Invalid ConditionExpression: Incorrect number of operands for operator or function; "
       "operator or function: attribute_exists, number of operands: 2"},
      {"attribute_exists(:v)", values({{":v", num(1)}}),
       "Invalid ConditionExpression: Operator or function requires a document path; operator or "
       "function: attribute_exists"},
      {"begins_with(a, :v)", values({{":v", num(1)}}),
       "Invalid ConditionExpression: Incorrect operand type for operator or function; operator or "
       "function: begins_with, operand type: N"},
      {"a = a",
       {},
       "Invalid ConditionExpression: The first operand must be distinct from the remaining "
       "operands for this operator or function; operator: =, first operand: [a]"},
      {"((a = :v))", values({{":v", num(1)}}),
       "Invalid ConditionExpression: The expression has redundant parentheses;"},
      {"size(a)",
       {},
       "Invalid ConditionExpression: The function is not allowed to be used this way in an "
       "expression; function: size"},
      {"attribute_exists(a)", values({{":unused", num(1)}}),
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
      {"attribute_exists(a)", names({{"bad", "x"}}),
       "ExpressionAttributeNames contains invalid key: Syntax error; key: \"bad\""},
  };
  for (const BadRow& row : rows) {
    EXPECT_TRUE(is_invalid(
        db().put(put_if(name, kTestedItem, std::string(row.condition), row.placeholders)),
        row.message))
        << row.condition;
  }
  for (const std::string_view broken : {"a =", "= :v", "a = :v AND", "(a = :v", "a = :v)",
                                        "a BETWEEN :v", "a IN ()", "NOT", "a ! :v", "a = :v :v"}) {
    EXPECT_TRUE(is_invalid_saying(
        db().put(put_if(name, kTestedItem, std::string(broken), values({{":v", num(1)}}))),
        "Invalid ConditionExpression: Syntax error; token: "))
        << broken;
  }
  EXPECT_EQ(contents(name), std::vector<std::string>());
}

}  // namespace norn::testing
