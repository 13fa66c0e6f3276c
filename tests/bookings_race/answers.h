#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "bookings_race/history.h"
#include "bookings_race/http_connection.h"

namespace norn::race {

// An event as a client knows it.
struct KnownEvent {
  Booked booked;
  std::string id;
  bool may_change = false;
};

// What the replies of the REST API mean as answers of a history. Events are numbered by their
// titles ("event 7"), and who has written a version is in its note ("mark 8").
std::string title_of(int event);
std::string note_of(int64_t mark);

// Completes the operation by its reply. Returns what was seen of events, or an error when the reply
// is none of those that such a request may get, or not made as it should be.
Result<std::vector<KnownEvent>> read_answer(const Reply& reply, Operation& operation,
                                            std::map<int, std::string>& id_of_event);

}  // namespace norn::race
