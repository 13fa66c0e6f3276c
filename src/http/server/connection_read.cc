#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "http/server/connection.h"

// How a connection reads a request, and what it keeps while it is idle.
namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

void Connection::begin_request() {
  in_body_ = false;
  const bool idle = !workspace_ || workspace_->reader.is_empty();
  if (idle && workspace_ && !worker_.may_keep_warm()) {
    worker_.give_back(std::move(workspace_));
  }
  set_idle(idle);
  allow(idle ? service_.limits.idle_timeout : service_.limits.header_timeout);
}

asio::awaitable<bool> Connection::read_request() {
  begin_request();
  if (draining_ && has_no_input()) co_return false;
  while (true) {
    if (!workspace_) {
      const bool arrived = co_await wait_for_bytes();
      if (!arrived) co_return false;
      workspace_ = worker_.take_workspace();
      // A wait may end without a byte, for instance right after a TLS handshake: whether a request
      // has begun shows when it is read.
      set_idle(true);
    }
    RequestReader& reader = workspace_->reader;
    const auto state = reader.read(workspace_->exchange.request);
    if (state != RequestReader::State::kNeedsMore) co_return true;
    note_progress();
    if (reader.take_invitation()) {
      const bool invited = co_await invite_body();
      if (!invited) co_return false;
    }
    const std::span<char> room = reader.room();
    Io read;
    if (tls_) {
      read = co_await tls_read(room);
    } else {
      const auto buffer = asio::buffer(room.data(), room.size());
      const auto [error, count] = co_await socket_.async_read_some(buffer, kResult);
      read = {error, count};
    }
    if (!read.error) {
      reader.commit(read.count);
    } else if (!give_up_workspace(read.error)) {
      co_return false;
    }
  }
}

void Connection::note_progress() {
  const RequestReader& reader = workspace_->reader;
  if (idle_ && !reader.is_empty()) {
    set_idle(false);
    allow(service_.limits.header_timeout);
  }
  if (!in_body_ && reader.is_in_body()) {
    in_body_ = true;
    allow(service_.limits.body_timeout);
  }
}

bool Connection::give_up_workspace(const Error& error) {
  const bool wanted = std::exchange(memory_wanted_, false);
  if (!wanted || error != asio::error::operation_aborted || draining_ || !socket_.is_open() ||
      !workspace_->reader.is_empty()) {
    return false;
  }
  worker_.give_back(std::move(workspace_));
  note_warmth();
  return true;
}

asio::awaitable<bool> Connection::wait_for_bytes() {
  if (tls_ && tls_->has_pending()) co_return true;
  const auto [error] = co_await socket_.async_wait(tcp::socket::wait_read, kResult);
  co_return !error;
}

asio::awaitable<bool> Connection::invite_body() {
  if (tls_) {
    const bool sent = co_await tls_write(kContinue);
    co_return sent;
  }
  const auto text = asio::buffer(kContinue);
  const auto [error, count] = co_await asio::async_write(socket_, text, kResult);
  co_return !error;
}

}  // namespace norn::http
