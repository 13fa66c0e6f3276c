#include "bookings_race/linearizability.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bookings_race/evidence.h"
#include "bookings_race/footprints.h"
#include "bookings_race/place_model.h"
#include "bookings_race/timeline.h"
#include "bookings_race/wanted_versions.h"

namespace norn::race {
namespace {

using Effect = PlaceModel::Effect;

// Which operations are explained, and what is booked then. Hashes: should two situations ever have
// the same, an explanation might be missed, and never a bad history accepted.
struct Situation {
  uint64_t explained = 0;
  uint64_t booked = 0;
  friend bool operator==(const Situation&, const Situation&) = default;
};
struct SituationHash {
  size_t operator()(const Situation& situation) const {
    return situation.explained ^ (situation.booked * 0x9e3779b97f4a7c15ULL);
  }
};

struct Sizes {
  int nights = 0;
  int events = 0;
};

class Search {
 public:
  Search(const History& history, const std::vector<Fate>& fates, const SearchLimits& limits,
         const Sizes& sizes)
      : history_(history),
        fates_(fates),
        limits_(limits),
        model_(sizes.nights, sizes.events),
        timeline_(history, fates),
        wanted_(history, fates),
        footprints_(history) {
    std::mt19937_64 random(history.size());
    for (size_t i = 0; i < history.size(); ++i) {
      marks_.push_back(random());
      unexplained_ += must_happen(i);
    }
  }

  Verdict run() {
    open_choice();
    while (unexplained_ > 0) {
      if (steps_ > limits_.steps || known_.size() > limits_.situations) {
        return {Verdict::Kind::kUndecided,
                fmt::format("given up after {} steps and {} situations.\n{}", steps_, known_.size(),
                            farthest_text()),
                steps_};
      }
      Choice& choice = choices_.back();
      if (choice.next < choice.steps.size()) {
        if (take(choice.steps[choice.next++])) open_choice();
        continue;
      }
      note_dead_end();
      undo_to(choice.done_before);
      choices_.pop_back();
      if (choices_.empty()) return {Verdict::Kind::kNotExplained, farthest_text(), steps_};
      undo_to(done_.size() - 1);  // The step that led to that choice.
    }
    return {Verdict::Kind::kExplained, "", steps_};
  }

 private:
  struct Step {
    size_t operation = 0;
    bool is_left_out = false;  // An operation without an answer, which is taken not to happen.
  };
  // A place in the order for which there may be several operations.
  struct Choice {
    size_t done_before = 0;
    std::vector<Step> steps = {};
    size_t next = 0;
  };
  struct Done {
    size_t operation = 0;
    std::optional<PlaceModel::Before> before;
  };
  // Where everything else had been tried, with the most operations explained.
  struct DeadEnd {
    size_t explained = 0;
    std::optional<size_t> stuck;
    std::vector<size_t> waiting;
    std::vector<Booked> booked;
  };

  bool must_happen(size_t operation) const { return fates_[operation] == Fate::kHappened; }

  void explain(size_t operation, std::optional<PlaceModel::Before> before) {
    timeline_.lift(operation);
    wanted_.remove(operation);
    explained_ ^= marks_[operation];
    unexplained_ -= must_happen(operation);
    done_.push_back({operation, std::move(before)});
  }

  void undo_to(size_t size) {
    while (done_.size() > size) {
      const Done& last = done_.back();
      timeline_.put_back(last.operation);
      wanted_.add(last.operation);
      explained_ ^= marks_[last.operation];
      unexplained_ += must_happen(last.operation);
      if (last.before) model_.undo(*last.before);
      done_.pop_back();
    }
  }

  // Whether it led to a situation that was not there before; otherwise everything is as it was.
  bool take(const Step& step) {
    ++steps_;
    std::optional<PlaceModel::Before> before;
    if (!step.is_left_out) before = model_.apply(history_[step.operation]);
    explain(step.operation, std::move(before));
    if (known_.insert({explained_, model_.hash()}).second) return true;
    undo_to(done_.size() - 1);
    return false;
  }

