#include "http/server/worker.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "base/log.h"
#include "http/reader/refusal.h"
#include "http/sentences.h"

namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::steady_clock;

// Of those that have been idle longest, how many may have sent something in this moment.
constexpr int kMaxLooksForIdle = 16;

}  // namespace

void turn_away(tcp::socket socket, int64_t now_s) {
  Response response;
  set_refusal(response, {503, kTooManyConnections});
  std::string text;
  append_head(text, response, {.keep_alive = false, .now_s = now_s});
  text += response.body;
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
}

Worker::Worker(Service& service)
    : service_(service),
      context_(service.limits, service.bodies, service.open_streams, service.stream_budget),
      work_(context_.io.get_executor()),
      timer_(context_.io) {}

Worker::~Worker() {
  join();
}

void Worker::start() {
  watch_time();
  thread_ = std::thread([this] { context_.io.run(); });
}

void Worker::join() {
  if (thread_.joinable()) thread_.join();
}

void Worker::adopt(Newcomer newcomer) {
  asio::post(context_.io, [this, newcomer = std::move(newcomer)]() mutable {
    try {
      serve(std::move(newcomer));
    } catch (const std::bad_alloc&) {
      log::error("there was no memory for a connection");
      finish_if_drained();
    }
  });
}

void Worker::serve(Newcomer newcomer) {
  if (newcomer.needs_room && !close_oldest_idle()) {
    if (!newcomer.tls) turn_away(std::move(newcomer.socket), service_.clock.now_s());
    return;
  }
  std::unique_ptr<TlsSession> session;
  if (newcomer.tls) {
    session = std::make_unique<TlsSession>(*newcomer.tls, newcomer.socket.native_handle());
  }
  const auto connection = connections_.emplace(connections_.end(), std::move(newcomer.socket),
                                               std::move(session), service_, context_);
  if (draining_) connection->drain();
  asio::co_spawn(
      context_.io, connection->run(),
      [this, connection, permit = std::move(newcomer.permit)](const std::exception_ptr& failure) {
        // A failed allocation ends its connection and no other.
        if (failure) log::error("a connection failed unexpectedly");
        connections_.erase(connection);
        finish_if_drained();
      });
}

bool Worker::close_oldest_idle() {
  for (int looks = 0; looks < kMaxLooksForIdle && !context_.idle.empty(); ++looks) {
    IdleEntry& oldest = context_.idle.front();
    oldest.unlink();  // It goes, or is about to get work.
    if (!oldest.connection.has_no_input()) continue;
    oldest.connection.drain();
    return true;
  }
  return false;
}

void Worker::watch_time() {
  context_.now = steady_clock::now();
  timer_.expires_after(service_.limits.tick);
  timer_.async_wait([this](const boost::system::error_code& error) {
    // A timer that has fired can no longer be cancelled, so the end is looked for here too.
    if (error || is_drained()) return;
    watch_time();
    for (Connection& connection : connections_) connection.look_at_time();
    close_if_overdue();
  });
}

void Worker::drain(std::chrono::milliseconds grace) {
  asio::post(context_.io, [this, grace] {
    draining_ = true;
    drain_deadline_ = steady_clock::now() + grace;
    for (Connection& connection : connections_) connection.drain();
    close_if_overdue();
    finish_if_drained();
  });
}

void Worker::close_if_overdue() {
  if (!draining_ || steady_clock::now() < drain_deadline_) return;
  for (Connection& connection : connections_) connection.close();
}

bool Worker::is_drained() const {
  return draining_ && connections_.empty();
}

void Worker::finish_if_drained() {
  if (!is_drained()) return;
  timer_.cancel();
  work_.reset();
}

}  // namespace norn::http
