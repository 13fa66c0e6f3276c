#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/body_stream.h"
#include "http/event_stream.h"
#include "http/response.h"

namespace norn::http {

// A request as a handler sees it. The views are valid until the exchange is done.
struct Request {
  using Header = std::pair<std::string_view, std::string_view>;

  std::string_view method = {};      // "GET"
  std::string_view target = {};      // As received: path and query.
  std::string_view path = {};        // "/healthz": without the query, still percent-encoded.
  std::string_view query = {};       // The part after the '?'.
  std::vector<Header> headers = {};  // In the order of the request.
  std::string_view body = {};        // Still encoded: http/content_coding.h decodes it.
  std::string_view peer = {};        // The client's IP address.
  bool secure = false;               // Over TLS.

  // The first header of that name, in any case of letters.
  std::optional<std::string_view> header(std::string_view name) const;
};

// One request and the reply to it. The connection owns it and uses its buffers again.
class Exchange {
 public:
  Request request;
  Response response;

  // Sends `response`: exactly once, from any thread. The exchange belongs to the connection again
  // from here on.
  virtual void done() = 0;
  // Instead of done: sends the head of `response` and keeps the reply open. Exactly one of the
  // three, from any thread.
  virtual std::shared_ptr<EventStream> stream() = 0;
  // Instead of done: sends the head of `response`, and as its body what is written to the stream.
  virtual std::shared_ptr<BodyStream> stream_body() = 0;

 protected:
  ~Exchange() = default;
};

// Answers one request, now or later: it must ensure that `done` or one of the streams is called,
// because the server does not end before that. Called on the server's I/O threads, several at a
// time: it must not block. An exception that it throws before it is done becomes a 500. HEAD
// arrives as HEAD; the body of its answer is measured and not sent.
using Handler = std::function<void(Exchange&)>;

}  // namespace norn::http
