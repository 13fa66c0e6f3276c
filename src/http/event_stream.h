#pragma once

#include <string_view>

namespace norn::http {

// A reply that stays open, to which text is added as things happen (server-sent events). Shared
// between the connection, which may end at any time, and whoever has something to say. All methods
// may be called from any thread, and none blocks. A stream that nobody holds any more is closed.
class EventStream {
 public:
  virtual ~EventStream() = default;

  // Sends `text` as it is, after what was sent before. False when the client has gone, or takes so
  // little that Limits::stream_bytes would be waiting for it: then the stream is closed.
  virtual bool send(std::string_view text) = 0;
  // Ends the reply after what was sent.
  virtual void close() = 0;
  virtual bool is_open() const = 0;
  // False while a quarter of Limits::stream_bytes waits for the client. Whoever has much to tell
  // and can wait sends nothing then, and is never too fast for anybody.
  virtual bool has_room() const { return true; }
};

}  // namespace norn::http
