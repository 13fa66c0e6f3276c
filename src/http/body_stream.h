#pragma once

#include <functional>
#include <string_view>

namespace norn::http {

// The body of a reply that is produced while it is sent, so that a body of any size takes little
// memory. Shared between the connection, which may end at any time, and the producer. All methods
// may be called from any thread, and none blocks. A body whose producer is gone before it called
// `finish` is aborted.
class BodyStream {
 public:
  virtual ~BodyStream() = default;

  // Queues the next part. Returns false if the client has gone. Nothing limits what is queued but
  // the producer, which waits while there is no room.
  virtual bool write(std::string_view part) = 0;
  // Ends the body after everything that was written.
  virtual void finish() = 0;
  // Breaks the connection, so that the client cannot take the body for a complete one.
  virtual void abort() = 0;

  // False while a quarter of Limits::stream_bytes is queued.
  virtual bool has_room() const = 0;
  // Calls `resume` once, when there is room or the client has gone: at once, or later on the
  // connection's thread. It must not block.
  virtual void when_room(std::move_only_function<void()> resume) = 0;
};

}  // namespace norn::http
