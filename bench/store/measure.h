#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "store/data_set.h"

// How rates are measured. The machine may be doing other things, so a ceiling and what is measured
// against it take turns, and the middle of the ratios counts.
namespace norn::bench {

using SteadyClock = std::chrono::steady_clock;

inline double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

// One turn: runs for about so many seconds and returns operations per second.
using Turn = std::function<double(double seconds)>;

struct Comparison {
  double ceiling = 0;  // Operations per second, the median of the turns; so the next two.
  double candidate = 0;
  double ratio = 0;
  double ratio_low = 0;  // The quartiles of the ratios.
  double ratio_high = 0;
};

Comparison compare(const Turn& ceiling, const Turn& candidate, double seconds);

// The value at a share of the sorted values: 0.5 for the median.
double quantile(std::vector<double> values, double share);

// Calls `operation(random number)` on so many threads until the time is over. Returns operations
// per second of all threads together.
template <typename Operation>
double rate(double seconds, size_t threads, const Operation& operation) {
  constexpr uint64_t kBetweenLooksAtTheClock = 32;
  std::vector<double> rates(threads);
  const auto work = [&](size_t thread) {
    const auto begin = SteadyClock::now();
    uint64_t done = 0;
    uint64_t random = mix(thread + static_cast<uint64_t>(begin.time_since_epoch().count()));
    double elapsed = 0;
    while (elapsed < seconds) {
      for (uint64_t i = 0; i < kBetweenLooksAtTheClock; ++i) {
        random = mix(random);
        operation(random);
      }
      done += kBetweenLooksAtTheClock;
      elapsed = seconds_since(begin);
    }
    rates[thread] = static_cast<double>(done) / elapsed;
  };
  std::vector<std::jthread> others;
  for (size_t thread = 1; thread < threads; ++thread) {
    others.emplace_back(work, thread);
  }
  work(0);
  others.clear();  // Joins.
  double total = 0;
  for (const double one : rates) {
    total += one;
  }
  return total;
}

}  // namespace norn::bench
