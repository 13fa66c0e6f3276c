#pragma once

#include <cstdint>
#include <string>

#include "bookings_race/history.h"

namespace norn::race {

struct SearchLimits {
  // Operations tried in some place of the order. A good history needs a few for each operation.
  uint64_t steps = 50'000'000;
  // Different situations that are remembered, of 16 bytes each.
  size_t situations = 8'000'000;
};

struct Verdict {
  enum class Kind : uint8_t { kExplained, kNotExplained, kUndecided };
  Kind kind = Kind::kExplained;
  std::string why = {};  // Which operations cannot be explained, and how far it went well.
  uint64_t steps = 0;
};

// Whether there is an order of the operations in which each has the outcome that it had, and in
// which an operation that was answered before another was invoked comes before it; that is, whether
// the place behaved as if it did one thing at a time (Herlihy & Wing: linearizability).
//
// The search is that of Wing & Gong with Lowe's memory of situations ("Testing for
// linearizability", 2017): it goes through the operations in time, tries each that may come next,
// and goes back where one cannot be explained. It tries few of them, because
// - what changes nothing is taken as soon as it fits: it cannot spoil anything for the others;
// - what ends a version that another operation still has to see is not tried (versions never come
//   back);
// - what has nothing to do with the operation that is answered next waits until after it;
// - of most operations without an answer the others tell whether they happened (evidence.h).
Verdict check_linearizability(const History& history, const SearchLimits& limits = {});

}  // namespace norn::race
