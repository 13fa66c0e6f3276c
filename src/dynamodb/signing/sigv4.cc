#include "dynamodb/signing/sigv4.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "dynamodb/signing/sigv4_text.h"
#include "http/text.h"

// The checks of a signed request, in the order in which DynamoDB makes them.
namespace norn::dynamodb {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kSignedService = "dynamodb";
constexpr std::string_view kTerminator = "aws4_request";

std::unexpected<Error> incomplete(std::string message) {
  return fail(ErrorCode::kIncompleteSignature, std::move(message));
}

std::unexpected<Error> invalid(std::string message) {
  return fail(ErrorCode::kInvalidSignature, std::move(message));
}

std::unexpected<Error> unrecognized() {
  return fail(ErrorCode::kUnrecognizedClient,
              "The security token included in the request is invalid.");
}

// The parts of an Authorization header.
struct Authorization {
  std::string_view algorithm;
  std::string_view credential;
  std::string_view signed_headers;
  std::string_view signature;
};

Result<Authorization> parse_authorization(std::string_view header) {
  const std::string_view text = http::trim(header);
  const size_t end = std::min(text.find(' '), text.size());
  Authorization parsed;
  parsed.algorithm = text.substr(0, end);
  for (const std::string_view list : split(text.substr(end), ',')) {
    for (const std::string_view pair : split(list, ' ')) {
      if (pair.empty()) continue;
      const size_t equals = pair.find('=');
      if (equals == std::string_view::npos) {
        return incomplete(
            fmt::format("'{}' not a valid key=value pair (missing equal-sign) in "
                        "Authorization header: '{}'.",
                        pair, header));
      }
      const std::string_view name = pair.substr(0, equals);
      const std::string_view value = pair.substr(equals + 1);
      if (name == "Credential") parsed.credential = value;
      if (name == "SignedHeaders") parsed.signed_headers = value;
      if (name == "Signature") parsed.signature = value;
    }
  }
  return parsed;
}

Result<void> check_header_parts(const http::Request& request, std::string_view header) {
  NORN_ASSIGN(const Authorization parsed, parse_authorization(header));
  std::string message;
  const auto require = [&](std::string_view name, std::string_view value) {
    if (value.empty())
      message += fmt::format("Authorization header requires '{}' parameter. ", name);
  };
  require("Credential", parsed.credential);
  require("Signature", parsed.signature);
  require("SignedHeaders", parsed.signed_headers);
  if (!request.header("x-amz-date") && !request.header("date")) {
    message +=
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  }
  if (message.empty()) return {};
  return incomplete(message + "Authorization=" + std::string(header));
}

using QueryParameters = std::vector<std::pair<std::string, std::string>>;

bool has_value(const QueryParameters& parameters, std::string_view name) {
  return std::ranges::any_of(parameters, [&](const auto& parameter) {
    return parameter.first == name && !parameter.second.empty();
  });
}

Result<void> check_query_parts(const QueryParameters& parameters) {
  std::string message;
  for (const std::string_view name : {"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature",
                                      "X-Amz-SignedHeaders", "X-Amz-Date"}) {
    if (!has_value(parameters, name)) {
      message += fmt::format("AWS query-string parameters must include '{}'. ", name);
    }
  }
  if (message.empty()) return {};
  return incomplete(message + "Re-examine the query-string parameters.");
}

struct RequestTime {
  int64_t milliseconds = 0;
  std::string text;  // In the basic format, as it is signed.
};

Result<RequestTime> request_time(const http::Request& request) {
  std::string_view text;
  if (const auto date = request.header("x-amz-date")) {
    text = http::trim(*date);
  } else {
    text = http::trim(request.header("date").value_or(""));
    if (const auto time = parse_http_date(text)) {
      return RequestTime{*time, format_basic_time(*time)};
    }
  }
  const auto time = parse_basic_time(text);
  if (!time) {
    return incomplete(
        fmt::format("Date must be in ISO-8601 'basic format'. Got '{}'. See "
                    "http://en.wikipedia.org/wiki/ISO_8601",
                    text));
  }
  return RequestTime{*time, std::string(text)};
}

Result<void> check_skew(const RequestTime& time, int64_t now_ms) {
  constexpr int64_t kMinutes = kMaxClockSkewMs / 60'000;
  if (time.milliseconds < now_ms - kMaxClockSkewMs) {
    return invalid(fmt::format("Signature expired: {} is now earlier than {} ({} - {} min.)",
                               time.text, format_basic_time(now_ms - kMaxClockSkewMs),
                               format_basic_time(now_ms), kMinutes));
  }
  if (time.milliseconds > now_ms + kMaxClockSkewMs) {
    return invalid(fmt::format(
        "Signature not yet current: {} is still later than {} ({} + {} min.)", time.text,
        format_basic_time(now_ms + kMaxClockSkewMs), format_basic_time(now_ms), kMinutes));
  }
  return {};
}

// The names of the signed headers, canonical. They must cover what decides where a request goes,
// what it asks for, when, and for whom: an attacker could change an unsigned one of these.
Result<std::vector<std::string>> signed_headers(const http::Request& request,
                                                std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view name : split(list, ';')) {
    if (!name.empty()) names.push_back(ascii_lower(name));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  if (!std::ranges::binary_search(names, "host")) {
    return invalid("'Host' must be a 'SignedHeader' in the AWS Authorization.");
  }
  for (const std::string_view name :
       {"X-Amz-Target", "X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256"}) {
    if (request.header(name) && !std::ranges::binary_search(names, ascii_lower(name))) {
      return invalid(fmt::format("'{}' must be a 'SignedHeader' in the AWS Authorization.", name));
    }
  }
  return names;
}

struct Credential {
  std::string access_key_id;
  Scope scope;
};

Result<Credential> parse_credential(std::string_view text, const RequestTime& time) {
  std::string_view trimmed = text;
  while (trimmed.ends_with('/')) trimmed.remove_suffix(1);
  const std::vector<std::string_view> parts = split(trimmed, '/');
  if (parts.size() != 5) {
    return incomplete(
        fmt::format("Credential must have exactly 5 slash-delimited elements, e.g. "
                    "keyid/date/region/service/term, got '{}'",
                    text));
  }
  Credential credential{std::string(parts[0]),
                        {std::string(parts[1]), std::string(parts[2]), std::string(parts[3])}};
  std::string message;
  const auto note = [&](const std::string& sentence) {
    message += (message.empty() ? "" : " ") + sentence;
  };
  if (credential.scope.region.empty()) {
    note("Credential should be scoped to a valid region, not ''.");
  }
  if (credential.scope.service != kSignedService) {
    note(fmt::format("Credential should be scoped to correct service: '{}'.", kSignedService));
  }
  if (parts[4] != kTerminator) {
    note(fmt::format("Credential should be scoped with a valid terminator: '{}', not '{}'.",
                     kTerminator, parts[4]));
  }
  if (credential.scope.date != time.text.substr(0, 8)) {
    note(
        fmt::format("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of "
                    "date from HTTP: '{}' != '{}', from '{}'.",
                    credential.scope.date, time.text.substr(0, 8), time.text));
  }
  if (!message.empty()) return invalid(message);
  return credential;
}

// The hash of the body as received. A hash in the request must be equal: an unsigned payload is not
// accepted.
Result<std::string> payload_hash(const http::Request& request) {
  std::string hash = sha256_hex(request.body);
  if (const auto claimed = request.header("x-amz-content-sha256")) {
    if (http::trim(*claimed) == "UNSIGNED-PAYLOAD") {
      return invalid("UNSIGNED-PAYLOAD is not accepted: the body must be signed.");
    }
    if (http::trim(*claimed) != hash) {
      return invalid(
          "The provided 'x-amz-content-sha256' header does not match what was computed.");
    }
  }
  return hash;
}

// Takes the same time whatever the content.
bool same_bytes(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace

Result<void> check_authorization_shape(const http::Request& request) {
  const auto header = request.header("authorization");
  const QueryParameters parameters = query_parameters(request.query);
  const bool in_query = std::ranges::any_of(
      parameters, [](const auto& parameter) { return parameter.first == "X-Amz-Algorithm"; });
  if (header && in_query) {
    return invalid(
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  }
  if (in_query) return check_query_parts(parameters);
  if (!header || !http::trim(*header).starts_with("AWS4-")) {
    return fail(ErrorCode::kMissingAuthenticationToken, "Request is missing Authentication Token");
  }
  return check_header_parts(request, *header);
}

Result<Caller> verify(const Keys& keys, const http::Request& request, int64_t now_ms) {
  NORN_TRY(check_authorization_shape(request));
  const auto header = request.header("authorization");
  if (!header) {
    return invalid(
        "A signature in the query string (a presigned request) is not accepted: sign the request "
        "with an 'Authorization' header.");
  }
  NORN_ASSIGN(const Authorization authorization, parse_authorization(*header));
  NORN_ASSIGN(const RequestTime time, request_time(request));
  NORN_TRY(check_skew(time, now_ms));
  NORN_ASSIGN(const auto names, signed_headers(request, authorization.signed_headers));
  if (authorization.algorithm != kAlgorithm) {
    return incomplete(fmt::format("Unsupported AWS 'algorithm': '{}' (only {} for now). ",
                                  authorization.algorithm, kAlgorithm));
  }
  NORN_ASSIGN(Credential credential, parse_credential(authorization.credential, time));
  const auto key = keys.find(credential.access_key_id);
  if (key == keys.end()) return unrecognized();

  NORN_ASSIGN(const std::string hash, payload_hash(request));
  const std::string text =
      string_to_sign(time.text, credential.scope, canonical_request(request, names, hash));
  if (!same_bytes(signature(key->second.secret, credential.scope, text), authorization.signature)) {
    return invalid(
        "The request signature we calculated does not match the signature you provided. Check your "
        "AWS Secret Access Key and signing method. Consult the service documentation for details.");
  }
  const std::string_view token = http::trim(request.header("x-amz-security-token").value_or(""));
  if (!same_bytes(key->second.session_token, token)) return unrecognized();
  return Caller{std::move(credential.access_key_id), std::move(credential.scope.region)};
}

}  // namespace norn::dynamodb
