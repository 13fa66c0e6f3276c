#include "cli/service_manager.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>

#include "base/log.h"

namespace norn::cli {
namespace {

constexpr int kSignsWithinWait = 3;
constexpr auto kShortestInterval = std::chrono::milliseconds(1);
// A question that was not answered is asked again soon, while the manager still waits.
constexpr auto kPauseAfterFailure = std::chrono::milliseconds(1'000);

std::optional<int64_t> positive_number(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  int64_t number = 0;
  const char* const end = text->data() + text->size();
  const auto parsed = std::from_chars(text->data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number <= 0) return std::nullopt;
  return number;
}

int64_t monotonic_us() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace

ServiceManager::ServiceManager(const dynamodb::Environment& environment)
    : socket_(environment("NOTIFY_SOCKET").value_or("")) {
  if (socket_.empty()) return;
  // A path, or the name of an abstract socket.
  if ((socket_[0] != '/' && socket_[0] != '@') || socket_.size() >= sizeof(sockaddr_un::sun_path)) {
    log::warn("NOTIFY_SOCKET is '{}', which is no socket of a service manager", socket_);
    socket_.clear();
    return;
  }
  const auto process = environment("WATCHDOG_PID");
  if (process && positive_number(process) != int64_t{::getpid()}) return;
  if (const auto wait_us = positive_number(environment("WATCHDOG_USEC"))) {
    watchdog_ = std::chrono::microseconds(*wait_us);
  }
}

void ServiceManager::ready(std::string_view status) const {
  send(fmt::format("READY=1\nSTATUS={}", log::escape(status)));
}

void ServiceManager::reloading() const {
  send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}", monotonic_us()));
}

void ServiceManager::stopping() const {
  send("STOPPING=1\nSTATUS=Finishing the requests under way");
}

void ServiceManager::alive() const {
  send("WATCHDOG=1");
}

void ServiceManager::send(const std::string& lines) const {
  if (!is_there()) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_.copy(address.sun_path, sizeof(address.sun_path) - 1);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const bool is_sent =
      socket >= 0 && ::sendto(socket, lines.data(), lines.size(), MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), length) >= 0;
  if (!is_sent) log::warn("the service manager cannot be told: {}", std::strerror(errno));
  if (socket >= 0) ::close(socket);
}

ServiceWatchdog::ServiceWatchdog(const ServiceManager& manager, Probe probe)
    : manager_(manager), probe_(std::move(probe)) {
  if (!manager.watchdog()) return;
  const auto interval =
      std::chrono::duration_cast<std::chrono::milliseconds>(*manager.watchdog() / kSignsWithinWait);
  thread_ = std::thread([this, interval] { watch(std::max(interval, kShortestInterval)); });
}

ServiceWatchdog::~ServiceWatchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ServiceWatchdog::watch(std::chrono::milliseconds interval) {
  std::unique_lock lock(mutex_);
  auto pause = interval;
  while (!changed_.wait_for(lock, pause, [this] { return ended_; })) {
    lock.unlock();
    const auto report = probe_(interval);
    const bool is_alive = report || report.error().code == ErrorCode::kUnavailable;
    pause = is_alive ? interval : std::min(interval, kPauseAfterFailure);
    if (is_alive) {
      manager_.alive();
    } else {
      log::warn("no answer to our own question for health: {}", report.error().message);
    }
    lock.lock();
  }
}

}  // namespace norn::cli
