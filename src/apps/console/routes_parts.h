#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "apps/console/routes.h"
#include "base/error.h"
#include "rest/call.h"

// Shared by the routes of the console.
namespace norn::console {

constexpr const char* kTag = "console";

using Handler = Result<void> (*)(const Parts&, rest::Call&);

// A handler for people who have confirmed who they are; others get kForbidden.
std::function<Result<void>(rest::Call&)> confirmed(const Parts& parts, Handler handler);

// One line in the log, at any level of it, about what is asked of a table, before it is done. It is
// beside the line that every request of an administrator has. `keys` has no secrets and no values
// of other attributes.
void audit(const rest::Call& call, std::string_view what, const std::string& table,
           const std::string& index, const std::string& keys);

void add_table_routes(rest::Api& api, const Parts& parts);
void add_server_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::console
