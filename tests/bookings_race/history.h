#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

// What clients did to one place, and what they were told. Nights, events and clients are numbers
// here: whoever records a history counts them.
namespace norn::race {

// The nights [first, end).
struct Nights {
  int first = 0;
  int end = 0;

  bool has(int night) const { return first <= night && night < end; }
  bool overlaps(const Nights& other) const { return first < other.end && other.first < end; }
  friend bool operator==(const Nights&, const Nights&) = default;
};

// An event as somebody was shown it. `mark` is what its last writer wrote into it, so that two
// versions of the same number and nights can be told apart.
struct Booked {
  int event = 0;
  int64_t version = 1;
  Nights nights = {};
  int64_t mark = 0;
  friend bool operator==(const Booked&, const Booked&) = default;
};

// A night that was in the way, and by whom it was taken; nullopt when the answer does not say,
// because that event was gone when it was looked for.
struct TakenNight {
  int night = 0;
  std::optional<int> event = std::nullopt;
  friend bool operator==(const TakenNight&, const TakenNight&) = default;
};

enum class Kind : uint8_t { kCreate, kUpdate, kRemove, kList };
// Unknown: no answer came. It may have happened at any instant of its time, or never.
enum class Outcome : uint8_t { kDone, kOverlap, kStale, kGone, kUnknown };

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

struct Operation {
  int client = 0;
  Kind kind = Kind::kList;
  int64_t invoked = 0;
  // For unknown outcomes the instant from which on it cannot happen any more; kNever if there is
  // none.
  int64_t answered = kNever;

  // What was asked for.
  int event = 0;        // Not of lists.
  int64_t version = 0;  // What updates and removals are based on.
  Nights nights = {};   // Wanted, or looked at.
  int64_t mark = 0;     // Written by creates and updates.

  // What was answered.
  Outcome outcome = Outcome::kDone;
  std::vector<TakenNight> taken = {};  // kOverlap, in the order of the nights.
  // kStale: the event as it is. kDone: what was made of it by a create or an update, and all that a
  // list has seen.
  std::vector<Booked> shown = {};
};

using History = std::vector<Operation>;

std::string to_text(const Nights& nights);
std::string to_text(const Booked& booked);
std::string to_text(const Operation& operation);

}  // namespace norn::race
