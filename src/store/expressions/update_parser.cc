#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "store/expressions/condition_checks.h"
#include "store/expressions/update_tree.h"
#include "store/limits.h"

// The grammar of updates:
//   update  := section+, each of SET, REMOVE, ADD and DELETE at most once
//   section := SET path '=' value, ... | REMOVE path, ... | ADD path :value, ... | DELETE path
//   :value, ... value   := operand | operand '+' operand | operand '-' operand | '(' value ')'
//   operand := path | :value | function '(' operand ',' operand ')' | '(' operand ')'
namespace norn::store {
namespace {

using Action = UpdateAction::Kind;
using OperandKind = UpdateOperand::Kind;

constexpr std::array<std::pair<std::string_view, Action>, 4> kSections = {{
    {"SET", Action::kSet},
    {"REMOVE", Action::kRemove},
    {"ADD", Action::kAdd},
    {"DELETE", Action::kDelete},
}};

// Parentheses that are not redundant hold an operator each, so deeper nesting cannot be right.
constexpr size_t kMaxUpdateDepth = kMaxExpressionOperators + 1;

class UpdateParser {
 public:
  explicit UpdateParser(ExpressionParser& parser) : parser_(parser) {}

  Result<UpdateTree> parse();

 private:
  struct Term {
    UpdateOperand operand;
    bool parenthesized = false;
  };

  std::optional<Action> take_section();
  Result<UpdateAction> parse_action(Action kind);
  Result<Path> parse_path();
  Result<Term> parse_value();
  Result<Term> parse_operand();
  Result<Term> parse_parentheses(Result<Term> (UpdateParser::*inner)());
  Result<UpdateOperand> parse_call();
  UpdateOperand parse_literal();
  void check_action_type(Action kind, const UpdateOperand& operand);
  void check_argument_types(std::string_view name, Type type,
                            const std::vector<UpdateOperand>& arguments);

