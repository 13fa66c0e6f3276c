#include "dynamodb/partiql/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "store/errors.h"

// The grammar of conditions:
//   or := and (OR and)*    and := not (AND not)*    not := NOT* comparison
//   comparison := primary | operand comparator operand | operand IS [NOT] MISSING | NULL | type
//               | operand [NOT] BETWEEN operand AND operand | operand [NOT] IN [operand, ...]
//   primary := '(' or ')' | function '(' operand, ... ')' | operand
namespace norn::dynamodb::partiql {
namespace {

// Deeper conditions than this are nothing that a person or a library writes.
constexpr int kMaxDepth = 100;

struct Function {
  std::string_view name;
  size_t operands;
};
constexpr std::array<Function, 6> kFunctions = {{{"attribute_exists", 1},
                                                 {"attribute_not_exists", 1},
                                                 {"attribute_type", 2},
                                                 {"begins_with", 2},
                                                 {"contains", 2},
                                                 {"size", 1}}};
constexpr std::array<std::string_view, 7> kComparators = {"=", "<>", "!=", "<", "<=", ">", ">="};
constexpr std::array<std::string_view, 5> kWordOperators = {"is", "like", "in", "between", "and"};
// https://partiql.org: the types that IS can test for, and DynamoDB's types of the same values. The
// others are read and refused.
struct TypeName {
  std::string_view name;
  std::string_view type;
};
constexpr std::array<TypeName, 8> kTypes = {{{"bool", "BOOL"},
                                             {"boolean", "BOOL"},
                                             {"string", "S"},
                                             {"decimal", "N"},
                                             {"numeric", "N"},
                                             {"list", "L"},
                                             {"struct", "M"},
                                             {"null", "NULL"}}};
constexpr std::array<std::string_view, 15> kOtherTypes = {
    "smallint", "int4", "int8",    "integer", "int",    "float",     "real",  "double",
    "char",     "date", "varchar", "time",    "symbol", "character", "bigint"};

template <size_t kCount>
bool is_one_of(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::ranges::any_of(words, [&](std::string_view one) { return same_word(word, one); });
}

std::string lower_case(std::string_view word) {
  std::string small(word);
  std::ranges::transform(small, small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

Predicate negate(Predicate predicate) {
  if (predicate.kind == Predicate::Kind::kNot) {
    Predicate child = std::move(predicate.children.front());
    return child;
  }
  Predicate negation;
  negation.kind = Predicate::Kind::kNot;
  negation.children.push_back(std::move(predicate));
  return negation;
}

Predicate make(Predicate::Kind kind, std::string name, std::vector<Operand> operands) {
  return Predicate{kind, std::move(name), {}, std::move(operands)};
}

std::unexpected<Error> missing_right_side() {
  return not_well_formed("Missing right-hand side expression of infix operator");
}

// Adds to a chain of AND or OR; what is itself such a chain is taken apart, so that chains do not
// nest.
void add_link(Predicate& chain, Predicate link) {
  if (link.kind != chain.kind) {
    chain.children.push_back(std::move(link));
    return;
  }
  for (Predicate& child : link.children) chain.children.push_back(std::move(child));
}

}  // namespace

std::unexpected<Error> Terms::unexpected_term() const {
  const Token& token = reader_.peek();
  if (token.kind == TokenKind::kWord && is_one_of(token.text, kWordOperators)) {
    return not_well_formed("Unexpected operator");
  }
  if (token.kind == TokenKind::kWord && is_keyword(token.text)) {
    return not_well_formed("Unexpected keyword");
  }
  if (token.kind == TokenKind::kSymbol && is_one_of(token.text, kComparators)) {
    return not_well_formed("Unexpected operator");
  }
  return not_well_formed("Unexpected term");
}

Result<store::Path> Terms::path(std::string_view complaint) {
  if (!reader_.at_name()) return not_well_formed(complaint);
  store::Path path;
  path.attribute = reader_.take().text;
  if (path.attribute.empty()) return store::validation("Path component cannot be an empty string");
  while (true) {
    if (reader_.take_symbol(".")) {
      if (!reader_.at_name()) return not_well_formed("Invalid path dot component");
      if (reader_.peek().text.empty()) {
        return store::validation("Path component cannot be an empty string");
      }
      path.steps.emplace_back(reader_.take().text);
    } else if (reader_.take_symbol("[")) {
      const bool negative = reader_.take_symbol("-");
      const Token token = reader_.take();
      if (token.kind != TokenKind::kNumber) return not_well_formed("Unexpected term");
      size_t index = 0;
      const char* end = token.text.data() + token.text.size();
      const auto read = std::from_chars(token.text.data(), end, index);
      if (read.ptr != end || read.ec != std::errc() || (negative && index != 0) ||
          index > std::numeric_limits<int32_t>::max()) {
        return store::validation(
            fmt::format("List index is not within the allowable range; index: [{}{}] at {}",
                        negative ? "-" : "", token.text, to_text(token.at)));
      }
      if (!reader_.take_symbol("]")) return not_well_formed("Unexpected term");
      path.steps.emplace_back(index);
    } else {
      return path;
    }
  }
}

Result<Operand> Terms::operand() {
  Operand operand;
  operand.at = reader_.peek().at;
  if (reader_.at_name() && !reader_.at_call()) {
    NORN_ASSIGN(operand.source, path(""));
    return operand;
  }
  if (reader_.peek().kind == TokenKind::kWord && !reader_.at_word("true") &&
      !reader_.at_word("false") && !reader_.at_word("null")) {
    return unexpected_term();
  }
  NORN_ASSIGN(operand.source, value());
  return operand;
}

Result<Predicate> Terms::condition() {
  NORN_ASSIGN(Term term, parse_or());
  if (auto* predicate = std::get_if<Predicate>(&term)) return std::move(*predicate);
  // A path or value alone is no condition.
  return reader_.at_end() ? not_well_formed("Unexpected term")
                          : not_well_formed("Unexpected token after expression");
}

Result<Terms::Term> Terms::parse_or() {
  return parse_chain("or", Predicate::Kind::kOr, &Terms::parse_and);
}

Result<Terms::Term> Terms::parse_and() {
  return parse_chain("and", Predicate::Kind::kAnd, &Terms::parse_not);
}

Result<Terms::Term> Terms::parse_chain(std::string_view word, Predicate::Kind kind,
                                       Result<Term> (Terms::*next)()) {
  NORN_ASSIGN(Term first, (this->*next)());
  if (!reader_.at_word(word)) return first;
  Predicate chain;
  chain.kind = kind;
  while (true) {
    auto* link = std::get_if<Predicate>(&first);
    if (link == nullptr) return not_well_formed("Unexpected term");
    add_link(chain, std::move(*link));
    if (!reader_.take_word(word)) return chain;
    if (reader_.at_end()) return missing_right_side();
    NORN_ASSIGN(first, (this->*next)());
  }
}

Result<Terms::Term> Terms::parse_not() {
  bool negated = false;
  bool odd = false;
  while (reader_.take_word("not")) {
    negated = true;
    odd = !odd;
  }
  NORN_ASSIGN(Term term, parse_comparison());
  if (!negated) return term;
  auto* predicate = std::get_if<Predicate>(&term);
  if (predicate == nullptr) return not_well_formed("Unexpected term");
  return odd ? negate(std::move(*predicate)) : std::move(*predicate);
}

Result<Terms::Term> Terms::parse_comparison() {
  NORN_ASSIGN(Term term, parse_primary());
  const Token& token = reader_.peek();
  if (token.kind == TokenKind::kSymbol && is_one_of(token.text, kComparators)) {
    const std::string written = reader_.take().text;
    if (reader_.at_end()) return missing_right_side();
    NORN_ASSIGN(Term right, parse_primary());
    return compare(written == "!=" ? "<>" : written, std::move(term), std::move(right));
  }
  auto* left = std::get_if<Operand>(&term);
  if (left == nullptr) return term;
  if (reader_.take_word("is")) return parse_is(std::move(*left));
  const bool negated = reader_.take_word("not");
  std::optional<Result<Predicate>> predicate;
  if (reader_.take_word("between")) predicate = parse_between(std::move(*left));
  if (!predicate && reader_.take_word("in")) predicate = parse_in(std::move(*left));
  if (!predicate) {
    if (negated) return unexpected_term();
    return term;
  }
  if (!*predicate) return std::unexpected(std::move(*predicate).error());
  return negated ? negate(std::move(**predicate)) : std::move(**predicate);
}

// A condition can be compared with true and false.
Result<Predicate> Terms::compare(const std::string& comparator, Term left, Term right) {
  if (std::holds_alternative<Operand>(left) && std::holds_alternative<Operand>(right)) {
    return make(Predicate::Kind::kCompare, comparator,
                {std::get<Operand>(std::move(left)), std::get<Operand>(std::move(right))});
  }
  if (std::holds_alternative<Operand>(left)) std::swap(left, right);
  const auto* other = std::get_if<Operand>(&right);
  const store::Value* value = other != nullptr ? other->value() : nullptr;
  const bool* truth = value != nullptr ? value->get_if<bool>() : nullptr;
  if (truth == nullptr) return not_well_formed("Unexpected term");
  if (comparator != "=" && comparator != "<>") {
    return store::validation(
        fmt::format("Incorrect operand type for operator or function; operator or function: {}, "
                    "operand type: BOOL",
                    comparator));
  }
  Predicate predicate = std::get<Predicate>(std::move(left));
  return *truth == (comparator == "=") ? std::move(predicate) : negate(std::move(predicate));
}

Result<Operand> Terms::right_side() {
  if (reader_.at_end()) return missing_right_side();
  NORN_ASSIGN(Term term, parse_primary());
  if (auto* operand = std::get_if<Operand>(&term)) return std::move(*operand);
  return not_well_formed("Unexpected term");
}

Result<Predicate> Terms::parse_is(Operand operand) {
  const bool negated = reader_.take_word("not");
  if (reader_.take_word("missing")) {
    return make(Predicate::Kind::kCall, negated ? "attribute_exists" : "attribute_not_exists",
                {std::move(operand)});
  }
  if (reader_.peek().kind != TokenKind::kWord) return not_well_formed("Expected type name");
  const auto* const known = std::ranges::find_if(
      kTypes, [&](const TypeName& type) { return reader_.at_word(type.name); });
  if (known == kTypes.end()) {
    return is_one_of(reader_.peek().text, kOtherTypes)
               ? store::validation("Unsupported operation: IsType")
               : not_well_formed("Expected type name");
  }
  reader_.take();
  Operand type{store::Value(std::string(known->type)), false, operand.at};
  Predicate test =
      make(Predicate::Kind::kCall, "attribute_type", {std::move(operand), std::move(type)});
  return negated ? negate(std::move(test)) : std::move(test);
}

Result<Predicate> Terms::parse_between(Operand operand) {
  NORN_ASSIGN(Operand low, right_side());
  if (!reader_.take_word("and")) return unexpected_term();
  NORN_ASSIGN(Operand high, right_side());
  return make(Predicate::Kind::kBetween, "BETWEEN",
              {std::move(operand), std::move(low), std::move(high)});
}

Result<Predicate> Terms::parse_in(Operand operand) {
  const bool bracket = reader_.take_symbol("[");
  if (!bracket && !reader_.take_symbol("(")) return unexpected_term();
  std::vector<Operand> operands;
  operands.push_back(std::move(operand));
  do {
    NORN_ASSIGN(Operand member, this->operand());
    operands.push_back(std::move(member));
  } while (reader_.take_symbol(","));
  if (!reader_.take_symbol(bracket ? "]" : ")")) return unexpected_term();
  return make(Predicate::Kind::kIn, "IN", std::move(operands));
}

Result<Terms::Term> Terms::parse_primary() {
  if (reader_.at_call()) return parse_call();
  if (!reader_.at_symbol("(")) {
    NORN_ASSIGN(Operand operand, this->operand());
    return operand;
  }
  if (depth_ == kMaxDepth) return not_well_formed("");
  reader_.take();
  ++depth_;
  NORN_ASSIGN(Term term, parse_or());
  --depth_;
  if (!reader_.take_symbol(")")) return unexpected_term();
  return term;
}

Result<Terms::Term> Terms::parse_call() {
  const Token function = reader_.take();
  const std::string name = lower_case(function.text);
  const auto* known = std::ranges::find(kFunctions, name, &Function::name);
  if (known == kFunctions.end()) {
    return store::validation(
        fmt::format("Unrecognized function: {} at {}", name, to_text(function.at)));
  }
  reader_.take();
  std::vector<Operand> operands;
  if (!reader_.at_symbol(")")) {
    do {
      NORN_ASSIGN(Operand operand, this->operand());
      operands.push_back(std::move(operand));
    } while (reader_.take_symbol(","));
  }
  if (!reader_.take_symbol(")")) return unexpected_term();
  if (operands.size() != known->operands) {
    return store::validation(
        fmt::format("Incorrect number of operands for operator or function; operator or function: "
                    "{}, number of operands: {}",
                    name, operands.size()));
  }
  if (name != "size") return make(Predicate::Kind::kCall, name, std::move(operands));
  Operand operand = std::move(operands.front());
  operand.size = true;
  operand.at = function.at;
  return operand;
}

}  // namespace norn::dynamodb::partiql
