#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::rest {

// How long a text may be, in Unicode code points, and whether it may have several lines. Control
// characters (but for line breaks and tabs of several lines) are always refused; spaces around it
// are taken off.
struct TextRule {
  size_t min = 1;
  size_t max = 500;
  bool lines = false;
};

// `text` (valid UTF-8) as the rule wants it; kInvalid, with `field`, when it cannot be.
Result<std::string> checked_text(std::string_view field, std::string_view text,
                                 const TextRule& rule);

}  // namespace norn::rest
