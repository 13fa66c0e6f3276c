#include "store/measure.h"

#include <algorithm>

namespace norn::bench {
namespace {

constexpr double kTurnSeconds = 0.25;
constexpr int kMinTurns = 7;

}  // namespace

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

Comparison compare(const Turn& ceiling, const Turn& candidate, double seconds) {
  const int turns = std::max(kMinTurns, static_cast<int>(seconds / (2 * kTurnSeconds)));
  std::vector<double> ceilings;
  std::vector<double> candidates;
  std::vector<double> ratios;
  for (int turn = 0; turn < turns; ++turn) {
    // Who goes first changes, so that neither always profits from what the other left behind.
    if (turn % 2 == 0) {
      ceilings.push_back(ceiling(kTurnSeconds));
      candidates.push_back(candidate(kTurnSeconds));
    } else {
      candidates.push_back(candidate(kTurnSeconds));
      ceilings.push_back(ceiling(kTurnSeconds));
    }
    ratios.push_back(candidates.back() / ceilings.back());
  }
  return {quantile(ceilings, 0.5), quantile(candidates, 0.5), quantile(ratios, 0.5),
          quantile(ratios, 0.25), quantile(ratios, 0.75)};
}

}  // namespace norn::bench
