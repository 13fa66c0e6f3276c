#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::rest {

// How many characters (code points) a text may have, and whether it may have several lines. Control
// characters (base/text.h) are refused, but for line breaks and tabs of several lines; leading and
// trailing spaces are removed.
struct TextRule {
  size_t min = 1;
  size_t max = 500;
  bool lines = false;
};

// Returns `text` (valid UTF-8), trimmed; kInvalid with `field` if it breaks the rule.
Result<std::string> checked_text(std::string_view field, std::string_view text,
                                 const TextRule& rule);

// The JSON Schema of a text that the rule accepts, so that a limit of the description is the one of
// the reader: {"type":"string","minLength":1,"maxLength":500}
std::string text_schema(const TextRule& rule);
// The same for a member that may be null.
std::string nullable_text_schema(const TextRule& rule);

}  // namespace norn::rest
