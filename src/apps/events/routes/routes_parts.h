#pragma once

#include <string>
#include <string_view>

#include "apps/events/routes/routes.h"
#include "apps/shared/routes.h"

// What the parts of the routes of events share.
namespace norn::events {

using apps::handled_by;

constexpr const char* kCalendarType = "text/calendar";

void add_event_schemas(rest::Api& api);
void add_view_schemas(rest::Api& api);
void add_exchange_schemas(rest::Api& api);
void add_guest_schemas(rest::Api& api);

// Those that read, and those that change.
void add_event_reading_routes(rest::Api& api, const EventRoutes& routes);
void add_event_routes(rest::Api& api, const EventRoutes& routes);
void add_view_routes(rest::Api& api, const EventRoutes& routes);
void add_exchange_routes(rest::Api& api, const EventRoutes& routes);
void add_guest_routes(rest::Api& api, const EventRoutes& routes);

// The members that an event and its place in a view have in common; with placeholders.
std::string common_event_members();

}  // namespace norn::events
