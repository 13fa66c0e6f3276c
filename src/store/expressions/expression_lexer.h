#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace norn::store {

enum class TokenKind : uint8_t {
  kName,              // attribute, SET, size: the grammar knows the keywords.
  kNamePlaceholder,   // #name
  kValuePlaceholder,  // :value
  kNumber,            // 12: list indexes.
  kSymbol,            // ( ) [ ] , . + - = <> < <= > >=
  kUnknown,           // A character that no expression may contain.
  kEnd,
};

// A piece of an expression. Views the expression's text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  size_t begin = 0;
  size_t end() const { return begin + text.size(); }
};

// Splits any text into tokens; the last one is kEnd with the text "<EOF>", as DynamoDB calls it.
std::vector<Token> tokenize(std::string_view text);

// Whether `left` and `right` are the same but for the case of ASCII letters.
bool equal_ignoring_case(std::string_view left, std::string_view right);

}  // namespace norn::store
