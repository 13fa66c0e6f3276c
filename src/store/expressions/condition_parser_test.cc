#include <gtest/gtest.h>

#include "store/expressions/condition.h"
#include "store/expressions/expression_testing.h"

namespace norn::store {
namespace {

constexpr std::string_view kConditionNames = "#n=name #d=dotted.name";
constexpr std::string_view kConditionValues = R"({
  ":s":{"S":"text"}, ":z":{"S":"zzz"}, ":n":{"N":"5"}, ":one":{"N":"1"}, ":b":{"B":"AAEC"},
  ":t":{"BOOL":true}, ":null":{"NULL":true}, ":l":{"L":[]}, ":m":{"M":{}}, ":ss":{"SS":["a"]},
  ":S":{"S":"S"}, ":SS":{"S":"SS"}, ":x":{"S":"X"}
})";

struct ParsedRow {
  std::string_view text;
  std::string_view message;
};

std::string parse_condition(std::string_view text,
                            std::string_view parameter = "ConditionExpression") {
  const Placeholders placeholders = placeholders_of(kConditionNames, kConditionValues);
  PlaceholderUse use(placeholders);
  return message_of(Condition::parse(text, parameter, use));
}

void expect_invalid(const std::vector<ParsedRow>& rows) {
  for (const ParsedRow& row : rows) {
    EXPECT_EQ(parse_condition(row.text), "Invalid ConditionExpression: " + std::string(row.message))
        << row.text;
  }
}

TEST(ConditionParser, AcceptsTheWholeGrammar) {
  for (const std::string_view text : {
           "a = :s",
           "a=:s",
           "#n <> :s",
           ":s = a",
           ":n = :n",
           "a.b[0].#d >= b",
           "a . b [ 0 ] < :n",
           "(a = :s)",
           "(a) = (:s)",
           "(a = :s) AND (b = :s)",
           "((a = :s) AND b = :s) OR c = :n",
           "((a = :s) AND (b = :s))",
           "NOT a = :s",
           "not not (not a = :s)",
           "a = :s and b = :s Or c = :n",
           "a BETWEEN :one AND :n AND b = :s",
           "a between b and c",
           "a IN (:s)",
           "a in (:s, :n, b.c)",
           "attribute_exists(a.b)",
           "attribute_exists (a)",
           "(attribute_not_exists(#n))",
           "attribute_type(a, :SS)",
           "begins_with(a, :s) OR begins_with(:s, a)",
           "contains(a, :n)",
           "size(a) > :n",
           "(size(a)) > :n",
           ":n < size(a.b)",
           "size(:ss) = :n",
           "size(a) BETWEEN :one AND size(b)",
           "size(a) IN (:one)",
           "contains(a, size(b))",
       }) {
    EXPECT_EQ(parse_condition(text), "(no error)") << text;
  }
}

TEST(ConditionParser, NamesTheExpressionInErrors) {
  EXPECT_EQ(parse_condition("", "FilterExpression"),
            "Invalid FilterExpression: The expression can not be empty;");
}

TEST(ConditionParser, QuotesTheTokenThatDoesNotFit) {
  struct SyntaxRow {
    std::string_view text;
    std::string_view token;
    std::string_view near;
  };
  constexpr SyntaxRow kRows[] = {
      {"a-b", "-", "a-b"},
      {"a", "<EOF>", "a"},
      {"a = ", "<EOF>", "="},
      {"a == :s", "=", "== :s"},
      {"a = :s b", "b", ":s b"},
      {"a AND b = :s", "AND", "a AND b"},
      {"a = :s AND b", "<EOF>", "b"},
      {"a = :s AND", "<EOF>", "AND"},
      {"AND a = :s", "AND", "AND a"},
      {"in = :s", "in", "in ="},
      {"a = :s OR OR b = :s", "OR", "OR OR b"},
      {"(a = :s", "<EOF>", ":s"},
      {"a = :s)", ")", ":s)"},
      {"()", ")", "()"},
      {"(a", "<EOF>", "a"},
      {"(a)", "<EOF>", ")"},
      {"(a = :s) = :t", "=", ") = :t"},
      {"a = (b = :s)", "=", "b = :s"},
      {"a BETWEEN :one OR :n", "OR", ":one OR :n"},
      {"a BETWEEN :one", "<EOF>", ":one"},
      {"a IN :s", ":s", "IN :s"},
      {"a IN ()", ")", "()"},
      {"a IN (:s,)", ")", ",)"},
      {"attribute_exists()", ")", "()"},
      {"attribute_exists(a", "<EOF>", "a"},
      {"a = 5", "5", "= 5"},
      {"a = 'x'", "'", "= 'x"},
      {"a = :", ":", "= :"},
      {"# = :s", "#", "# ="},
      {"a + b = :s", "+", "a + b"},
      {":s.b = :s", ".", ":s.b"},
      {"a[:n] = :s", ":n", "[:n]"},
      {"a[-1] = :s", "-", "[-1"},
      {"\xC3\xA4 = :s", "\xC3\xA4", "\xC3\xA4 ="},
      {"   ", "<EOF>", ""},
  };
  for (const SyntaxRow& row : kRows) {
    EXPECT_EQ(parse_condition(row.text), "Invalid ConditionExpression: Syntax error; token: \"" +
                                             std::string(row.token) + "\", near: \"" +
                                             std::string(row.near) + "\"")
        << row.text;
  }
}

