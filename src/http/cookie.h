#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

// Cookies (RFC 6265).
namespace norn::http {

// The value of the cookie of that name, as it was sent; the first if there are several.
std::optional<std::string_view> cookie(const Request& request, std::string_view name);

enum class SameSite { kStrict, kLax, kNone };

struct Cookie {
  std::string name;
  std::string value = {};
  // Without it the cookie lives as long as the browser does; with 0 it is deleted.
  std::optional<int64_t> max_age_s = std::nullopt;
  bool http_only = true;
  bool secure = true;
  SameSite same_site = SameSite::kLax;
  std::string path = "/";
};

// Adds a Set-Cookie header. A name that is no token, or a value or path with anything but visible
// ASCII without ';', ',', '"' and '\', is a bug: nothing of a request may reach a cookie unchecked.
void set_cookie(Response& response, const Cookie& cookie);

}  // namespace norn::http
