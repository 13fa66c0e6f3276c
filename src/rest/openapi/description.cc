#include "rest/openapi/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "rest/router.h"

namespace norn::rest {

std::vector<int> problem_statuses(const Route& route) {
  // Everywhere: a query that is not text, a token that is not valid, too many requests, a bug, and
  // a server that is busy.
  std::set<int> statuses = {400, 401, 429, 500, 503};
  const bool changes = route.method != "GET";
  const bool is_restricted = route.access != Access::kAnyone;
  if (is_restricted || changes) statuses.insert(403);
  if (!parameter_names(route.path).empty()) statuses.insert(404);
  if (route.needs_if_match) statuses.insert(428);
  if (changes) statuses.insert({413, 415, 507});
  if (route.takes_idempotency_key) statuses.insert(422);
  // A thing may be one that another program wrote and Norn cannot read.
  if (route.path.contains('{')) statuses.insert(422);
  statuses.insert(route.problems.begin(), route.problems.end());
  return {statuses.begin(), statuses.end()};
}

std::string scopes_text(const Route& route) {
  std::string text = fmt::format("`{}`", route.scope);
  for (const std::string& other : route.other_scopes) text += fmt::format(" or `{}`", other);
  return text;
}

std::string access_text(const Route& route) {
  switch (route.access) {
    case Access::kAnyone:
      return "Anyone.";
    case Access::kPerson:
      return fmt::format("A session, or an API token with the scope {}.", scopes_text(route));
    case Access::kSession:
      return "A session.";
    case Access::kAdministrator:
      return "A session of an administrator.";
  }
  NORN_CHECK(false, "every access has a text");
}

std::vector<std::string> tags_of(const std::vector<Route>& routes) {
  std::vector<std::string> tags;
  for (const Route& route : routes) {
    if (std::ranges::find(tags, route.tag) == tags.end()) tags.push_back(route.tag);
  }
  return tags;
}

}  // namespace norn::rest
