#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "apps/accounts/users/users.h"
#include "apps/shared/bin.h"
#include "rest/api.h"

// The bin over HTTP, for all apps that have one (apps/shared/bin.h).
namespace norn::bin {

// A page of a bin, as the caller sees it.
struct Listed {
  apps::BinPage page;
  bool may_delete = true;  // For good.
};

// What an app says of a bin.
struct BinRoutes {
  std::string path;  // "/api/v1/planner/bin"
  std::string tag;
  std::string read_scope;
  std::string write_scope;
  std::string what;   // "deleted events, series and occurrences", for the description.
  std::string where;  // "your planner": the same.

  struct Operations {
    std::string list;     // "listPlannerBin"
    std::string restore;  // "restoreFromPlannerBin"
    std::string remove;
    std::string empty;
  } operations;
  std::string restored_schema;  // The schema of what comes back.

  std::function<Result<Listed>(const rest::Call&, int64_t limit, const std::string& after)> list;
  // Renders what came back into the call.
  std::function<Result<void>(rest::Call&, const std::string& id)> restore;
  std::function<Result<void>(const rest::Call&, const std::string& id)> remove;
  std::function<Result<void>(const rest::Call&)> empty;
};

// Once, before the routes.
void add_schemas(rest::Api& api);
// Below `path`:
//   GET                 lists, the latest deletion first
//   DELETE              deletes everything in it for good
//   POST   {id}/restore restores one thing
//   DELETE {id}         deletes one for good
// `users` gives the names of those who deleted something; nullptr if it was always the caller.
void add_routes(rest::Api& api, const BinRoutes& routes, accounts::Users* users);

}  // namespace norn::bin
