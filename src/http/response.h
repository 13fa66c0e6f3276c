#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace norn::http {

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  // Beyond those of all replies.
};

// The phrase that belongs to a status: "Not Found".
std::string_view reason_phrase(int status);

// An error as RFC 9457 problem details. `detail` is for a person: what was wrong, what to do.
Response problem(int status, std::string_view detail);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
std::string http_date(int64_t seconds_since_1970);

struct Framing {
  bool keep_alive = true;
  bool body_omitted = false;  // The answer to HEAD: its length is told, its body is not sent.
  int64_t now_s = 0;
};

// Appends the whole reply to `out`.
void append_response(std::string& out, const Response& response, const Framing& framing);

}  // namespace norn::http
