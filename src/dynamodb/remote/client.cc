#include "dynamodb/remote/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "dynamodb/remote/errors.h"
#include "dynamodb/validation_envelope.h"
#include "http/content_coding.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kStreamsCalls[] = {"DescribeStream", "GetRecords", "GetShardIterator",
                                              "ListStreams"};

bool is_of_streams(std::string_view operation) {
  return std::ranges::find(kStreamsCalls, operation) != std::end(kStreamsCalls);
}

// Damage on the way shows in the checksum that DynamoDB sends with every reply.
bool is_damaged(const http::HttpReply& reply) {
  const auto checksum = reply.header("x-amz-crc32");
  return checksum && *checksum != fmt::to_string(http::crc32(reply.body));
}

Error damaged(std::string_view operation, std::string_view how) {
  return {ErrorCode::kUnavailable, fmt::format("The reply to {} {}.", operation, how), nullptr};
}

}  // namespace

RemoteAddress amazon_address(const std::string& region) {
  const std::string_view domain = region.starts_with("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return {fmt::format("https://dynamodb.{}.{}", region, domain),
          fmt::format("https://streams.dynamodb.{}.{}", region, domain), region};
}

struct RemoteClient::Attempt {
  std::optional<RemoteReply> reply;
  RemoteFailure failure;  // When there is no reply.
};

RemoteClient::Attempt RemoteClient::try_once(std::string_view operation, const std::string& body,
                                             Repeat repeat) {
  auto credentials = credentials_.current();
  if (!credentials) return {std::nullopt, {std::move(credentials).error(), Verdict::kFinal}};
  const bool streams = is_of_streams(operation);
  http::HttpRequest request;
  request.url = (streams ? address_.streams_endpoint : address_.endpoint) + "/";
  request.body = body;
  request.at_most_once = repeat == Repeat::kUnlessSent;
  request.headers = {
      "content-type: application/x-amz-json-1.0",
      // The checksum is of the bytes that are sent, so they are not to be compressed.
      "accept-encoding: identity",
      fmt::format("x-amz-target: {}.{}", streams ? "DynamoDBStreams_20120810" : "DynamoDB_20120810",
                  operation)};
  if (!credentials->session_token.empty()) {
    request.headers.push_back("x-amz-security-token: " + credentials->session_token);
  }
  request.signing = http::HttpSigning{credentials->access_key_id, credentials->secret,
                                      address_.region, "dynamodb"};

  auto sent = http_.send(request);
  if (!sent) {
    const Verdict verdict = http::maybe_sent(sent.error()) ? Verdict::kUnknown : Verdict::kNotDone;
    return {std::nullopt, {std::move(sent).error(), verdict}};
  }
  if (is_damaged(*sent)) {
    return {std::nullopt, {damaged(operation, "does not fit its checksum"), Verdict::kUnknown}};
  }
  if (sent->status != 200) {
    RemoteFailure failure = read_failure(*sent);
    // Stores say it without the words around it, whatever the engine.
    failure.error.message = without_envelope(failure.error.message);
    return {std::nullopt, std::move(failure)};
  }
  // Operations without results may answer with an empty body.
  auto parsed = RemoteReply::parse(sent->body.empty() ? "{}" : sent->body);
  if (!parsed) {
    return {std::nullopt, {damaged(operation, "is not a JSON object"), Verdict::kUnknown}};
  }
  return {std::move(*parsed), {}};
}

void RemoteClient::count(std::string_view operation, const Attempt& attempt, bool is_retry) {
  const std::lock_guard lock(mutex_);
  auto found = calls_.find(operation);
  if (found == calls_.end()) found = calls_.try_emplace(std::string(operation)).first;
  RemoteCalls& calls = found->second;
  ++calls.calls;
  if (is_retry) ++calls.retries;
  if (attempt.reply) return;
  switch (attempt.failure.error.code) {
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
      ++calls.throttled;
      return;
    default:
      // What the caller has done wrong, such as a condition that does not hold, is final.
      if (attempt.failure.verdict != Verdict::kFinal) ++calls.failures;
  }
}

std::map<std::string, RemoteCalls, std::less<>> RemoteClient::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

Result<RemoteReply> RemoteClient::call(std::string_view operation, const std::string& body,
                                       Repeat repeat) {
  Backoff backoff(retry_, clock_);
  bool refreshed_credentials = false;
  for (bool is_retry = false;; is_retry = true) {
    Attempt attempt = try_once(operation, body, repeat);
    count(operation, attempt, is_retry);
    if (attempt.reply) return std::move(*attempt.reply);
    Error& error = attempt.failure.error;
    switch (attempt.failure.verdict) {
      case Verdict::kFinal:
        return std::unexpected(std::move(error));
      case Verdict::kUnknown:
        if (repeat == Repeat::kUnlessSent) {
          return fail(
              ErrorCode::kUnavailable,
              fmt::format("It is not known whether {} was done: {}", operation, error.message));
        }
        break;
      case Verdict::kExpiredCredentials:
        if (std::exchange(refreshed_credentials, true)) return std::unexpected(std::move(error));
        credentials_.forget();
        break;
      case Verdict::kNotDone:
        break;
    }
    if (!backoff.wait()) return std::unexpected(std::move(error));
  }
}

}  // namespace norn::dynamodb
