#include "http/server/connection.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <exception>

#include "base/log.h"
#include "http/sentences.h"

// With AddressSanitizer g++ 12 takes the frames of Asio's coroutines, which have an operator new
// and delete of their own, for mismatched.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::steady_clock;

// Some clients read the answer only when they have sent everything, however much that is.
constexpr size_t kLingerBytes = 32 << 20;
constexpr std::chrono::milliseconds kLingerTime{5000};
constexpr size_t kKeptOutputBytes = 256 * 1024;

std::string_view body_of(const Response& response, bool omitted) {
  const bool bodiless = omitted || response.status == 204 || response.status == 304;
  return bodiless ? std::string_view() : response.bytes();
}

}  // namespace

Connection::Connection(tcp::socket socket, std::unique_ptr<TlsSession> tls, Service& service,
                       WorkerContext& worker)
    : socket_(std::move(socket)),
      tls_(std::move(tls)),
      service_(service),
      worker_(worker),
      reply_share_(service.replies) {
  Error ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  peer_ = socket_.remote_endpoint(ignored).address().to_string();
  allow(tls_ ? service_.limits.header_timeout : service_.limits.idle_timeout);
  worker_.idle.push_back(idle_entry_);
}

// Waking the writer of a stream takes memory; a program that has none left ends here as elsewhere.
// NOLINTNEXTLINE(bugprone-exception-escape)
Connection::~Connection() {
  end_stream();
  release_permit();
  if (workspace_ && !refused_ && workspace_->reader.is_empty()) {
    worker_.give_back(std::move(workspace_));
  }
  workspace_.reset();
  note_warmth();
}

// The worker's time may be a whole tick old, and a deadline must not come early.
void Connection::allow(std::chrono::milliseconds time) {
  deadline_ = worker_.now + time + service_.limits.tick;
}

void Connection::look_at_time() {
  if (worker_.now >= deadline_ || has_lost_stream()) {
    close();
  } else if (stream_ && stream_.use_count() == 1) {
    stream_->note_sender_gone();
  } else if (idle_ && workspace_ && std::exchange(seen_idle_, true)) {
    memory_wanted_ = true;
    Error ignored;
    socket_.cancel(ignored);
  }
}

void Connection::drain() {
  draining_ = true;
  if (stream_) stream_->drain();
  // Cancelling, unlike closing, spares a request whose bytes were taken from the socket a moment
  // ago and are still on their way to read_request.
  Error ignored;
  if (has_no_input()) socket_.cancel(ignored);
}

bool Connection::has_no_input() {
  Error error;
  return idle_ && (socket_.available(error) == 0 || error);
}

bool Connection::is_still_sending() {
  Error error;
  return (workspace_ && !workspace_->reader.is_empty()) || socket_.available(error) > 0;
}

void Connection::close() {
  Error ignored;
  if (stream_) {
    // A body that ends with the connection and is not complete must not look like one that is.
    if (stream_->is_body()) socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    stream_->abandon();
  }
  if (tls_) tls_->forget_socket();
  socket_.close(ignored);
}

// Here and below a co_await stands alone in its statement: as a part of a condition with && it is
// miscompiled by g++ 12.
asio::awaitable<void> Connection::run() {
  bool open = true;
  if (tls_) open = co_await handshake();
  while (open) {
    open = co_await read_request();
    if (!open) break;
    if (!call_handler()) co_await handler_done();
    make_head();
    if (stream_) {
      open = co_await serve_stream();
    } else {
      const size_t written = write_now();
      if (written < reply_length()) open = co_await write_rest(written);
      end_request();
    }
    if (keep_alive_ || !open) continue;
    open = false;
    if (refused_ || is_still_sending()) co_await linger();
  }
  const bool is_cut_off = stream_ && stream_->is_body();
  if (tls_ && !is_cut_off) tls_->shut_down();
  close();
}

void Connection::set_idle(bool idle) {
  idle_ = idle;
  idle_entry_.unlink();
  if (idle) worker_.idle.push_back(idle_entry_);
  seen_idle_ = false;
  note_warmth();
}

void Connection::note_warmth() {
  const bool warm = idle_ && workspace_;
  if (warm != std::exchange(warm_, warm)) warm ? ++worker_.warm : --worker_.warm;
}

bool Connection::acquire_permit() {
  has_permit_ = service_.requests_waiting.fetch_add(1) < service_.limits.requests_waiting;
  if (!has_permit_) --service_.requests_waiting;
  return has_permit_;
}

