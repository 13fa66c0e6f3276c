#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/bookings/sentences.h"
#include "base/faults.h"

// The rules for a stay. Each broken rule has a sentence of its own.
namespace norn::bookings {

// Returns kInvalid with kEndNotAfterStart, kTooLong or kTooShort. Blocked periods have no minimum,
// and may last kMaxNights in every place.
Result<void> check_stay(const PlaceSettings& place, const Stay& stay, EventKind kind);

// Returns kInvalid with kInThePast if a night that becomes taken or free is before today, unless
// the place allows it.
Result<void> check_past(const PlaceSettings& place, const std::vector<Date>& nights, Date today);

// Returns kInvalid with kTooManyChanges if so many nights do not fit in one transaction.
Result<void> check_changed_nights(size_t nights);

// All of these rules, in this order, for an event that moves from `old` (no nights if it is new) to
// `next`. Nights that do not change are not checked.
Result<void> check_nights(const PlaceSettings& place, const Stay& old, const Stay& next,
                          EventKind kind, Date today);

// A night that is taken, and the event that has it: nullopt if the event was deleted meanwhile.
struct TakenNight {
  Date night;
  std::optional<Event> event;
};
// kConflict with kOverlap. `taken` in the fault lists the nights, with the events that the caller
// may know:
// [{"night":"2026-07-01","event":{"id":"...","title":"Ada","kind":"booking"}}]
std::unexpected<Error> overlap(const Access& access, const std::vector<TakenNight>& taken);

// kConflict with kStaleVersion and the current state of the event.
std::unexpected<Error> stale_event(const Access& access, const Event& current);

// Consecutive nights: "July 3", "July 3 and 4", "July 3 to 9", "July 31 to August 2".
std::string nights_in_words(Date first, Date last);

}  // namespace norn::bookings
