#include "rest/streams.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace norn::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr size_t kMaxGreetingsUnderWay = 64;
constexpr milliseconds kPatience{10'000};
constexpr milliseconds kQuiet{2'000};  // When nothing has arrived for so long, nothing will.
constexpr milliseconds kLook{1};
constexpr int kEndingLookMs = 50;
constexpr size_t kReadBytes = 64 * 1024;
constexpr size_t kEventsPerLook = 256;

std::unexpected<Error> failed(std::string_view what) {
  return fail(ErrorCode::kUnavailable, fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

template <typename Condition>
bool wait_until(milliseconds patience, const Condition& condition) {
  const Time end = steady_clock::now() + patience;
  while (!condition()) {
    if (steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

Result<void> connect_to(int socket, uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* const general = reinterpret_cast<const sockaddr*>(&address);
  if (connect(socket, general, sizeof address) != 0) return failed("connect");
  return {};
}

Result<void> ask_for_events(int socket, const std::string& cookie) {
  const std::string request = fmt::format(
      "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
      "Cookie: {}\r\n\r\n",
      cookie);
  const ssize_t sent = send(socket, request.data(), request.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(request.size())) return failed("send a request");
  if (fcntl(socket, F_SETFL, O_NONBLOCK) != 0) return failed("go on without waiting");
  return {};
}

}  // namespace

Streams::Streams(uint16_t port)
    : port_(port), epoll_(epoll_create1(EPOLL_CLOEXEC)), thread_([this] { run(); }) {}

Streams::~Streams() {
  finish();
  close(epoll_);
}

Result<void> Streams::open(const std::string& cookie) {
  const bool has_room = wait_until(
      kPatience, [this] { return streams_.size() - greeted_ - closed_ < kMaxGreetingsUnderWay; });
  if (!has_room) return fail(ErrorCode::kUnavailable, "streams are opened, but never greeted");
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return failed("make a socket");
  Stream& stream = *streams_.emplace_back(std::make_unique<Stream>(socket, EventReader()));
  NORN_TRY(connect_to(socket, port_));
  NORN_TRY(ask_for_events(socket, cookie));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &stream;
  if (epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) != 0) return failed("watch a socket");
  return {};
}

Result<void> Streams::wait_for_greetings() {
  const bool greeted =
      wait_until(kPatience, [this] { return greeted_ + closed_ == streams_.size(); });
  if (greeted && closed_ == 0) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("of {} streams {} were greeted and {} refused", streams_.size(),
                          greeted_.load(), closed_.load()));
}

void Streams::wait_for_arrivals(size_t count) {
  size_t before = 0;
  do {
    before = arrived_;
  } while (!wait_until(kQuiet, [&] { return arrived_ >= count; }) && arrived_ != before);
}

std::vector<Streams::Arrival> Streams::finish() {
  ending_ = true;
  if (thread_.joinable()) thread_.join();
  for (const auto& stream : streams_) close(stream->socket);
  streams_.clear();
  return std::exchange(arrivals_, {});
}

void Streams::run() {
  std::array<epoll_event, kEventsPerLook> ready{};
  while (!ending_) {
    const int count = epoll_wait(epoll_, ready.data(), kEventsPerLook, kEndingLookMs);
    for (int i = 0; i < count; ++i)
      read(*static_cast<Stream*>(ready[static_cast<size_t>(i)].data.ptr));
  }
}

void Streams::read(Stream& stream) {
  static thread_local std::array<char, kReadBytes> bytes;
  const ssize_t count = recv(stream.socket, bytes.data(), bytes.size(), 0);
  const Time now = steady_clock::now();
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  const bool is_open = count > 0 && stream.reader.take({bytes.data(), static_cast<size_t>(count)});
  for (auto event = stream.reader.next(); !event.empty(); event = stream.reader.next()) {
    note(event, now);
  }
  if (is_open) return;
  epoll_ctl(epoll_, EPOLL_CTL_DEL, stream.socket, nullptr);
  ++closed_;
}

void Streams::note(std::string_view event, Time now) {
  if (event.find("\nevent: hello\n") != std::string_view::npos) ++greeted_;
  const int change = change_number(event);
  if (change < 0) return;
  arrivals_.push_back({static_cast<size_t>(change), now});
  ++arrived_;
}

}  // namespace norn::bench
