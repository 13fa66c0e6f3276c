#pragma once

#include <cstdint>
#include <vector>

#include "bookings_race/history.h"

namespace norn::race {

// What the rest of a history says about an operation that got no answer. Without this, a search
// would have to try every subset of them, and would find out late which one was wrong.
enum class Fate : uint8_t {
  kHappened,
  kMayHaveHappened,
  kHadNoEffect,  // It can be left out.
};

// One for each operation; those that were answered have happened. An event must be created by at
// most one operation of the history.
std::vector<Fate> fates_of(const History& history);

}  // namespace norn::race
