#include <gtest/gtest.h>

#include "store/expressions/expression_testing.h"
#include "store/expressions/update.h"

namespace norn::store {
namespace {

constexpr std::string_view kUpdateNames = "#n=name";
constexpr std::string_view kParsedUpdateValues = R"({
  ":s":{"S":"text"}, ":n":{"N":"5"}, ":l":{"L":[]}, ":m":{"M":{}}, ":b":{"B":"AAEC"},
  ":t":{"BOOL":true}, ":null":{"NULL":true}, ":ss":{"SS":["a"]}, ":ns":{"NS":["1"]}
})";

std::string parse_update(std::string_view text) {
  const Placeholders placeholders = placeholders_of(kUpdateNames, kParsedUpdateValues);
  const KeySchema key{{"PK", Type::kString}, KeyAttribute{"SK", Type::kString}};
  PlaceholderUse use(placeholders);
  return message_of(Update::parse(text, key, use));
}

TEST(UpdateParser, AcceptsTheWholeGrammar) {
  for (const std::string_view text : {
           "SET a = :s",
           "set a=:s,b.c[0]=:n",
           "SET #n = b",
           "SET a = a + :n, b = :n - b",
           "SET a = (a + :n)",
           "SET a = (a) + (:n)",
           "SET a = if_not_exists(a, :n) + :n",
           "SET a = if_not_exists (b.c, a)",
           "SET a = list_append(if_not_exists(a, :l), :l)",
           "SET a = if_not_exists(a, list_append(:l, b))",
           "REMOVE a, b.c[1], #n",
           "ADD a :n, b :ss, c.d :ns",
           "DELETE a :ss",
           "REMOVE a SET b = :s DELETE c :ss ADD d :n",
           "SET a.b = :s, a.c = :s REMOVE a.d[0], a.d[1]",
           "SET PKx = PK",
       }) {
    EXPECT_EQ(parse_update(text), "(no error)") << text;
  }
}

