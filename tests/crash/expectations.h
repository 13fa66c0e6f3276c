#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "crash/content.h"
#include "crash/journal.h"
#include "support/consistency.h"

namespace norn::testing {

// What must be in the table after a crash, by the journals of all children so far: everything that
// was acknowledged, wholly; of what was not, any part, but each write wholly or not at all.
class Expectations {
 public:
  // What a child noted before it was killed.
  void add(const std::vector<Event>& events);
  // Compares the table's items with what is expected, and takes for certain from now on what is
  // found.
  Problems check(const std::vector<store::Item>& items);

 private:
  struct Version {
    int64_t acknowledged = 0;                     // The greatest.
    std::set<std::pair<int64_t, int>> submitted;  // Version and writer.
  };
  // The state after a write of an owned item.
  struct OwnedState {
    int64_t number = 0;
    OwnedKind kind = OwnedKind::kDelete;
  };
  using Items = std::map<std::pair<std::string, std::string>, std::string>;  // JSON by key.

  void add_transfer(const Event& event);
  void add_version(const Event& event);
  void add_owned(const Event& event);
  void check_transfers(const Items& items, Problems& problems);
  void check_group(int group, const std::vector<const Transfer*>& done, const Items& items,
                   Problems& problems);
  void check_versions(const Items& items, Problems& problems);
  void check_owned(const Items& items, Problems& problems);

  std::map<std::string, Transfer> transfers_;  // By id.
  std::set<std::string> acknowledged_transfers_;
  std::map<int, Version> versions_;
  // The states in which an item may be: the first is certain or absent.
  std::map<std::pair<int, int>, std::vector<OwnedState>> owned_;
};

}  // namespace norn::testing
