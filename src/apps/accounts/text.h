#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Unicode, as far as addresses and names need it.
namespace norn::accounts {

// The code points of UTF-8; nullopt when it is not UTF-8.
std::optional<std::vector<int32_t>> code_points(std::string_view text);
std::string utf8_of(const std::vector<int32_t>& code_points);
// Unicode's normal form C of valid UTF-8.
std::string nfc(std::string_view text);

// Control and format characters (also those that nobody sees), surrogates and code points that
// stand for nothing.
bool is_control(int32_t code_point);
bool is_space(int32_t code_point);  // Of any kind, line breaks too.
int32_t lower(int32_t code_point);

// Without spaces around it.
std::string trimmed(std::string_view text);

}  // namespace norn::accounts
