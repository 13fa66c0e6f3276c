#include "sandbox/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "base/check.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "sandbox/refusal.h"

namespace norn::sandbox {
namespace {

constexpr size_t kMaxRules = 100;
constexpr int64_t kMaxDelayMs = 600'000;
constexpr int64_t kMaxCalls = 1'000'000'000;
constexpr std::string_view kErrorHeader = "x-norn-fault";
constexpr std::string_view kDelayHeader = "x-norn-delay-ms";

// An error as AWS sends it.
struct Failure {
  std::string_view name;
  int status;
  std::string_view name_space;
  std::string_view message;
};

constexpr std::string_view kDatabase = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kAvailability = "com.amazon.coral.availability#";
constexpr std::string_view kService = "com.amazon.coral.service#";

constexpr auto kFailures = std::to_array<Failure>(
    {{"ProvisionedThroughputExceededException", 400, kDatabase,
      "The level of configured provisioned throughput for the table was exceeded. Consider "
      "increasing your provisioning level with the UpdateTable API."},
     {"ThrottlingException", 400, kAvailability,
      "Rate of requests exceeds the allowed throughput."},
     {"RequestLimitExceeded", 400, kDatabase,
      "Throughput exceeds the current throughput limit for your account. Please contact AWS "
      "Support at https://aws.amazon.com/support request a limit increase"},
     {"LimitExceededException", 400, kDatabase,
      "Subscriber limit exceeded: too many operations on tables at a time."},
     {"TransactionConflictException", 400, kDatabase, "Transaction is ongoing for the item"},
     {"TransactionInProgressException", 400, kDatabase,
      "The transaction with the given request token is already in progress."},
     {"AccessDeniedException", 400, kService, "User is not authorized to perform this action."},
     {"ExpiredTokenException", 400, kService,
      "The security token included in the request is expired"},
     {"InternalServerError", 500, kDatabase, "Internal server error"},
     {"ServiceUnavailable", 503, kAvailability, "Service is unavailable. Please try again."}});

const Failure* failure_of(std::string_view name) {
  const auto* const found = std::ranges::find(kFailures, name, &Failure::name);
  return found == kFailures.end() ? nullptr : found;
}

Result<void> check_error(std::string_view name) {
  if (name.empty() || failure_of(name) != nullptr) return {};
  std::string known;
  for (const Failure& failure : kFailures) {
    fmt::format_to(std::back_inserter(known), "{}{}", known.empty() ? "" : ", ", failure.name);
  }
  return fail(ErrorCode::kInvalid, fmt::format("'{}' is none of these errors: {}", name, known));
}

Result<void> check_rule(const FaultRule& rule) {
  NORN_TRY(check_error(rule.fault.error));
  const auto within = [](int64_t value, int64_t most) { return value >= 0 && value <= most; };
  if (!within(rule.fault.delay_ms, kMaxDelayMs)) {
    return fail(ErrorCode::kInvalid, fmt::format("delayMs is from 0 to {}", kMaxDelayMs));
  }
  if (!within(rule.skip, kMaxCalls) || !within(rule.times, kMaxCalls)) {
    return fail(ErrorCode::kInvalid, fmt::format("skip and times are from 0 to {}", kMaxCalls));
  }
  if (rule.fault.error.empty() && rule.fault.loses_reply) {
    return fail(ErrorCode::kInvalid, "loseReply needs an error, which is what the client gets");
  }
  if (rule.fault.error.empty() && rule.fault.delay_ms == 0) {
    return fail(ErrorCode::kInvalid, "a fault has an error, a delayMs, or both");
  }
  return {};
}

// "PutItem" of "DynamoDB_20120810.PutItem".
std::string_view operation_of(const http::Request& request) {
  const std::string_view target = request.header("x-amz-target").value_or("");
  return target.substr(std::min(target.find('.') + 1, target.size()));
}

// The fault that the call itself asks for.
Result<std::optional<Fault>> fault_in_headers(const http::Request& request) {
  const auto error = request.header(kErrorHeader);
  const auto delay = request.header(kDelayHeader);
  if (!error && !delay) return std::nullopt;
  FaultRule rule{.fault = {.error = std::string(error.value_or(""))}};
  if (delay) {
    const char* const end = delay->data() + delay->size();
    const auto parsed = std::from_chars(delay->data(), end, rule.fault.delay_ms);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
      return fail(ErrorCode::kInvalid, fmt::format("{} is no number: '{}'", kDelayHeader, *delay));
    }
  }
  NORN_TRY(check_rule(rule));
  return std::move(rule.fault);
}

void send_failure(http::Exchange& exchange, const Failure& failure) {
  exchange.response.clear_body();
  dynamodb::Answer answer(exchange);
  answer.set_request_id();
  ObjectWriter object(answer.body());
  object.text("__type", fmt::format("{}{}", failure.name_space, failure.name));
  object.text("message", failure.message);
  object.close();
  answer.send(failure.status, "application/x-amz-json-1.0");
}

// A call whose reply is replaced by an error when it is done.
class LostReply final : public http::Exchange {
 public:
  LostReply(http::Exchange& outer, const Failure& failure) : outer_(outer), failure_(failure) {
    request = outer.request;
  }

