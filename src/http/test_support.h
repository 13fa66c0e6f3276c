#pragma once

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/health.h"
#include "http/server/server.h"

// What the tests of the server share.
namespace norn::http {

constexpr std::string_view kGet = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr std::string_view kOkReply = R"({"status":"ok"})";

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::string letters(size_t count) {
  return std::string(count, 'x');
}

// A client that sees every byte.
class Client {
 public:
  // `source` is the client's own address, for a machine that has several.
  explicit Client(const ListenAddress& address, const std::string& source = "127.0.0.1")
      : socket_(context_) {
    using boost::asio::ip::tcp;
    socket_.open(tcp::v4());
    socket_.bind({boost::asio::ip::make_address(source), 0});
    socket_.connect({boost::asio::ip::make_address(address.host), address.port});
    socket_.set_option(boost::asio::ip::tcp::no_delay(true));
  }

  void send(std::string_view text) { boost::asio::write(socket_, boost::asio::buffer(text)); }

  // Sends what the server still takes: it may have said no and gone before the end.
  void try_send(std::string_view text) {
    boost::system::error_code ignored;
    boost::asio::write(socket_, boost::asio::buffer(text), ignored);
  }

  void end_sending() { socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_send); }

  // One reply: its head and as much body as its head says.
  std::string receive(bool to_head = false) {
    while (!contains(input_, "\r\n\r\n") && read_some()) {
    }
    const size_t head = input_.find("\r\n\r\n");
    if (head == std::string::npos) return take(input_.size());
    const size_t length = input_.find("Content-Length: ");
    const size_t body = to_head || length > head ? 0 : std::stoul(input_.substr(length + 16));
    while (input_.size() < head + 4 + body && read_some()) {
    }
    return take(head + 4 + body);
  }

  // Everything up to the first `end`, and everything there is when it does not come.
  std::string receive_until(std::string_view end) {
    while (!contains(input_, end) && read_some()) {
    }
    const size_t found = input_.find(end);
    return take(found == std::string::npos ? input_.size() : found + end.size());
  }

  // Everything until the server closes.
  std::string receive_all() {
    while (read_some()) {
    }
    return take(input_.size());
  }

  // Whether the server closes, or has closed, without another byte.
  bool is_closed() { return input_.empty() && !read_some(); }

  std::string exchange(std::string_view request) {
    send(request);
    return receive();
  }

 private:
  bool read_some() {
    char bytes[4096];
    boost::system::error_code error;
    const size_t count = socket_.read_some(boost::asio::buffer(bytes), error);
    input_.append(bytes, count);
    return !error;
  }

  std::string take(size_t count) {
    std::string taken = input_.substr(0, count);
    input_.erase(0, count);
    return taken;
  }

  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_;
  std::string input_;
};

class ServerTest : public testing::Test {
 protected:
  // Short, so that a test of a timeout is short; no other test waits.
  static Limits quick_limits() { return {.tick = std::chrono::milliseconds(10)}; }

  void start(const Limits& limits) {
    start(limits, health_handler([this] { return health_; }));
  }

  void start(const Limits& limits, Handler handler) {
    Options options{.address = {"127.0.0.1", 0}, .threads = threads_, .limits = limits};
    auto started = Server::start(options, std::move(handler), clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }

  // Answers with what `body` makes of the request.
  void start(const Limits& limits, std::function<std::string(const Request&)> body) {
    start(limits, Handler([body = std::move(body)](Exchange& exchange) {
            exchange.response.body = body(exchange.request);
            exchange.done();
          }));
  }

  Client connect() { return Client(server_->address()); }

  size_t threads_ = 2;
  ManualClock clock_{784111777000};
  HealthReport health_;
  std::unique_ptr<Server> server_;
};

}  // namespace norn::http
