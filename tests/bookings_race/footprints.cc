#include "bookings_race/footprints.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace norn::race {

Footprints::Footprints(const History& history) : footprints_(history.size()) {
  std::map<std::pair<int, int64_t>, Mask> nights_of_version;
  for (const Operation& operation : history) {
    if (operation.kind != Kind::kCreate && operation.kind != Kind::kUpdate) continue;
    const int64_t made = operation.kind == Kind::kCreate ? 1 : operation.version + 1;
    nights_of_version[{operation.event, made}] |= mask_of(operation.nights);
  }
  for (size_t i = 0; i < history.size(); ++i) {
    const Operation& operation = history[i];
    Footprint& footprint = footprints_[i];
    footprint.nights = mask_of(operation.nights);
    if (operation.kind == Kind::kList) continue;
    footprint.event = operation.event;
    if (operation.kind != Kind::kCreate) {
      footprint.nights |= nights_of_version[{operation.event, operation.version}];
    }
  }
}

Footprints::Mask Footprints::mask_of(const Nights& nights) {
  Mask mask;
  for (int night = nights.first; night < nights.end; ++night) {
    mask.set(static_cast<size_t>(night) % kBits);
  }
  return mask;
}

bool Footprints::are_independent(size_t left, size_t right) const {
  const Footprint& one = footprints_[left];
  const Footprint& other = footprints_[right];
  if (one.event != kNoEvent && one.event == other.event) return false;
  return (one.nights & other.nights).none();
}

std::vector<size_t> Footprints::dependent_on(size_t operation,
                                             const std::vector<size_t>& among) const {
  std::vector<size_t> dependent{operation};
  std::vector<size_t> others = among;
  std::erase(others, operation);
  for (size_t i = 0; i < dependent.size(); ++i) {
    const auto depends = [&](size_t other) { return !are_independent(dependent[i], other); };
    const auto first = std::ranges::partition(others, std::not_fn(depends)).begin();
    dependent.insert(dependent.end(), first, others.end());
    others.erase(first, others.end());
  }
  return dependent;
}

}  // namespace norn::race
