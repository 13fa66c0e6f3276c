#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "http/response.h"

namespace norn::http {

// A request as a handler sees it. The views are valid during the call.
struct Request {
  std::string_view method = {};  // "GET"
  std::string_view path = {};    // "/healthz": without the query, still percent-encoded.
  std::string_view query = {};   // What stands after the '?'.
  std::string_view body = {};
};

// Answers one request. Called on the server's I/O threads, several at a time: it must not block.
// HEAD arrives as itself; the body of its answer is not sent, only measured.
using Handler = std::function<Response(const Request&)>;

}  // namespace norn::http
