#include "rest/request_log.h"

#include <fmt/format.h>

#include <atomic>
#include <vector>

#include "base/log_context.h"

namespace norn::rest {
namespace {

std::atomic<int64_t> slow_ms = 0;

bool is_reading(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

bool is_audited(const Route& route, const Caller& caller, const http::Request& request) {
  if (!caller.is_known()) return false;  // Strangers could fill the log.
  if (route.access == Access::kAdministrator) return true;
  return caller.kind == Caller::Kind::kToken && !is_reading(request.method);
}

}  // namespace

void set_slow_request_ms(int64_t milliseconds) {
  slow_ms = milliseconds;
}

void log_slow(const std::string& operation, const std::string& user_id, int status,
              std::chrono::steady_clock::duration time) {
  const int64_t took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  const int64_t limit_ms = slow_ms;
  if (limit_ms <= 0 || took_ms < limit_ms) return;
  const log::Field fields[] = {{"operation", operation},
                               {"status", fmt::format("{}", status)},
                               {"ms", fmt::format("{}", took_ms)},
                               {"user", user_id}};
  log::write(log::Level::kWarn, "a slow request", fields);
}

void log_audited(const Route& route, const Caller& caller, const http::Request& request,
                 int status) {
  if (is_audited(route, caller, request)) log_audit(route.operation, caller, request, status);
}

void log_audit(std::string_view operation, const Caller& caller, const http::Request& request,
               int status, std::span<const log::Field> what) {
  std::vector<log::Field> fields = {
      {"operation", std::string(operation)},
      {"method", std::string(request.method)},
      {"path", std::string(request.path)},
      {"status", fmt::format("{}", status)},
      {"user", caller.user_id},
      {caller.kind == Caller::Kind::kToken ? "token" : "session", caller.credential_id},
      {"address", std::string(request.peer)}};
  fields.insert(fields.end(), what.begin(), what.end());
  log::write_always("audit", fields);
}

}  // namespace norn::rest
