#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::accounts {

// The one form of an e-mail address, in which it is compared and may be a part of a key: trimmed,
// NFC, lower case, without '#', spaces and control characters, at most 254 bytes, one '@' with
// something on both sides of it. Errors are kInvalid of `field`.
Result<std::string> normal_email(std::string_view text, std::string_view field = "email");

}  // namespace norn::accounts
