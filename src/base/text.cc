#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "base/ascii.h"
#include "base/check.h"

namespace norn {
namespace {

constexpr int32_t kMaxCodePoint = 0x10FFFF;
constexpr size_t kMaxBytesOfCharacter = 4;

struct Decoded {
  int32_t code_point = 0;
  size_t bytes = 1;
};

// How many bytes a character has, by its first byte; 0 if no character begins with it.
size_t bytes_of_character(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

// The character that `text` begins with; nullopt if it does not begin with valid UTF-8.
std::optional<Decoded> decode_first(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(text.front());
  const size_t bytes = bytes_of_character(first);
  if (bytes == 0 || bytes > text.size()) return std::nullopt;
  if (bytes == 1) return Decoded{first, 1};
  int32_t code_point = first & (0x7F >> bytes);
  for (const char c : text.substr(1, bytes - 1)) {
    if (!continues_character(c)) return std::nullopt;
    code_point = code_point << 6 | (static_cast<unsigned char>(c) & 0x3F);
  }
  // The smallest code point that needs so many bytes: a longer form of a smaller one is invalid.
  constexpr std::array<int32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point < kSmallest[bytes] || code_point > kMaxCodePoint || is_surrogate) {
    return std::nullopt;
  }
  return Decoded{code_point, bytes};
}

// The character that `text` ends with; nullopt if it does not end with valid UTF-8.
std::optional<Decoded> decode_last(std::string_view text) {
  for (size_t bytes = 1; bytes <= std::min(kMaxBytesOfCharacter, text.size()); ++bytes) {
    const std::string_view end = text.substr(text.size() - bytes);
    if (continues_character(end.front())) continue;
    const std::optional<Decoded> last = decode_first(end);
    return last && last->bytes == bytes ? last : std::nullopt;
  }
  return std::nullopt;
}

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &out,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(out, &std::free);
  NORN_CHECK(size >= 0, "only valid UTF-8 is normalized");
  return {reinterpret_cast<const char*>(out), static_cast<size_t>(size)};
}

}  // namespace

std::optional<std::vector<int32_t>> code_points(std::string_view text) {
  std::vector<int32_t> points;
  while (!text.empty()) {
    const std::optional<Decoded> next = decode_first(text);
    if (!next) return std::nullopt;
    points.push_back(next->code_point);
    text.remove_prefix(next->bytes);
  }
  return points;
}

std::string to_utf8(const std::vector<int32_t>& code_points) {
  std::string text;
  for (const int32_t point : code_points) append_utf8(text, point);
  return text;
}

void append_utf8(std::string& out, int32_t code_point) {
  const auto point = static_cast<uint32_t>(code_point);
  const auto append = [&out](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    append(point);
    return;
  }
  if (point < 0x800) {
    append(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      append(0xE0 | point >> 12);
    } else {
      append(0xF0 | point >> 18);
      append(0x80 | (point >> 12 & 0x3F));
    }
    append(0x80 | (point >> 6 & 0x3F));
  }
  append(0x80 | (point & 0x3F));
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::optional<Decoded> next = decode_first(text);
    if (!next) return false;
    text.remove_prefix(next->bytes);
  }
  return true;
}

std::string repaired_utf8(std::string_view text) {
  constexpr int32_t kReplacement = 0xFFFD;
  std::string repaired;
  while (!text.empty()) {
    const std::optional<Decoded> next = decode_first(text);
    append_utf8(repaired, next ? next->code_point : kReplacement);
    text.remove_prefix(next ? next->bytes : 1);
  }
  return repaired;
}

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

size_t count_utf16_units(std::string_view text) {
  // Characters beyond U+FFFF are those of four bytes.
  constexpr unsigned char kFourBytes = 0xF0;
  const auto begins_pair = [](char byte) { return static_cast<unsigned char>(byte) >= kFourBytes; };
  return count_characters(text) + static_cast<size_t>(std::ranges::count_if(text, begins_pair));
}

std::string_view first_characters(std::string_view text, size_t count) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (continues_character(text[i])) continue;
    if (count == 0) return text.substr(0, i);
    --count;
  }
  return text;
}

bool is_space(int32_t code_point) {
  return code_point == ' ' || (code_point >= '\t' && code_point <= '\r') || code_point == 0xA0 ||
         code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) ||
         code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202F ||
         code_point == 0x205F || code_point == 0x3000;
}

bool is_control(int32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F) ||
         (code_point >= 0x202A && code_point <= 0x202E) ||
         (code_point >= 0x2066 && code_point <= 0x2069);
}

bool is_line_character(int32_t code_point) {
  return code_point == '\n' || code_point == '\r' || code_point == '\t';
}

bool has_control(std::string_view text, Lines lines) {
  const auto points = code_points(text);
  return !points || std::ranges::any_of(*points, [lines](int32_t point) {
    return is_control(point) && !(lines == Lines::kSeveral && is_line_character(point));
  });
}

std::string_view trimmed(std::string_view text) {
  for (auto first = decode_first(text); first && is_space(first->code_point);
       first = decode_first(text)) {
    text.remove_prefix(first->bytes);
  }
  for (auto last = decode_last(text); last && is_space(last->code_point);
       last = decode_last(text)) {
    text.remove_suffix(last->bytes);
  }
  return text;
}

std::string to_nfc(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string to_folded_nfkc(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                          UTF8PROC_IGNORE);
}

bool is_unprintable(int32_t code_point) {
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
      return true;
    default:
      return false;
  }
}

int32_t to_lower(int32_t code_point) {
  return utf8proc_tolower(code_point);
}

bool is_color(std::string_view text) {
  return text.size() == 7 && text.front() == '#' &&
         std::ranges::all_of(text.substr(1), [](char c) { return hex_value(c) >= 0; });
}

}  // namespace norn
