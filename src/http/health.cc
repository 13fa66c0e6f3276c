#include "http/health.h"

#include "base/json_text.h"
#include "http/sentences.h"

namespace norn::http {
namespace {

void report_health(const HealthReport& report, Response& response) {
  response.status = report.ok ? 200 : 503;
  response.add_header("Cache-Control", "no-store");
  if (report.ok) {
    response.body = R"({"status":"ok"})";
    return;
  }
  response.body = R"({"status":"degraded","reason":)";
  append_json_string(response.body, report.reason);
  response.body += '}';
}

void answer(const Request& request, const HealthCheck& check, Response& response) {
  if (request.path != "/healthz" && request.path != "/readyz") {
    set_problem(response, 404, kNothingHere);
  } else if (request.method != "GET" && request.method != "HEAD") {
    set_problem(response, 405, kMethodNotAllowed("GET, HEAD"));
    response.add_header("Allow", "GET, HEAD");
  } else {
    report_health(check(), response);
  }
}

}  // namespace

Handler health_handler(HealthCheck check) {
  return [check = std::move(check)](Exchange& exchange) {
    answer(exchange.request, check, exchange.response);
    exchange.done();
  };
}

}  // namespace norn::http
