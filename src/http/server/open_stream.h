#pragma once

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/body_stream.h"
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

// The memory that the text takes which is queued for all streams of a server. A stream may take an
// eighth of what is left. So the less is left, the shorter a queue may be, and those of the slowest
// clients are too long first; those who take what they are sent are not affected. (Dynamic
// thresholds: Choudhury and Hahne, 1998.) From any thread; shared with the streams, which may live
// longer than the server does.
class StreamBudget {
 public:
  // What every stream may have queued, whatever is left.
  static constexpr size_t kAlwaysBytes = 8 * 1024;

  explicit StreamBudget(size_t bytes) : bytes_(bytes) {}

  size_t allowed() const {
    constexpr size_t kPart = 8;
    const size_t queued = queued_.load(std::memory_order_relaxed);
    return std::max(kAlwaysBytes, queued < bytes_ ? (bytes_ - queued) / kPart : 0);
  }
  void add(size_t bytes) { queued_.fetch_add(bytes, std::memory_order_relaxed); }
  void remove(size_t bytes) { queued_.fetch_sub(bytes, std::memory_order_relaxed); }
  size_t queued() const { return queued_.load(std::memory_order_relaxed); }

 private:
  const size_t bytes_;
  std::atomic<size_t> queued_{0};
};

// The stream of a connection: a queue of text, already framed for the wire, from which the
// connection's thread takes.
class OpenStream final : public EventStream,
                         public BodyStream,
                         public std::enable_shared_from_this<OpenStream> {
 public:
  enum class Kind { kEvents, kBody };

  // The next thing to send.
  enum class Next {
    kBytes,
    kNothing,  // Nothing yet: the connection is resumed when there is.
    kEnd,
    kLost,  // The stream was abandoned.
  };

  OpenStream(Kind kind, std::shared_ptr<StreamWakeups> wakeups,
             std::shared_ptr<StreamBudget> budget, size_t max_bytes, bool chunked)
      : wakeups_(std::move(wakeups)),
        budget_(std::move(budget)),
        max_bytes_(max_bytes),
        kind_(kind),
        chunked_(chunked) {}
  ~OpenStream() override { budget_->remove(queued()); }

  bool send(std::string_view text) override;
  void close() override;
  bool is_open() const override;
  bool has_room() const override;

  bool write(std::string_view part) override;
  void finish() override { close(); }
  void abort() override { abandon(); }
  void when_room(std::move_only_function<void()> resume) override;

  // The connection has ended, or must: nothing is sent from here on.
  void abandon();
  bool is_abandoned() const;

  // From here on: for the connection, on its thread.

  bool is_body() const { return kind_ == Kind::kBody; }
  // The server is stopping: no more events. A body goes on to its end.
  void drain() {
    if (!is_body()) close();
  }
  // The sender is gone. Has no effect on a stream that has ended.
  void note_sender_gone();
  // Takes everything that is queued. Text that was taken before counts as queued until then.
  Next take(std::string& bytes);
  // After kNothing.
  void on_ready(std::move_only_function<void()> resume) { resume_ = std::move(resume); }

 private:
  friend class StreamWakeups;
  enum class State { kOpen, kClosed, kAbandoned };

  bool has_room_now() const { return queued() < max_bytes() / 4; }
  size_t queued() const { return waiting_.size() + taken_bytes_; }
  size_t max_bytes() const { return std::min(max_bytes_, budget_->allowed()); }
  void append(std::string_view text);
  void drop();
  // Gives the lock back first.
  void wake(std::unique_lock<std::mutex> lock);

  const std::shared_ptr<StreamWakeups> wakeups_;
  const std::shared_ptr<StreamBudget> budget_;
  const size_t max_bytes_;
  const Kind kind_;
  const bool chunked_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  State state_ = State::kOpen;
  std::string waiting_;
  size_t taken_bytes_ = 0;  // By the last take().
  bool awaited_ = false;    // The connection has found nothing and is to be woken up.
  std::move_only_function<void()> resume_producer_;

  std::move_only_function<void()> resume_;  // Touched by the connection's thread only.
};

// Opens the streams of one I/O thread, up to the limit for all threads of the server together.
class Streams {
 public:
  // `open` counts those of all threads.
  Streams(boost::asio::io_context& context, const Limits& limits, std::atomic<size_t>& open,
          std::shared_ptr<StreamBudget> budget)
      : wakeups_(std::make_shared<StreamWakeups>(context)),
        budget_(std::move(budget)),
        limits_(limits),
        open_(open) {}
  ~Streams() { wakeups_->end(); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // From any thread. Returns null if there are too many; otherwise call note_end() at the end.
  std::shared_ptr<OpenStream> open(OpenStream::Kind kind, bool chunked);
  void note_end() { --open_; }

 private:
  const std::shared_ptr<StreamWakeups> wakeups_;
  const std::shared_ptr<StreamBudget> budget_;  // Of all threads.
  const Limits& limits_;
  std::atomic<size_t>& open_;
};

}  // namespace norn::http
