#pragma once

#include <string>
#include <string_view>

#include "apps/planner/routes/routes.h"

// The parts that add_routes of apps/planner/routes.h is made of.
namespace norn::planner {

constexpr std::string_view kReadScope = "planner:read";
constexpr std::string_view kWriteScope = "planner:write";

void add_schemas(rest::Api& api);
void add_input_schemas(rest::Api& api);
void add_event_routes(rest::Api& api, const Parts& parts);
void add_view_routes(rest::Api& api, const Parts& parts);
void add_person_routes(rest::Api& api, const Parts& parts);
void add_reminder_routes(rest::Api& api, const Parts& parts);
void add_exchange_routes(rest::Api& api, const Parts& parts);

// A route of the planner for people, or tokens that may `scope`.
rest::Route route(std::string method, std::string_view path, std::string_view scope);

// An id of the path. What cannot be one is not there: kNotFound.
Result<EventId> event_id_of(const rest::Call& call);

// Members of bodies.
Result<EventChange> read_event(rest::JsonInput& body);
Result<PreferencesChange> read_preferences(rest::JsonInput& body);

// The view that the query asks for: `from`, `to`, `tzid` and `tag`.
Result<ViewRequest> view_request_of(const rest::Call& call);

}  // namespace norn::planner
