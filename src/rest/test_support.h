#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/message.h"

// What the tests of this folder share.
namespace norn::rest {

// A stream that keeps what was sent.
class FakeStream final : public http::EventStream {
 public:
  bool send(std::string_view text) override {
    sent += text;
    return open;
  }
  void close() override { open = false; }
  bool is_open() const override { return open; }

  std::string sent;
  bool open = true;
};

// A request without a connection. The texts have to outlive it, as they do in a connection.
class FakeExchange final : public http::Exchange {
 public:
  explicit FakeExchange(std::string_view method = "GET", std::string_view path = "/",
                        std::vector<http::Request::Header> headers = {},
                        std::string_view body = {}) {
    request.method = method;
    request.target = path;
    request.path = path.substr(0, path.find('?'));
    if (path.find('?') != std::string_view::npos) request.query = path.substr(path.find('?') + 1);
    request.headers = std::move(headers);
    request.body = body;
    request.peer = "192.0.2.1";
  }

  void done() override { ++times_done; }
  std::shared_ptr<http::EventStream> stream() override {
    streamed = std::make_shared<FakeStream>();
    return streamed;
  }

  std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }

  int times_done = 0;
  std::shared_ptr<FakeStream> streamed;
};

}  // namespace norn::rest
