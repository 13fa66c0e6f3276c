#pragma once

#include <string>
#include <vector>

namespace norn::apps {

// What an API token may be allowed to do.
struct Scope {
  std::string name;                      // "calendars:read"
  std::vector<std::string> events = {};  // The live events that it lets a token hear: "entry".
};

}  // namespace norn::apps
