#pragma once

#include <string>
#include <string_view>

namespace norn {

// The SHA-256 of `bytes`: 32 bytes, and the same in lower case hex.
std::string sha256(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);

}  // namespace norn
