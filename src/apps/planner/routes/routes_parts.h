#pragma once

#include <string>

#include "apps/events/routes/routes.h"
#include "apps/planner/routes/routes.h"
#include "apps/shared/routes.h"
#include "rest/api.h"
#include "rest/call.h"

// What the parts of the planner's routes share.
namespace norn::planner {

using apps::handled_by;

constexpr const char* kTag = "planner";
constexpr const char* kReadScope = "planner:read";
constexpr const char* kWriteScope = "planner:write";

void add_task_routes(rest::Api& api, const Parts& parts);
void add_person_routes(rest::Api& api, const Parts& parts);
void add_feed_routes(rest::Api& api, const Parts& parts);
void add_invitation_routes(rest::Api& api, const Parts& parts);
void add_bin_routes(rest::Api& api, const Parts& parts);

// A schema with its placeholders replaced: those of the engine, and `$THEMES` and the like by
// apps/planner/limits.h.
std::string filled_in(std::string schema);

}  // namespace norn::planner
