#include "gedcom/lines.h"

#include <algorithm>

#include "base/ascii.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

// The longest that is known is @#DGREGORIAN@.
constexpr size_t kMaxEscapeBytes = 20;

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

// Takes the characters before the next blank, or all.
std::string_view take_word(std::string_view& text) {
  const auto end = std::ranges::find_if(text, is_blank);
  const std::string_view word = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

bool is_tag(std::string_view word) {
  const bool is_extension = word.starts_with('_');
  return !word.empty() && std::ranges::all_of(word, [is_extension](char c) {
    const bool is_letter = is_extension ? is_ascii_letter(c) : c >= 'A' && c <= 'Z';
    return is_letter || is_digit(c) || c == '_';
  });
}

// What is between the @ of a pointer; empty if the value is none. "@#" begins an escape.
std::string_view pointer_in(std::string_view value) {
  while (value.ends_with(' ')) value.remove_suffix(1);
  if (value.size() < 3 || value.front() != '@' || value.back() != '@') return {};
  const std::string_view inner = value.substr(1, value.size() - 2);
  return inner.front() == '#' || inner.contains('@') ? std::string_view() : inner;
}

}  // namespace

std::expected<Line, Said> parse_line(std::string_view text) {
  skip_blanks(text);
  const std::string_view level = take_word(text);
  if (level.empty() || text.empty() || !std::ranges::all_of(level, is_digit)) {
    return std::unexpected<Said>(kLineWithoutLevel);
  }
  Line line;
  for (const char digit : level) {
    line.level = line.level * 10 + (digit - '0');
    if (line.level > kMaxLevel) return std::unexpected(kLineLevel(level, kMaxLevel));
  }
  skip_blanks(text);
  if (text.starts_with('@')) {
    const size_t end = text.find('@', 1);
    if (end == std::string_view::npos || end == 1) return std::unexpected<Said>(kLineXref);
    line.xref = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (!text.empty() && !is_blank(text.front())) return std::unexpected<Said>(kLineXref);
    skip_blanks(text);
  }
  line.tag = take_word(text);
  if (!is_tag(line.tag)) return std::unexpected<Said>(kLineTag);
  if (!text.empty()) text.remove_prefix(1);
  const std::string_view pointer = pointer_in(text);
  line.is_pointer = !pointer.empty();
  line.value = line.is_pointer ? pointer : text;
  return line;
}

std::string unescaped(std::string_view value, Version version) {
  if (version == Version::k70) {
    return std::string(value.starts_with("@@") ? value.substr(1) : value);
  }
  std::string text;
  text.reserve(value.size());
  while (!value.empty()) {
    const size_t bytes = std::max<size_t>(escape_bytes(value), 1);
    text += value.substr(0, bytes);
    value.remove_prefix(value.starts_with("@@") ? 2 : bytes);
  }
  return text;
}

size_t escape_bytes(std::string_view text) {
  if (!text.starts_with("@#")) return 0;
  const size_t end = text.substr(0, kMaxEscapeBytes).find('@', 2);
  return end == std::string_view::npos ? 0 : end + 1;
}

}  // namespace norn::gedcom
