#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/expressions/expression_lexer.h"
#include "store/expressions/expression_names.h"
#include "store/expressions/path.h"

namespace norn::store {

// A value from ExpressionAttributeValues. Shared because an expression may use one large value
// hundreds of times, and never changed.
using Literal = std::shared_ptr<const Value>;

// What can be wrong with an expression whose syntax is right. DynamoDB reads the whole expression
// and then reports one fault, by rank and not by place, so faults are noted while parsing.
enum class Fault : uint8_t {
  kParentheses,
  kUnknownFunction,
  kMisusedFunction,
  kReservedWord,
  kSection,
  kUndefinedName,
  kUndefinedValue,
  kOverlap,
  kConflict,
  kOperandCount,
  kDistinct,
  kActionType,
  kOperandType,
  kComparison,  // The first comparison with a fault of its own.
  kCount,
};

// What the grammars of all expressions have in common: tokens, paths, values, faults and limits.
class ExpressionParser {
 public:
  // `text` must outlive the parser. `parameter` names the expression in errors.
  static Result<ExpressionParser> open(std::string_view text, std::string_view parameter,
                                       PlaceholderUse& placeholders);

  const Token& token() const { return tokens_[at_]; }
  void advance();
  bool at_end() const { return token().kind == TokenKind::kEnd; }
  bool at_symbol(std::string_view symbol) const;
  bool at_keyword(std::string_view keyword) const;  // Ignores case.
  bool at_call() const;                             // A name and an opening parenthesis.
  // Steps over it if it is next, and returns whether it was.
  bool take_symbol(std::string_view symbol);
  bool take_keyword(std::string_view keyword);
  Result<void> expect_symbol(std::string_view symbol);

  // At the current token, with its neighbours as the context.
  std::unexpected<Error> syntax_error() const;
  std::unexpected<Error> invalid(std::string_view message) const;

  Result<Path> path();
  // Only at a value placeholder. nullptr when the request does not define it, which is noted.
  Literal value();

  bool generated() const { return placeholders_.generated(); }

  // To be called for every operator and function.
  Result<void> count_operator();

  void note(Fault fault, std::string_view message);
  // Makes the first of `ranking` that was noted the fault kComparison, unless there is one.
  void settle_comparison(std::initializer_list<Fault> ranking);
  // Notes the first overlap and the first conflict among `paths`.
  void note_relations(const std::vector<Path>& paths);
  // The first of `ranking` that was noted.
  Result<void> check(std::initializer_list<Fault> ranking) const;

 private:
  ExpressionParser(std::string_view text, std::string_view parameter, PlaceholderUse& placeholders)
      : text_(text), parameter_(parameter), placeholders_(placeholders), tokens_(tokenize(text)) {}

  Result<std::string> path_name();
  Result<size_t> path_index();
  void note(Fault fault, Error error);

  std::string_view text_;
  std::string_view parameter_;
  PlaceholderUse& placeholders_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t operators_ = 0;
  std::map<std::string_view, Literal> literals_;
  std::array<std::optional<Error>, static_cast<size_t>(Fault::kCount)> faults_;
};

}  // namespace norn::store
