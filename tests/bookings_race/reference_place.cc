#include "bookings_race/reference_place.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace norn::race {

void ReferencePlace::write(const Operation& asked, int64_t version) {
  erase(asked.event);
  events_[asked.event] = {asked.event, version, asked.nights, asked.mark};
  for (int night = asked.nights.first; night < asked.nights.end; ++night) {
    event_of_night_[night] = asked.event;
  }
}

void ReferencePlace::erase(int event) {
  events_.erase(event);
  std::erase_if(event_of_night_, [&](const auto& entry) { return entry.second == event; });
}

Operation ReferencePlace::answer(Operation asked) {
  asked.outcome = Outcome::kDone;
  asked.taken.clear();
  asked.shown.clear();
  if (asked.kind == Kind::kList) {
    for (const auto& [event, booked] : events_) {
      if (booked.nights.overlaps(asked.nights)) asked.shown.push_back(booked);
    }
    return asked;
  }
  const auto found = events_.find(asked.event);
  if (asked.kind != Kind::kCreate) {
    if (found == events_.end()) {
      asked.outcome = Outcome::kGone;
      return asked;
    }
    if (found->second.version != asked.version) {
      asked.outcome = Outcome::kStale;
      asked.shown = {found->second};
      return asked;
    }
  }
  if (asked.kind == Kind::kRemove) {
    erase(asked.event);
    return asked;
  }
  for (int night = asked.nights.first; night < asked.nights.end; ++night) {
    const auto taken = event_of_night_.find(night);
    if (taken == event_of_night_.end() || taken->second == asked.event) continue;
    asked.taken.push_back({night, taken->second});
  }
  if (!asked.taken.empty()) {
    asked.outcome = Outcome::kOverlap;
    return asked;
  }
  write(asked, asked.kind == Kind::kCreate ? 1 : asked.version + 1);
  asked.shown = {events_.at(asked.event)};
  return asked;
}

namespace {

bool is_same_answer(const Operation& recorded, const Operation& answer) {
  if (recorded.outcome != answer.outcome || recorded.taken.size() != answer.taken.size()) {
    return false;
  }
  for (size_t i = 0; i < recorded.taken.size(); ++i) {
    const TakenNight& named = recorded.taken[i];
    if (named.night != answer.taken[i].night) return false;
    if (named.event && named.event != answer.taken[i].event) return false;
  }
  return std::ranges::is_permutation(recorded.shown, answer.shown);
}

bool go_on(const History& history, std::vector<bool>& is_placed, const ReferencePlace& place) {
  bool all_answered_are_placed = true;
  int64_t first_answer = kNever;
  for (size_t i = 0; i < history.size(); ++i) {
    if (is_placed[i] || history[i].outcome == Outcome::kUnknown) continue;
    all_answered_are_placed = false;
    first_answer = std::min(first_answer, history[i].answered);
  }
  if (all_answered_are_placed) return true;
  for (size_t i = 0; i < history.size(); ++i) {
    const Operation& operation = history[i];
    if (is_placed[i] || operation.invoked > first_answer) continue;
    ReferencePlace next = place;
    const Operation answer = next.answer(operation);
    if (operation.outcome != Outcome::kUnknown && !is_same_answer(operation, answer)) continue;
    // What had its end before this one began is not going to happen any more.
    std::vector<bool> placed = is_placed;
    placed[i] = true;
    for (size_t other = 0; other < history.size(); ++other) {
      if (history[other].answered < operation.invoked) placed[other] = true;
    }
    if (go_on(history, placed, next)) return true;
  }
  return false;
}

}  // namespace

bool is_linearizable_by_force(const History& history) {
  std::vector<bool> is_placed(history.size(), false);
  return go_on(history, is_placed, ReferencePlace());
}

namespace {

// Clients that ask and wait, one step of one of them at a time.
class Simulation {
 public:
  explicit Simulation(const RandomHistory& wanted)
      : wanted_(wanted), random_(wanted.seed), clients_(static_cast<size_t>(wanted.clients)) {}

  History run() {
    while (asked_ < wanted_.operations || is_somebody_waiting()) {
      step(below(wanted_.clients));
    }
    if (wanted_.ends_with_list) {
      Operation list;
      list.nights = {0, wanted_.nights};
      list.invoked = ++now_;
      list = place_.answer(list);
      list.answered = ++now_;
      history_.push_back(list);
    }
    return std::move(history_);
  }

 private:
  struct Client {
    bool is_waiting = false;
    bool is_done = false;
    Operation operation;
  };

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  bool with(double chance) { return std::uniform_real_distribution<>(0, 1)(random_) < chance; }

  bool is_somebody_waiting() const {
    return std::ranges::any_of(clients_, [](const Client& client) { return client.is_waiting; });
  }

  Nights some_nights() {
    const int length = 1 + below(std::min(wanted_.longest, wanted_.nights));
    const int first = below(wanted_.nights - length + 1);
    return {first, first + length};
  }

  Operation some_operation() {
    Operation operation;
    const int kind = below(10);
    operation.nights = some_nights();
    operation.mark = ++marks_;
    if (kind < 5 || seen_.empty()) {
      operation.kind = Kind::kCreate;
      operation.event = events_++;
    } else if (kind < 9) {
      const Booked& booked = seen_[seen_.size() - 1 -
                                   static_cast<size_t>(below(std::min<int>(
                                       static_cast<int>(seen_.size()), 2 * wanted_.nights)))];
      operation.kind = kind < 7 ? Kind::kUpdate : Kind::kRemove;
      operation.event = booked.event;
      operation.version = booked.version;
      if (operation.kind == Kind::kRemove) operation.nights = {};
    } else {
      operation.kind = Kind::kList;
    }
    return operation;
  }

  void step(int number) {
    Client& client = clients_[static_cast<size_t>(number)];
    if (!client.is_waiting) {
      if (asked_ == wanted_.operations) return;
      ++asked_;
      client = {true, false, some_operation()};
      client.operation.client = number;
      client.operation.invoked = ++now_;
    } else if (!client.is_done) {
      finish(client);
    } else {
      client.operation.answered = ++now_;
      if (client.operation.outcome == Outcome::kUnknown && !wanted_.knows_end) {
        client.operation.answered = kNever;
      }
      client.is_waiting = false;
      history_.push_back(client.operation);
    }
  }

  void finish(Client& client) {
    client.is_done = true;
    const bool is_lost = with(wanted_.unknown);
    if (is_lost && with(0.5)) {
      client.operation.outcome = Outcome::kUnknown;
      return;
    }
    client.operation = place_.answer(client.operation);
    if (is_lost) {
      client.operation.outcome = Outcome::kUnknown;
      client.operation.taken.clear();
      client.operation.shown.clear();
      return;
    }
    seen_.insert(seen_.end(), client.operation.shown.begin(), client.operation.shown.end());
    for (TakenNight& taken : client.operation.taken) {
      if (with(wanted_.unnamed)) taken.event.reset();
    }
  }

  const RandomHistory& wanted_;
  std::mt19937_64 random_;
  std::vector<Client> clients_;
  ReferencePlace place_;
  History history_;
  std::vector<Booked> seen_;
  int asked_ = 0;
  int events_ = 0;
  int64_t marks_ = 0;
  int64_t now_ = 0;
};

}  // namespace

History random_history(const RandomHistory& wanted) {
  return Simulation(wanted).run();
}

}  // namespace norn::race
