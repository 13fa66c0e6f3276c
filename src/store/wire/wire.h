#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "store/value.h"

// DynamoDB JSON ({"S":"text"}) to Values and back, in the one canonical text per value that
// store/item.h describes.
namespace norn::store {

// Reads one attribute value from the wire and validates it. Errors carry DynamoDB's wording.
Result<Value> value_from_json(std::string_view json);
// Reads {"name":{"S":"..."},...}.
Result<Map> map_from_json(std::string_view json);

void append_json(std::string& out, const Value& value);
void append_json(std::string& out, const Map& attributes);
std::string to_json(const Value& value);
std::string to_json(const Map& attributes);

// Appends the text between the quotes of a JSON string, with the fewest escapes JSON allows.
void append_escaped(std::string& out, std::string_view text);

// Decodes canonical JSON that this code wrote. Any byte sequence is safe; text that is not
// canonical is an error.
Result<Value> value_from_canonical(std::string_view json);

std::string base64_encode(std::string_view bytes);
Result<std::string> base64_decode(std::string_view text);

}  // namespace norn::store
