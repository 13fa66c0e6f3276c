#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace norn::http {

struct HttpClientOptions {
  size_t max_connections = 32;  // Callers wait for one if all are in use.
  int64_t connect_timeout_ms = 3'000;
  int64_t total_timeout_ms = 30'000;            // Of one request, its connection included.
  size_t max_reply_bytes = 64UL * 1024 * 1024;  // Replies of DynamoDB end at 16 MB.
  std::string ca_file = {};                     // Certificates to trust; empty: the system's.
  // Off only to ask this machine itself, whose certificate is made for another name.
  bool verifies_certificates = true;
};

// The credentials with which libcurl signs a request (AWS Signature Version 4).
struct HttpSigning {
  std::string access_key_id;
  std::string secret;
  std::string region;
  std::string service;
};

struct HttpRequest {
  std::string method = "POST";
  std::string url;                   // http or https, nothing else.
  std::vector<std::string> headers;  // "name: value"
  std::string_view body;
  std::optional<HttpSigning> signing;
  // Otherwise the request is sent once more on a new connection if a kept one turns out to be
  // closed before anything was received.
  bool at_most_once = false;
};

struct HttpReply {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // Names in lower case.
  std::string body;

  std::optional<std::string_view> header(std::string_view lower_case_name) const;
};

// The detail of the kUnavailable error of a request without a complete reply.
struct TransportFailure final : ErrorDetail {
  // Whether the server may have received the request, and so may have executed it.
  bool maybe_sent = false;
};
bool maybe_sent(const Error& error);

// A client over a bounded pool of connections that are kept open. Certificates are verified,
// redirects are not followed. Safe to use from any thread.
class HttpClient {
 public:
  explicit HttpClient(const HttpClientOptions& options = {});
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Any complete reply is a success, whatever its status. Failures are kUnavailable with
  // TransportFailure, and their messages name the URL and never a secret.
  Result<HttpReply> send(const HttpRequest& request);

 private:
  class Pool;  // Keeps libcurl out of the files that only send requests.
  HttpClientOptions options_;
  std::unique_ptr<Pool> pool_;
};

// The host of an http or https URL, in lower case and without brackets; empty for other texts.
std::string url_host(std::string_view url);
// Whether a host is of this machine or of its local link, where metadata services are.
bool is_local_host(std::string_view host);

}  // namespace norn::http
