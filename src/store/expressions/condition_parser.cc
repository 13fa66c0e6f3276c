#include <fmt/format.h>

#include <optional>
#include <utility>

#include "store/expressions/condition_checks.h"
#include "store/expressions/condition_tree.h"
#include "store/expressions/expression_parser.h"
#include "store/limits.h"

// The grammar of conditions:
//   or      := and (OR and)*           and := not (AND not)*        not := NOT* primary
//   primary := '(' or ')' | operand | operand comparator operand
//            | operand BETWEEN operand AND operand | operand IN '(' operand, ... ')'
//   operand := '(' operand ')' | :value | path | function '(' operand, ... ')'
// Whether a parenthesis holds a condition or an operand is known only behind it, so both are Terms.
namespace norn::store {
namespace {

using Kind = ConditionNode::Kind;
using NodePtr = std::unique_ptr<ConditionNode>;
using OperandPtr = std::unique_ptr<ConditionOperand>;

// Parentheses that are not redundant hold an operator each, so deeper nesting cannot be right.
constexpr size_t kMaxDepth = kMaxExpressionOperators + 1;

struct Term {
  NodePtr condition;   // Either something that is true or false,
  OperandPtr operand;  // or something that has a value. Held apart to keep stack frames small.
  std::string_view function;  // The name, when it is a function call.
  bool parenthesized = false;
};

class ConditionParser {
 public:
  explicit ConditionParser(ExpressionParser& parser) : parser_(parser) {}

  Result<NodePtr> parse();

 private:
  Result<Term> parse_or();
  Result<Term> parse_and();
  Result<Term> parse_not();
  Result<Term> parse_chain(std::string_view keyword, Kind kind,
                           Result<Term> (ConditionParser::*next)());
  Result<Term> parse_primary();
  Result<Term> parse_parentheses(Result<Term> (ConditionParser::*inner)());
  Result<Term> parse_operand();
  Result<Term> parse_call();
  Result<std::vector<Term>> parse_list();

  Result<Term> comparison(Kind kind, std::vector<Term> terms);
  Result<NodePtr> require_condition(Term term);
  std::vector<ConditionOperand> take_operands(std::vector<Term> terms);
  void note_misused(std::string_view function);

