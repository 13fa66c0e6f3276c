#include "store/expressions/expression_lexer.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/text.h"

namespace norn::store {
namespace {

// An underscore can be inside a word, but none begins with it: such names need a placeholder.
bool is_word_part(char c) {
  return is_ascii_letter(c) || is_digit(c) || c == '_';
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t word_length(std::string_view text) {
  return static_cast<size_t>(std::ranges::find_if_not(text, is_word_part) - text.begin());
}

// Unknown characters are taken whole, so that a message never quotes half of a UTF-8 sequence.
size_t character_length(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && continues_character(text[length])) {
    ++length;
  }
  return length;
}

size_t symbol_length(std::string_view text) {
  const std::string_view two = text.substr(0, 2);
  if (two == "<>" || two == "<=" || two == ">=") {
    return 2;
  }
  constexpr std::string_view kSymbols = "()[],.+-=<>";
  return kSymbols.find(text[0]) != std::string_view::npos ? 1 : 0;
}

Token word_token(std::string_view rest) {
  const std::string_view word = rest.substr(0, word_length(rest));
  if (is_ascii_letter(word[0])) {
    return {TokenKind::kName, word, 0};
  }
  const bool number = std::ranges::all_of(word, is_digit);
  return {number ? TokenKind::kNumber : TokenKind::kUnknown, word, 0};
}

Token next_token(std::string_view rest) {
  if (is_ascii_letter(rest[0]) || is_digit(rest[0])) {
    return word_token(rest);
  }
  if (rest[0] == '#' || rest[0] == ':') {
    const size_t length = word_length(rest.substr(1));
    const TokenKind kind =
        rest[0] == '#' ? TokenKind::kNamePlaceholder : TokenKind::kValuePlaceholder;
    return {length > 0 ? kind : TokenKind::kUnknown, rest.substr(0, 1 + length), 0};
  }
  if (const size_t length = symbol_length(rest); length > 0) {
    return {TokenKind::kSymbol, rest.substr(0, length), 0};
  }
  return {TokenKind::kUnknown, rest.substr(0, character_length(rest)), 0};
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    Token token = next_token(text.substr(at));
    token.begin = at;
    at = token.end();
    tokens.push_back(token);
  }
  tokens.push_back({TokenKind::kEnd, "<EOF>", text.size()});
  return tokens;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
  return equals_ignoring_case(left, right);
}

}  // namespace norn::store
