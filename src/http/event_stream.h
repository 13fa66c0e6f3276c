#pragma once

#include <string_view>

namespace norn::http {

// A reply that stays open, to which text is added as things happen (server-sent events). Shared
// between the connection, which may end at any time, and the sender. All methods may be called from
// any thread, and none blocks. The stream is closed with its last reference.
class EventStream {
 public:
  virtual ~EventStream() = default;

  // Queues `text` after everything that was sent before. Returns false if the client has gone, or
  // is so slow that more than Limits::stream_bytes would be queued: then the stream is closed.
  virtual bool send(std::string_view text) = 0;
  // Ends the reply after everything that was sent.
  virtual void close() = 0;
  virtual bool is_open() const = 0;
  // False while a quarter of Limits::stream_bytes is queued. A sender that has much to send and can
  // wait pauses then, so that it never overruns a slow client.
  virtual bool has_room() const { return true; }
};

}  // namespace norn::http
