#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"

// What names and addresses need of Unicode beyond base/text.h.
namespace norn::accounts {

// Unicode's normal form C of valid UTF-8.
std::string nfc(std::string_view text);

// Whether a reader cannot see it: control and format characters, private and unassigned code
// points. Stricter than `is_control` of base/text.h, because names and addresses identify people.
// Spaces are printable.
bool is_unprintable(int32_t code_point);
int32_t lower(int32_t code_point);

}  // namespace norn::accounts
