#include "http/cookie.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/check.h"
#include "http/text.h"

namespace norn::http {
namespace {

std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name) {
  std::optional<std::string_view> list = header;
  while (const auto pair = next_element(list, ';')) {
    const size_t equals = pair->find('=');
    if (equals != std::string_view::npos && trim(pair->substr(0, equals)) == name) {
      return trim(pair->substr(equals + 1));
    }
  }
  return std::nullopt;
}

// RFC 6265, 4.1.1, and the same for paths.
bool is_plain(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    return is_ascii_control(c) || static_cast<unsigned char>(c) >= 0x80 || c == ';' || c == ',' ||
           c == ' ' || c == '"' || c == '\\';
  });
}

std::string_view name_of(SameSite same_site) {
  switch (same_site) {
    case SameSite::kStrict:
      return "Strict";
    case SameSite::kLax:
      return "Lax";
    case SameSite::kNone:
      break;
  }
  return "None";
}

}  // namespace

std::optional<std::string_view> cookie(const Request& request, std::string_view name) {
  for (const auto& [header, value] : request.headers) {
    if (!equals_ignoring_case(header, "cookie")) continue;
    if (const auto found = find_cookie(value, name)) return found;
  }
  return std::nullopt;
}

void set_cookie(Response& response, const Cookie& cookie) {
  NORN_CHECK(is_token(cookie.name), "a cookie's name is a token");
  NORN_CHECK(is_plain(cookie.value), "a cookie's value is plain text");
  NORN_CHECK(is_plain(cookie.path) && cookie.path.starts_with('/'), "a cookie's path is plain");
  NORN_CHECK(cookie.secure || cookie.same_site != SameSite::kNone,
             "browsers refuse SameSite=None without Secure");
  std::string text = fmt::format("{}={}; Path={}", cookie.name, cookie.value, cookie.path);
  if (cookie.max_age_s) text += fmt::format("; Max-Age={}", *cookie.max_age_s);
  if (cookie.http_only) text += "; HttpOnly";
  if (cookie.secure) text += "; Secure";
  text.append("; SameSite=").append(name_of(cookie.same_site));
  response.add_header("Set-Cookie", text);
}

}  // namespace norn::http
