#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

// The one form in which names and e-mail addresses are stored and compared, and the characters that
// an identity of a provider may have.
namespace norn::accounts {

constexpr size_t kMaxNameCharacters = 100;
// The shortest is "a@b". The longest is that of RFC 5321, 4.5.3.1.3, without the angle brackets.
constexpr size_t kMinEmailBytes = 3;
constexpr size_t kMaxEmailBytes = 254;

// Returns the name trimmed and in NFC. Returns kInvalid with `field` if it does not have 1 to
// kMaxNameCharacters characters, or has control characters, line breaks or invalid UTF-8.
Result<std::string> normal_name(std::string_view text, std::string_view field = "name");

// Returns the address trimmed, in NFC and in lower case, so that it can be compared and be a part
// of a key. Returns kInvalid with `field` if it has '#', spaces, control characters or more than
// kMaxEmailBytes, or not one '@' with text on both sides.
Result<std::string> normal_email(std::string_view text, std::string_view field = "email");

// Returns kInvalid with the field "provider" if the identity cannot be a part of a key: a provider
// has to be [a-z0-9-]{1,32}, and a subject 1 to 255 printable ASCII characters without spaces and
// '#' (OpenID Connect Core, 2, allows at most 255 ASCII characters).
Result<void> check_identity(std::string_view provider, std::string_view subject);

}  // namespace norn::accounts