  ExpressionParser& parser_;
  size_t depth_ = 0;
};

Result<UpdateTree> UpdateParser::parse() {
  UpdateTree tree;
  tree.generated = parser_.generated();
  std::array<bool, kSections.size()> seen = {};
  while (const std::optional<Action> section = take_section()) {
    const auto index = static_cast<size_t>(*section);
    if (std::exchange(seen[index], true)) {
      parser_.note(Fault::kSection,
                   fmt::format("The \"{}\" section can only be used once in an update expression;",
                               kSections[index].first));
    }
    do {
      NORN_ASSIGN(UpdateAction action, parse_action(*section));
      tree.actions.push_back(std::move(action));
    } while (parser_.take_symbol(","));
  }
  if (!parser_.at_end() || tree.actions.empty()) {
    return parser_.syntax_error();
  }
  std::vector<Path> paths;
  std::ranges::transform(tree.actions, std::back_inserter(paths), &UpdateAction::path);
  parser_.note_relations(paths);
  NORN_TRY(parser_.check({Fault::kParentheses, Fault::kReservedWord, Fault::kUnknownFunction,
                          Fault::kMisusedFunction, Fault::kSection, Fault::kUndefinedName,
                          Fault::kUndefinedValue, Fault::kOverlap, Fault::kConflict,
                          Fault::kActionType, Fault::kOperandType}));
  return tree;
}

std::optional<Action> UpdateParser::take_section() {
  for (const auto& [keyword, action] : kSections) {
    if (parser_.take_keyword(keyword)) {
      return action;
    }
  }
  return std::nullopt;
}

Result<UpdateAction> UpdateParser::parse_action(Action kind) {
  UpdateAction action;
  action.kind = kind;
  NORN_ASSIGN(action.path, parse_path());
  if (kind == Action::kRemove) {
    return action;
  }
  if (kind == Action::kSet) {
    NORN_TRY(parser_.expect_symbol("="));
    NORN_ASSIGN(Term term, parse_value());
    action.operand = std::move(term.operand);
    return action;
  }
  if (parser_.token().kind != TokenKind::kValuePlaceholder) {
    return parser_.syntax_error();
  }
  action.operand = parse_literal();
  check_action_type(kind, action.operand);
  return action;
}

Result<Path> UpdateParser::parse_path() {
  for (const auto& [keyword, action] : kSections) {
    if (parser_.at_keyword(keyword)) {
      return parser_.syntax_error();
    }
  }
  return parser_.path();
}

Result<UpdateParser::Term> UpdateParser::parse_value() {
  NORN_ASSIGN(Term term, parser_.at_symbol("(") ? parse_parentheses(&UpdateParser::parse_value)
                                                : parse_operand());
  const bool plus = parser_.at_symbol("+");
  const bool sum =
      term.operand.kind == OperandKind::kPlus || term.operand.kind == OperandKind::kMinus;
  if (sum || (!plus && !parser_.at_symbol("-"))) {
    return term;
  }
  NORN_TRY(parser_.count_operator());
  const std::string_view name = parser_.token().text;
  parser_.advance();
  NORN_ASSIGN(Term second, parse_operand());
  Term result;
  result.operand.kind = plus ? OperandKind::kPlus : OperandKind::kMinus;
  result.operand.arguments.push_back(std::move(term.operand));
  result.operand.arguments.push_back(std::move(second.operand));
  check_argument_types(name, Type::kNumber, result.operand.arguments);
  return result;
}

Result<UpdateParser::Term> UpdateParser::parse_operand() {
  if (parser_.at_symbol("(")) {
    return parse_parentheses(&UpdateParser::parse_operand);
  }
  Term term;
  if (parser_.at_call()) {
    NORN_ASSIGN(term.operand, parse_call());
  } else if (parser_.token().kind == TokenKind::kValuePlaceholder) {
    term.operand = parse_literal();
  } else {
    NORN_ASSIGN(term.operand.path, parse_path());
  }
  return term;
}

Result<UpdateParser::Term> UpdateParser::parse_parentheses(Result<Term> (UpdateParser::*inner)()) {
  constexpr std::string_view kRedundant = "The expression has redundant parentheses;";
  if (depth_ == kMaxUpdateDepth) {
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

UpdateOperand UpdateParser::parse_literal() {
  UpdateOperand operand;
  // Without a value there is a fault, and the path in its place is never followed.
  operand.literal = parser_.value();
  operand.kind = operand.literal != nullptr ? OperandKind::kLiteral : OperandKind::kPath;
  return operand;
}

Result<UpdateOperand> UpdateParser::parse_call() {
  const std::string_view name = parser_.token().text;
  NORN_TRY(parser_.count_operator());
  parser_.advance();
  NORN_TRY(parser_.expect_symbol("("));
  UpdateOperand call;
  do {
    NORN_ASSIGN(Term term, parse_operand());
    call.arguments.push_back(std::move(term.operand));
  } while (parser_.take_symbol(","));
  NORN_TRY(parser_.expect_symbol(")"));

  const bool if_not_exists = name == "if_not_exists";
  call.kind = if_not_exists ? OperandKind::kIfNotExists : OperandKind::kListAppend;
  if (!if_not_exists && name != "list_append") {
    parser_.note(Fault::kUnknownFunction,
                 find_condition_function(name)
                     ? fmt::format("The function is not allowed in an update expression; "
                                   "function: {}",
                                   name)
                     : fmt::format("Invalid function name; function: {}", name));
  } else if (call.arguments.size() != 2) {
    parser_.note(Fault::kOperandType,
                 fmt::format("Incorrect number of operands for operator or function; operator or "
                             "function: {}, number of operands: {}",
                             name, call.arguments.size()));
  } else if (!if_not_exists) {
    if (std::ranges::count(call.arguments, OperandKind::kListAppend, &UpdateOperand::kind) > 0) {
      parser_.note(Fault::kMisusedFunction,
                   fmt::format("The function is not allowed to be used this way in an expression; "
                               "function: {}",
                               name));
    }
    check_argument_types(name, Type::kList, call.arguments);
  } else if (call.arguments[0].kind != OperandKind::kPath) {
    parser_.note(
        Fault::kOperandType,
        fmt::format("Operator or function requires a document path; operator or function: {}",
                    name));
  }
  return call;
}

void UpdateParser::check_argument_types(std::string_view name, Type type,
                                        const std::vector<UpdateOperand>& arguments) {
  for (const UpdateOperand& argument : arguments) {
    if (argument.kind == OperandKind::kLiteral && argument.literal->type() != type) {
      parser_.note(Fault::kOperandType,
                   fmt::format("Incorrect operand type for operator or function; operator or "
                               "function: {}, operand type: {}",
                               name, type_name(argument.literal->type())));
      return;
    }
  }
}

void UpdateParser::check_action_type(Action kind, const UpdateOperand& operand) {
  // By Type; what is empty can be added and deleted.
  constexpr std::array<std::string_view, 10> kRefused = {
      "STRING", "NUMBER", "BINARY", "BOOLEAN", "NULL", "MAP", "LIST", "", "", ""};
  if (operand.kind != OperandKind::kLiteral) {
    return;
  }
  const Type type = operand.literal->type();
  const std::string_view refused = kRefused[static_cast<size_t>(type)];
  if (refused.empty() || (kind == Action::kAdd && type == Type::kNumber)) {
    return;
  }
  parser_.note(Fault::kActionType,
               fmt::format("Incorrect operand type for operator or function; operator: {0}, "
                           "operand type: {1}, typeSet: ALLOWED_FOR_{0}_OPERAND",
                           kSections[static_cast<size_t>(kind)].first, refused));
}

}  // namespace

Result<UpdateTree> parse_update(std::string_view text, PlaceholderUse& placeholders) {
  NORN_ASSIGN(ExpressionParser parser,
              ExpressionParser::open(text, "UpdateExpression", placeholders));
  return UpdateParser(parser).parse();
}

}  // namespace norn::store
