#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

// Helpers for reading headers (RFC 9110, 5.6).
namespace norn::http {

constexpr std::array<bool, 256> make_token_table() {
  std::array<bool, 256> table{};
  for (unsigned char c = '0'; c <= '9'; ++c) table[c] = true;
  for (unsigned char c = 'a'; c <= 'z'; ++c) table[c] = true;
  for (unsigned char c = 'A'; c <= 'Z'; ++c) table[c] = true;
  for (const unsigned char c : std::string_view("!#$%&'*+-.^_`|~")) table[c] = true;
  return table;
}
inline constexpr std::array<bool, 256> kTokenCharacters = make_token_table();

// The letters of names: of methods, headers and the like.
constexpr bool is_token_character(char c) {
  return kTokenCharacters[static_cast<unsigned char>(c)];
}

constexpr bool is_token(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!is_token_character(c)) return false;
  }
  return true;
}

// Without leading and trailing spaces and tabs.
constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Takes the text up to the next `separator` off the front of `list`, trimmed; nothing when the list
// has come to its end.
constexpr std::optional<std::string_view> next_element(std::optional<std::string_view>& list,
                                                       char separator) {
  if (!list) return std::nullopt;
  const size_t end = list->find(separator);
  const std::string_view element = trim(list->substr(0, end));
  if (end == std::string_view::npos) {
    list.reset();
  } else {
    list->remove_prefix(end + 1);
  }
  return element;
}

}  // namespace norn::http