TEST(UpdateParser, QuotesTheTokenThatDoesNotFit) {
  struct Row {
    std::string_view text;
    std::string_view token;
    std::string_view near;
  };
  constexpr Row kRows[] = {
      {"INVALID SYNTAX HERE", "INVALID", "INVALID SYNTAX"},
      {"a = :s", "a", "a ="},
      {"SET", "<EOF>", "SET"},
      {"SET a", "<EOF>", "a"},
      {"SET a =", "<EOF>", "="},
      {"SET a = :s,", "<EOF>", ","},
      {"SET a = :s b = :n", "b", ":s b ="},
      {"SET a = VALUE 1", "1", "VALUE 1"},
      {"SET set = :s", "set", "SET set ="},
      {"SET a = :n + :n + :n", "+", ":n + :n"},
      {"SET a = (b + :n) + :n", "+", ") + :n"},
      {"SET a = b * c", "*", "b * c"},
      {"SET a = list_append(:l", "<EOF>", ":l"},
      {"SET a = list_append(a + :n, :l)", "+", "a + :n"},
      {"SET a = list_append()", ")", "()"},
      {"SET :s = :s", ":s", "SET :s ="},
      {"REMOVE a = :s", "=", "a = :s"},
      {"REMOVE", "<EOF>", "REMOVE"},
      {"ADD hits : incr", ":", "hits : incr"},
      {"ADD a b", "b", "a b"},
      {"DELETE a", "<EOF>", "a"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(parse_update(row.text), "Invalid UpdateExpression: Syntax error; token: \"" +
                                          std::string(row.token) + "\", near: \"" +
                                          std::string(row.near) + "\"")
        << row.text;
  }
}

TEST(UpdateParser, RefusesWhatCannotBeRight) {
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  constexpr Row kRows[] = {
      {"", "The expression can not be empty;"},
      {"SET name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"SET a = status", "Attribute name is a reserved keyword; reserved keyword: status"},
      {"SET #x = :s",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"SET a = :x",
       "An expression attribute value used in expression is not defined; attribute value: :x"},
      {"ADD a :x",
       "An expression attribute value used in expression is not defined; attribute value: :x"},
      {"SET a = foo(b)", "Invalid function name; function: foo"},
      {"SET a = size(b)", "The function is not allowed in an update expression; function: size"},
      {"SET a = :s SET b = :s",
       "The \"SET\" section can only be used once in an update expression;"},
      {"REMOVE a ADD b :n REMOVE c",
       "The \"REMOVE\" section can only be used once in an update expression;"},
      {"SET a = :s REMOVE a",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [a], path two: [a]"},
      {"SET a.b = :s, a = :m",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [a, b], path two: [a]"},
      {"SET a.b[0].c = :s REMOVE a.b[0]",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; "
       "path one: [a, b, [0], c], path two: [a, b, [0]]"},
      {"SET a.b = :s, a[0] = :s",
       "Two document paths conflict with each other; must remove or rewrite one of these paths; "
       "path one: [a, b], path two: [a, [0]]"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(parse_update(row.text), "Invalid UpdateExpression: " + std::string(row.message))
        << row.text;
  }
}

TEST(UpdateParser, RefusesOperandsThatCannotFit) {
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  constexpr Row kRows[] = {
      {"SET a = :s + :n",
       "Incorrect operand type for operator or function; operator or function: +, operand type: "
       "S"},
      {"SET a = a - :ss",
       "Incorrect operand type for operator or function; operator or function: -, operand type: "
       "SS"},
      {"SET a = list_append(a, :s)",
       "Incorrect operand type for operator or function; operator or function: list_append, "
       "operand type: S"},
      {"SET a = list_append(list_append(a, :l), :l)",
       "The function is not allowed to be used this way in an expression; function: list_append"},
      {"SET a = list_append(a)",
       "Incorrect number of operands for operator or function; operator or function: list_append, "
       "number of operands: 1"},
      {"SET a = if_not_exists(a, :s, :n)",
       "Incorrect number of operands for operator or function; operator or function: "
       "if_not_exists, number of operands: 3"},
      {"SET a = if_not_exists(:s, a)",
       "Operator or function requires a document path; operator or function: if_not_exists"},
      {"ADD a :s",
       "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, "
       "typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"ADD a :l",
       "Incorrect operand type for operator or function; operator: ADD, operand type: LIST, "
       "typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"ADD a :t",
       "Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN, "
       "typeSet: ALLOWED_FOR_ADD_OPERAND"},
      {"DELETE a :n",
       "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, "
       "typeSet: ALLOWED_FOR_DELETE_OPERAND"},
      {"DELETE a :m",
       "Incorrect operand type for operator or function; operator: DELETE, operand type: MAP, "
       "typeSet: ALLOWED_FOR_DELETE_OPERAND"},
      {"SET a = ((:s))", "The expression has redundant parentheses;"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(parse_update(row.text), "Invalid UpdateExpression: " + std::string(row.message))
        << row.text;
  }
}

TEST(UpdateParser, RefusesToChangeTheKey) {
  for (const std::string_view text :
       {"SET PK = :s", "REMOVE a, PK", "ADD PK :n", "SET PK.b = :s", "REMOVE PK[0]"}) {
    EXPECT_EQ(parse_update(text),
              "One or more parameter values were invalid: Cannot update attribute PK. This "
              "attribute is part of the key")
        << text;
  }
  EXPECT_EQ(parse_update("SET SK = :s"),
            "One or more parameter values were invalid: Cannot update attribute SK. This attribute "
            "is part of the key");
}

TEST(UpdateParser, HasLimits) {
  std::string sums = "SET ";
  for (int i = 0; i < 301; ++i) {
    sums += "a" + std::to_string(i) + "=b+:n" + (i < 300 ? "," : "");
  }
  EXPECT_EQ(parse_update(sums),
            "Invalid UpdateExpression: The expression contains too many operators; operator count: "
            "301");
  EXPECT_EQ(parse_update("SET a=" + repeat("list_append(", 330) + "a"),
            "Invalid UpdateExpression: The expression contains too many operators; operator count: "
            "301");
  EXPECT_EQ(parse_update("SET a = " + repeat("(", 4000)),
            "Invalid UpdateExpression: The expression has redundant parentheses;");
  EXPECT_EQ(parse_update("SET a = :s" + std::string(4087, ' ')),
            "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097");
}

}  // namespace
}  // namespace norn::store
