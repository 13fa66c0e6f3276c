#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "dynamodb/signing/sigv4.h"

// The keys that may use the DynamoDB API, as a file: one key per line,
//   ACCESS_KEY_ID SECRET [SESSION_TOKEN]
// with spaces or tabs between them. Lines that are empty or start with '#' are comments.
namespace norn::dynamodb {

// Reads a whole file. Refuses a file that users other than its owner can read. Messages name the
// file and the line, never a secret.
Result<Keys> read_keys_file(const std::filesystem::path& path);

// The same for its text; messages refer to it as `name`.
Result<Keys> parse_keys(std::string_view text, std::string_view name);

}  // namespace norn::dynamodb
