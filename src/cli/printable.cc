#include "cli/printable.h"

#include <fmt/format.h>

#include <iterator>

#include "base/ascii.h"
#include "base/text.h"

namespace norn::cli {

std::string printable(std::string_view text) {
  if (!has_control(text) && code_points(text)) return std::string(text);
  std::string out;
  const auto points = code_points(text);
  if (!points) {
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80 || (is_ascii_control(c) && !is_line_character(byte))) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
      } else {
        out.push_back(c);
      }
    }
    return out;
  }
  for (const int32_t point : *points) {
    if (is_control(point) && !is_line_character(point)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", point);
    } else {
      append_utf8(out, point);
    }
  }
  return out;
}

}  // namespace norn::cli
