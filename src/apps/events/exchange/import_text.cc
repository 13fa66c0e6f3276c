#include "apps/events/exchange/import_text.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/text.h"

namespace norn::events {
namespace {

// 0x80 to 0x9F as in the WHATWG Encoding Standard; the rest is Latin-1.
constexpr std::array<int32_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::vector<int32_t> characters_of(std::string_view text) {
  if (auto points = code_points(text)) return std::move(*points);
  std::vector<int32_t> points;
  points.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_other = byte >= 0x80 && byte < 0xA0;
    points.push_back(is_other ? kWindows1252[byte - 0x80U] : byte);
  }
  return points;
}

std::string cleaned(std::string_view text, bool has_lines) {
  std::vector<int32_t> kept;
  for (const int32_t c : characters_of(text)) {
    const bool is_break = c == '\n' || c == '\t';
    if (is_break) {
      kept.push_back(has_lines ? c : ' ');
    } else if (!is_control(c)) {
      kept.push_back(c);
    }
  }
  return std::string(trimmed(to_utf8(kept)));
}

}  // namespace

std::string as_utf8(std::string_view text) {
  return to_utf8(characters_of(text));
}

std::string as_line(std::string_view text) {
  return cleaned(text, false);
}

std::string as_lines(std::string_view text) {
  return cleaned(text, true);
}

std::string cut_to_characters(const std::string& text, size_t count) {
  const std::string_view first = first_characters(text, count);
  return first.size() == text.size() ? text : as_line(first);
}

std::string cut_to_bytes(const std::string& text, size_t count) {
  if (text.size() <= count) return text;
  while (count > 0 && continues_character(text[count])) --count;
  return as_lines(text.substr(0, count));
}

}  // namespace norn::events
