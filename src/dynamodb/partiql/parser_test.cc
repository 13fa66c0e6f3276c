#include "dynamodb/partiql/parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "dynamodb/partiql/render.h"
#include "store/wire/wire.h"

namespace norn::dynamodb::partiql {
namespace {

constexpr std::string_view kNotWellFormed = "Statement wasn't well formed, can't be processed: ";

// An expression with its placeholders filled in: names as they are, values as JSON.
std::string filled(std::string text, const store::Placeholders& placeholders) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      const char behind = at + from.size() < text.size() ? text[at + from.size()] : ' ';
      const bool longer = behind >= '0' && behind <= '9';
      if (!longer) text.replace(at, from.size(), to);
      at += longer ? 1 : to.size();
    }
  };
  for (const auto& [placeholder, name] : placeholders.names) replace(placeholder, name);
  for (const auto& [placeholder, value] : placeholders.values) {
    replace(placeholder, store::to_json(value));
  }
  return text;
}

std::string where_of(std::string_view condition, std::vector<store::Value> parameters = {}) {
  const auto statement = parse(fmt::format("SELECT * FROM t WHERE {}", condition), parameters);
  if (!statement) return statement.error().message;
  ExpressionWriter writer;
  std::string text = condition_text(*std::get<Select>(*statement).where, writer);
  return filled(std::move(text), std::move(writer).take());
}

std::string update_of(std::string_view changes, std::vector<store::Value> parameters = {}) {
  const auto statement = parse(fmt::format("UPDATE t {}", changes), parameters);
  if (!statement) return statement.error().message;
  ExpressionWriter writer;
  std::string text = update_text(std::get<Update>(*statement), writer);
  return filled(std::move(text), std::move(writer).take());
}

std::string error_of(std::string_view text, std::vector<store::Value> parameters = {}) {
  const auto statement = parse(text, parameters);
  return statement ? "it was read" : statement.error().message;
}

TEST(PartiqlParser, ReadsConditions) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"a = 'x'", R"(a = {"S":"x"})"},
      {"a != 1", R"(a <> {"N":"1"})"},
      {"a = - - 1.50 AND b > -2", R"(a = {"N":"1.5"} AND b > {"N":"-2"})"},
      {"a = 1 OR b = 2 AND c = 3", R"(a = {"N":"1"} OR (b = {"N":"2"} AND c = {"N":"3"}))"},
      {"(a = 1 AND (b = 2)) AND c = 3", R"(a = {"N":"1"} AND b = {"N":"2"} AND c = {"N":"3"})"},
      {"((((a)) = (1)))", R"(a = {"N":"1"})"},
      {"NOT a = 1 AND NOT NOT b = 2", R"(NOT a = {"N":"1"} AND b = {"N":"2"})"},
      {"not (a = 1 or b = 2)", R"(NOT (a = {"N":"1"} OR b = {"N":"2"}))"},
      {"NOT (NOT (a = 1))", R"(a = {"N":"1"})"},
      {"a BETWEEN 1 AND 2 AND b = true",
       R"(a BETWEEN {"N":"1"} AND {"N":"2"} AND b = {"BOOL":true})"},
      {"a IN [1, 'x']", R"(a IN ({"N":"1"}, {"S":"x"}))"},
      {"a NOT IN (null, false)", R"(NOT a IN ({"NULL":true}, {"BOOL":false}))"},
      {"a NOT BETWEEN 1 AND 2", R"(NOT a BETWEEN {"N":"1"} AND {"N":"2"})"},
      {"a IS MISSING", "attribute_not_exists(a)"},
      {"a.b[1].\"c.d\" IS NOT MISSING", "attribute_exists(a.b[1].c.d)"},
      {"a IS NULL", R"(attribute_type(a, {"S":"NULL"}))"},
      {"a IS NOT NULL", R"(NOT attribute_type(a, {"S":"NULL"}))"},
      {"a IS STRING", R"(attribute_type(a, {"S":"S"}))"},
      {"a.b is not bool", R"(NOT attribute_type(a.b, {"S":"BOOL"}))"},
      {"a IS BOOLEAN AND b IS LIST AND c IS STRUCT",
       R"(attribute_type(a, {"S":"BOOL"}) AND attribute_type(b, {"S":"L"}) )"
       R"(AND attribute_type(c, {"S":"M"}))"},
      {"a IS DECIMAL OR a IS NUMERIC",
       R"(attribute_type(a, {"S":"N"}) OR attribute_type(a, {"S":"N"}))"},
      {"a = .73e1 AND b > -.5 AND c IN [.1]",
       R"(a = {"N":"7.3"} AND b > {"N":"-0.5"} AND c IN ({"N":"0.1"}))"},
      {"BEGINS_WITH(a, 'x') AND Contains(b, 1)",
       R"(begins_with(a, {"S":"x"}) AND contains(b, {"N":"1"}))"},
      {"size(a) > size(b)", "size(a) > size(b)"},
      {"1 < a", R"({"N":"1"} < a)"},
      {"true = attribute_exists(a)", "attribute_exists(a)"},
      {"(attribute_exists(a) = true) = false", "NOT attribute_exists(a)"},
      {"NOT ((a IN [1]) <> true)", R"(a IN ({"N":"1"}))"},
      {"a = [1, {'b': <<'x'>>}]", R"(a = {"L":[{"N":"1"},{"M":{"b":{"SS":["x"]}}}]})"},
      {"a = {} AND b = []", R"(a = {"M":{}} AND b = {"L":[]})"},
  };
  for (const auto& [condition, expected] : rows)
    EXPECT_EQ(where_of(condition), expected) << condition;
}

