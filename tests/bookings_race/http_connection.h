#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace norn::race {

struct Request {
  std::string method = "GET";
  std::string path;
  std::vector<std::string> headers = {};  // "name: value"
  std::string body = {};
};

struct Reply {
  int status = 0;
  std::multimap<std::string, std::string> headers;  // Names in lower case.
  std::string body;
};

// A connection to this machine that is kept open, and that knows when it broke: whoever has sent a
// request on it and got no reply must not send it again.
class HttpConnection {
 public:
  // From the address 127.0.1.`host`, because the server counts by address who signs up.
  static std::optional<HttpConnection> open(uint16_t port, int host = 1);
  HttpConnection(HttpConnection&& other) noexcept;
  HttpConnection& operator=(HttpConnection&& other) noexcept;
  ~HttpConnection();

  // Nullopt when the connection broke before the reply was there.
  std::optional<Reply> exchange(const Request& request);

 private:
  explicit HttpConnection(int socket) : socket_(socket) {}
  bool send_all(std::string_view text) const;
  bool receive_more();
  bool receive_head(Reply& reply);

  int socket_ = -1;
  std::string received_ = {};
};

}  // namespace norn::race
