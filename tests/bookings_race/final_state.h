#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "bookings_race/history.h"
#include "bookings_race/race_site.h"
#include "bookings_race/server_process.h"

namespace norn::race {

// The items of one place, read through the DynamoDB API.
struct StoredPlace {
  struct StoredEvent {
    std::string title;
    std::string note;
    Nights nights;
    int64_t version = 0;
  };
  std::map<std::string, StoredEvent> events;  // By id.
  std::map<std::string, std::string> slots;   // The event's id, by night ("2150-07-01").
};
Result<StoredPlace> read_place(const ServerProcess::Life& server, const std::string& place_id);

// What is wrong with it, a line each: a night with two events, an event without one of its slots, a
// slot that is not its event's.
std::vector<std::string> check_slots(const StoredPlace& place);

// The same against what clients were told: what was acknowledged and not undone is there, what was
// removed is not, and the list that the history ends with shows what is stored.
std::vector<std::string> check_promises(const StoredPlace& place, const History& history,
                                        const std::map<int, std::string>& id_of_event);

}  // namespace norn::race
