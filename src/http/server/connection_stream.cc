#include <poll.h>

#include <boost/asio/async_result.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "http/server/connection.h"

// As in connection.cc: g++ 12 with AddressSanitizer is wrong about the frames of coroutines.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

// How a connection serves a reply that stays open. It holds no workspace meanwhile: thousands of
// streams may be open to which little is sent.
namespace norn::http {
namespace {

namespace asio = boost::asio;
using std::chrono::steady_clock;

}  // namespace

asio::awaitable<bool> Connection::serve_stream() {
  std::string bytes = workspace_->head;
  give_back_workspace();
  if (draining_) stream_->drain();
  auto next = OpenStream::Next::kBytes;
  while (next != OpenStream::Next::kEnd) {
    const bool sent = co_await write_in_steps(bytes);
    if (!sent) co_return false;
    next = stream_->take(bytes);
    if (next == OpenStream::Next::kLost) co_return false;
    if (next == OpenStream::Next::kNothing) co_await stream_ready();
  }
  end_stream();
  co_return true;
}

// Drops the bytes of a request behind this one.
void Connection::give_back_workspace() {
  end_request();
  if (workspace_->reader.is_empty()) worker_.give_back(std::move(workspace_));
  workspace_.reset();
}

asio::awaitable<void> Connection::stream_ready() {
  const auto initiate = [this](auto handler) {
    stream_->on_ready([handler = std::move(handler)]() mutable { std::move(handler)(); });
  };
  const auto token = asio::use_awaitable;
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, token);
}

// The client has Limits::write_timeout for every step, and all the time while nothing waits for it.
asio::awaitable<bool> Connection::write_in_steps(std::string_view bytes) {
  while (!bytes.empty()) {
    allow(service_.limits.write_timeout);
    const auto [status, count] = write_some(bytes);
    bytes.remove_prefix(count);
    if (status == TlsSession::Status::kWantsRead || status == TlsSession::Status::kWantsWrite) {
      const Error error = co_await socket_ready(status);
      if (error) co_return false;
    } else if (status != TlsSession::Status::kOk) {
      co_return false;
    }
  }
  deadline_ = steady_clock::time_point::max();
  co_return true;
}

TlsSession::Outcome Connection::write_some(std::string_view bytes) {
  if (tls_) return tls_->write(bytes);
  Error error;
  const size_t count = socket_.write_some(asio::buffer(bytes), error);
  if (!error) return {TlsSession::Status::kOk, count};
  const bool full = error == asio::error::would_block || error == asio::error::try_again;
  return {full ? TlsSession::Status::kWantsWrite : TlsSession::Status::kFailed, 0};
}

// Nothing is read from a client that listens to a stream, so its leaving has to be looked for. A
// stream that was given up while a write is under way is found here, too.
bool Connection::has_lost_stream() {
  if (!stream_) return false;
  if (stream_->is_abandoned()) return true;
  // A client may have sent all that it wants to send, and still wait for the rest of a body.
  const short gone = stream_->is_body() ? POLLHUP | POLLERR : POLLRDHUP | POLLHUP | POLLERR;
  pollfd socket{.fd = socket_.native_handle(), .events = POLLRDHUP, .revents = 0};
  return poll(&socket, 1, 0) > 0 && (socket.revents & gone) != 0;
}

void Connection::end_stream() {
  if (!stream_) return;
  stream_->abandon();
  stream_.reset();
  worker_.streams.note_end();
}

}  // namespace norn::http
