#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <thread>

#include "http/server/connection.h"
#include "http/server/connection_limits.h"
#include "http/server/tls.h"
#include "http/server/worker_context.h"

namespace norn::http {

// Refuses a client that exceeds a limit, without keeping state for it: sends only as much as the
// socket's buffer accepts at once.
void turn_away(boost::asio::ip::tcp::socket socket, int64_t now_s);

// One thread with its own io_context and its own share of the connections: nothing that serves a
// request is shared between threads.
class Worker {
 public:
  explicit Worker(Service& service);
  ~Worker();  // Drain and join it first, if it was started.
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  boost::asio::io_context& io() { return context_.io; }
  void start();

  // A client that was accepted.
  struct Newcomer {
    boost::asio::ip::tcp::socket socket;    // Belongs to io().
    std::shared_ptr<const TlsContext> tls;  // Null for plain text.
    ConnectionLimits::Permit permit;
    bool needs_room;  // There are too many connections.
  };

  // From any thread: serves this client. If it needs room, closes the connection that has been idle
  // longest, or turns the client away if none is idle.
  void adopt(Newcomer newcomer);
  // From any thread: finishes the requests under way. Closes the connections that remain after
  // `grace`, but waits for handlers however long they take.
  void drain(std::chrono::milliseconds grace);
  // Waits for the end that drain() begins.
  void join();

 private:
  void serve(Newcomer newcomer);
  bool close_oldest_idle();
  void watch_time();
  void close_if_overdue();
  bool is_drained() const;
  void finish_if_drained();

  Service& service_;

  WorkerContext context_;
  // From here on: touched by the worker's thread only. Connections go before the context does.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer timer_;
  std::list<Connection> connections_;
  bool draining_ = false;
  std::chrono::steady_clock::time_point drain_deadline_;

  std::thread thread_;
};

}  // namespace norn::http
