#include "rest/text_rule.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/faults.h"

namespace norn::rest {
namespace {

struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 1;
};

// The first code point of `text`, which is valid UTF-8 and not empty.
CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](size_t i) { return uint32_t{static_cast<unsigned char>(text[i])}; };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xe0) return {(lead & 0x1f) << 6 | (byte(1) & 0x3f), 2};
  if (lead < 0xf0) return {(lead & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f),
          4};
}

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// Unicode's White_Space, but for the control characters that are never allowed.
bool is_space(uint32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

// With the marks that turn the direction of everything behind them: a name with one of them in it
// can look like anything.
bool is_control(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool is_line_character(uint32_t c) {
  return c == '\n' || c == '\r' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const CodePoint first = first_code_point(text);
    if (!is_space(first.value)) break;
    text.remove_prefix(first.bytes);
  }
  while (!text.empty()) {
    size_t last = text.size() - 1;
    while (is_continuation(text[last])) --last;
    if (!is_space(first_code_point(text.substr(last)).value)) break;
    text = text.substr(0, last);
  }
  return text;
}

std::string length_message(std::string_view field, const TextRule& rule) {
  if (rule.min == rule.max) return fmt::format("`{}` must have {} characters.", field, rule.max);
  if (rule.min == 0) return fmt::format("`{}` may have at most {} characters.", field, rule.max);
  return fmt::format("`{}` must have {} to {} characters.", field, rule.min, rule.max);
}

}  // namespace

Result<std::string> checked_text(std::string_view field, std::string_view text,
                                 const TextRule& rule) {
  text = trimmed(text);
  size_t length = 0;
  for (std::string_view rest = text; !rest.empty(); ++length) {
    const CodePoint next = first_code_point(rest);
    if (is_control(next.value) && !(rule.lines && is_line_character(next.value))) {
      const std::string_view why = is_line_character(next.value) ? "must be one line, without tabs"
                                                                 : "has a control character in it";
      return invalid(field, fmt::format("`{}` {}.", field, why));
    }
    rest.remove_prefix(next.bytes);
  }
  if (length < rule.min || length > rule.max) return invalid(field, length_message(field, rule));
  return std::string(text);
}

}  // namespace norn::rest
