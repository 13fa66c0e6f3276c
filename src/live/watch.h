#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "http/event_stream.h"

namespace norn::live {

// Checks periodically whether open streams may stay open, and closes those that may not. On a
// thread of its own, because the check may block and events must not wait for it.
class Watch {
 public:
  explicit Watch(int64_t check_ms);
  ~Watch();  // Stops; leaves the streams as they are.

  // Until the stream is closed. From any thread.
  void add(std::shared_ptr<http::EventStream> stream, std::function<bool()> may_continue);

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Watched {
    std::shared_ptr<http::EventStream> stream;
    std::function<bool()> may_continue;
    Time due;
  };

  void run();

  const std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. The interval is the same for all, so they are due in this order; there are
  // never more than the hub has subscribers and those that it has just lost.
  std::deque<Watched> queue_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::live
