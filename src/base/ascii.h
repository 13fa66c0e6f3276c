#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Bytes of protocols and file formats, as ASCII: the same in every locale. Text that people write
// is UTF-8, and base/text.h has the answers for it.
namespace norn {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A byte below 0x20, or DEL.
constexpr bool is_ascii_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

constexpr bool has_ascii_control(std::string_view text) {
  for (const char c : text) {
    if (is_ascii_control(c)) return true;
  }
  return false;
}

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char ascii_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ascii_lower(c);
  return lower;
}

inline std::string ascii_upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = ascii_upper(c);
  return upper;
}

constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
  }
  return true;
}

// The value of a hexadecimal digit; -1 for every other byte.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace norn
