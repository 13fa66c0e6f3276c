#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "store/requests/stream_requests.h"

namespace norn::live {

// Something that happened, for the open pages of some people.
struct Event {
  std::string name;                      // "entry"
  std::string data;                      // JSON in one line.
  std::vector<std::string> users;        // Their ids.
  std::string scope = "calendars:read";  // What a token needs to hear of it.
};

using Events = std::vector<Event>;

// What the changes of a table mean to people. One per app; called by one thread. Whoever may not
// see a thing when it is asked what became of it does not hear of it.
class Feed {
 public:
  virtual ~Feed() = default;
  // The table, whose stream must be on with new and old images.
  virtual std::string table() const = 0;
  // Who hears what of a change that has just happened.
  virtual Result<Events> events_of(const store::StreamRecord& record) = 0;
  // Who hears what of changes that lie in the past, for each of them. Some of those who may see a
  // thing now could not see it then: what they hear is how it is now, and never how it was. Of
  // changes that lead to the same it is enough to tell the last one.
  virtual Result<std::vector<Events>> catch_up(const std::vector<store::StreamRecord>& records) = 0;
  // Called before every reading of changes. Changes of different things come in no order, so what
  // is remembered of who may see what holds no longer than one reading.
  virtual void begin_round() {}
};

}  // namespace norn::live
