#include "http/connection.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <exception>

#include "base/log.h"

namespace norn::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using std::chrono::steady_clock;

constexpr size_t kReadBytes = 4096;
constexpr size_t kLingerBytes = 256 * 1024;
constexpr std::chrono::milliseconds kLingerTime{2000};
constexpr size_t kKeptOutputBytes = 256 * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr auto kResult = asio::as_tuple(asio::use_awaitable);

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

Response refusal_of(const boost::system::error_code& error) {
  if (error == beast::http::error::header_limit) {
    return problem(431, "The request's header is too large.");
  }
  if (error == beast::http::error::body_limit) {
    return problem(413, "The request's body is too large.");
  }
  return problem(400, "This is not an HTTP/1.1 request.");
}

// Splits a request's target into path and query. A target may be a whole URL (RFC 9112, 3.2.2).
void set_target(Request& request, std::string_view target) {
  if (target.starts_with("http://") || target.starts_with("https://")) {
    const size_t slash = target.find('/', target.find("//") + 2);
    target = slash == std::string_view::npos ? "/" : target.substr(slash);
  }
  const size_t question = target.find('?');
  request.path = target.substr(0, question);
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
}

}  // namespace

Connection::Connection(tcp::socket socket, const Service& service)
    : socket_(std::move(socket)),
      service_(service),
      input_(service.limits.header_bytes + kReadBytes) {
  boost::system::error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  allow(service_.limits.idle_timeout);
}

void Connection::allow(std::chrono::milliseconds time) {
  deadline_ = steady_clock::now() + time;
}

void Connection::expire(steady_clock::time_point now) {
  if (now >= deadline_) close();
}

void Connection::drain() {
  draining_ = true;
  // Cancelling, unlike closing, spares a request whose bytes were taken from the socket a moment
  // ago and are still on their way to read_more.
  boost::system::error_code ignored;
  if (nothing_asked()) socket_.cancel(ignored);
}

bool Connection::nothing_asked() {
  boost::system::error_code error;
  return idle_ && (socket_.available(error) == 0 || error);
}

void Connection::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

// Here and below a co_await stands alone in its statement: as a part of a condition with && it is
// miscompiled by g++ 12.
asio::awaitable<void> Connection::run() {
  for (bool open = true; open;) {
    open = co_await read_request();
    if (open) open = co_await write_response();
  }
  if (refusal_) co_await linger();
  close();
}

asio::awaitable<bool> Connection::read_request() {
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(service_.limits.header_bytes));
  parser_->body_limit(service_.limits.body_bytes);
  parser_->eager(true);
  need_more_ = input_.size() == 0;
  invited_ = false;
  idle_ = need_more_;
  allow(idle_ ? service_.limits.idle_timeout : service_.limits.request_timeout);
  if (draining_ && nothing_asked()) co_return false;

  while (!parser_->is_done() && !refusal_) {
    bool open = true;
    if (need_more_) open = co_await read_more();
    if (open) parse_buffered();
    if (open) open = co_await invite_body();
    if (!open) co_return false;
  }
  co_return true;
}

asio::awaitable<bool> Connection::read_more() {
  if (input_.max_size() - input_.size() < kReadBytes) {
    refusal_ = problem(400, "A part of the request is too large.");
    co_return true;
  }
  const auto room = input_.prepare(kReadBytes);
  const auto [error, count] = co_await socket_.async_read_some(room, kResult);
  if (error) co_return false;
  input_.commit(count);
  if (idle_) {
    idle_ = false;
    allow(service_.limits.request_timeout);
  }
  co_return true;
}

void Connection::parse_buffered() {
  if (refusal_) return;
  boost::system::error_code error;
  input_.consume(parser_->put(input_.data(), error));
  need_more_ = error == beast::http::error::need_more || input_.size() == 0;
  if (error && error != beast::http::error::need_more) refusal_ = refusal_of(error);
  if (refusal_ || !parser_->is_header_done()) return;
  const auto& message = parser_->get();
  if (message.version() >= 11 && message.count(beast::http::field::host) != 1) {
    refusal_ = problem(400, "A request names its host exactly once (RFC 9112, 3.2).");
  }
}

asio::awaitable<bool> Connection::invite_body() {
  if (refusal_ || invited_ || !parser_->is_header_done() || parser_->is_done()) co_return true;
  invited_ = true;
  const auto expectation = parser_->get()[beast::http::field::expect];
  if (!beast::iequals(expectation, "100-continue")) co_return true;
  const auto text = asio::buffer(kContinue);
  const auto [error, count] = co_await asio::async_write(socket_, text, kResult);
  co_return !error;
}

Response Connection::respond() {
  if (refusal_) return *refusal_;
  const auto& message = parser_->get();
  Request request{.method = view(message.method_string()), .body = message.body()};
  set_target(request, view(message.target()));
  try {
    return service_.handler(request);
  } catch (const std::exception& error) {
    log::error("a request failed: {} {}: {}", request.method, request.path, error.what());
    return problem(500, "Something went wrong here; the log says what.");
  }
}

asio::awaitable<bool> Connection::write_response() {
  const Response response = respond();
  const bool understood = !refusal_;
  const Framing framing{
      .keep_alive =
          understood && !draining_ && parser_->keep_alive() && parser_->get().version() >= 11,
      .body_omitted = understood && parser_->get().method() == beast::http::verb::head,
      .now_s = service_.clock.now_s()};
  output_.clear();
  append_response(output_, response, framing);

  allow(service_.limits.write_timeout);
  const auto bytes = asio::buffer(output_);
  const auto [error, count] = co_await asio::async_write(socket_, bytes, kResult);
  if (output_.capacity() > kKeptOutputBytes) std::string().swap(output_);
  co_return !error && framing.keep_alive;
}

asio::awaitable<void> Connection::linger() {
  boost::system::error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) co_return;
  allow(kLingerTime);
  input_.clear();
  for (size_t taken = 0; taken < kLingerBytes;) {
    const auto room = input_.prepare(kReadBytes);
    const auto [read_error, count] = co_await socket_.async_read_some(room, kResult);
    if (read_error) co_return;
    taken += count;
  }
}

}  // namespace norn::http
