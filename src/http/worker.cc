#include "http/worker.h"

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

Worker::Worker(const Service& service, std::atomic<size_t>& open_connections)
    : service_(service),
      open_connections_(open_connections),
      work_(context_.get_executor()),
      timer_(context_) {}

Worker::~Worker() {
  stop();
}

void Worker::start() {
  watch_deadlines();
  thread_ = std::thread([this] { context_.run(); });
}

void Worker::join() {
  if (thread_.joinable()) thread_.join();
}

void Worker::stop() {
  context_.stop();
  join();
}

void Worker::adopt(tcp::socket socket) {
  asio::post(context_, [this, socket = std::move(socket)]() mutable { serve(std::move(socket)); });
}

void Worker::serve(tcp::socket socket) {
  const auto connection = connections_.emplace(connections_.end(), std::move(socket), service_);
  if (draining_) connection->drain();
  asio::co_spawn(context_, connection->run(),
                 [this, connection](const std::exception_ptr& failure) {
                   // A failed allocation ends its connection and no other.
                   if (failure) log::error("a connection failed unexpectedly");
                   connections_.erase(connection);
                   --open_connections_;
                   finish_if_drained();
                 });
}

void Worker::watch_deadlines() {
  timer_.expires_after(service_.limits.tick);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const auto now = steady_clock::now();
    for (Connection& connection : connections_) connection.expire(now);
    if (draining_ && now >= drain_deadline_) close_all();
    watch_deadlines();
  });
}

void Worker::drain() {
  asio::post(context_, [this] {
    draining_ = true;
    drain_deadline_ = steady_clock::now() + service_.limits.drain_timeout;
    for (Connection& connection : connections_) connection.drain();
    finish_if_drained();
  });
}

void Worker::close_all() {
  for (Connection& connection : connections_) connection.close();
}

void Worker::finish_if_drained() {
  if (!draining_ || !connections_.empty()) return;
  timer_.cancel();
  work_.reset();
}

}  // namespace norn::http