TEST(ConditionParser, RefusesReservedAndUndefinedNames) {
  expect_invalid({
      {"name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"a.Status = :s", "Attribute name is a reserved keyword; reserved keyword: Status"},
      {"size = :s", "Attribute name is a reserved keyword; reserved keyword: size"},
      {"set = :s", "Attribute name is a reserved keyword; reserved keyword: set"},
      {"#x = :s",
       "An expression attribute name used in the document path is not defined; "
       "attribute name: #x"},
      {"a.#x = :s",
       "An expression attribute name used in the document path is not defined; "
       "attribute name: #x"},
      {"a = :unknown",
       "An expression attribute value used in expression is not defined; attribute "
       "value: "
       ":unknown"},
      {"attribute_type(a, :unknown)",
       "An expression attribute value used in expression is not defined; attribute "
       "value: "
       ":unknown"},
  });
}

TEST(ConditionParser, ChecksFunctions) {
  expect_invalid({
      {"foo(a)", "Invalid function name; function: foo"},
      {"Size(a) = :n", "Invalid function name; function: Size"},
      {"a = if_not_exists(a, :s)",
       "The function is not allowed in a condition expression; function: if_not_exists"},
      {"list_append(a, b) = :s",
       "The function is not allowed in a condition expression; function: list_append"},
      {"begins_with(a)",
       "Incorrect number of operands for operator or function; operator or function: "
       "begins_with, "
       "number of operands: 1"},
      {"size(a, b) = :n",
       "Incorrect number of operands for operator or function; operator or function: "
       "size, number "
       "of operands: 2"},
      {"attribute_exists(a, b)",
       "Incorrect number of operands for operator or function; operator or function: "
       "attribute_exists, number of operands: 2"},
      {"attribute_exists(:s)",
       "Operator or function requires a document path; operator or function: "
       "attribute_exists"},
      {"attribute_not_exists(size(a))",
       "Operator or function requires a document path; operator or function: "
       "attribute_not_exists"},
      {"begins_with(a, :n)",
       "Incorrect operand type for operator or function; operator or function: "
       "begins_with, "
       "operand type: N"},
      {"begins_with(:ss, a)",
       "Incorrect operand type for operator or function; operator or function: "
       "begins_with, "
       "operand type: SS"},
      {"attribute_type(a, :n)",
       "Incorrect operand type for operator or function; operator or function: "
       "attribute_type, "
       "operand type: N"},
      {"attribute_type(a, b)",
       "Incorrect operand type for operator or function; operator or function: "
       "attribute_type, "
       "operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"},
      {"attribute_type(a, :x)",
       "Invalid attribute type name found; type: X, valid types: "
       "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
      {"size(:n) = :n",
       "Incorrect operand type for operator or function; operator or function: size, "
       "operand type: "
       "N"},
      {"size(size(a)) = :n",
       "Incorrect operand type for operator or function; operator or function: size, "
       "operand type: "
       "N"},
  });
}

TEST(ConditionParser, AllowsOnlySizeAsAnOperand) {
  expect_invalid({
      {"size(a)",
       "The function is not allowed to be used this way in an expression; function: "
       "size"},
      {"a = :s AND size(a)",
       "The function is not allowed to be used this way in an expression; function: "
       "size"},
      {"NOT size(a)",
       "The function is not allowed to be used this way in an expression; function: "
       "size"},
      {"contains(a, :s) = :t",
       "The function is not allowed to be used this way in an expression; function: "
       "contains"},
      {"(contains(a, :s)) = :t",
       "The function is not allowed to be used this way in an expression; function: "
       "contains"},
      {"a IN (attribute_exists(b))",
       "The function is not allowed to be used this way in an expression; function: "
       "attribute_exists"},
      {"contains(a, contains(b, :s))",
       "The function is not allowed to be used this way in an expression; function: "
       "contains"},
  });
}

TEST(ConditionParser, ChecksOperandsOfComparisons) {
  expect_invalid({
      {"a = a",
       "The first operand must be distinct from the remaining operands for this "
       "operator or "
       "function; operator: =, first operand: [a]"},
      {"a.b[1] < a.b[1]",
       "The first operand must be distinct from the remaining operands for this "
       "operator or "
       "function; operator: <, first operand: [a, b, [1]]"},
      {"contains(#n, #n)",
       "The first operand must be distinct from the remaining operands for this "
       "operator or "
       "function; operator: contains, first operand: [name]"},
      {"a IN (:s, a)",
       "The first operand must be distinct from the remaining operands for this "
       "operator or "
       "function; operator: IN, first operand: [a]"},
      {"a < :t",
       "Incorrect operand type for operator or function; operator or function: <, "
       "operand type: "
       "BOOL"},
      {":m >= a",
       "Incorrect operand type for operator or function; operator or function: >=, "
       "operand type: "
       "M"},
      {"a BETWEEN :l AND :l",
       "Incorrect operand type for operator or function; operator or function: "
       "BETWEEN, operand "
       "type: L"},
      {"a BETWEEN :n AND :one",
       "The BETWEEN operator requires upper bound to be greater than or equal to lower "
       "bound; "
       "lower bound operand: AttributeValue: {N:5}, upper bound operand: "
       "AttributeValue: {N:1}"},
      {"a BETWEEN :z AND :s",
       "The BETWEEN operator requires upper bound to be greater than or equal to lower "
       "bound; "
       "lower bound operand: AttributeValue: {S:zzz}, upper bound operand: "
       "AttributeValue: "
       "{S:text}"},
      {"a BETWEEN :n AND :s",
       "The BETWEEN operator requires same data type for lower and upper bounds; lower "
       "bound "
       "operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:text}"},
      {"a BETWEEN :b AND :s",
       "The BETWEEN operator requires same data type for lower and upper bounds; lower "
       "bound "
       "operand: AttributeValue: {B:AAEC}, upper bound operand: AttributeValue: "
       "{S:text}"},
  });
}

TEST(ConditionParser, RefusesRedundantParentheses) {
  for (const std::string& text :
       {std::string("((a = :s))"), std::string("((a)) = :s"), std::string("a = ((:s))"),
        std::string("b = :s AND ((a = :s OR c = :s))"), std::string("((attribute_exists(a)))"),
        repeat("(", 2000) + "a = :s" + repeat(")", 2000), repeat("(", 4096),
        "a = " + repeat("(", 4000)}) {
    EXPECT_EQ(parse_condition(text),
              "Invalid ConditionExpression: The expression has redundant parentheses;")
        << text.substr(0, 60);
  }
}

TEST(ConditionParser, ReportsTheGravestFaultFirst) {
  expect_invalid({
      {"name = :s AND foo(a) AND", "Syntax error; token: \"<EOF>\", near: \"AND\""},
      {"foo(a) AND ((name = :s))", "The expression has redundant parentheses;"},
      {"name = :s AND foo(a)", "Invalid function name; function: foo"},
      {"name = :s AND size(a)",
       "The function is not allowed to be used this way in an expression; function: "
       "size"},
      {"a = a AND name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"a = a AND #x = :s",
       "The first operand must be distinct from the remaining operands for this "
       "operator or "
       "function; operator: =, first operand: [a]"},
  });
}

TEST(ConditionParser, HasLimits) {
  const auto chain = [](size_t comparisons) {
    return "a = :s" + repeat(" AND a=:s", comparisons - 1);
  };
  EXPECT_EQ(parse_condition(chain(150)), "(no error)");
  EXPECT_EQ(parse_condition(chain(151)),
            "Invalid ConditionExpression: The expression contains too many operators; "
            "operator "
            "count: 301");
  EXPECT_EQ(parse_condition(repeat("NOT ", 299) + "a = :s"), "(no error)");
  EXPECT_EQ(parse_condition(repeat("NOT ", 1000) + "a = :s"),
            "Invalid ConditionExpression: The expression contains too many operators; "
            "operator "
            "count: 301");
  EXPECT_EQ(parse_condition(repeat("size(", 800) + "a"),
            "Invalid ConditionExpression: The expression contains too many operators; "
            "operator "
            "count: 301");
  // As deep as parentheses can be without being redundant.
  EXPECT_EQ(parse_condition(repeat("NOT(", 299) + "a=:s" + repeat(")", 299)), "(no error)");
  EXPECT_EQ(parse_condition(repeat("(", 149) + "a=:s" + repeat(" OR a=:s)", 149)), "(no error)");

  EXPECT_EQ(parse_condition("a IN (:s" + repeat(",:s", 99) + ")"), "(no error)");
  EXPECT_EQ(parse_condition("a IN (:s" + repeat(",:s", 100) + ")"),
            "Invalid ConditionExpression: The IN operator is provided with too many "
            "operands; "
            "number of operands: 101");
  EXPECT_EQ(parse_condition("a = :s" + std::string(4090, ' ')), "(no error)");
  EXPECT_EQ(parse_condition("a = :s" + std::string(4091, ' ')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum "
            "allowed size; "
            "expression size: 4097");
  EXPECT_EQ(parse_condition("a" + repeat("[0]", 32) + " = :s"),
            "Invalid ConditionExpression: The document path has too many nesting "
            "elements; nesting "
            "levels: 33");
}

}  // namespace
}  // namespace norn::store
