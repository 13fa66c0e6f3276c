#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/item.h"
#include "store/stream_requests.h"

namespace norn::planner {

// What some changes come to for one person, or all that they have.
struct Count {
  int64_t events = 0;        // EVENT and MASTER; an occurrence is part of its series.
  std::string last_created;  // The newest of those that came; empty: none did.
  friend bool operator==(const Count&, const Count&) = default;
};

using Counts = std::map<std::string, Count>;  // By person.

// Adds what a change comes to. Changes of what is not counted add nothing.
void add_change(Counts& counts, const store::StreamRecord& record);
// Adds an item that is there.
void add_item(Counts& counts, store::ItemView item);
// Whose partition of the table a key is in; empty: nobody's.
std::string person_of(store::ItemView key);

}  // namespace norn::planner
