#pragma once

#include <string>
#include <string_view>

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

constexpr const char* kDateSchema = R"({"type":"string","format":"date"})";
constexpr const char* kInstantSchema = R"({"type":"string","format":"date-time"})";

void add_event_routes(rest::Api& api, const Parts& parts);
void add_view_routes(rest::Api& api, const Parts& parts);
void add_person_routes(rest::Api& api, const Parts& parts);
void add_reminder_routes(rest::Api& api, const Parts& parts);
void add_exchange_routes(rest::Api& api, const Parts& parts);
void add_bin_routes(rest::Api& api, const Parts& parts);

// A schema with its placeholders replaced: `$DATE`, `$INSTANT` and `$WALL` by the schemas of such
// times, `$MAX_TITLE` and the like by the limits of apps/planner/limits.h.
std::string filled_in(std::string schema);

// The members that an event and its place in a view have in common; with placeholders.
std::string common_event_members();

// A parameter of the query that is true or false.
Result<bool> boolean_query(const rest::Call& call, std::string_view name, bool fallback);

// The view that the query asks for: `from`, `to`, `tzid` and `tag`.
Result<ViewRequest> view_request_of(const rest::Call& call);

}  // namespace norn::planner