TEST(PartiqlParser, FillsInParameters) {
  EXPECT_EQ(where_of("a = ? AND b IN [?, 2] AND c = '?'", {"x", store::Value::number(1)}),
            R"(a = {"S":"x"} AND b IN ({"N":"1"}, {"N":"2"}) AND c = {"S":"?"})");
  constexpr std::string_view kCount = "Number of parameters in request and statement don't match.";
  EXPECT_EQ(where_of("a = ?"), kCount);
  EXPECT_EQ(where_of("a = 1", {"x"}), kCount);
  EXPECT_EQ(where_of("a = [?]", {"x"}),
            "Unsupported data type: Parameter under key root[0] at 1:28:1");
  EXPECT_EQ(error_of("INSERT INTO t VALUE {'a': {'b': ?}}", {"x"}),
            "Unsupported data type: Parameter under key root.b at 1:33:1");
}

TEST(PartiqlParser, ReadsChanges) {
  EXPECT_EQ(update_of("SET a = 1, b.c = d SET e = e - 1 REMOVE f, g[0] WHERE k = 1"),
            R"(SET a = {"N":"1"}, b.c = d, e = e - {"N":"1"} REMOVE f, g[0])");
  EXPECT_EQ(
      update_of("SET s = SET_ADD(s, <<1>>), t = set_delete(t, ?), l = list_append([1], l)",
                {store::StringSet::make({"x"})}),
      R"(SET l = list_append({"L":[{"N":"1"}]}, l) ADD s {"NS":["1"]} DELETE t {"SS":["x"]})");
}

TEST(PartiqlParser, RefusesMisusedSetFunctions) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"t = set_add(s, <<'x'>>)",
       "The first argument to SET_ADD must equal the assignment value at 1:18:7"},
      {"s = set_add(<<'a'>>, <<'b'>>)",
       "The first argument to SET_ADD must equal the assignment value at 1:18:7"},
      {"s = set_add(s, 'x')",
       "The second argument to SET_ADD must be a value with type SET at 1:26:1"},
      {"s = set_delete(s, ['x'])",
       "The second argument to SET_DELETE must be a value with type SET at 1:29:1"},
      {"s = set_add(s)", "SET_ADD must have exactly two arguments at 1:18:7"},
      {"s = set_add(s, <<>>)", "Empty bags are not supported"},
      {"s = nope(s)", "Unrecognized function: nope at 1:18:4"},
  };
  for (const auto& [change, expected] : rows) {
    EXPECT_EQ(error_of(fmt::format("UPDATE t SET {}", change)), expected) << change;
  }
}

