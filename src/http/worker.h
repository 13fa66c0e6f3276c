#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <thread>

#include "http/connection.h"

namespace norn::http {

// One thread with its own io_context and its own share of the connections: nothing that serves a
// request is shared between threads.
class Worker {
 public:
  // `open_connections` is counted down for every connection that ends.
  Worker(const Service& service, std::atomic<size_t>& open_connections);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  boost::asio::io_context& context() { return context_; }
  void start();

  // From any thread: serves this client, whose socket belongs to context().
  void adopt(boost::asio::ip::tcp::socket socket);
  // From any thread: finishes the requests under way, at the latest by drain_timeout.
  void drain();
  // Waits for the end that drain() begins.
  void join();
  // Ends the thread at once and drops what is under way.
  void stop();

 private:
  void serve(boost::asio::ip::tcp::socket socket);
  void watch_deadlines();
  void close_all();
  void finish_if_drained();

  const Service& service_;
  std::atomic<size_t>& open_connections_;

  boost::asio::io_context context_{1};
  // From here on: touched by the worker's thread only. Connections go before the context does.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer timer_;
  std::list<Connection> connections_;
  bool draining_ = false;
  std::chrono::steady_clock::time_point drain_deadline_;

  std::thread thread_;
};

}  // namespace norn::http
