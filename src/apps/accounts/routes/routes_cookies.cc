#include "apps/accounts/routes/routes_cookies.h"

#include <cstdint>

#include "http/cookie.h"

namespace norn::accounts {
namespace {

// The longest duration of a session; the server ends most of them earlier.
constexpr int64_t kSessionSeconds = 180 * 86'400;
constexpr int64_t kBindingSeconds = 600;
constexpr int64_t kDeviceSeconds = 400 * 86'400;  // Browsers keep no cookie longer.

int64_t seconds_of(CookieKind kind) {
  switch (kind) {
    case CookieKind::kSession:
      return kSessionSeconds;
    case CookieKind::kBinding:
      return kBindingSeconds;
    case CookieKind::kDevice:
      return kDeviceSeconds;
  }
  return 0;
}

bool is_https(const http::Request& request, std::string_view public_origin) {
  return request.secure || public_origin.starts_with("https:");
}

http::Cookie cookie_of(const http::Request& request, CookieKind kind,
                       std::string_view public_origin) {
  const bool secure = is_https(request, public_origin);
  http::Cookie cookie;
  cookie.name = secure ? "__Host-norn" : "norn";
  if (kind == CookieKind::kBinding) cookie.name += "-oidc";
  if (kind == CookieKind::kDevice) cookie.name += "-device";
  cookie.secure = secure;
  return cookie;
}

}  // namespace

std::optional<std::string_view> find_cookie(const http::Request& request, CookieKind kind,
                                            std::string_view public_origin) {
  return http::cookie(request, cookie_of(request, kind, public_origin).name);
}

void put_cookie(const http::Request& request, http::Response& response, CookieKind kind,
                std::string_view public_origin, const std::string& value) {
  http::Cookie cookie = cookie_of(request, kind, public_origin);
  cookie.value = value;
  cookie.max_age_s = seconds_of(kind);
  http::set_cookie(response, cookie);
}

void clear_cookie(const http::Request& request, http::Response& response, CookieKind kind,
                  std::string_view public_origin) {
  http::Cookie cookie = cookie_of(request, kind, public_origin);
  cookie.max_age_s = 0;
  http::set_cookie(response, cookie);
}

}  // namespace norn::accounts
