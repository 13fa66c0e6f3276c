#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "store/store.h"
#include "support/model_store.h"

namespace norn::testing {

// A store that is compared with the model. Both use the same clock, which only the comparison
// moves; in the background the candidate does nothing by itself.
struct Candidate {
  store::Store& store;
  // Does all that is due: back-fills indexes, expires items, trims streams.
  std::function<void()> maintain;
};

// Does the same random operations with both stores and compares every reply. Returns nullopt when
// all were the same, or else the operation, what both answered, and how to do it again. The stores
// must be empty.
std::optional<std::string> compare_stores(ModelStore& model, const Candidate& candidate,
                                          ManualClock& clock, uint64_t seed, int64_t operations);

}  // namespace norn::testing
