#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "base/clock.h"
#include "http/limits.h"
#include "http/message.h"
#include "http/server/body_budget.h"
#include "http/server/tls.h"
#include "http/server/worker_context.h"

namespace norn::http {

// The state that all connections of a server share.
struct Service {
  Service(const Limits& its_limits, Handler its_handler, const Clock& its_clock,
          bool is_strict_transport)
      : limits(its_limits),
        strict_transport(is_strict_transport),
        handler(std::move(its_handler)),
        clock(its_clock),
        bodies(its_limits.bodies_bytes),
        replies(its_limits.replies_bytes),
        stream_budget(std::make_shared<StreamBudget>(its_limits.streams_bytes)) {}

  const Limits limits;
  const bool strict_transport;
  const Handler handler;
  const Clock& clock;
  BodyBudget bodies;
  BodyBudget replies;
  std::atomic<size_t> requests_waiting{0};
  std::atomic<size_t> open_streams{0};
  const std::shared_ptr<StreamBudget> stream_budget;
};

// The connection of one client: reads requests one after the other and answers each. A request is
// parsed in the buffer into which it was received, and a reply is sent from the buffers into which
// it was written; the buffers are reused.
//
// Everything happens on the thread of the worker.
class Connection {
 public:
  // `tls` is null for a client in plain text.
  Connection(boost::asio::ip::tcp::socket socket, std::unique_ptr<TlsSession> tls, Service& service,
             WorkerContext& worker);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Serves the client until it disconnects, fails, or is closed.
  boost::asio::awaitable<void> run();

  // Called once per tick: closes the connection if its deadline has passed, and takes its memory if
  // it has been idle since the last call.
  void look_at_time();
  // Lets the request under way finish, and closes after it; an idle client is closed at once, and a
  // stream is ended.
  void drain();
  void close();
  // The client has sent nothing of a next request.
  bool has_no_input();

 private:
  using Error = boost::system::error_code;
  struct Io {
    Error error;
    size_t count = 0;
  };

  // Each returns false if the client has gone.
  boost::asio::awaitable<bool> read_request();
  boost::asio::awaitable<bool> wait_for_bytes();
  boost::asio::awaitable<bool> invite_body();
  boost::asio::awaitable<bool> write_rest(size_t written);
  boost::asio::awaitable<void> handler_done();
  // Forwards the stream to the client until one side ends it.
  boost::asio::awaitable<bool> serve_stream();
  boost::asio::awaitable<bool> write_in_steps(std::string_view bytes);
  boost::asio::awaitable<void> stream_ready();
  // Reads and drops what a refused client is still sending, so that it receives the answer and not
  // a reset.
  boost::asio::awaitable<void> linger();

  // TLS.
  boost::asio::awaitable<bool> handshake();
  boost::asio::awaitable<Io> tls_read(std::span<char> into);
  boost::asio::awaitable<bool> tls_write(std::string_view bytes);
  boost::asio::awaitable<bool> tls_write_both(std::string_view head, std::string_view body);
  boost::asio::awaitable<Error> socket_ready(TlsSession::Status wanted);

  void begin_request();
  void note_progress();
  void set_idle(bool idle);
  void note_warmth();
  // After a failed read: whether it failed only because look_at_time took the memory.
  bool give_up_workspace(const Error& error);
  // One of the Limits::requests_waiting permits. It is acquired before the handler is called,
  // because the requests of other threads would exceed the limit otherwise.
  bool acquire_permit();
  void release_permit();
  // Returns false if the handler is not done yet.
  bool call_handler();
  void make_head();
  size_t reply_length() const;
  // Returns how many bytes of the reply the socket accepted at once.
  size_t write_now();
  void end_request();
  void give_back_workspace();
  TlsSession::Outcome write_some(std::string_view bytes);
  bool has_lost_stream();
  void end_stream();
  bool is_still_sending();
  void allow(std::chrono::milliseconds time);

  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<TlsSession> tls_;
  Service& service_;
  WorkerContext& worker_;
  std::string peer_;

  std::chrono::steady_clock::time_point deadline_;
  bool idle_ = true;             // No byte of the next request has come.
  IdleEntry idle_entry_{*this};  // In WorkerContext::idle while idle_.
  bool warm_ = false;            // Counted in WorkerContext::warm.
  bool seen_idle_ = false;       // By the last look_at_time.
  bool memory_wanted_ = false;   // The read under way was cancelled to take the workspace.
  bool in_body_ = false;
  bool draining_ = false;
  bool refused_ = false;
  bool has_permit_ = false;
  bool keep_alive_ = true;
  bool body_omitted_ = false;
  BodyShare reply_share_;
  // The reply that stays open, while there is one. Shared with the sender.
  std::shared_ptr<OpenStream> stream_;
  std::unique_ptr<Workspace> workspace_;  // Null while idle and not warm, and in a stream.
};

}  // namespace norn::http