  ExpressionParser& parser_;
  size_t depth_ = 0;
};

Term condition_term(Kind kind, std::vector<ConditionOperand> operands) {
  Term term;
  term.condition = std::make_unique<ConditionNode>();
  term.condition->kind = kind;
  term.condition->operands = std::move(operands);
  return term;
}

OperandPtr operand_of(std::variant<Path, Literal> source) {
  return std::make_unique<ConditionOperand>(ConditionOperand{std::move(source)});
}

Result<NodePtr> ConditionParser::parse() {
  NORN_ASSIGN(Term term, parse_or());
  if (!parser_.at_end()) {
    return parser_.syntax_error();
  }
  NORN_ASSIGN(NodePtr root, require_condition(std::move(term)));
  NORN_TRY(parser_.check({Fault::kParentheses, Fault::kUnknownFunction, Fault::kMisusedFunction,
                          Fault::kReservedWord, Fault::kComparison}));
  return root;
}

Result<Term> ConditionParser::parse_or() {
  return parse_chain("OR", Kind::kOr, &ConditionParser::parse_and);
}

Result<Term> ConditionParser::parse_and() {
  return parse_chain("AND", Kind::kAnd, &ConditionParser::parse_not);
}

Result<Term> ConditionParser::parse_chain(std::string_view keyword, Kind kind,
                                          Result<Term> (ConditionParser::*next)()) {
  NORN_ASSIGN(Term first, (this->*next)());
  if (!parser_.at_keyword(keyword)) {
    return first;
  }
  Term chain = condition_term(kind, {});
  NORN_ASSIGN(NodePtr child, require_condition(std::move(first)));
  chain.condition->children.push_back(std::move(child));
  while (parser_.take_keyword(keyword)) {
    NORN_TRY(parser_.count_operator());
    NORN_ASSIGN(Term term, (this->*next)());
    NORN_ASSIGN(NodePtr another, require_condition(std::move(term)));
    chain.condition->children.push_back(std::move(another));
  }
  return chain;
}

Result<Term> ConditionParser::parse_not() {
  size_t negations = 0;
  while (parser_.take_keyword("NOT")) {
    NORN_TRY(parser_.count_operator());
    ++negations;
  }
  NORN_ASSIGN(Term term, parse_primary());
  for (; negations > 0; --negations) {
    NORN_ASSIGN(NodePtr child, require_condition(std::move(term)));
    term = condition_term(Kind::kNot, {});
    term.condition->children.push_back(std::move(child));
  }
  return term;
}

std::optional<Kind> comparator(std::string_view symbol) {
  for (const Kind kind : {Kind::kEqual, Kind::kNotEqual, Kind::kLess, Kind::kLessOrEqual,
                          Kind::kGreater, Kind::kGreaterOrEqual}) {
    if (to_name(kind) == symbol) {
      return kind;
    }
  }
  return std::nullopt;
}

Result<Term> ConditionParser::parse_primary() {
  const bool parenthesis = parser_.at_symbol("(");
  NORN_ASSIGN(Term first,
              parenthesis ? parse_parentheses(&ConditionParser::parse_or) : parse_operand());
  std::vector<Term> terms;
  if (first.condition != nullptr && first.function.empty()) {
    return first;
  }
  terms.push_back(std::move(first));
  if (const auto kind = comparator(parser_.token().text);
      kind && parser_.token().kind == TokenKind::kSymbol) {
    parser_.advance();
    NORN_ASSIGN(Term second, parse_operand());
    terms.push_back(std::move(second));
    return comparison(*kind, std::move(terms));
  }
  if (parser_.take_keyword("BETWEEN")) {
    NORN_ASSIGN(Term low, parse_operand());
    if (!parser_.take_keyword("AND")) {
      return parser_.syntax_error();
    }
    NORN_ASSIGN(Term high, parse_operand());
    terms.push_back(std::move(low));
    terms.push_back(std::move(high));
    return comparison(Kind::kBetween, std::move(terms));
  }
  if (parser_.take_keyword("IN")) {
    NORN_TRY(parser_.expect_symbol("("));
    NORN_ASSIGN(std::vector<Term> members, parse_list());
    std::ranges::move(members, std::back_inserter(terms));
    return comparison(Kind::kIn, std::move(terms));
  }
  return std::move(terms.front());
}

Result<Term> ConditionParser::parse_parentheses(Result<Term> (ConditionParser::*inner)()) {
  constexpr std::string_view kRedundant = "The expression has redundant parentheses;";
  if (depth_ == kMaxDepth) {
    return parser_.invalid(kRedundant);
  }
  NORN_TRY(parser_.expect_symbol("("));
  ++depth_;
  NORN_ASSIGN(Term term, (this->*inner)());
  --depth_;
  NORN_TRY(parser_.expect_symbol(")"));
  if (term.parenthesized) {
    parser_.note(Fault::kParentheses, kRedundant);
  }
  term.parenthesized = true;
  return term;
}

Result<Term> ConditionParser::parse_operand() {
  if (parser_.at_symbol("(")) {
    return parse_parentheses(&ConditionParser::parse_operand);
  }
  if (parser_.at_call()) {
    return parse_call();
  }
  Term term;
  if (parser_.token().kind == TokenKind::kValuePlaceholder) {
    Literal literal = parser_.value();
    // Without a value there is a fault, and no check may ask for the value's type.
    term.operand = literal != nullptr ? operand_of(std::move(literal)) : operand_of(Path{});
    return term;
  }
  for (const std::string_view keyword : {"AND", "OR", "NOT", "IN", "BETWEEN"}) {
    if (parser_.at_keyword(keyword)) {
      return parser_.syntax_error();
    }
  }
  NORN_ASSIGN(Path path, parser_.path());
  term.operand = operand_of(std::move(path));
  return term;
}

// Reads up to and with the closing parenthesis.
Result<std::vector<Term>> ConditionParser::parse_list() {
  std::vector<Term> terms;
  do {
    NORN_ASSIGN(Term term, parse_operand());
    terms.push_back(std::move(term));
  } while (parser_.take_symbol(","));
  NORN_TRY(parser_.expect_symbol(")"));
  return terms;
}

Result<Term> ConditionParser::parse_call() {
  const std::string_view name = parser_.token().text;
  NORN_TRY(parser_.count_operator());
  parser_.advance();
  NORN_TRY(parser_.expect_symbol("("));
  NORN_ASSIGN(std::vector<Term> terms, parse_list());
  std::vector<ConditionOperand> operands = take_operands(std::move(terms));
  const std::optional<ConditionFunction> function = find_condition_function(name);
  if (!function) {
    const bool of_updates = name == "if_not_exists" || name == "list_append";
    parser_.note(Fault::kUnknownFunction,
                 fmt::format("{}; function: {}",
                             of_updates ? "The function is not allowed in a condition expression"
                                        : "Invalid function name",
                             name));
  }
  const bool fits = function && check_call(parser_, *function, operands);
  Term term;
  if (function && !function->kind) {
    // size() of something wrong is a fault already; any operand will do in its place.
    term.operand =
        fits ? std::make_unique<ConditionOperand>(std::move(operands.front())) : operand_of(Path{});
    term.operand->size = true;
  } else {
    const Kind kind = function ? *function->kind : Kind::kAttributeExists;
    term = condition_term(kind, std::move(operands));
  }
  settle_comparison(parser_);
  term.function = name;
  return term;
}

Result<Term> ConditionParser::comparison(Kind kind, std::vector<Term> terms) {
  NORN_TRY(parser_.count_operator());
  std::vector<ConditionOperand> operands = take_operands(std::move(terms));
  check_comparison(parser_, kind, operands);
  settle_comparison(parser_);
  return condition_term(kind, std::move(operands));
}

void ConditionParser::note_misused(std::string_view function) {
  parser_.note(
      Fault::kMisusedFunction,
      fmt::format("The function is not allowed to be used this way in an expression; function: {}",
                  function));
}

Result<NodePtr> ConditionParser::require_condition(Term term) {
  if (term.condition != nullptr) {
    return std::move(term.condition);
  }
  if (term.function.empty()) {
    return parser_.syntax_error();
  }
  note_misused(term.function);
  return std::make_unique<ConditionNode>();
}

// The operands of a comparison or function. Functions that return true or false are none.
std::vector<ConditionOperand> ConditionParser::take_operands(std::vector<Term> terms) {
  std::vector<ConditionOperand> operands;
  for (Term& term : terms) {
    if (!term.operand) {
      note_misused(term.function);
    }
    operands.push_back(term.operand ? std::move(*term.operand) : ConditionOperand{Path{}});
  }
  return operands;
}

}  // namespace

Result<std::unique_ptr<ConditionNode>> parse_condition(std::string_view text,
                                                       std::string_view parameter,
                                                       PlaceholderUse& placeholders) {
  NORN_ASSIGN(ExpressionParser parser, ExpressionParser::open(text, parameter, placeholders));
  return ConditionParser(parser).parse();
}

}  // namespace norn::store
