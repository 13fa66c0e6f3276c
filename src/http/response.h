#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/kept_body.h"
#include "base/sentence.h"

namespace norn::http {

// A reply under construction. Handlers fill in `body` directly: its memory is that of the
// connection and is used again.
struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  // Lines of headers beyond those of all replies, as add_header wrote them.
  std::string header_lines = {};
  // Instead of `body`: bytes of a body that is kept elsewhere, which are sent without a copy.
  std::shared_ptr<const KeptBody> kept = {};  // Shared with the cache and with other replies.
  std::string_view kept_bytes = {};

  void set_kept(std::shared_ptr<const KeptBody> shared);
  // What is sent: `body`, or `kept_bytes`.
  std::string_view bytes() const { return kept ? kept_bytes : std::string_view(body); }
  void clear_body();
  // A value with control characters in it is a bug: nothing of a request may reach a header
  // unchecked.
  void add_header(std::string_view name, std::string_view value);
  // Back to the state of a new one, with the memory kept.
  void reset();
};

// The phrase that belongs to a status: "Not Found".
std::string_view reason_phrase(int status);

// Makes `response` an error as RFC 9457 problem details. The sentence is for a person: what was
// wrong, what to do.
void set_problem(Response& response, int status, const Said& said);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
std::string http_date(int64_t seconds_since_1970);

// How the end of a body is marked.
enum class BodyEnd { kLength, kLastChunk, kClose };

struct Framing {
  bool keep_alive = true;
  BodyEnd body_end = BodyEnd::kLength;
  bool body_omitted = false;  // The answer to HEAD: has the length of the body, but not the body.
  int64_t now_s = 0;
  bool strict_transport = false;  // Browsers shall use TLS for a year (RFC 6797).
};

// Appends the head of the reply to `out`; the body follows it on the wire.
void append_head(std::string& out, const Response& response, const Framing& framing);

}  // namespace norn::http
