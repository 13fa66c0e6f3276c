#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace norn {

// The time of day, injected so that tests are exact. Safe to call from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  // Milliseconds since 1970-01-01T00:00:00Z.
  virtual int64_t now_ms() const = 0;

  int64_t now_s() const { return now_ms() / 1000; }
};

class SystemClock final : public Clock {
 public:
  int64_t now_ms() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

// A clock for tests, which moves only when they move it.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(int64_t now_ms) : now_ms_(now_ms) {}

  int64_t now_ms() const override { return now_ms_.load(); }
  void advance_ms(int64_t by_ms) { now_ms_ += by_ms; }
  void set_ms(int64_t now_ms) { now_ms_ = now_ms; }

 private:
  std::atomic<int64_t> now_ms_;
};

}  // namespace norn
