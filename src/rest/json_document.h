#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string_view>

#include "base/error.h"

namespace norn::rest {

// No error repeats a name that was sent and is longer than this.
constexpr size_t kMaxToldBytes = 200;

// Reads a text that has to be one JSON object. Errors are kInvalid and say what is wrong with it:
// not JSON, nested too deeply, a member that is there twice. The object is valid as long as the
// parser, until that parses something else.
Result<simdjson::dom::object> parse_object(simdjson::dom::parser& parser, std::string_view text);

}  // namespace norn::rest
