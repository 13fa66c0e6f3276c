#include "apps/files/disposition.h"

#include <fmt/format.h>

#include <vector>

#include "apps/files/limits.h"
#include "base/percent.h"
#include "base/text.h"

namespace norn::files {
namespace {

constexpr std::string_view kNameless = "file";

// Characters that no file system, or no shell, takes for a part of a name.
bool is_of_paths(int32_t point) {
  return point < 0x80 && std::string_view("/\\:*?\"<>|").contains(static_cast<char>(point));
}

}  // namespace

// Clients that do not know `filename*` (RFC 8187) take `filename`, which is ASCII without
// characters that would need quoting; "%" is none, because some clients decode it.
std::string attachment_disposition(std::string_view name) {
  std::vector<int32_t> points = code_points(trimmed(name)).value_or(std::vector<int32_t>());
  if (points.size() > kMaxFileNameCharacters) points.resize(kMaxFileNameCharacters);
  std::string plain;
  for (int32_t& point : points) {
    if (is_control(point) || is_of_paths(point)) point = '_';
    plain.push_back(point < 0x80 && point != '%' ? static_cast<char>(point) : '_');
  }
  if (plain.find_first_not_of('.') == std::string::npos) {
    return fmt::format("attachment; filename=\"{}\"", kNameless);
  }
  return fmt::format("attachment; filename=\"{}\"; filename*=UTF-8''{}", plain,
                     percent_encode(to_utf8(points)));
}

}  // namespace norn::files
