#pragma once

// Questions about characters that are the same in every locale.
namespace norn {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether a byte of a text is a control character of ASCII.
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

}  // namespace norn
