#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "base/clock.h"

namespace norn::sandbox {

// The real time until a test moves it. From there on it goes on, or stands still. From any thread.
class TestClock final : public Clock {
 public:
  // What has been done to it.
  struct Setting {
    int64_t ahead_ms = 0;              // Of the real time.
    std::optional<int64_t> frozen_ms;  // When it stands still: where.
  };

  explicit TestClock(const Clock& real) : real_(real) {}

  int64_t now_ms() const override {
    const std::lock_guard lock(mutex_);
    return setting_.frozen_ms.value_or(real_.now_ms() + setting_.ahead_ms);
  }
  Setting setting() const {
    const std::lock_guard lock(mutex_);
    return setting_;
  }
  void set(const Setting& setting) {
    const std::lock_guard lock(mutex_);
    setting_ = setting;
  }
  // That with which it shows this time from now on, or stands still at it.
  Setting at(int64_t now_ms, bool frozen) const {
    return {.ahead_ms = now_ms - real_.now_ms(),
            .frozen_ms = frozen ? std::optional(now_ms) : std::nullopt};
  }

 private:
  const Clock& real_;
  mutable std::mutex mutex_;
  Setting setting_;  // Guarded by mutex_.
};

}  // namespace norn::sandbox
