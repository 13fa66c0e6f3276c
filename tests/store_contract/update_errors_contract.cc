#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

struct RefusedUpdate {
  std::string_view update;
  Placeholders placeholders;
  std::string_view message;
};

const Map kSpareKey = {{"pk", "k"}};
const Map kSpareItem = {{"pk", "k"},
                        {"n", num(1)},
                        {"s", "text"},
                        {"ss", string_set({"a"})},
                        {"m", map({{"x", num(1)}})},
                        {"l", list({num(1)})}};

constexpr std::string_view kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kWrongType =
    "An operand in the update expression has an incorrect data type";
constexpr std::string_view kBadPath =
    "The document path provided in the update expression is invalid for update";

}  // namespace

TEST_P(StoreContract, UpdateThatDoesNotFitTheItemChangesNothing) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, kSpareItem)));
  const std::vector<RefusedUpdate> rows = {
      {"SET a = absent", {}, kMissing},
      {"SET a = m.absent", {}, kMissing},
      {"SET a = l[5]", {}, kMissing},
      {"SET n = absent + :v", values({{":v", num(1)}}), kMissing},
      {"SET n = s + :v", values({{":v", num(1)}}), kWrongType},
      {"SET n = n + s", {}, kWrongType},
      {"SET l = list_append(l, s)", {}, kWrongType},
      {"ADD s :v", values({{":v", num(1)}}), kWrongType},
      {"ADD ss :v", values({{":v", num(1)}}), kWrongType},
      {"ADD ss :v", values({{":v", number_set({"1"})}}), kWrongType},
      {"DELETE n :v", values({{":v", string_set({"a"})}}), kWrongType},
      {"SET absent.x = :v", values({{":v", num(1)}}), kBadPath},
      {"SET s.x = :v", values({{":v", num(1)}}), kBadPath},
      {"SET m[0] = :v", values({{":v", num(1)}}), kBadPath},
      {"SET l.x = :v", values({{":v", num(1)}}), kBadPath},
      {"REMOVE absent.x", {}, kBadPath},
      {"SET a = :ok, m.absent.x = :ok", values({{":ok", num(1)}}), kBadPath},
  };
  for (const RefusedUpdate& row : rows) {
    EXPECT_TRUE(
        is_invalid(db().update(update(name, kSpareKey, std::string(row.update), row.placeholders)),
                   row.message))
        << row.update;
    EXPECT_EQ(fetch(name, kSpareKey), item(kSpareItem)) << row.update;
  }
}

TEST_P(StoreContract, UpdateThatIsWrongInItselfSaysWhy) {
  const std::string name = make_table("pk:S sk:S");
  const Map key = {{"pk", "k"}, {"sk", "k"}};
  const Placeholders one = values({{":v", num(1)}});
  const std::vector<RefusedUpdate> rows = {
      {"SET pk = :v", one,
       "One or more parameter values were invalid: Cannot update attribute pk. This attribute is "
       "part of the key"},
      {"REMOVE sk",
       {},
       "One or more parameter values were invalid: Cannot update attribute sk. This attribute is "
       "part of the key"},
      {"SET a = :v, a = :v", one,
       "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
       "rewrite one of these paths; path one: [a], path two: [a]"},
      {"SET a.b = :v REMOVE a", one,
       "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
       "rewrite one of these paths; path one: [a, b], path two: [a]"},
      {"SET a.b = :v, a[0] = :v", one,
       "Invalid UpdateExpression: Two document paths conflict with each other; must remove or "
       "rewrite one of these paths; path one: [a, b], path two: [a, [0]]"},
      {"SET a = :v SET b = :v", one,
       "Invalid UpdateExpression: The \"SET\" section can only be used once in an update "
       "expression;"},
      {"SET a = :undefined",
       {},
       "Invalid UpdateExpression: An expression attribute value used in expression is not defined; "
       "attribute value: :undefined"},
      {"SET #undefined = :v", one,
       "Invalid UpdateExpression: An expression attribute name used in the document path is not "
       "defined; attribute name: #undefined"},
      {"SET size = :v", one,
       "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: size"},
      {"SET a = unknown(b, :v)", one,
       "Invalid UpdateExpression: Invalid function name; function: unknown"},
      {"SET a = list_append(:v)", one,
       "Invalid UpdateExpression: Incorrect number of operands for operator or function; operator "
       "or function: list_append, number of operands: 1"},
      {"SET a = list_append(b, :v)", one,
       "Invalid UpdateExpression: Incorrect operand type for operator or function; operator or "
       "function: list_append, operand type: N"},
      {"SET a = if_not_exists(:v, b)", one,
       "Invalid UpdateExpression: Operator or function requires a document path; operator or "
       "function: if_not_exists"},
      {"ADD a :v", values({{":v", "text"}}),
       "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, "
       "operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"DELETE a :v", values({{":v", num(1)}}),
       "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: "
       "DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND"},
      {"SET a = :v", values({{":v", num(1)}, {":unused", num(1)}}),
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}"},
      {"SET a = :v", both({{"#unused", "x"}}, {{":v", num(1)}}),
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}"},
  };
  for (const RefusedUpdate& row : rows) {
    EXPECT_TRUE(is_invalid(
        db().update(update(name, key, std::string(row.update), row.placeholders)), row.message))
        << row.update;
  }
  EXPECT_EQ(contents(name), std::vector<std::string>());
}

