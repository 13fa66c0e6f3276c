#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "dynamodb/remote/aws_config.h"

namespace norn::cli {

// Tells the service manager that started this process (systemd) how far it is. The protocol is a
// datagram of lines to a socket that the environment names:
// https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
//
// Does nothing if there is no such manager. A message that cannot be sent is logged: the service
// works without. From any thread.
class ServiceManager {
 public:
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID.
  explicit ServiceManager(const dynamodb::Environment& environment);

  bool is_there() const { return !socket_.empty(); }
  // How long the manager waits for a sign of life before it restarts the service.
  std::optional<std::chrono::microseconds> watchdog() const { return watchdog_; }

  void ready(std::string_view status) const;  // Requests are answered from now on.
  void reloading() const;                     // Settings are read again; ready() follows.
  void stopping() const;
  void alive() const;

 private:
  void send(const std::string& lines) const;

  std::string socket_;
  std::optional<std::chrono::microseconds> watchdog_;
};

// Shows the manager that the service answers, while it lives: asks `probe` three times within the
// time that the manager waits, and passes a sign of life on if it returned success. Reports of
// trouble (kUnavailable) are signs of life as well: a full disk is not repaired by a restart.
class ServiceWatchdog {
 public:
  using Probe = std::function<Result<std::string>(std::chrono::milliseconds timeout)>;

  // Does nothing if the manager waits for no signs of life. `manager` must outlive it.
  ServiceWatchdog(const ServiceManager& manager, Probe probe);
  ~ServiceWatchdog();
  ServiceWatchdog(const ServiceWatchdog&) = delete;
  ServiceWatchdog& operator=(const ServiceWatchdog&) = delete;

 private:
  void watch(std::chrono::milliseconds interval);

  const ServiceManager& manager_;
  const Probe probe_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::cli
