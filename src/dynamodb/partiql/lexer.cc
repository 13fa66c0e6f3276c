#include "dynamodb/partiql/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/text.h"
#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

bool is_name_start(char c) {
  return is_ascii_letter(c) || c == '_' || c == '$';
}

bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}

// Longer ones first.
constexpr std::array<std::string_view, 20> kSymbols = {"<<", ">>", "<=", ">=", "<>", "!=", "=",
                                                       "<",  ">",  "(",  ")",  "[",  "]",  "{",
                                                       "}",  ",",  ".",  ":",  ";",  "*"};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    while (true) {
      const size_t end_of_last = position_;
      NORN_TRY(skip_space());
      follows_directly_ = !tokens_.empty() && position_ == end_of_last;
      NORN_ASSIGN(Token token, next());
      tokens_.push_back(std::move(token));
      if (tokens_.back().kind == TokenKind::kEnd) return std::move(tokens_);
    }
  }

 private:
  bool starts_with(std::string_view prefix) const { return rest().starts_with(prefix); }
  std::string_view rest() const { return text_.substr(position_); }
  char at(size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  // Moves over `bytes` bytes and returns them.
  std::string_view take(size_t bytes);
  Token make(TokenKind kind, size_t bytes);
  Result<void> skip_space();
  Result<Token> next();
  // Whether a number without a digit in front of its point begins here, and not a path's dot.
  bool at_fraction() const;
  Result<Token> quoted(char quote, TokenKind kind);
  Result<Token> number();

  std::string_view text_;
  size_t position_ = 0;
  size_t line_ = 1;
  size_t column_ = 1;
  std::vector<Token> tokens_;
  bool follows_directly_ = false;  // Nothing is between the last token and here.
};

std::string_view Lexer::take(size_t bytes) {
  const std::string_view taken = rest().substr(0, bytes);
  position_ += taken.size();
  const size_t newline = taken.rfind('\n');
  if (newline == std::string_view::npos) {
    column_ += count_characters(taken);
  } else {
    line_ += static_cast<size_t>(std::ranges::count(taken, '\n'));
    column_ = 1 + count_characters(taken.substr(newline + 1));
  }
  return taken;
}

Token Lexer::make(TokenKind kind, size_t bytes) {
  Position at{line_, column_, 0};
  const std::string_view text = take(bytes);
  at.length = count_characters(text);
  return Token{kind, std::string(text), at};
}

Result<void> Lexer::skip_space() {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  while (position_ < text_.size()) {
    if (kSpace.find(at(0)) != std::string_view::npos) {
      take(1);
    } else if (starts_with("--")) {
      take(std::min(rest().find('\n'), rest().size()));
    } else if (starts_with("/*")) {
      const size_t end = rest().find("*/", 2);
      if (end == std::string_view::npos) return not_well_formed("");
      take(end + 2);
    } else {
      break;
    }
  }
  return {};
}

Result<Token> Lexer::next() {
  if (position_ == text_.size()) return make(TokenKind::kEnd, 0);
  const char c = at(0);
  if (is_name_start(c)) {
    size_t bytes = 1;
    while (is_name_part(at(bytes))) ++bytes;
    return make(TokenKind::kWord, bytes);
  }
  if (is_digit(c) || at_fraction()) return number();
  if (c == '\'') return quoted('\'', TokenKind::kString);
  if (c == '"') return quoted('"', TokenKind::kQuotedName);
  if (c == '?') return make(TokenKind::kParameter, 1);
  if (c == '+' || c == '-') return make(TokenKind::kSymbol, 1);
  for (const std::string_view symbol : kSymbols) {
    if (starts_with(symbol)) return make(TokenKind::kSymbol, symbol.size());
  }
  return not_well_formed("");
}

bool Lexer::at_fraction() const {
  if (at(0) != '.' || !is_digit(at(1))) return false;
  if (!follows_directly_) return true;
  const Token& last = tokens_.back();
  const bool ends_step = last.kind == TokenKind::kWord || last.kind == TokenKind::kQuotedName ||
                         (last.kind == TokenKind::kSymbol && last.text == "]");
  return !ends_step;
}

Result<Token> Lexer::quoted(char quote, TokenKind kind) {
  std::string content;
  size_t bytes = 1;
  while (true) {
    if (position_ + bytes >= text_.size()) return not_well_formed("");
    const char c = at(bytes++);
    if (c == quote) {
      if (at(bytes) != quote) break;
      ++bytes;
    }
    content.push_back(c);
  }
  Token token = make(kind, bytes);
  token.text = std::move(content);
  return token;
}

Result<Token> Lexer::number() {
  size_t bytes = 0;
  const auto skip_digits = [&] {
    const size_t begin = bytes;
    while (is_digit(at(bytes))) ++bytes;
    return bytes - begin;
  };
  skip_digits();
  if (at(bytes) == '.') {
    ++bytes;
    skip_digits();
  }
  if (at(bytes) == 'e' || at(bytes) == 'E') {
    ++bytes;
    if (at(bytes) == '+' || at(bytes) == '-') ++bytes;
    if (skip_digits() == 0) return not_well_formed("");
  }
  return make(TokenKind::kNumber, bytes);
}

}  // namespace

std::string to_text(const Position& position) {
  return fmt::format("{}:{}:{}", position.line, position.column, position.length);
}

Result<std::vector<Token>> tokenize(std::string_view statement) {
  return Lexer(statement).run();
}

std::unexpected<Error> not_well_formed(std::string_view detail) {
  return store::validation(
      fmt::format("Statement wasn't well formed, can't be processed: {}", detail));
}

}  // namespace norn::dynamodb::partiql
