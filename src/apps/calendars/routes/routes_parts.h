#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/calendars/routes/routes.h"
#include "apps/shared/routes.h"
#include "rest/api.h"
#include "rest/call.h"

// Shared by the routes of calendars and of entries.
namespace norn::calendars {

using apps::creation_of;
using apps::handled_by;

constexpr const char* kTag = "calendars";
constexpr const char* kReadScope = "calendars:read";
constexpr const char* kWriteScope = "calendars:write";

void add_calendar_routes(rest::Api& api, const Parts& parts);
void add_member_routes(rest::Api& api, const Parts& parts);
void add_entry_routes(rest::Api& api, const Parts& parts);
void add_event_routes(rest::Api& api, const Parts& parts);
void add_feed_routes(rest::Api& api, const Parts& parts);
void add_subscription_routes(rest::Api& api, const Parts& parts);
void add_bin_routes(rest::Api& api, const Parts& parts);

// Reads the body of a new entry.
Result<EntryInput> read_entry(rest::JsonInput& body);

// Reads a member that may be absent, null or empty, all of which are nullopt.
Result<std::optional<std::string>> read_optional_text(rest::JsonInput& body, std::string_view name,
                                                      const rest::TextRule& rule);

}  // namespace norn::calendars
