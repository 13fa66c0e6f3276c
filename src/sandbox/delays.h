#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace norn::sandbox {

// Jobs that are run later, in the order of their times, on a thread of its own, which is there from
// the first one on. A job must not block.
class Delays {
 public:
  Delays() = default;
  ~Delays();  // Runs those that are left.
  Delays(const Delays&) = delete;
  Delays& operator=(const Delays&) = delete;

  // From any thread. If too many are waiting, or after `finish`, runs the job here and now.
  void run_after(int64_t delay_ms, std::function<void()> job);
  // Runs all that are waiting, now, and from here on waits for none.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;

  void loop();

  std::mutex mutex_;  // Guards what follows, but for the thread's own end.
  std::condition_variable changed_;
  std::multimap<Time, std::function<void()>> jobs_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace norn::sandbox
