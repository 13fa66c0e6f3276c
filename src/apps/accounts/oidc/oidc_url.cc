#include "apps/accounts/oidc/oidc_url.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/percent.h"

namespace norn::accounts {
namespace {

constexpr size_t kMaxUrlBytes = 2'000;
constexpr size_t kMaxPathBytes = 1'000;

bool is_visible(char c) {
  return c > ' ' && c < '\x7f';
}

// Without the port.
std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) {
    const size_t end = authority.find(']');
    return end == std::string_view::npos ? std::string_view() : authority.substr(0, end + 1);
  }
  return authority.substr(0, authority.find(':'));
}

}  // namespace

bool is_safe_url(std::string_view url) {
  constexpr std::string_view kHttps = "https://";
  constexpr std::string_view kHttp = "http://";
  if (url.size() > kMaxUrlBytes || !std::ranges::all_of(url, is_visible)) return false;
  if (url.find_first_of("#\\\"<>") != std::string_view::npos) return false;
  const bool secure = url.starts_with(kHttps);
  if (!secure && !url.starts_with(kHttp)) return false;
  url.remove_prefix(secure ? kHttps.size() : kHttp.size());
  const std::string_view authority = url.substr(0, url.find_first_of("/?"));
  const std::string_view host = host_of(authority);
  if (host.empty() || authority.find('@') != std::string_view::npos) return false;
  return secure || host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

std::string form_text(const Fields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (!text.empty()) text.push_back('&');
    text.append(percent_encode(name)).append("=").append(percent_encode(value));
  }
  return text;
}

std::string with_query(std::string_view url, const Fields& fields) {
  const char separator = url.find('?') == std::string_view::npos ? '?' : '&';
  return std::string(url) + separator + form_text(fields);
}

std::string local_path(std::string_view wanted) {
  const bool is_path = wanted.starts_with('/') && !wanted.starts_with("//") &&
                       wanted.size() <= kMaxPathBytes && !wanted.contains('\\') &&
                       !has_ascii_control(wanted);
  if (!is_path) return "/";
  std::string path;
  for (const char c : wanted) {
    if (is_visible(c)) {
      path.push_back(c);
    } else {
      path += percent_encode({&c, 1});
    }
  }
  return path;
}

}  // namespace norn::accounts
