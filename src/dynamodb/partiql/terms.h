#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"

// The parts that statements are made of: names, paths, values and conditions.
namespace norn::dynamodb::partiql {

// The tokens of a statement, from left to right.
class TokenReader {
 public:
  explicit TokenReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& peek(size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }

  bool at_symbol(std::string_view symbol) const {
    return peek().kind == TokenKind::kSymbol && peek().text == symbol;
  }
  bool at_word(std::string_view word) const {
    return peek().kind == TokenKind::kWord && same_word(peek().text, word);
  }
  // A name: in quotes, or a word that is no keyword.
  bool at_name() const {
    return peek().kind == TokenKind::kQuotedName ||
           (peek().kind == TokenKind::kWord && !is_keyword(peek().text));
  }
  // A function and its parenthesis. Some functions have keywords as names.
  bool at_call() const {
    return peek().kind == TokenKind::kWord && peek(1).kind == TokenKind::kSymbol &&
           peek(1).text == "(" &&
           (!is_keyword(peek().text) || at_word("size") || at_word("exists"));
  }
  bool at_end() const {
    return peek().kind == TokenKind::kEnd || (at_symbol(";") && peek(1).kind == TokenKind::kEnd);
  }
  bool take_symbol(std::string_view symbol) {
    const bool found = at_symbol(symbol);
    if (found) take();
    return found;
  }
  bool take_word(std::string_view word) {
    const bool found = at_word(word);
    if (found) take();
    return found;
  }

 private:
  std::vector<Token> tokens_;  // The last one is kEnd, and stays.
  size_t position_ = 0;
};

class Terms {
 public:
  Terms(std::vector<Token> tokens, std::span<const store::Value> parameters)
      : reader_(std::move(tokens)), parameters_(parameters) {}

  TokenReader& reader() { return reader_; }

  // `complaint` is the error if there is no name.
  Result<store::Path> path(std::string_view complaint);
  // A value by itself: a literal or a parameter.
  Result<store::Value> value();
  // A path or a value.
  Result<Operand> operand();
  Result<Predicate> condition();

  // Call it when everything has been read.
  Result<void> check_parameters() const;

  // The error for a token that cannot begin a term.
  std::unexpected<Error> unexpected_term() const;

 private:
  using Term = std::variant<Operand, Predicate>;

  Result<Term> parse_or();
  Result<Term> parse_and();
  Result<Term> parse_not();
  Result<Term> parse_chain(std::string_view word, Predicate::Kind kind,
                           Result<Term> (Terms::*next)());
  Result<Term> parse_comparison();
  static Result<Predicate> compare(const std::string& comparator, Term left, Term right);
  Result<Term> parse_primary();
  Result<Term> parse_call();
  Result<Predicate> parse_is(Operand operand);
  Result<Predicate> parse_in(Operand operand);
  Result<Predicate> parse_between(Operand operand);
  Result<Operand> right_side();

  Result<store::Value> literal(const std::string& path, int depth);
  Result<store::Value> list_literal(const std::string& path, int depth);
  Result<store::Value> tuple_literal(const std::string& path, int depth);
  Result<store::Value> bag_literal(const std::string& path, int depth);
  Result<store::Value> number_literal(const std::string& path);
  store::Value take_parameter();

  TokenReader reader_;
  std::span<const store::Value> parameters_;
  size_t used_parameters_ = 0;
  int depth_ = 0;
};

}  // namespace norn::dynamodb::partiql
