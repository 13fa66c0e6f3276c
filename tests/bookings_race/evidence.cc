#include "bookings_race/evidence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace norn::race {
namespace {

// What a history tells about one event.
struct Traces {
  std::optional<size_t> create;
  bool is_mentioned = false;        // By an answer, so that it was there.
  int64_t highest_mentioned = 0;    // Version, in an answer or as what a request is based on.
  int64_t last_seen_invoked = -1;   // By the latest operation that has found it there.
  std::map<int64_t, Booked> shown;  // By version.
  std::vector<size_t> updates;
  std::vector<size_t> removals;
};

class Evidence {
 public:
  explicit Evidence(const History& history) : history_(history) {
    for (size_t i = 0; i < history.size(); ++i) {
      note(i);
    }
    find_last_list();
  }

  Fate fate_of(size_t index) const {
    const Operation& operation = history_[index];
    if (operation.outcome != Outcome::kUnknown) return Fate::kHappened;
    if (operation.kind == Kind::kList) return Fate::kHadNoEffect;
    const Traces& traces = traces_.at(operation.event);
    if (operation.kind == Kind::kCreate) return fate_of_create(traces);
    if (operation.kind == Kind::kUpdate) return fate_of_update(operation, traces);
    return fate_of_removal(index, traces);
  }

 private:
  void note(size_t index) {
    const Operation& operation = history_[index];
    if (operation.kind != Kind::kList) {
      Traces& traces = traces_[operation.event];
      if (operation.kind == Kind::kCreate) traces.create = index;
      if (operation.kind == Kind::kUpdate) traces.updates.push_back(index);
      if (operation.kind == Kind::kRemove) traces.removals.push_back(index);
      if (operation.kind != Kind::kCreate) {
        traces.highest_mentioned = std::max(traces.highest_mentioned, operation.version);
      }
      const bool found_it =
          operation.outcome == Outcome::kDone ||
          (operation.kind == Kind::kUpdate && operation.outcome == Outcome::kOverlap);
      if (found_it) see(operation.event, operation);
    }
    for (const Booked& booked : operation.shown) {
      Traces& traces = see(booked.event, operation);
      traces.highest_mentioned = std::max(traces.highest_mentioned, booked.version);
      traces.shown.emplace(booked.version, booked);
    }
    for (const TakenNight& taken : operation.taken) {
      if (taken.event) see(*taken.event, operation);
    }
  }

  Traces& see(int event, const Operation& by) {
    Traces& traces = traces_[event];
    traces.is_mentioned = true;
    traces.last_seen_invoked = std::max(traces.last_seen_invoked, by.invoked);
    return traces;
  }

  // A list of everything that was asked for when all other answers were there: what had happened
  // and was never undone must be in it.
  void find_last_list() {
    const auto last = std::ranges::max_element(history_, {}, &Operation::invoked);
    if (last == history_.end()) return;
    has_last_list_ = last->kind == Kind::kList && last->outcome == Outcome::kDone;
    for (const Operation& other : history_) {
      const bool is_before =
          &other == &*last || other.outcome == Outcome::kUnknown || other.answered < last->invoked;
      const bool is_within =
          other.nights.first >= last->nights.first && other.nights.end <= last->nights.end;
      has_last_list_ = has_last_list_ && is_before && is_within;
    }
    if (!has_last_list_) return;
    for (const Booked& booked : last->shown) {
      at_the_end_.emplace(booked.event, booked);
    }
  }

  Fate fate_of_create(const Traces& traces) const {
    if (traces.is_mentioned) return Fate::kHappened;
    // Nothing could have changed or removed it, so it would be in the last list.
    const bool is_alone = traces.updates.empty() && traces.removals.empty();
    return has_last_list_ && is_alone ? Fate::kHadNoEffect : Fate::kMayHaveHappened;
  }

  Fate fate_of_update(const Operation& operation, const Traces& traces) const {
    const int64_t made = operation.version + 1;
    // Nothing is based on it, so it would be in the last list.
    if (has_last_list_ && traces.highest_mentioned < made) return Fate::kHadNoEffect;
    const auto shown = traces.shown.find(made);
    size_t candidates = 0;
    for (const size_t index : traces.updates) {
      const Operation& other = history_[index];
      if (other.version != operation.version) continue;
      // A version is made once.
      if (other.outcome == Outcome::kDone) return Fate::kHadNoEffect;
      candidates += other.outcome == Outcome::kUnknown &&
                    (shown == traces.shown.end() || is_result(shown->second, other));
    }
    if (shown == traces.shown.end()) return Fate::kMayHaveHappened;
    if (!is_result(shown->second, operation)) return Fate::kHadNoEffect;
    return candidates == 1 ? Fate::kHappened : Fate::kMayHaveHappened;
  }

  static bool is_result(const Booked& shown, const Operation& update) {
    return shown.nights == update.nights && shown.mark == update.mark;
  }

  Fate fate_of_removal(size_t index, const Traces& traces) const {
    const Operation& operation = history_[index];
    // It was there when this could not happen any more.
    if (traces.last_seen_invoked > operation.answered) return Fate::kHadNoEffect;
    size_t candidates = 0;
    for (const size_t other : traces.removals) {
      // An event is removed once.
      if (history_[other].outcome == Outcome::kDone) return Fate::kHadNoEffect;
      candidates += history_[other].outcome == Outcome::kUnknown &&
                    traces.last_seen_invoked <= history_[other].answered;
    }
    const bool was_there = traces.is_mentioned;
    const bool is_gone = has_last_list_ && !at_the_end_.contains(operation.event);
    return was_there && is_gone && candidates == 1 ? Fate::kHappened : Fate::kMayHaveHappened;
  }

  const History& history_;
  std::map<int, Traces> traces_;
  bool has_last_list_ = false;
  std::map<int, Booked> at_the_end_;
};

}  // namespace

std::vector<Fate> fates_of(const History& history) {
  const Evidence evidence(history);
  std::vector<Fate> fates;
  fates.reserve(history.size());
  for (size_t i = 0; i < history.size(); ++i) {
    fates.push_back(evidence.fate_of(i));
  }
  return fates;
}

}  // namespace norn::race
