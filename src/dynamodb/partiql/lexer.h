#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// The tokens of PartiQL for DynamoDB.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html
namespace norn::dynamodb::partiql {

// The position of a token, counted in characters from 1, as DynamoDB's errors show it.
struct Position {
  size_t line = 1;
  size_t column = 1;
  size_t length = 0;
};
std::string to_text(const Position& position);  // "1:14:3"

enum class TokenKind : uint8_t {
  kEnd,
  kWord,        // A keyword or a name without quotes.
  kQuotedName,  // "name"
  kString,      // 'text'
  kNumber,
  kParameter,  // ?
  kSymbol,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  // Without quotes and with doubled quotes made single.
  Position at;
};

// All tokens of a statement; the last one is kEnd. Comments are left out.
Result<std::vector<Token>> tokenize(std::string_view statement);

// A word that can be a name only in quotes. Ignores case.
bool is_keyword(std::string_view word);
bool same_word(std::string_view one, std::string_view two);  // Ignores case.

// "Statement wasn't well formed, can't be processed: " + detail.
std::unexpected<Error> not_well_formed(std::string_view detail);

}  // namespace norn::dynamodb::partiql
