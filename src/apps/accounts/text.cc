#include "apps/accounts/text.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "base/check.h"

namespace norn::accounts {

std::optional<std::vector<int32_t>> code_points(std::string_view text) {
  std::vector<int32_t> points;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (size_t at = 0; at < text.size();) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t read =
        utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(text.size() - at), &point);
    if (read <= 0) return std::nullopt;
    points.push_back(point);
    at += static_cast<size_t>(read);
  }
  return points;
}

std::string utf8_of(const std::vector<int32_t>& code_points) {
  constexpr size_t kMaxBytesOfOne = 4;
  std::string text;
  for (const int32_t point : code_points) {
    utf8proc_uint8_t bytes[kMaxBytesOfOne];
    const utf8proc_ssize_t size = utf8proc_encode_char(point, bytes);
    text.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
  }
  return text;
}

std::string nfc(std::string_view text) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &out,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(out, &std::free);
  NORN_CHECK(size >= 0, "only valid UTF-8 is normalised");
  return {reinterpret_cast<const char*>(out), static_cast<size_t>(size)};
}

bool is_control(int32_t code_point) {
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

bool is_space(int32_t code_point) {
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return code_point == ' ' || (code_point >= '\t' && code_point <= '\r');
  }
}

int32_t lower(int32_t code_point) {
  return utf8proc_tolower(code_point);
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1));
}

}  // namespace norn::accounts
