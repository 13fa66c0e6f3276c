#include "http/server/worker.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "base/log.h"

namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::steady_clock;

}  // namespace

Worker::Worker(Service& service, std::atomic<size_t>& open_connections)
    : service_(service),
      open_connections_(open_connections),
      context_(service.limits, service.bodies, service.open_streams),
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

void Worker::adopt(tcp::socket socket, std::shared_ptr<const TlsContext> tls) {
  asio::post(context_.io, [this, socket = std::move(socket), tls = std::move(tls)]() mutable {
    try {
      serve(std::move(socket), tls.get());
    } catch (const std::bad_alloc&) {
      log::error("there was no memory for a connection");
      --open_connections_;
      finish_if_drained();
    }
  });
}

void Worker::serve(tcp::socket socket, const TlsContext* tls) {
  std::unique_ptr<TlsSession> session;
  if (tls != nullptr) session = std::make_unique<TlsSession>(*tls, socket.native_handle());
  const auto connection = connections_.emplace(connections_.end(), std::move(socket),
                                               std::move(session), service_, context_);
  if (draining_) connection->drain();
  asio::co_spawn(context_.io, connection->run(),
                 [this, connection](const std::exception_ptr& failure) {
                   // A failed allocation ends its connection and no other.
                   if (failure) log::error("a connection failed unexpectedly");
                   connections_.erase(connection);
                   --open_connections_;
                   finish_if_drained();
                 });
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
