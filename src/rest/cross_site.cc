#include "rest/cross_site.h"

#include "base/ascii.h"
#include "base/faults.h"
#include "rest/reply.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

bool only_reads(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

bool is_origin_of_host(std::string_view origin, const http::Request& request) {
  const std::string_view scheme = request.secure ? "https://" : "http://";
  const auto host = request.header("Host");
  return host && origin.starts_with(scheme) &&
         equals_ignoring_case(origin.substr(scheme.size()), *host);
}

bool is_ours(std::string_view origin, const http::Request& request,
             std::string_view public_origin) {
  if (public_origin.empty()) return is_origin_of_host(origin, request);
  return equals_ignoring_case(origin, public_origin);
}

}  // namespace

bool has_bearer_token(const http::Request& request) {
  constexpr std::string_view kScheme = "Bearer ";
  const std::string_view value = request.header("Authorization").value_or("");
  return equals_ignoring_case(value.substr(0, kScheme.size()), kScheme);
}

Result<void> check_cross_site(const http::Request& request, std::string_view public_origin,
                              std::string_view body_type) {
  if (only_reads(request.method) || has_bearer_token(request)) return {};
  const auto origin = request.header("Origin");
  if (origin && !is_ours(*origin, request, public_origin)) {
    return forbidden(kCrossSiteOrProxy);
  }
  const auto site = request.header("Sec-Fetch-Site");
  if (site && *site != "same-origin" && *site != "none") {
    return forbidden(kCrossSite);
  }
  if (!request.body.empty()) NORN_TRY(check_body_type(request, body_type));
  return {};
}

}  // namespace norn::rest
