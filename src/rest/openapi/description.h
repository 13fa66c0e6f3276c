#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/route.h"

namespace norn::rest {

// The input of the descriptions of an Api.
struct Description {
  const std::vector<Route>& routes;
  const std::map<std::string, std::string>& schemas;  // JSON Schema by name.
  std::string version;
  std::string public_origin;  // May be empty.
};

// The statuses of problems that a call of the route may have, in order.
std::vector<int> problem_statuses(const Route& route);
// "`calendars:read` or `planner:read`": of which a token needs one.
std::string scopes_text(const Route& route);
// "A session, or an API token with the scope `calendars:read`."
std::string access_text(const Route& route);
// The tags of all routes, in the order in which they appear first.
std::vector<std::string> tags_of(const std::vector<Route>& routes);

}  // namespace norn::rest
