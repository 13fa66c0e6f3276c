#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

// The shapes of what a person brings beside the address.
namespace norn::accounts {

constexpr size_t kMaxNameCharacters = 100;

// A name as it is kept: valid UTF-8 in NFC, trimmed, 1 to 100 characters, without control
// characters and line breaks. Errors are kInvalid of `field`.
Result<std::string> normal_name(std::string_view text, std::string_view field = "name");

// Whether an identity can be a part of a key: a provider of [a-z0-9-]{1,32}, and a subject of 1 to
// 255 printable ASCII characters without spaces and '#' (OpenID Connect Core 2 has 255 ASCII
// characters at most). kInvalid of "provider" otherwise.
Result<void> check_identity(std::string_view provider, std::string_view subject);

}  // namespace norn::accounts
