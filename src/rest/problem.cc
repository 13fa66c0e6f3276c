#include "rest/problem.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>

#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "http/request_id.h"
#include "http/sentences.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

constexpr int64_t kRetryUnavailableAfterS = 1;

// The detail of the errors of `refuse`.
struct Status final : ErrorDetail {
  int status = 400;
  Said said;
};

const Status* status_detail_of(const Error& error) {
  return dynamic_cast<const Status*>(error.detail.get());
}

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid:
      return 400;
    case ErrorCode::kNotSignedIn:
      return 401;
    case ErrorCode::kForbidden:
      return 403;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kConflict:
      return 409;
    case ErrorCode::kStale:
      return 412;
    case ErrorCode::kUnprocessable:
    case ErrorCode::kUnreadable:
      return 422;
    case ErrorCode::kPreconditionRequired:
      return 428;
    case ErrorCode::kTooManyRequests:
      return 429;
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kUnavailable:
      return 503;
    case ErrorCode::kStorageFull:
      return 507;
    default:
      return 500;  // Errors of the store's callers: here, our own bugs.
  }
}

// The sentence for a person. Messages of the store are for operators and go to the log.
Said sentence_of(const Error& error, int status) {
  if (error.code == ErrorCode::kUnreadable) return kUnreadableItem(said_by(error));
  if (const Status* const refused = status_detail_of(error)) return refused->said;
  if (status < 500 || fault_of(error) != nullptr) return said_by(error);
  if (status == 503) return kUnavailable;
  if (status == 507) return kNoSpace;
  return http::kServerError;
}

void log_problem(const Error& error, int status) {
  // The store logs it, once for many writes.
  if (error.code == ErrorCode::kStorageFull) return;
  if (status == 500) {
    log::error("a request failed: {}", error.message);
  } else if (status > 500 && status_detail_of(error) == nullptr) {
    log::warn("a request was put off: {}", error.message);
  }
}

void add_headers(http::Response& response, const Fault* fault) {
  // RFC 9110, 15.5.2 requires a challenge; `Bearer` makes no browser show a dialog.
  if (response.status == 401) response.add_header("WWW-Authenticate", "Bearer");
  int64_t retry_after_s = response.status == 503 ? kRetryUnavailableAfterS : 0;
  if (fault != nullptr && fault->retry_after_s > 0) retry_after_s = fault->retry_after_s;
  if (retry_after_s > 0) response.add_header("Retry-After", fmt::format("{}", retry_after_s));
  if (fault != nullptr && !fault->etag.empty()) {
    response.add_header("ETag", fmt::format("\"{}\"", fault->etag));
  }
}

}  // namespace

int status_of(const Error& error) {
  const Status* const status = status_detail_of(error);
  return status != nullptr ? status->status : status_of(error.code);
}

void set_problem(http::Response& response, const Error& error) {
  const int status = status_of(error);
  log_problem(error, status);
  http::start_over(response);
  response.status = status;
  response.content_type = "application/problem+json";
  const Fault* const fault = fault_of(error);
  const Said said = sentence_of(error, status);
  ObjectWriter problem(response.body);
  problem.text("type", "about:blank");
  problem.text("title", http::reason_phrase(status));
  problem.integer("status", status);
  problem.text("detail", said.text());
  append_code(problem, said);
  if (fault != nullptr && !fault->field.empty()) problem.text("field", fault->field);
  if (fault != nullptr && !fault->taken.empty()) problem.key("taken").append(fault->taken);
  if (fault != nullptr && !fault->current.empty()) problem.key("current").append(fault->current);
  problem.close();
  add_headers(response, fault);
}

std::unexpected<Error> refuse(int status, Said said) {
  auto detail = std::make_shared<Status>();
  detail->status = status;
  std::string message = said.text();
  detail->said = std::move(said);
  return std::unexpected(Error{ErrorCode::kInvalid, std::move(message), std::move(detail)});
}

}  // namespace norn::rest
