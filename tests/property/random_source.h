#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace norn::testing {

// Choices that depend on the seed alone, on every machine.
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : engine_(seed) {}

  // 0 <= result < bound.
  size_t below(size_t bound) { return static_cast<size_t>(engine_() % bound); }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <typename T>
  const T& pick(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace norn::testing
