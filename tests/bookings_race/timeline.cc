#include "bookings_race/timeline.h"

#include <algorithm>
#include <tuple>

namespace norn::race {

Timeline::Timeline(const History& history, const std::vector<Fate>& fates)
    : entries_(1), invocation_of_(history.size()), answer_of_(history.size()) {
  for (size_t i = 0; i < history.size(); ++i) {
    if (fates[i] == Fate::kHadNoEffect) continue;
    entries_.push_back({i, false});
    if (history[i].answered != kNever) entries_.push_back({i, true});
  }
  // At one instant invocations come first: such operations are concurrent.
  std::sort(entries_.begin() + 1, entries_.end(), [&](const Entry& left, const Entry& right) {
    const auto key = [&](const Entry& entry) {
      const Operation& operation = history[entry.operation];
      return std::tuple(entry.is_answer ? operation.answered : operation.invoked, entry.is_answer,
                        entry.operation);
    };
    return key(left) < key(right);
  });
  for (size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].previous = i == 0 ? entries_.size() - 1 : i - 1;
    entries_[i].following = (i + 1) % entries_.size();
    if (i > 0) {
      (entries_[i].is_answer ? answer_of_ : invocation_of_)[entries_[i].operation] = i;
    }
  }
}

void Timeline::unlink(size_t entry) {
  entries_[entries_[entry].previous].following = entries_[entry].following;
  entries_[entries_[entry].following].previous = entries_[entry].previous;
}

void Timeline::link(size_t entry) {
  entries_[entries_[entry].previous].following = entry;
  entries_[entries_[entry].following].previous = entry;
}

void Timeline::lift(size_t operation) {
  unlink(invocation_of_[operation]);
  if (answer_of_[operation] != kNone) unlink(answer_of_[operation]);
}

void Timeline::put_back(size_t operation) {
  if (answer_of_[operation] != kNone) link(answer_of_[operation]);
  link(invocation_of_[operation]);
}

const std::vector<size_t>& Timeline::next() {
  next_.clear();
  size_t entry = entries_[kNone].following;
  for (; entry != kNone && !entries_[entry].is_answer; entry = entries_[entry].following) {
    next_.push_back(entries_[entry].operation);
  }
  first_answered_ = entry == kNone ? std::nullopt : std::optional(entries_[entry].operation);
  return next_;
}

}  // namespace norn::race
