#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "store/value.h"

// Items as JSON without DynamoDB's types, for people and their scripts: {"title":"Tea","n":2}.
namespace norn::cli {

// Binary values become base64 texts, and sets become lists: `--dynamodb-json` keeps the difference.
void append_plain_json(std::string& out, const store::Value& value);
void append_plain_json(std::string& out, const store::Map& item);

// The reverse, as DynamoDB JSON: {"title":{"S":"Tea"},"n":{"N":"2"}}. Texts become S, and lists L.
// Numbers keep all their digits. Returns kInvalid with what is wrong if it is not a JSON object.
Result<std::string> typed_from_plain(std::string_view json);

// One line for a cell of a table: a text without quotes, everything else as JSON. Control
// characters are escaped, so that data cannot write to the terminal.
std::string cell_text(const store::Value& value);

}  // namespace norn::cli
