#include "bookings_race/history_builders.h"

#include <algorithm>
#include <array>

namespace norn::race {

Operation create(int event, Nights nights) {
  return {.kind = Kind::kCreate, .event = event, .nights = nights};
}

Operation update(int event, int64_t version, Nights nights) {
  return {.kind = Kind::kUpdate, .event = event, .version = version, .nights = nights};
}

Operation remove(int event, int64_t version) {
  return {.kind = Kind::kRemove, .event = event, .version = version};
}

Operation list(Nights nights, std::vector<Booked> seen) {
  return {.kind = Kind::kList, .nights = nights, .shown = std::move(seen)};
}

Operation made(int event, Nights nights) {
  Operation operation = create(event, nights);
  operation.shown = {{event, 1, nights}};
  return operation;
}

Operation moved(int event, int64_t version, Nights nights) {
  Operation operation = update(event, version, nights);
  operation.shown = {{event, version + 1, nights}};
  return operation;
}

Operation removed(int event, int64_t version) {
  return remove(event, version);
}

Operation overlap(Operation operation, std::vector<TakenNight> taken) {
  operation.outcome = Outcome::kOverlap;
  operation.taken = std::move(taken);
  return operation;
}

Operation stale(Operation operation, Booked current) {
  operation.outcome = Outcome::kStale;
  operation.shown = {current};
  return operation;
}

Operation gone(Operation operation) {
  operation.outcome = Outcome::kGone;
  return operation;
}

Operation unknown(Operation operation) {
  operation.outcome = Outcome::kUnknown;
  return operation;
}

Operation at(int64_t invoked, int64_t answered, Operation operation) {
  operation.invoked = invoked;
  operation.answered = answered;
  return operation;
}

namespace {

size_t below(size_t bound, std::mt19937_64& random) {
  return random() % bound;
}

void change_outcome(Operation& operation, std::mt19937_64& random) {
  if (operation.kind == Kind::kList) {
    operation.shown.clear();
    return;
  }
  constexpr std::array kOutcomes{Outcome::kDone, Outcome::kOverlap, Outcome::kGone,
                                 Outcome::kUnknown};
  operation.outcome = kOutcomes[below(kOutcomes.size(), random)];
  operation.shown.clear();
  operation.taken.clear();
  if (operation.outcome == Outcome::kDone && operation.kind != Kind::kRemove) {
    const int64_t version = operation.kind == Kind::kCreate ? 1 : operation.version + 1;
    operation.shown = {{operation.event, version, operation.nights, operation.mark}};
  }
  if (operation.outcome == Outcome::kOverlap && operation.kind != Kind::kRemove) {
    operation.taken = {{operation.nights.first, std::nullopt}};
  }
}

void change_shown(Booked& shown, std::mt19937_64& random) {
  switch (below(4, random)) {
    case 0:
      shown.event += shown.event == 0 ? 1 : -1;
      break;
    case 1:
      shown.version += 1;
      break;
    case 2:
      shown.mark += 1;
      break;
    default:
      shown.nights.end += 1;
  }
}

void change_taken(Operation& operation, std::mt19937_64& random) {
  TakenNight& taken = operation.taken[below(operation.taken.size(), random)];
  switch (below(3, random)) {
    case 0:
      taken.event.reset();
      break;
    case 1:
      taken.event = taken.event.value_or(0) == 0 ? 1 : 0;
      break;
    default:
      std::erase_if(operation.taken, [&](const TakenNight& one) { return &one == &taken; });
  }
}

}  // namespace

void change_one_answer(History& history, std::mt19937_64& random) {
  Operation& operation = history[below(history.size(), random)];
  if (!operation.taken.empty() && below(2, random) == 0) {
    change_taken(operation, random);
  } else if (!operation.shown.empty() && below(3, random) != 0) {
    change_shown(operation.shown[below(operation.shown.size(), random)], random);
  } else {
    change_outcome(operation, random);
  }
}

namespace {

// Events that were removed before an instant, or never changed and not removed until after it.
std::vector<int> events_at(const History& history, const Operation& now, bool are_removed) {
  std::vector<int> events;
  for (const Operation& operation : history) {
    if (operation.kind != Kind::kCreate || operation.outcome != Outcome::kDone) continue;
    bool is_removed = false;
    bool is_untouched = operation.answered < now.invoked;
    for (const Operation& other : history) {
      if (other.event != operation.event || other.kind == Kind::kList) continue;
      is_removed |= other.kind == Kind::kRemove && other.outcome == Outcome::kDone &&
                    other.answered < now.invoked;
      is_untouched &= &other == &operation || other.invoked > now.answered;
    }
    if (are_removed ? is_removed : is_untouched) events.push_back(operation.event);
  }
  return events;
}

}  // namespace

void tell_a_lie(History& history, std::mt19937_64& random) {
  // In the second half, where there is much that it can contradict.
  for (size_t i = history.size() / 2 + below(history.size() / 4, random); i < history.size(); ++i) {
    Operation& operation = history[i];
    if (operation.outcome == Outcome::kOverlap && operation.taken.front().event) {
      const std::vector<int> removed_ones = events_at(history, operation, true);
      operation.taken.front().event = removed_ones.back();
      return;
    }
    if (operation.kind != Kind::kList || operation.outcome != Outcome::kDone) continue;
    const std::vector<int> untouched = events_at(history, operation, false);
    const auto is_untouched = [&](const Booked& booked) {
      return std::ranges::find(untouched, booked.event) != untouched.end();
    };
    if (std::erase_if(operation.shown, is_untouched) > 0) return;
  }
}

std::string to_text(const History& history) {
  std::string text;
  for (const Operation& operation : history) {
    text += to_text(operation) + "\n";
  }
  return text;
}

}  // namespace norn::race
