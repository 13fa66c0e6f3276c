#include "http/pending_exchange.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "base/check.h"

namespace norn::http {

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
