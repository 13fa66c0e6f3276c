#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "http/message.h"
#include "http/server/open_stream.h"

namespace norn::http {

class PendingExchange;

// The exchanges of one I/O thread that were done on other threads and wait to be sent. However many
// are done at a time, the thread is woken up once.
class Completions {
 public:
  explicit Completions(boost::asio::io_context& context) : context_(context) {}
  // From any thread.
  void push(PendingExchange& exchange);

 private:
  void resume_all();

  boost::asio::io_context& context_;
  std::atomic<PendingExchange*> newest_{nullptr};
};

// The exchange of a connection: it knows whether the connection has to wait for it.
class PendingExchange final : public Exchange {
 public:
  PendingExchange(Completions& completions, Streams& streams)
      : completions_(completions), streams_(streams) {}

  void done() override;
  std::shared_ptr<EventStream> stream() override;
  std::shared_ptr<BodyStream> stream_body() override;

  // From here on: for the connection, on its thread.

  // To be called before the handler is.
  void begin(bool takes_chunks = true);
  // After the handler has returned: whether the exchange is done already. If not, `resume` is
  // called when it is, and not before the connection's thread has returned to its io_context.
  bool is_done_or_await();
  bool is_done() const { return state_.load(std::memory_order_acquire) == State::kDone; }
  // When it is done: how its body is framed, and the stream to serve if it became one. The answer
  // to HEAD has the head of a stream and no stream.
  BodyEnd take_body_end() { return std::exchange(body_end_, BodyEnd::kLength); }
  std::shared_ptr<OpenStream> take_stream() { return std::exchange(stream_, nullptr); }
  void on_done(std::move_only_function<void()> resume) { resume_ = std::move(resume); }

 private:
  friend class Completions;
  enum class State { kCalled, kAwaited, kDone };

  // Null if there is nothing to send to.
  std::shared_ptr<OpenStream> open(OpenStream::Kind kind);

  Completions& completions_;
  Streams& streams_;
  bool takes_chunks_ = true;
  BodyEnd body_end_ = BodyEnd::kLength;
  // Shared with the sender.
  std::shared_ptr<OpenStream> stream_;
  std::atomic<State> state_{State::kDone};
  std::move_only_function<void()> resume_;
  PendingExchange* next_ = nullptr;  // The one that was done before, among those that wait.
};

}  // namespace norn::http
