#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

#include "http/limits.h"

namespace norn::http {

// The memory that all large bodies of a server may take together. From any thread.
class BodyBudget {
 public:
  explicit BodyBudget(size_t bytes) : left_(bytes) {}

  bool take(size_t bytes) {
    size_t left = left_.load(std::memory_order_relaxed);
    do {
      if (left < bytes) return false;
    } while (!left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed));
    return true;
  }

  void give_back(size_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }

 private:
  std::atomic<size_t> left_;
};

// The share of one body in the budget.
class BodyShare {
 public:
  explicit BodyShare(BodyBudget& budget) : budget_(budget) {}
  ~BodyShare() { release(); }
  BodyShare(const BodyShare&) = delete;
  BodyShare& operator=(const BodyShare&) = delete;

  // Grows the share for a body of that size. Returns false if the budget is used up.
  bool grow_to(size_t bytes) {
    if (bytes <= kSmallBodyBytes || bytes <= taken_) return true;
    if (!budget_.take(bytes - taken_)) return false;
    taken_ = bytes;
    return true;
  }

  void release() {
    if (taken_ > 0) budget_.give_back(std::exchange(taken_, 0));
  }

 private:
  BodyBudget& budget_;
  size_t taken_ = 0;
};

}  // namespace norn::http
