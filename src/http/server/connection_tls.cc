#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "http/server/connection.h"

// How a connection speaks TLS: it tries at once, and waits for the socket when that is not enough.
namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

bool wants_socket(TlsSession::Status status) {
  return status == TlsSession::Status::kWantsRead || status == TlsSession::Status::kWantsWrite;
}

}  // namespace

asio::awaitable<Connection::Error> Connection::socket_ready(TlsSession::Status wanted) {
  const auto what =
      wanted == TlsSession::Status::kWantsRead ? tcp::socket::wait_read : tcp::socket::wait_write;
  const auto [error] = co_await socket_.async_wait(what, kResult);
  co_return error;
}

asio::awaitable<bool> Connection::handshake() {
  while (true) {
    const TlsSession::Status status = tls_->handshake().status;
    if (!wants_socket(status)) co_return status == TlsSession::Status::kOk;
    const Error error = co_await socket_ready(status);
    if (error) co_return false;
  }
}

asio::awaitable<Connection::Io> Connection::tls_read(std::span<char> into) {
  Io io;
  while (true) {
    const auto [status, count] = tls_->read(into);
    if (!wants_socket(status)) {
      io.count = count;
      if (status != TlsSession::Status::kOk) io.error = asio::error::eof;
      co_return io;
    }
    io.error = co_await socket_ready(status);
    if (io.error) co_return io;
  }
}

asio::awaitable<bool> Connection::tls_write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto [status, count] = tls_->write(bytes);
    if (wants_socket(status)) {
      const Error error = co_await socket_ready(status);
      if (error) co_return false;
    } else if (status != TlsSession::Status::kOk) {
      co_return false;
    }
    bytes.remove_prefix(count);
  }
  co_return true;
}

asio::awaitable<bool> Connection::tls_write_both(std::string_view head, std::string_view body) {
  // Data that fits into one record is sent as one.
  if (head.size() + body.size() <= SSL3_RT_MAX_PLAIN_LENGTH) {
    workspace_->head.append(body);
    head = workspace_->head;
    body = {};
  }
  bool sent = co_await tls_write(head);
  if (sent) sent = co_await tls_write(body);
  co_return sent;
}

}  // namespace norn::http
