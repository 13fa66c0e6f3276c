#include "cli/stop_signals.h"

#include <unistd.h>

namespace norn::cli {

StopSignals::StopSignals(bool with_hangups) {
  sigemptyset(&signals_);
  if (with_hangups) sigaddset(&signals_, SIGHUP);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &signals_before_);
  thread_ = std::thread([this] { watch(); });
}

StopSignals::~StopSignals() {
  ended_ = true;
  pthread_kill(thread_.native_handle(), SIGINT);  // Wakes the thread, which sees ended_.
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
}

void StopSignals::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return asked_; });
}

void StopSignals::on_hangup(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  on_hangup_ = std::move(action);
}

void StopSignals::watch() {
  while (true) {
    int signal = 0;
    sigwait(&signals_, &signal);
    if (ended_) return;
    const std::lock_guard lock(mutex_);
    if (signal == SIGHUP) {
      if (on_hangup_) on_hangup_();
      continue;
    }
    // Nothing is flushed or closed: the store survives being killed at any moment.
    if (asked_) _exit(128 + signal);
    asked_ = true;
    changed_.notify_all();
  }
}

}  // namespace norn::cli
