#pragma once

#include <cstdint>
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

 private:
  struct Attempt;
  Attempt try_once(std::string_view operation, const std::string& body, Repeat repeat);

  const RemoteAddress address_;
  const RetryPolicy retry_;
  http::HttpClient& http_;
  CredentialChain& credentials_;
  const Clock& clock_;
};

}  // namespace norn::dynamodb
