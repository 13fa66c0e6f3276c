#pragma once

#include <algorithm>
#include <chrono>
#include <set>

#include "base/error.h"
#include "base/log.h"

namespace norn::live {

// The errors of an operation that is repeated: logs each kind once until the operation has worked
// for a while, and doubles the pause between tries.
class ErrorBackoff {
 public:
  void report(const Error& error) {
    reported_ = std::chrono::steady_clock::now();
    pause_ = std::clamp(pause_ * 2, kFirstPause, kLongestPause);
    if (logged_.insert(error.code).second) {
      log::warn("live changes do not reach open pages: {}", error.message);
    }
  }
  void succeeded() {
    pause_ = {};
    if (logged_.empty() || std::chrono::steady_clock::now() - reported_ < kOverAfter) return;
    log::info("live changes reach open pages again");
    logged_.clear();
  }
  std::chrono::milliseconds pause() const { return pause_; }

 private:
  static constexpr std::chrono::milliseconds kFirstPause{100};
  static constexpr std::chrono::milliseconds kLongestPause{5'000};
  static constexpr std::chrono::seconds kOverAfter{10};

  std::set<ErrorCode> logged_;
  std::chrono::steady_clock::time_point reported_;
  std::chrono::milliseconds pause_{};
};

}  // namespace norn::live
