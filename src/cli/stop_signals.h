#pragma once

#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace norn::cli {

// SIGINT and SIGTERM while it lives: the first asks the process to stop, the second ends it at
// once with 128 plus the signal's number. Make it before any other thread, since threads inherit
// which signals are left to it.
//
// SIGHUP, when asked for, runs what on_hangup was given instead of ending the process.
class StopSignals {
 public:
  explicit StopSignals(bool with_hangups = false);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Returns once the process is asked to stop.
  void wait();
  // `action` runs on this object's own thread, and not any more once this has been called again
  // with nothing.
  void on_hangup(std::function<void()> action);

 private:
  void watch();

  sigset_t signals_;
  sigset_t signals_before_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool asked_ = false;               // Guarded by mutex_.
  std::function<void()> on_hangup_;  // Guarded by mutex_.
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace norn::cli
