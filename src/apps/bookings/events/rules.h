#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/access.h"
#include "base/faults.h"

// The rules for a stay. Each broken rule has an error of its own, named by the `code` of the fault.
namespace norn::bookings {

constexpr std::string_view kEndNotAfterStart = "endNotAfterStart";
constexpr std::string_view kTooLong = "tooLong";
constexpr std::string_view kTooShort = "tooShort";
constexpr std::string_view kInThePast = "inThePast";
constexpr std::string_view kTooManyChanges = "tooManyChanges";  // Of nights, by one update.
constexpr std::string_view kOverlap = "overlap";
constexpr std::string_view kStaleVersion = "staleVersion";
constexpr std::string_view kNightsAreFree = "nightsAreFree";  // Of a wish for free nights.

// The error of a broken rule.
std::unexpected<Error> broken_rule(ErrorCode error, std::string_view code, std::string_view field,
                                   std::string message);

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

// kConflict with kStaleVersion: `what` ("booking") changed since the caller read it.
std::unexpected<Error> stale_version(std::string_view what, std::string current, std::string etag);
// The same for an event, with its current state.
std::unexpected<Error> stale_event(const Access& access, const Event& current);

// Nights and days in the words of messages.
std::string count_in_words(int64_t nights);  // "1 night", "34 nights"
std::string day_in_words(Date day);          // "July 3, 2026"
// Consecutive nights: "July 3", "July 3 and 4", "July 3 to 9", "July 31 to August 2". The year is
// for messages about nights that the reader did not choose just now.
std::string nights_in_words(Date first, Date last, bool with_year = false);
// Any nights, in order: "July 3 and 4, July 8 and July 10 to 12".
std::string nights_in_words(const std::vector<Date>& nights, bool with_year = false);

}  // namespace norn::bookings
