#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "bookings_race/evidence.h"
#include "bookings_race/history.h"

namespace norn::race {

// How many operations that are not yet explained have to find a certain version of an event. While
// there is one, nothing may end that version: it would never come back.
class WantedVersions {
 public:
  WantedVersions(const History& history, const std::vector<Fate>& fates);

  void add(size_t operation);
  void remove(size_t operation);

  // Whether nobody but the operation itself still has to see what it ends.
  bool may_end(size_t operation) const;

 private:
  using Key = std::pair<int, int64_t>;
  static constexpr int64_t kAnyVersion = 0;

  size_t number_of(const Key& key);
  void want(size_t operation, const Key& key);
  void note(size_t index, const Operation& operation);

  std::map<Key, size_t> numbers_;
  std::vector<size_t> counts_;               // By number.
  std::vector<std::vector<size_t>> wishes_;  // Numbers, by operation.
  struct Ended {
    bool ends = false;
    size_t version = 0;  // Numbers.
    bool ends_event = false;
    size_t event = 0;
    size_t own = 0;  // How often it is itself among those that want the version.
  };
  std::vector<Ended> ended_;  // By operation.
};

}  // namespace norn::race