TEST(PartiqlParser, RefusesWhatIsNotWellFormed) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"", "Expected data manipulation"},
      {"SLECT * FROM t", "Expected data manipulation"},
      {"UPDATE a-b SET c = 1", "Expected data manipulation"},
      {"SELECT * FROM t WHERE a = 1 foo", "Unexpected token after expression"},
      {"SELECT * FROM t WHERE a = 1 e5", "Unexpected token after expression"},
      {"SELECT * FROM t WHERE a = 1)", "Unexpected token after expression"},
      {"INSERT INTO t VALUE {'a': 1} foo", "Unexpected token after expression"},
      {"INSERT INTO t x VALUE {'a': 1}", "Unexpected token after expression"},
      {"UPDATE t SET a = 9 WHERE b = 1 foo", "Unexpected token after expression"},
      {"DELETE FROM t WHERE a = 1 ORDER BY a", "Unexpected token after expression"},
      {"SELECT * FROM t ORDER BY a WHERE a = 1", "Unexpected token after expression"},
      {"FROM t SET c = 1 WHERE a = 1", "Unexpected token after expression"},
      {"SELECT * FROM t; SELECT * FROM t", "Unexpected token after expression"},
      {"SELECT * FROM t WHERE a = 1e2147483648", ""},
      {"SELECT * FROM t WHERE a = 1.5e-2147483647", ""},
      {"SELECT * FROM t WHERE", "Unexpected term"},
      {"SELECT * FROM t WHERE;", "Unexpected term"},
      {"UPDATE t SET a = 1 WHERE", "Unexpected term"},
      {"SELECT * FROM t WHERE NOT", "Unexpected term"},
      {"SELECT * FROM t WHERE (", "Unexpected term"},
      {"SELECT * FROM", "Unexpected term"},
      {"SELECT * FROM t WHERE a > -b", "Unexpected term"},
      {"SELECT * FROM t WHERE a = 1 AND", "Missing right-hand side expression of infix operator"},
      {"SELECT * FROM t WHERE a = 1 OR", "Missing right-hand side expression of infix operator"},
      {"SELECT * FROM t WHERE ORDER BY a", "Unexpected keyword"},
      {"SELECT key FROM t", "Unexpected keyword"},
      {"SELECT * FROM t WHERE a IS FOO", "Expected type name"},
      {"SELECT * FROM t WHERE IS NULL", "Unexpected operator"},
      {"SELECT * FROM t WHERE a = LIKE", "Unexpected operator"},
      {"SELECT * FROM t WHERE a.inner = 1", "Invalid path dot component"},
      {"DELETE FROM", "Expected identifier for simple path"},
      {"DELETE FROM;", "Expected identifier for simple path"},
      {"DELETE FROM WHERE a = 1", "Expected identifier for simple path"},
      {"UPDATE t SET key = 1", "Expected identifier for simple path"},
  };
  for (const auto& [statement, detail] : rows) {
    EXPECT_EQ(error_of(statement), fmt::format("{}{}", kNotWellFormed, detail)) << statement;
  }
}

