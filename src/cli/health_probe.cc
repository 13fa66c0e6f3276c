#include "cli/health_probe.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include "http/client.h"

namespace norn::cli {
namespace {

constexpr size_t kMaxReportBytes = size_t{64} * 1024;

bool is_number(const std::string& host) {
  in6_addr address{};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

bool is_report(const http::HttpReply& reply) {
  return reply.body.starts_with(R"({"status":")") || reply.body.starts_with("healthy");
}

// A server that refuses because it has too much to do answers nevertheless.
bool is_busy(const http::HttpReply& reply) {
  return reply.status == 503 && reply.body.starts_with(R"({"type":")");
}

}  // namespace

http::ListenAddress reachable_address(const http::ListenAddress& listening) {
  http::ListenAddress address = listening;
  if (address.host == "0.0.0.0") address.host = "127.0.0.1";
  if (address.host == "::") address.host = "::1";
  return address;
}

Result<std::string> probe_health(const std::string& url, int64_t timeout_ms) {
  const bool is_by_number = is_number(http::url_host(url));
  http::HttpClient client({.max_connections = 1,
                           .connect_timeout_ms = timeout_ms,
                           .total_timeout_ms = timeout_ms,
                           .max_reply_bytes = kMaxReportBytes,
                           .verifies_certificates = !is_by_number});
  http::HttpRequest request;
  request.method = "GET";
  request.url = url;
  if (is_by_number) request.headers.emplace_back("Host: localhost");
  const auto reply = client.send(request);
  if (!reply) return fail(ErrorCode::kInternal, reply.error().message);
  if (!is_report(*reply) && !is_busy(*reply)) {
    return fail(ErrorCode::kInternal,
                fmt::format("{} answered {} and no report of its health.", url, reply->status));
  }
  if (reply->status == 200) return reply->body;
  return fail(ErrorCode::kUnavailable, reply->body);
}

}  // namespace norn::cli
