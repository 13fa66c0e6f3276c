#include "bookings_race/http_connection.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace norn::race {
namespace {

// Only bounds how long a broken server can hold up a test.
constexpr int kPatienceS = 120;
constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

sockaddr_in address_of(const std::string& host, uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  return address;
}

std::string text_of(const Request& request) {
  std::string text =
      fmt::format("{} {} HTTP/1.1\r\nHost: 127.0.0.1\r\n", request.method, request.path);
  for (const std::string& header : request.headers) {
    text.append(header).append(kLineEnd);
  }
  if (!request.body.empty()) {
    text += fmt::format("Content-Length: {}\r\n", request.body.size());
  }
  return text.append(kLineEnd).append(request.body);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return lower;
}

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "HTTP/1.1 200 OK", and then one header in each line.
void read_head(std::string_view head, Reply& reply) {
  constexpr size_t kStatusAt = std::string_view("HTTP/1.1 ").size();
  reply.status = number_in(head.substr(std::min(kStatusAt, head.size())));
  for (size_t line = head.find(kLineEnd); line != std::string_view::npos;) {
    const size_t begin = line + kLineEnd.size();
    line = head.find(kLineEnd, begin);
    const std::string_view text = head.substr(begin, line - begin);
    const size_t colon = text.find(": ");
    if (colon == std::string_view::npos) continue;
    reply.headers.emplace(lower_case(text.substr(0, colon)), text.substr(colon + 2));
  }
}

}  // namespace

std::optional<HttpConnection> HttpConnection::open(uint16_t port, int host) {
  HttpConnection connection(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  const timeval patience{kPatienceS, 0};
  const int socket = connection.socket_;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  const sockaddr_in own = address_of(fmt::format("127.0.1.{}", host), 0);
  const sockaddr_in server = address_of("127.0.0.1", port);
  const auto* const own_address = reinterpret_cast<const sockaddr*>(&own);
  const auto* const server_address = reinterpret_cast<const sockaddr*>(&server);
  if (socket < 0 || ::bind(socket, own_address, sizeof(own)) != 0) return std::nullopt;
  if (::connect(socket, server_address, sizeof(server)) != 0) return std::nullopt;
  return connection;
}

HttpConnection::HttpConnection(HttpConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

HttpConnection& HttpConnection::operator=(HttpConnection&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(received_, other.received_);
  return *this;
}

HttpConnection::~HttpConnection() {
  if (socket_ >= 0) ::close(socket_);
}

bool HttpConnection::send_all(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

bool HttpConnection::receive_more() {
  constexpr size_t kPieceBytes = 16UL * 1024;
  std::array<char, kPieceBytes> piece;
  const ssize_t count = ::recv(socket_, piece.data(), piece.size(), 0);
  if (count <= 0) return false;
  received_.append(piece.data(), static_cast<size_t>(count));
  return true;
}

bool HttpConnection::receive_head(Reply& reply) {
  size_t end = received_.find(kHeadEnd);
  while (end == std::string::npos) {
    if (!receive_more()) return false;
    end = received_.find(kHeadEnd);
  }
  read_head(std::string_view(received_).substr(0, end), reply);
  received_.erase(0, end + kHeadEnd.size());
  return true;
}

std::optional<Reply> HttpConnection::exchange(const Request& request) {
  Reply reply;
  if (!send_all(text_of(request)) || !receive_head(reply)) return std::nullopt;
  const auto length = reply.headers.find("content-length");
  const int body = length == reply.headers.end() ? 0 : number_in(length->second);
  while (received_.size() < static_cast<size_t>(body)) {
    if (!receive_more()) return std::nullopt;
  }
  reply.body = received_.substr(0, static_cast<size_t>(body));
  received_.erase(0, static_cast<size_t>(body));
  return reply;
}

}  // namespace norn::race