TEST_P(StoreContract, UpdateWithBrokenSyntaxIsRefused) {
  const std::string name = make_table("pk:S");
  for (const std::string_view broken :
       {"a = :v", "SET", "SET a", "SET a =", "SET a = :v,", "SET a = :v + ", "SET a = (:v",
        "REMOVE", "ADD a", "SET a = :v b = :v", "SET a == :v", "INVALID a = :v",
        "SET a = :v * :v"}) {
    EXPECT_TRUE(is_invalid_saying(
        db().update(update(name, kSpareKey, std::string(broken), values({{":v", num(1)}}))),
        "Invalid UpdateExpression: Syntax error; token: "))
        << broken;
  }
  EXPECT_EQ(contents(name), std::vector<std::string>());
}

TEST_P(StoreContract, UpdateNumbersStayInTheirRange) {
  const std::string name = make_table("pk:S");
  must(db().put(put(name, {{"pk", "k"}, {"n", num("9.9e125")}})));
  EXPECT_TRUE(is_invalid(
      db().update(update(name, kSpareKey, "ADD n :v", values({{":v", num("9.9e125")}}))),
      "Number overflow. Attempting to store a number with magnitude larger than supported range"));
  must(db().put(put(name, {{"pk", "k"}, {"n", num("1e38")}})));
  const Result<WriteResult> too_precise =
      db().update(update(name, kSpareKey, "ADD n :v", values({{":v", num("0.1")}})));
  ASSERT_FALSE(too_precise.has_value());
  EXPECT_EQ(too_precise.error().code, ErrorCode::kValidation);
  EXPECT_EQ(fetch(name, kSpareKey), item({{"pk", "k"}, {"n", num("1e38")}}));
}

TEST_P(StoreContract, UpdateCannotGiveAnIndexKeyAnotherType) {
  CreateTableRequest request = table("", "pk:S");
  add_global_index(request, "by_g", "g:S");
  const std::string name = make_table(request);
  must(db().put(put(name, {{"pk", "k"}, {"g", "x"}, {"n", num(1)}})));
  for (const auto& [expression, placeholders] :
       std::vector<std::pair<std::string, Placeholders>>{{"SET g = :v", values({{":v", num(1)}})},
                                                         {"SET g = n", {}},
                                                         {"SET g = :v", values({{":v", ""}})}}) {
    const Result<WriteResult> result =
        db().update(update(name, kSpareKey, expression, placeholders));
    ASSERT_FALSE(result.has_value()) << expression;
    EXPECT_EQ(result.error().code, ErrorCode::kValidation) << to_text(result.error());
    EXPECT_EQ(fetch(name, kSpareKey)->value("g"), Value("x"));
  }
}

}  // namespace norn::testing
