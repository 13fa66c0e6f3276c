#include "bookings_race/wanted_versions.h"

namespace norn::race {

WantedVersions::WantedVersions(const History& history, const std::vector<Fate>& fates)
    : wishes_(history.size()), ended_(history.size()) {
  for (size_t i = 0; i < history.size(); ++i) {
    const Operation& operation = history[i];
    if (fates[i] == Fate::kHappened) note(i, operation);
    const bool changes =
        operation.outcome == Outcome::kDone || operation.outcome == Outcome::kUnknown;
    if (!changes || (operation.kind != Kind::kUpdate && operation.kind != Kind::kRemove)) continue;
    Ended& ended = ended_[i];
    ended.ends = true;
    ended.version = number_of({operation.event, operation.version});
    ended.ends_event = operation.kind == Kind::kRemove;
    ended.event = number_of({operation.event, kAnyVersion});
    ended.own = wishes_[i].size();
  }
  for (size_t i = 0; i < history.size(); ++i) {
    add(i);
  }
}

size_t WantedVersions::number_of(const Key& key) {
  const auto [place, is_new] = numbers_.emplace(key, counts_.size());
  if (is_new) counts_.push_back(0);
  return place->second;
}

void WantedVersions::want(size_t operation, const Key& key) {
  wishes_[operation].push_back(number_of(key));
}

void WantedVersions::note(size_t index, const Operation& operation) {
  const bool is_change = operation.kind == Kind::kUpdate || operation.kind == Kind::kRemove;
  const bool finds_its_version = operation.outcome == Outcome::kDone ||
                                 operation.outcome == Outcome::kOverlap ||
                                 operation.outcome == Outcome::kUnknown;
  if (is_change && finds_its_version) want(index, {operation.event, operation.version});
  // What a create or an update shows is what it has made itself.
  if (operation.kind == Kind::kList || operation.outcome == Outcome::kStale) {
    for (const Booked& booked : operation.shown) {
      want(index, {booked.event, booked.version});
    }
  }
  for (const TakenNight& taken : operation.taken) {
    if (taken.event) want(index, {*taken.event, kAnyVersion});
  }
}

void WantedVersions::add(size_t operation) {
  for (const size_t number : wishes_[operation]) {
    ++counts_[number];
  }
}

void WantedVersions::remove(size_t operation) {
  for (const size_t number : wishes_[operation]) {
    --counts_[number];
  }
}

bool WantedVersions::may_end(size_t operation) const {
  const Ended& ended = ended_[operation];
  if (!ended.ends) return true;
  if (counts_[ended.version] > ended.own) return false;
  return !ended.ends_event || counts_[ended.event] == 0;
}

}  // namespace norn::race
