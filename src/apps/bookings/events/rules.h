#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/access.h"
#include "base/faults.h"

// What a stay has to be, whoever wants it; each rule that is broken has an error of its own, which
// the `code` of the fault names.
namespace norn::bookings {

constexpr std::string_view kEndNotAfterStart = "endNotAfterStart";
constexpr std::string_view kTooLong = "tooLong";
constexpr std::string_view kTooShort = "tooShort";
constexpr std::string_view kInThePast = "inThePast";
constexpr std::string_view kTooManyChanges = "tooManyChanges";  // Of nights, by one update.
constexpr std::string_view kOverlap = "overlap";
constexpr std::string_view kStaleVersion = "staleVersion";
constexpr std::string_view kNightsAreFree = "nightsAreFree";  // A wish for what can be booked.

// An error that says which rule was broken.
std::unexpected<Error> broken_rule(ErrorCode error, std::string_view code, std::string_view field,
                                   std::string message);

// kInvalid with kEndNotAfterStart, kTooLong or kTooShort. Blocked periods have only the first two,
// and last up to kMaxNights whatever the place says.
Result<void> check_stay(const PlaceSettings& place, const Stay& stay, EventKind kind);

// kInvalid with kInThePast when one of the nights that become taken or free is before today.
Result<void> check_past(const PlaceSettings& place, const std::vector<Date>& nights, Date today);

// kInvalid with kTooManyChanges when one transaction has no room for so many nights.
Result<void> check_changed_nights(size_t nights);

// All of these, for an event that has the nights of `old` (none, when it is new) and wants those of
// `next`; in this order, and nothing of it when the nights stay as they are.
Result<void> check_nights(const PlaceSettings& place, const Stay& old, const Stay& next,
                          EventKind kind, Date today);

// A night that is taken, and by what: nullopt when that is gone by now.
struct TakenNight {
  Date night;
  std::optional<Event> event;
};
// kConflict with kOverlap; `taken` in the fault lists nights, and for those who may know who comes
// the id and the title of the event:
// [{"night":"2026-07-01","event":{"id":"...","title":"Ada","kind":"booking"}}]
std::unexpected<Error> overlap(const Access& access, const std::vector<TakenNight>& taken);

// kConflict with kStaleVersion: `what` ("booking") is not any more what somebody has read.
std::unexpected<Error> stale_version(std::string_view what, std::string current, std::string etag);
// The same for an event, as it is now.
std::unexpected<Error> stale_event(const Access& access, const Event& current);

}  // namespace norn::bookings
