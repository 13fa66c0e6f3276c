#include "sandbox/control.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/json_writer.h"
#include "http/hosts.h"
#include "http/url.h"

namespace norn::sandbox {
namespace {

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid:
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kUnrecognizedClient:
      return 400;
    case ErrorCode::kForbidden:
      return 403;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kConflict:
      return 409;
    case ErrorCode::kTooManyRequests:
      return 503;
    default:
      return 500;
  }
}

void reply(http::Exchange& exchange, const Result<std::string>& answer) {
  http::Response& response = exchange.response;
  response.content_type = "application/json";
  response.clear_body();
  if (answer) {
    response.status = 200;
    response.body = *answer;
  } else {
    response.status = status_of(answer.error().code);
    ObjectWriter object(response.body);
    object.text("message", answer.error().message);
    object.close();
  }
  exchange.done();
}

// A page that a browser on this machine shows could send requests here: it names itself, or the
// browser names its host.
Result<void> check_caller(const http::Request& request) {
  if (request.header("origin") || request.header("sec-fetch-site")) {
    return fail(ErrorCode::kForbidden, "Web pages may not change the server of a test.");
  }
  if (!http::is_loopback_host(request.header("host").value_or(""))) {
    return fail(ErrorCode::kForbidden,
                "Use localhost, 127.0.0.1 or [::1] as the host: other names are refused.");
  }
  return {};
}

// The access key in `?account=KEY`; empty without.
std::string account_of(const http::Request& request) {
  for (auto& [name, value] : http::parse_query(request.query)) {
    if (name == "account") return std::move(value);
  }
  return "";
}

}  // namespace

void Control::handle(http::Exchange& exchange) {
  if (const auto allowed = check_caller(exchange.request); !allowed) {
    return reply(exchange, std::unexpected(allowed.error()));
  }
  const bool posted = pools_.changes.post([this, &exchange] {
    try {
      reply(exchange, answer(exchange.request));
    } catch (const std::exception& error) {
      reply(exchange, fail(ErrorCode::kInternal, error.what()));
    }
  });
  if (!posted) reply(exchange, fail(ErrorCode::kTooManyRequests, "Too many requests at a time."));
}

Result<std::string> Control::answer(const http::Request& request) {
  const std::string_view path = request.path.substr(std::string_view("/_norn/").size());
  if (request.method == "POST" && path == "reset") return reset(request);
  return fail(ErrorCode::kNotFound,
              fmt::format("There is no {} {}.", request.method, request.path));
}

Result<std::string> Control::reset(const http::Request& request) {
  const std::string key = account_of(request);
  if (!key.empty() && !accounts_.are_by_key()) {
    return fail(ErrorCode::kInvalid,
                "All keys have one account. Start the server with --isolate-keys, or leave "
                "`account` out.");
  }
  NORN_TRY(accounts_.reset(key));
  return "{}";
}

}  // namespace norn::sandbox