  void done() override {
    const std::unique_ptr<LostReply> self(this);
    send_failure(outer_, failure_);
  }

  std::shared_ptr<http::EventStream> stream() override {
    NORN_CHECK(false, "replies of the DynamoDB API are whole");
  }
  std::shared_ptr<http::BodyStream> stream_body() override {
    NORN_CHECK(false, "replies of the DynamoDB API are whole");
  }

 private:
  http::Exchange& outer_;
  const Failure& failure_;
};

void carry_out(const Fault& fault, http::Exchange& exchange, const Faults::Serve& serve) {
  const Failure* const failure = failure_of(fault.error);
  if (failure == nullptr) return serve(exchange);
  if (!fault.loses_reply) return send_failure(exchange, *failure);
  auto call = std::make_unique<LostReply>(exchange, *failure);
  serve(*call);
  static_cast<void>(call.release());  // It deletes itself when it is done.
}

}  // namespace

Result<void> Faults::set(std::vector<FaultRule> rules) {
  if (rules.size() > kMaxRules) {
    return fail(ErrorCode::kInvalid, fmt::format("at most {} faults at a time", kMaxRules));
  }
  for (const FaultRule& rule : rules) NORN_TRY(check_rule(rule));
  const std::lock_guard lock(mutex_);
  rules_ = std::move(rules);
  return {};
}

void Faults::clear() {
  const std::lock_guard lock(mutex_);
  rules_.clear();
}

std::vector<FaultRule> Faults::rules() const {
  const std::lock_guard lock(mutex_);
  return rules_;
}

std::optional<Fault> Faults::next(std::string_view operation) {
  const std::lock_guard lock(mutex_);
  for (auto rule = rules_.begin(); rule != rules_.end(); ++rule) {
    if (!rule->operation.empty() && rule->operation != operation) continue;
    if (rule->skip > 0) {
      --rule->skip;
      continue;
    }
    Fault fault = rule->fault;
    if (rule->times > 0 && --rule->times == 0) rules_.erase(rule);
    return fault;
  }
  return std::nullopt;
}

void Faults::handle(http::Exchange& exchange, const Serve& serve) {
  auto asked = fault_in_headers(exchange.request);
  if (!asked) return refuse(exchange, {ErrorCode::kValidation, asked.error().message, nullptr});
  std::optional<Fault> fault = *std::move(asked);
  if (!fault) fault = next(operation_of(exchange.request));
  if (!fault) return serve(exchange);
  if (fault->delay_ms == 0) return carry_out(*fault, exchange, serve);
  const int64_t delay_ms = fault->delay_ms;
  delays_.run_after(delay_ms, [fault = *std::move(fault), &exchange, serve] {
    try {
      carry_out(fault, exchange, serve);
    } catch (const std::exception& error) {
      refuse(exchange, {ErrorCode::kInternal, error.what(), nullptr});
    }
  });
}

}  // namespace norn::sandbox
