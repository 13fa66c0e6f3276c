#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/calendars/entries/entries.h"
#include "apps/calendars/service.h"
#include "apps/shared/kept_replies.h"
#include "apps/shared/routes.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

// The parts that add_routes of apps/calendars/routes.h is made of.
namespace norn::calendars {

constexpr std::string_view kTag = "calendars";
constexpr std::string_view kReadScope = "calendars:read";
constexpr std::string_view kWriteScope = "calendars:write";

void add_schemas(rest::Api& api);
void add_calendar_routes(rest::Api& api, Calendars& calendars);
void add_member_routes(rest::Api& api, Calendars& calendars, sharing::Members& members);
void add_entry_routes(rest::Api& api, Entries& entries, apps::KeptReplies& kept);

// A route about calendars for people, or tokens that may `scope`.
rest::Route route(std::string method, std::string path, std::string_view scope);
using apps::creation_of;

// Members of bodies.
Result<std::string> read_color(rest::JsonInput& body, std::string_view name);
// Text that there may be none of: absent, null and empty are alike.
Result<std::optional<std::string>> read_note(rest::JsonInput& body, std::string_view name,
                                             const rest::TextRule& rule);
// "2024-01-15"; `field` is what it was called.
Result<Date> read_date(const std::string& text, std::string_view field);

}  // namespace norn::calendars
