#include "bookings_race/place_model.h"

#include <algorithm>

namespace norn::race {
namespace {

uint64_t mix(uint64_t value) {  // The finalizer of SplitMix64.
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

uint64_t hash_of(const Booked& booked) {
  uint64_t hash = mix(static_cast<uint64_t>(booked.event));
  hash = mix(hash ^ static_cast<uint64_t>(booked.version));
  hash = mix(hash ^ static_cast<uint64_t>(booked.nights.first));
  hash = mix(hash ^ static_cast<uint64_t>(booked.nights.end));
  return mix(hash ^ static_cast<uint64_t>(booked.mark));
}

}  // namespace

PlaceModel::PlaceModel(int nights, int events)
    : event_of_night_(static_cast<size_t>(nights), kFree), events_(static_cast<size_t>(events)) {}

bool PlaceModel::is_at(int event, int64_t version) const {
  const auto& found = events_[static_cast<size_t>(event)];
  return found && found->version == version;
}

bool PlaceModel::is_free(const Nights& nights) const {
  return std::all_of(event_of_night_.begin() + nights.first, event_of_night_.begin() + nights.end,
                     [](int event) { return event == kFree; });
}

// Whether it succeeds when it comes now. (Lists never change anything.)
bool PlaceModel::would_change(const Operation& operation) const {
  const auto& found = events_[static_cast<size_t>(operation.event)];
  switch (operation.kind) {
    case Kind::kCreate:
      return !found && is_free(operation.nights);
    case Kind::kUpdate: {
      if (!found || found->version != operation.version) return false;
      for (int night = operation.nights.first; night < operation.nights.end; ++night) {
        const int event = event_of_night_[static_cast<size_t>(night)];
        if (event != kFree && event != operation.event) return false;
      }
      return true;
    }
    case Kind::kRemove:
      return found && found->version == operation.version;
    case Kind::kList:
      return false;
  }
  return false;
}

Booked PlaceModel::result_of(const Operation& operation) const {
  const int64_t version = operation.kind == Kind::kCreate ? 1 : operation.version + 1;
  return {operation.event, version, operation.nights, operation.mark};
}

bool PlaceModel::is_done(const Operation& operation) const {
  if (!would_change(operation)) return false;
  if (operation.kind == Kind::kRemove) return operation.shown.empty();
  return operation.shown.size() == 1 && operation.shown.front() == result_of(operation);
}

// Whether exactly those of the nights that it wants beside its own are taken which it names.
bool PlaceModel::is_overlap(const Operation& operation) const {
  const bool is_update = operation.kind == Kind::kUpdate;
  if (is_update && !is_at(operation.event, operation.version)) return false;
  auto named = operation.taken.begin();
  for (int night = operation.nights.first; night < operation.nights.end; ++night) {
    const int event = event_of_night_[static_cast<size_t>(night)];
    if (event == kFree || (is_update && event == operation.event)) continue;
    if (named == operation.taken.end() || named->night != night) return false;
    if (named->event.value_or(event) != event) return false;
    ++named;
  }
  return !operation.taken.empty() && named == operation.taken.end();
}

bool PlaceModel::shows_list(const Operation& operation) const {
  uint64_t expected = 0;
  for (const Booked& booked : operation.shown) {
    expected ^= hash_of(booked);
  }
  uint64_t found = 0;
  size_t count = 0;
  int previous = kFree;
  for (int night = operation.nights.first; night < operation.nights.end; ++night) {
    const int event = event_of_night_[static_cast<size_t>(night)];
    if (event == previous || event == kFree) continue;
    previous = event;
    found ^= hash_of(*events_[static_cast<size_t>(event)]);
    ++count;
  }
  return count == operation.shown.size() && found == expected;
}

PlaceModel::Effect PlaceModel::effect_of(const Operation& operation) const {
  const auto nothing_if = [](bool fits) { return fits ? Effect::kNothing : Effect::kImpossible; };
  const auto& found = events_[static_cast<size_t>(operation.event)];
  switch (operation.outcome) {
    case Outcome::kDone:
      if (operation.kind == Kind::kList) return nothing_if(shows_list(operation));
      return is_done(operation) ? Effect::kChange : Effect::kImpossible;
    case Outcome::kUnknown:
      return would_change(operation) ? Effect::kChange : Effect::kImpossible;
    case Outcome::kOverlap:
      return nothing_if(is_overlap(operation));
    case Outcome::kStale:
      return nothing_if(found && found->version != operation.version &&
                        operation.shown.size() == 1 && *found == operation.shown.front());
    case Outcome::kGone:
      return nothing_if(!found && operation.kind != Kind::kCreate);
  }
  return Effect::kImpossible;
}

void PlaceModel::set(int event, const std::optional<Booked>& booked) {
  auto& slot = events_[static_cast<size_t>(event)];
  const auto fill = [&](const Booked& of, int with) {
    hash_ ^= hash_of(of);
    std::fill(event_of_night_.begin() + of.nights.first, event_of_night_.begin() + of.nights.end,
              with);
  };
  if (slot) fill(*slot, kFree);
  if (booked) fill(*booked, event);
  slot = booked;
}

PlaceModel::Before PlaceModel::apply(const Operation& operation) {
  Before before{operation.event, events_[static_cast<size_t>(operation.event)]};
  if (operation.kind == Kind::kRemove) {
    set(operation.event, std::nullopt);
  } else {
    set(operation.event, result_of(operation));
  }
  return before;
}

void PlaceModel::undo(const Before& before) {
  set(before.event, before.booked);
}

std::vector<Booked> PlaceModel::booked() const {
  std::vector<Booked> all;
  for (const auto& event : events_) {
    if (event) all.push_back(*event);
  }
  std::ranges::sort(all, {}, [](const Booked& one) { return one.nights.first; });
  return all;
}

}  // namespace norn::race
