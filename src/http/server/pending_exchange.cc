#include "http/server/pending_exchange.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "base/check.h"
#include "http/reader/refusal.h"
#include "http/sentences.h"

namespace norn::http {
namespace {

// The streams that a handler gets if there is no client to send to.
class ClosedStream final : public EventStream {
 public:
  bool send(std::string_view) override { return false; }
  void close() override {}
  bool is_open() const override { return false; }
};

class ClosedBody final : public BodyStream {
 public:
  bool write(std::string_view) override { return false; }
  void finish() override {}
  void abort() override {}
  bool has_room() const override { return true; }
  void when_room(std::move_only_function<void()> resume) override { resume(); }
};

}  // namespace

void PendingExchange::begin(bool takes_chunks) {
  takes_chunks_ = takes_chunks;
  state_.store(State::kCalled, std::memory_order_relaxed);
}

std::shared_ptr<EventStream> PendingExchange::stream() {
  if (auto opened = open(OpenStream::Kind::kEvents)) return opened;
  return std::make_shared<ClosedStream>();
}

std::shared_ptr<BodyStream> PendingExchange::stream_body() {
  if (auto opened = open(OpenStream::Kind::kBody)) return opened;
  return std::make_shared<ClosedBody>();
}

std::shared_ptr<OpenStream> PendingExchange::open(OpenStream::Kind kind) {
  NORN_CHECK(response.status != 204 && response.status != 304, "a stream has a body");
  response.clear_body();
  const bool head_only = request.method == "HEAD";
  std::shared_ptr<OpenStream> opened = head_only ? nullptr : streams_.open(kind, takes_chunks_);
  if (head_only || opened) {
    body_end_ = takes_chunks_ ? BodyEnd::kLastChunk : BodyEnd::kClose;
  } else {
    set_refusal(response, {503, kTooManyStreams});
  }
  stream_ = opened;
  done();
  return opened;
}

void PendingExchange::done() {
  // After this the exchange may be used for another request at any moment, unless it is awaited.
  const State before = state_.exchange(State::kDone, std::memory_order_acq_rel);
  NORN_CHECK(before != State::kDone, "an exchange is done once");
  if (before == State::kAwaited) completions_.push(*this);
}

bool PendingExchange::is_done_or_await() {
  State state = State::kCalled;
  return !state_.compare_exchange_strong(state, State::kAwaited, std::memory_order_acq_rel);
}

void Completions::push(PendingExchange& exchange) {
  PendingExchange* newest = newest_.load(std::memory_order_relaxed);
  do {
    exchange.next_ = newest;
  } while (!newest_.compare_exchange_weak(newest, &exchange, std::memory_order_release,
                                          std::memory_order_relaxed));
  if (newest == nullptr) boost::asio::post(context_, [this] { resume_all(); });
}

void Completions::resume_all() {
  PendingExchange* newest = newest_.exchange(nullptr, std::memory_order_acquire);
  PendingExchange* oldest = nullptr;
  while (newest != nullptr) {
    PendingExchange* const exchange = std::exchange(newest, newest->next_);
    exchange->next_ = std::exchange(oldest, exchange);
  }
  while (oldest != nullptr) {
    // Once resumed, the exchange belongs to its connection again, which may use it at once.
    PendingExchange* const exchange = std::exchange(oldest, oldest->next_);
    std::exchange(exchange->resume_, nullptr)();
  }
}

}  // namespace norn::http
