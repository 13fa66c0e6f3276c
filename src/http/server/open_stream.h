#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/event_stream.h"
#include "http/limits.h"

namespace norn::http {

class OpenStream;

// Wakes one I/O thread up for its streams that have something to send: once, however many they are.
// Shared with the streams, which may live longer than the thread does.
class StreamWakeups : public std::enable_shared_from_this<StreamWakeups> {
 public:
  explicit StreamWakeups(boost::asio::io_context& context) : context_(&context) {}

  // From any thread.
  void push(std::shared_ptr<OpenStream> stream);
  // The thread has ended, and its io_context is about to.
  void end();

 private:
  void resume_all();

  std::mutex mutex_;
  boost::asio::io_context* context_;  // Null after the end.
  std::vector<std::shared_ptr<OpenStream>> ready_;
};

// The stream of a connection: a queue of text, already framed for the wire, from which the
// connection's thread takes.
class OpenStream final : public EventStream, public std::enable_shared_from_this<OpenStream> {
 public:
  // The next thing to send.
  enum class Next {
    kBytes,
    kNothing,  // Nothing yet: the connection is resumed when there is.
    kEnd,
    kLost,  // The stream was abandoned.
  };

  OpenStream(std::shared_ptr<StreamWakeups> wakeups, size_t max_bytes, bool chunked)
      : wakeups_(std::move(wakeups)), max_bytes_(max_bytes), chunked_(chunked) {}

  bool send(std::string_view text) override;
  void close() override;
  bool is_open() const override;
  bool has_room() const override;

  // The connection has ended, or must: nothing is sent from here on.
  void abandon();
  bool is_abandoned() const;

  // From here on: for the connection, on its thread.

  // Takes everything that is queued. Text that was taken before counts as queued until then.
  Next take(std::string& bytes);
  // After kNothing.
  void on_ready(std::move_only_function<void()> resume) { resume_ = std::move(resume); }

 private:
  friend class StreamWakeups;
  enum class State { kOpen, kClosed, kAbandoned };

  void append(std::string_view text);
  void drop();
  // Gives the lock back first.
  void wake(std::unique_lock<std::mutex> lock);

  const std::shared_ptr<StreamWakeups> wakeups_;
  const size_t max_bytes_;
  const bool chunked_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  State state_ = State::kOpen;
  std::string waiting_;
  size_t taken_bytes_ = 0;  // By the last take().
  bool awaited_ = false;    // The connection has found nothing and is to be woken up.

  std::move_only_function<void()> resume_;  // Touched by the connection's thread only.
};

// Opens the streams of one I/O thread, up to the limit for all threads of the server together.
class Streams {
 public:
  // `open` counts those of all threads.
  Streams(boost::asio::io_context& context, const Limits& limits, std::atomic<size_t>& open)
      : wakeups_(std::make_shared<StreamWakeups>(context)), limits_(limits), open_(open) {}
  ~Streams() { wakeups_->end(); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // From any thread. Returns null if there are too many; otherwise call note_end() at the end.
  std::shared_ptr<OpenStream> open(bool chunked);
  void note_end() { --open_; }

 private:
  const std::shared_ptr<StreamWakeups> wakeups_;
  const Limits& limits_;
  std::atomic<size_t>& open_;
};

}  // namespace norn::http
