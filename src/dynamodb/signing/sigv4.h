#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/sha256.h"
#include "http/message.h"

// AWS Signature Version 4: authenticates the sender and the content of a request.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
// Errors have DynamoDB's types and wording.
namespace norn::dynamodb {

struct Key {
  std::string secret;
  std::string session_token;  // Empty means none: then a request must not carry one.
};

// By access key id.
using Keys = std::map<std::string, Key, std::less<>>;

// The signer of a request.
struct Caller {
  std::string access_key_id;
  std::string region;  // As the caller chose: any is accepted.
};

inline constexpr int64_t kMaxClockSkewMs = 5 * 60 * 1000;

// Checks an authorization without keys: it is present and complete.
Result<void> check_authorization_shape(const http::Request& request);

// Verifies a request and returns its signer. Checks the form, the time (within kMaxClockSkewMs of
// `now_ms`), the scope, the key, its session token, and the signature over the signed headers and
// the body as received. Headers that change the meaning of a request must be among the signed ones.
// A signature in the query string (a presigned request) is refused.
Result<Caller> verify(const Keys& keys, const http::Request& request, int64_t now_ms);

// The steps of a signature. `signed_headers` are lower-case names in order.
std::string canonical_request(const http::Request& request,
                              const std::vector<std::string>& signed_headers,
                              std::string_view payload_hash);
struct Scope {
  std::string date;  // "20150830"
  std::string region;
  std::string service;
  std::string text() const;  // "20150830/us-east-1/dynamodb/aws4_request"
};
std::string string_to_sign(std::string_view timestamp, const Scope& scope,
                           std::string_view canonical);
std::string signature(std::string_view secret, const Scope& scope, std::string_view text);

}  // namespace norn::dynamodb