  void explain_what_changes_nothing() {
    bool goes_on = true;
    while (goes_on) {
      goes_on = false;
      for (const size_t operation : timeline_.next()) {
        ++steps_;
        if (model_.effect_of(history_[operation]) != Effect::kNothing) continue;
        explain(operation, std::nullopt);
        goes_on = true;
      }
    }
  }

  // Only operations that may come next can come before the one that is answered first. Those of
  // them that have nothing to do with it, not even through others, may as well come after it.
  std::vector<size_t> worth_trying() {
    const std::vector<size_t>& next = timeline_.next();
    const auto first = timeline_.first_answered();
    return first ? footprints_.dependent_on(*first, next) : next;
  }

  void open_choice() {
    Choice choice{done_.size()};
    explain_what_changes_nothing();
    for (const size_t operation : worth_trying()) {
      if (model_.effect_of(history_[operation]) != Effect::kChange) continue;
      if (wanted_.may_end(operation)) choice.steps.push_back({operation});
    }
    // What is answered first is probably what came first.
    std::ranges::sort(choice.steps, {}, [&](const Step& step) {
      return std::pair(history_[step.operation].answered, step.operation);
    });
    const auto first = timeline_.first_answered();
    if (first && !must_happen(*first)) choice.steps.push_back({*first, true});
    choices_.push_back(std::move(choice));
  }

  void note_dead_end() {
    if (done_.size() < farthest_.explained || (done_.empty() && farthest_.stuck)) return;
    farthest_.explained = done_.size();
    farthest_.waiting = timeline_.next();
    farthest_.stuck = timeline_.first_answered();
    farthest_.booked = model_.booked();
  }

  std::string farthest_text() const {
    if (!farthest_.stuck) return "";
    std::string text = fmt::format(
        "{} of {} operations can be explained together. Then this one cannot:\n  {}\n"
        "because then, or before anything else that may come first, the place has\n",
        farthest_.explained, history_.size(), to_text(history_[*farthest_.stuck]));
    for (const Booked& booked : farthest_.booked) {
      text += fmt::format("  {}\n", to_text(booked));
    }
    text += "At that time there were also, not explained yet,\n";
    for (const size_t operation : farthest_.waiting) {
      if (operation == *farthest_.stuck) continue;
      text += fmt::format("  {}\n", to_text(history_[operation]));
    }
    return text;
  }

  const History& history_;
  const std::vector<Fate>& fates_;
  const SearchLimits& limits_;
  PlaceModel model_;
  Timeline timeline_;
  WantedVersions wanted_;
  Footprints footprints_;
  std::vector<uint64_t> marks_;  // Random, by operation: their sum is which of them are explained.
  uint64_t explained_ = 0;
  size_t unexplained_ = 0;
  uint64_t steps_ = 0;
  std::vector<Done> done_;
  std::vector<Choice> choices_;
  std::unordered_set<Situation, SituationHash> known_;
  DeadEnd farthest_;
};

Sizes sizes_of(const History& history) {
  Sizes sizes;
  for (const Operation& operation : history) {
    sizes.events = std::max(sizes.events, operation.event + 1);
    sizes.nights = std::max(sizes.nights, operation.nights.end);
    for (const Booked& booked : operation.shown) {
      sizes.events = std::max(sizes.events, booked.event + 1);
      sizes.nights = std::max(sizes.nights, booked.nights.end);
    }
    for (const TakenNight& taken : operation.taken) {
      sizes.events = std::max(sizes.events, taken.event.value_or(0) + 1);
    }
  }
  return sizes;
}

// The id of an event is new, so nothing else may ever make it again.
std::string made_twice(const History& history) {
  std::set<int> made;
  for (const Operation& operation : history) {
    if (operation.kind == Kind::kCreate && !made.insert(operation.event).second) {
      return fmt::format("event {} is made twice: {}", operation.event, to_text(operation));
    }
  }
  return "";
}

}  // namespace

Verdict check_linearizability(const History& history, const SearchLimits& limits) {
  if (std::string why = made_twice(history); !why.empty()) {
    return {Verdict::Kind::kNotExplained, std::move(why)};
  }
  const std::vector<Fate> fates = fates_of(history);
  return Search(history, fates, limits, sizes_of(history)).run();
}

}  // namespace norn::race
