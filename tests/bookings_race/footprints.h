#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

#include "bookings_race/history.h"

namespace norn::race {

// Which nights and which event an operation looks at or changes. Two operations that share none of
// them lead to the same place and have the same answers in either order.
class Footprints {
 public:
  explicit Footprints(const History& history);

  // Of these operations those that depend on one of them, on one that depends on it, and so on.
  std::vector<size_t> dependent_on(size_t operation, const std::vector<size_t>& among) const;

 private:
  // Where there are more nights, several share a bit, which costs time and no correctness.
  static constexpr size_t kBits = 128;
  using Mask = std::bitset<kBits>;
  static constexpr int kNoEvent = -1;

  struct Footprint {
    Mask nights;
    int event = kNoEvent;
  };

  static Mask mask_of(const Nights& nights);
  bool are_independent(size_t left, size_t right) const;

  std::vector<Footprint> footprints_;
};

}  // namespace norn::race