void Connection::release_permit() {
  if (std::exchange(has_permit_, false)) --service_.requests_waiting;
}

bool Connection::call_handler() {
  set_idle(false);
  memory_wanted_ = false;
  PendingExchange& exchange = workspace_->exchange;
  Response& response = exchange.response;
  const RequestReader& reader = workspace_->reader;
  response.reset();
  refused_ = reader.is_refused();
  keep_alive_ = !refused_ && reader.head().keep_alive;
  body_omitted_ = !refused_ && exchange.request.method == "HEAD";
  if (refused_) {
    set_refusal(response, reader.refusal());
    return true;
  }
  if (!acquire_permit()) {
    set_refusal(response, {503, kServerBusy});
    return true;
  }
  exchange.request.peer = peer_;
  exchange.request.secure = tls_ != nullptr;
  exchange.begin(reader.head().takes_chunks);
  try {
    service_.handler(exchange);
  } catch (const std::exception& error) {
    // Not where it went to: there are addresses with secrets in them.
    log::error("a request failed: {}: {}", exchange.request.method, error.what());
    if (!exchange.is_done()) {
      set_problem(response, 500, kServerError);
      exchange.done();
    }
  }
  if (exchange.is_done_or_await()) {
    release_permit();
    return true;
  }
  deadline_ = steady_clock::time_point::max();
  return false;
}

asio::awaitable<void> Connection::handler_done() {
  const auto initiate = [this](auto handler) {
    workspace_->exchange.on_done(
        [handler = std::move(handler)]() mutable { std::move(handler)(); });
  };
  const auto token = asio::use_awaitable;
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, token);
  release_permit();
}

void Connection::make_head() {
  PendingExchange& exchange = workspace_->exchange;
  Response& response = exchange.response;
  stream_ = exchange.take_stream();
  keep_alive_ = keep_alive_ && !draining_ && !stream_;
  if (!reply_share_.grow_to(response.bytes().size())) {
    // Clients that do not take what they asked for must not use up the memory of all.
    set_refusal(response, {503, kTooManyLargeReplies});
    std::string(response.body).swap(response.body);
  }
  workspace_->head.clear();
  append_head(workspace_->head, response,
              {.keep_alive = keep_alive_,
               .body_end = exchange.take_body_end(),
               .body_omitted = body_omitted_,
               .now_s = service_.clock.now_s(),
               .strict_transport = service_.strict_transport});
  allow(service_.limits.write_timeout);
}

size_t Connection::reply_length() const {
  return workspace_->head.size() + body_of(workspace_->exchange.response, body_omitted_).size();
}

size_t Connection::write_now() {
  if (tls_) return 0;
  const std::string_view body = body_of(workspace_->exchange.response, body_omitted_);
  const std::array<asio::const_buffer, 2> reply{asio::buffer(workspace_->head), asio::buffer(body)};
  Error error;
  const size_t written = socket_.write_some(reply, error);
  return error ? 0 : written;
}

asio::awaitable<bool> Connection::write_rest(size_t written) {
  std::string_view head = workspace_->head;
  std::string_view body = body_of(workspace_->exchange.response, body_omitted_);
  if (tls_) {
    const bool sent = co_await tls_write_both(head, body);
    co_return sent;
  }
  const size_t of_head = std::min(written, head.size());
  head.remove_prefix(of_head);
  body.remove_prefix(written - of_head);
  const std::array<asio::const_buffer, 2> rest{asio::buffer(head), asio::buffer(body)};
  const auto [error, count] = co_await asio::async_write(socket_, rest, kResult);
  co_return !error;
}

void Connection::end_request() {
  Response& response = workspace_->exchange.response;
  response.clear_body();
  if (response.body.capacity() > kKeptOutputBytes) std::string().swap(response.body);
  reply_share_.release();
  workspace_->reader.next();
}

asio::awaitable<void> Connection::linger() {
  Error error;
  if (tls_) tls_->shut_down();
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) co_return;
  allow(kLingerTime);
  std::array<char, 16 * 1024> dropped;
  for (size_t taken = 0; taken < kLingerBytes;) {
    const auto room = asio::buffer(dropped);
    const auto [read_error, count] = co_await socket_.async_read_some(room, kResult);
    if (read_error) co_return;
    taken += count;
  }
}

}  // namespace norn::http