TEST(PartiqlParser, RefusesWhatDynamoDoesNotHave) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"SELECT * FROM t x WHERE a = 1", "Aliasing is not supported"},
      {"SELECT * FROM t AS x", "Aliasing is not supported"},
      {"UPDATE t x SET a = 1 WHERE b = 1", "Aliasing is not supported"},
      {"DELETE FROM t x WHERE a = 1", "Aliasing is not supported"},
      {"SELECT * FROM t LIMIT 5", "Unsupported clause: LIMIT at 1:23:1"},
      {"SELECT * FROM t WHERE EXISTS(a)", "Unrecognized function: exists at 1:23:6"},
      {"SELECT count(a) FROM t",
       "Statement wasn't well formed, can't be processed: Unexpected keyword"},
      {"SELECT attribute_exists(a) FROM t", "Unexpected path component at 1:8:16"},
      {"SELECT * FROM t WHERE a IS INT4", "Unsupported operation: IsType"},
      {"SELECT * FROM t WHERE attribute_exists(a) > false",
       "Incorrect operand type for operator or function; operator or function: >, operand type: "
       "BOOL"},
      {"SELECT l[-1] FROM t",
       "List index is not within the allowable range; index: [-1] at 1:11:1"},
      {"SELECT l[2147483648] FROM t",
       "List index is not within the allowable range; index: [2147483648] at 1:10:10"},
      {"SELECT * FROM t.i.x", "A path may contain at most 2 components in the FROM clause"},
      {"SELECT * FROM \"\"", "Path component cannot be an empty string"},
      {"SELECT * FROM t.\"\"", "Path component cannot be an empty string"},
      {"INSERT INTO t.i VALUE {'a': 1}", "FROM clause may only contain a single table name"},
      {"DELETE FROM t WHERE a = 1 RETURNING ALL NEW *",
       "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in "
       "DELETE statements."},
      {"DELETE FROM t WHERE a = 1 RETURNING MODIFIED OLD *",
       "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in "
       "DELETE statements."},
      {"SELECT * FROM t WHERE attribute_exists()",
       "Incorrect number of operands for operator or function; operator or function: "
       "attribute_exists, number of operands: 0"},
      {"INSERT INTO t VALUE {'a': set_add(<<1>>, <<2>>)}",
       "Unsupported data type: set_add under key root at 1:27:7"},
      {"INSERT INTO t VALUE {'a': <<1, 'a'>>}",
       "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"},
      {"INSERT INTO t VALUE {'a': <<'a', 'a'>>}",
       "One or more parameter values were invalid: Input collection [a, a] contains duplicates."},
      {"INSERT INTO t VALUE {'a': <<2, 2.0>>}",
       "One or more parameter values were invalid: Input collection [2, 2.0] contains duplicates! "
       "under root"},
      {"INSERT INTO t VALUE {'a': {'x': 1e126}}",
       "Number overflow. Attempting to store a number with magnitude larger than supported range "
       "under root.x"},
      {"INSERT INTO t VALUE {'a': [1, 1e-131]}",
       "Number underflow. Attempting to store a number with magnitude smaller than supported range "
       "under root[1]"},
      {"SELECT * FROM t WHERE a = 123456789012345678901234567890123456789",
       "Attempting to store more than 38 significant digits in a Number under root"},
  };
  for (const auto& [statement, expected] : rows)
    EXPECT_EQ(error_of(statement), expected) << statement;
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(PartiqlParser, BoundsNesting) {
  const auto insert = [](int levels) {
    return error_of(fmt::format("INSERT INTO t VALUE {{'a': {}1{}}}", repeated("[", levels),
                                repeated("]", levels)));
  };
  EXPECT_EQ(insert(31), "it was read");
  EXPECT_EQ(insert(32),
            "Nesting Levels have exceeded supported limits under root" + repeated("[0]", 32));
  EXPECT_EQ(insert(4000), insert(32));
  const auto select = [](int levels) {
    return where_of(fmt::format("{}a = 1{}", repeated("(", levels), repeated(")", levels)));
  };
  EXPECT_EQ(select(100), R"(a = {"N":"1"})");
  EXPECT_EQ(select(101), kNotWellFormed);
  EXPECT_EQ(select(4000), kNotWellFormed);
  EXPECT_EQ(where_of(repeated("NOT ", 2000) + "a = 1"), R"(a = {"N":"1"})");
  EXPECT_EQ(where_of(repeated("size(", 1000)), fmt::format("{}Unexpected keyword", kNotWellFormed));
}

}  // namespace
}  // namespace norn::dynamodb::partiql
