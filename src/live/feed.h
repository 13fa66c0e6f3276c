#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "store/requests/stream_requests.h"

namespace norn::live {

// A live event, for the open pages of some users.
struct Event {
  std::string name;                // "entry"
  std::string data;                // JSON in one line.
  std::vector<std::string> users;  // Their ids.
  std::string scope = {};          // That a token needs to receive it: "calendars:read".
};

using Events = std::vector<Event>;

// Turns the changes of a table into events for the users who may see them. One per table; called by
// one thread. A user who may no longer see a thing when its change is processed gets no event.
class Feed {
 public:
  virtual ~Feed() = default;
  // The table, whose stream must be enabled with new and old images.
  virtual std::string table() const = 0;
  // The events of a change that has just happened.
  virtual Result<Events> events_of(const store::StreamRecord& record) = 0;
  // The events of past changes, for each of them. Some users may see a thing now and could not
  // then: an event has the present state, never the past one. If several changes lead to the same
  // event, the last one is enough.
  virtual Result<std::vector<Events>> catch_up(const std::vector<store::StreamRecord>& records) = 0;
  // Called before every reading of changes. Changes of different things come in no order, so a feed
  // may cache who may see what for one reading only.
  virtual void begin_round() {}
};

}  // namespace norn::live
