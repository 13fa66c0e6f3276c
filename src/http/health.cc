#include "http/health.h"

#include "base/json_text.h"

namespace norn::http {
namespace {

Response health_response(const HealthReport& report) {
  Response response{.status = report.ok ? 200 : 503,
                    .body = R"({"status":"ok"})",
                    .headers = {{"Cache-Control", "no-store"}}};
  if (!report.ok) {
    response.body = R"({"status":"degraded","reason":)";
    append_json_string(response.body, report.reason);
    response.body += '}';
  }
  return response;
}

}  // namespace

Handler health_handler(HealthCheck check) {
  return [check = std::move(check)](const Request& request) {
    if (request.path != "/healthz") return problem(404, "There is nothing at this address.");
    if (request.method != "GET" && request.method != "HEAD") {
      Response refused = problem(405, "This address answers GET and HEAD only.");
      refused.headers.emplace_back("Allow", "GET, HEAD");
      return refused;
    }
    return health_response(check());
  };
}

}  // namespace norn::http
