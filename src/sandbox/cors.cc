#include "sandbox/cors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace norn::sandbox {
namespace {

constexpr std::string_view kAllowedHeaders =
    "amz-sdk-invocation-id, amz-sdk-request, authorization, cache-control, content-encoding, "
    "content-type, x-amz-api-version, x-amz-content-sha256, x-amz-date, x-amz-security-token, "
    "x-amz-target, x-amz-user-agent, x-amzn-trace-id, x-norn-delay-ms, x-norn-fault";

// As a browser writes it in Origin: scheme, host and port, and no path.
bool is_origin(std::string_view text) {
  const size_t scheme = text.find("://");
  if (scheme == 0 || scheme == std::string_view::npos) return false;
  const std::string_view host = text.substr(scheme + 3);
  const auto fits = [](char c) { return c > ' ' && c < 0x7f && c != '/' && c != '*'; };
  return !host.empty() && std::ranges::all_of(host, fits) &&
         std::ranges::all_of(text.substr(0, scheme), fits);
}

}  // namespace

Result<void> Cors::check(const std::vector<std::string>& origins) {
  for (const std::string& origin : origins) {
    if (is_origin(origin)) continue;
    return fail(ErrorCode::kInvalid,
                fmt::format("--cors-origin: '{}' is no origin. Write it as browsers do, like "
                            "http://localhost:5173, without a path.",
                            origin));
  }
  return {};
}

bool Cors::handle(http::Exchange& exchange) const {
  const auto origin = exchange.request.header("origin");
  if (!origin || std::ranges::find(origins_, *origin) == origins_.end()) return false;
  http::Response& response = exchange.response;
  response.add_header("Access-Control-Allow-Origin", *origin);
  response.add_header("Vary", "Origin");
  if (exchange.request.method != "OPTIONS") {
    response.add_header("Access-Control-Expose-Headers", "x-amzn-RequestId, x-amz-crc32");
    return false;
  }
  response.status = 204;
  response.add_header("Access-Control-Allow-Methods", "POST");
  response.add_header("Access-Control-Allow-Headers", kAllowedHeaders);
  response.add_header("Access-Control-Max-Age", "600");
  if (exchange.request.header("access-control-request-private-network")) {
    response.add_header("Access-Control-Allow-Private-Network", "true");
  }
  exchange.done();
  return true;
}

}  // namespace norn::sandbox
