#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bookings_race/history.h"

namespace norn::race {

// A place as it would be if operations came one after the other, with steps back: the sequential
// specification that a history is held against.
class PlaceModel {
 public:
  PlaceModel(int nights, int events);

  // What an operation would do now, if its outcome is to be what it is.
  enum class Effect : uint8_t {
    kImpossible,  // Its outcome would be another one; or nothing would happen, if it is unknown.
    kNothing,     // As it was answered, and the place stays as it is.
    kChange,
  };
  Effect effect_of(const Operation& operation) const;

  // An event before it was changed.
  struct Before {
    int event = 0;
    std::optional<Booked> booked;
  };
  // For operations whose effect is kChange.
  Before apply(const Operation& operation);
  void undo(const Before& before);

  // Of everything that is booked now.
  uint64_t hash() const { return hash_; }
  std::vector<Booked> booked() const;

 private:
  static constexpr int kFree = -1;

  bool is_free(const Nights& nights) const;
  bool is_at(int event, int64_t version) const;
  bool would_change(const Operation& operation) const;
  bool is_done(const Operation& operation) const;
  bool is_overlap(const Operation& operation) const;
  bool shows_list(const Operation& operation) const;
  Booked result_of(const Operation& operation) const;
  void set(int event, const std::optional<Booked>& booked);

  std::vector<int> event_of_night_;
  std::vector<std::optional<Booked>> events_;
  uint64_t hash_ = 0;
};

}  // namespace norn::race
