#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/remote/credentials.h"
#include "dynamodb/remote/reply.h"
#include "dynamodb/remote/retry.h"
#include "http/client.h"

namespace norn::dynamodb {

// The address of the service.
struct RemoteAddress {
  std::string endpoint;          // "https://dynamodb.eu-central-1.amazonaws.com"
  std::string streams_endpoint;  // The same for endpoints that are not Amazon's.
  std::string region;
};

// AWS's own address in a region.
RemoteAddress amazon_address(const std::string& region);

// Whether a request may be sent again if it may have been executed already.
enum class Repeat : uint8_t { kAlways, kUnlessSent };

// What was called since the start, of one operation.
struct RemoteCalls {
  uint64_t calls = 0;      // Requests that were sent, those that were sent again included.
  uint64_t retries = 0;    // Of these, those that were sent again.
  uint64_t throttled = 0;  // Replies that refused a request for the moment.
  uint64_t failures = 0;   // Calls without any reply, and with errors of the server.
};

// Calls operations: signs, sends, retries, and interprets replies. Safe to use from any thread.
class RemoteClient {
 public:
  // All references must outlive the client.
  RemoteClient(RemoteAddress address, const RetryPolicy& retry, http::HttpClient& http,
               CredentialChain& credentials, const Clock& clock)
      : address_(std::move(address)),
        retry_(retry),
        http_(http),
        credentials_(credentials),
        clock_(clock) {}

  // "PutItem" with its JSON. Throttled requests, failures of the server and failures of the
  // connection are retried according to `retry`. With Repeat::kUnlessSent only requests that cannot
  // have been executed are retried, and the others return kUnavailable.
  Result<RemoteReply> call(std::string_view operation, const std::string& body,
                           Repeat repeat = Repeat::kAlways);

  // For callers that send the rest of a batch again.
  Backoff backoff() const { return {retry_, clock_}; }
  const RemoteAddress& address() const { return address_; }
  // By operation.
  std::map<std::string, RemoteCalls, std::less<>> calls() const;

 private:
  struct Attempt;
  Attempt try_once(std::string_view operation, const std::string& body, Repeat repeat);
  void count(std::string_view operation, const Attempt& attempt, bool is_retry);

  const RemoteAddress address_;
  const RetryPolicy retry_;
  http::HttpClient& http_;
  CredentialChain& credentials_;
  const Clock& clock_;
  mutable std::mutex mutex_;
  std::map<std::string, RemoteCalls, std::less<>> calls_;  // Guarded by mutex_.
};

}  // namespace norn::dynamodb
