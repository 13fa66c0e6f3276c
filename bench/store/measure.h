#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
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

// Calls `run(make(random number))` on so many threads until the time is over, and returns calls of
// `run` per second of all threads together. Only `run` is timed. What it works on was made a moment
// before, as a server has just read the request that it answers.
template <typename Make, typename Run>
double rate(double seconds, size_t threads, const Make& make, const Run& run) {
  constexpr size_t kMadeAtOnce = 32;
  std::vector<double> rates(threads);
  const auto work = [&](size_t thread) {
    const auto begin = SteadyClock::now();
    uint64_t random = mix(thread + static_cast<uint64_t>(begin.time_since_epoch().count()));
    std::vector<decltype(make(random))> made;
    uint64_t done = 0;
    double timed = 0;
    while (seconds_since(begin) < seconds) {
      made.clear();
      for (size_t i = 0; i < kMadeAtOnce; ++i) {
        random = mix(random);
        made.push_back(make(random));
      }
      const auto start = SteadyClock::now();
      for (const auto& one : made) {
        run(one);
      }
      timed += seconds_since(start);
      done += kMadeAtOnce;
    }
    rates[thread] = static_cast<double>(done) / timed;
  };
  std::vector<std::jthread> others;
  for (size_t thread = 1; thread < threads; ++thread) {
    others.emplace_back(work, thread);
  }
  work(0);
  others.clear();  // Joins.
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

}  // namespace norn::bench
