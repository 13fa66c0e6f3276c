#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "http/limits.h"
#include "http/message.h"
#include "http/reader/byte_buffer.h"
#include "http/reader/chunked.h"
#include "http/reader/head.h"
#include "http/reader/refusal.h"
#include "http/server/body_budget.h"

namespace norn::http {

// Bytes in, requests or a refusal out. It knows nothing of sockets: the caller puts received bytes
// into room() and asks for the next request.
//
// The request's views point into the reader's own memory: a body is copied only when it is larger
// than the room behind its head, or chunked.
class RequestReader {
 public:
  enum class State { kNeedsMore, kComplete, kRefused };

  RequestReader(const Limits& limits, BodyBudget& budget);

  // Where the next bytes go; never empty while the reader needs more.
  std::span<char> room();
  void commit(size_t count);

  // Reads as far as the bytes go. The request is filled in when it is complete, and its head is
  // there already when only its body is missing.
  State read(Request& request);
  // After a complete request: goes on to the next, of which bytes may be here already.
  void next();

  // No byte of the next request is here.
  bool is_empty() const { return input_.size() == start_ && head_bytes_ == 0; }
  bool is_in_body() const { return head_bytes_ > 0; }
  // Whether the client waits for 100 Continue before it sends the body (RFC 9110, 10.1.1). True
  // once.
  bool take_invitation();

  const Head& head() const { return head_; }
  bool is_refused() const { return end_ == State::kRefused; }
  const Refusal& refusal() const { return refusal_; }

 private:
  State read_head(Request& request);
  State begin_body();
  State read_body(Request& request);
  State read_chunks(Request& request);
  bool grow_body(size_t size);
  State refuse(const Refusal& refusal);
  State refuse_head_size();
  void skip_empty_lines();

  const Limits& limits_;

  ByteBuffer input_;
  size_t start_ = 0;  // Where the current request starts in the input.
  HeadScanner scanner_;

  // Once the head has been read.
  size_t head_bytes_ = 0;  // 0 until then.
  Head head_;
  bool invite_ = false;
  bool in_place_ = false;   // The body stands behind its head in the input.
  size_t request_end_ = 0;  // Where the next request starts in the input.
  ByteBuffer body_;         // Otherwise.
  ChunkedDecoder chunks_;
  BodyShare share_;

  std::optional<State> end_;
  Refusal refusal_;
};

}  // namespace norn::http
