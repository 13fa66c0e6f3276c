#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <thread>

#include "http/server/connection.h"
#include "http/server/tls.h"
#include "http/server/worker_context.h"

namespace norn::http {

// One thread with its own io_context and its own share of the connections: nothing that serves a
// request is shared between threads.
class Worker {
 public:
  // Decrements `open_connections` for every connection that ends.
  Worker(Service& service, std::atomic<size_t>& open_connections);
  ~Worker();  // Drain and join it first, if it was started.
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  boost::asio::io_context& io() { return context_.io; }
  void start();

  // From any thread: serves this client, whose socket belongs to io(); in plain text when `tls` is
  // null.
  void adopt(boost::asio::ip::tcp::socket socket, std::shared_ptr<const TlsContext> tls);
  // From any thread: finishes the requests under way. Closes the connections that remain after
  // `grace`, but waits for handlers however long they take.
  void drain(std::chrono::milliseconds grace);
  // Waits for the end that drain() begins.
  void join();

 private:
  void serve(boost::asio::ip::tcp::socket socket, const TlsContext* tls);
  void watch_time();
  void close_if_overdue();
  bool is_drained() const;
  void finish_if_drained();

  Service& service_;
  std::atomic<size_t>& open_connections_;

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
