#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string_view>

#include "base/error.h"

namespace norn::rest {

// Errors do not repeat names of a request that are longer than this.
constexpr size_t kMaxToldBytes = 200;

// Parses a text that has to be one JSON object. Errors are kInvalid with the reason: not JSON,
// nested too deeply, a duplicate member. The object is valid until the parser is destroyed or
// parses another text.
Result<simdjson::dom::object> parse_object(simdjson::dom::parser& parser, std::string_view text);

}  // namespace norn::rest
