#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/reader/refusal.h"

// The head of a request: its request line and its headers (RFC 9112, 2 to 6). Reading is strict:
// anything that two servers in a row could read in two ways is refused, because request smuggling
// depends on it.
namespace norn::http {

// What the head announces about the rest of the message.
struct Head {
  uint64_t content_length = 0;
  bool chunked = false;
  bool keep_alive = true;
  bool expects_continue = false;
  bool takes_chunks = true;  // An HTTP/1.0 client does not.
};

// Finds the end of a head in bytes that arrive in pieces, looking at each byte once.
class HeadScanner {
 public:
  void reset();
  // `text` is everything since the head's first byte, and not empty. The head's length when its end
  // is there, and 0 when more bytes are needed.
  std::expected<size_t, Refusal> scan(std::string_view text);
  bool has_request_line() const { return !line_ends_.empty(); }

  // Where the lines of the head end: the positions of their line feeds.
  const std::vector<uint32_t>& line_ends() const { return line_ends_; }

 private:
  size_t scanned_ = 0;
  std::vector<uint32_t> line_ends_;
};

// Reads a whole head, whose lines end as HeadScanner says, into the request.
std::expected<Head, Refusal> read_head(std::string_view text,
                                       const std::vector<uint32_t>& line_ends, size_t max_headers,
                                       Request& request);

}  // namespace norn::http
