#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/projects/activities.h"
#include "apps/projects/bell/notifications.h"
#include "apps/projects/bin/project_bin.h"
#include "apps/projects/events/events.h"
#include "apps/projects/exchange/import.h"
#include "apps/projects/service.h"
#include "apps/projects/statistics.h"
#include "apps/projects/tasks/comments.h"
#include "apps/projects/tasks/tags.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/kept_replies.h"
#include "apps/shared/routes.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::projects {

// What the handlers work with. Everything outlives them.
struct Parts {
  Projects& projects;
  sharing::Members& members;
  Tasks& tasks;
  TaskLists& lists;
  Tags& tags;
  Comments& comments;
  Events& events;
  Activities& activities;
  ProjectBin& bin;
  ProjectImports& imports;
  accounts::Users& users;
  Notifications& notifications;
  Statistics& statistics;
  const Context& context;
  apps::KeptReplies& kept_boards;
};

// The projects whose boards a change of the table concerns, by their keys, for the replies that are
// kept.
void board_of(const store::StreamRecord& record, std::vector<std::string>& owners);

// All routes below /api/v1/projects, /api/v1/tasks, /api/v1/project-events,
// /api/v1/project-activity, /api/v1/project-bin, /api/v1/project-imports and
// /api/v1/notifications.
void add_routes(rest::Api& api, const Parts& parts);

// The parts of add_routes, with their schemas.
void add_project_routes(rest::Api& api, const Parts& parts);
void add_task_routes(rest::Api& api, const Parts& parts);
void add_task_change_routes(rest::Api& api, const Parts& parts);
void add_task_part_routes(rest::Api& api, const Parts& parts);
void add_event_routes(rest::Api& api, const Parts& parts);
void add_activity_routes(rest::Api& api, const Parts& parts);
void add_bin_routes(rest::Api& api, const Parts& parts);
void add_notification_routes(rest::Api& api, const Parts& parts);
void add_statistics_routes(rest::Api& api, const Parts& parts);
void add_exchange_routes(rest::Api& api, const Parts& parts);

// What these parts share.
using apps::creation_of;
using apps::handled_by;
using apps::id_of;

constexpr const char* kTag = "projects";
constexpr const char* kReadScope = "projects:read";
constexpr const char* kWriteScope = "projects:write";
constexpr const char* kTimeSchema = R"({"type":"string","format":"date-time"})";
constexpr const char* kNullableTimeSchema = R"({"type":["string","null"],"format":"date-time"})";

Result<std::string> project_of(const rest::Call& call);
Result<std::string> task_of(const rest::Call& call);

// A schema with its placeholders replaced: `$TIME`, `$NULLABLE_TIME`, `$ID`, `$NULLABLE_ID`,
// `$COLOR`.
std::string filled_in(std::string schema);

// Reads a member that may be absent, null or empty, all of which are nullopt.
Result<std::optional<std::string>> optional_text(rest::JsonInput& body, std::string_view name,
                                                 const rest::TextRule& rule);
// Reads a time in UTC or with an offset; a day is made a time by `time_of_day`. As whole seconds in
// UTC.
Result<std::string> time_member(rest::JsonInput& body, std::string_view name,
                                std::string_view time_of_day);
// The same for null.
Result<std::optional<std::string>> optional_time(rest::JsonInput& body, std::string_view name,
                                                 std::string_view time_of_day);
// `timeZone` of the query; UTC without.
Result<ical::TimeZone> zone_of(const rest::Call& call);
rest::Parameter zone_parameter();

// "me" stands for the caller.
std::string person_of(const rest::Call& call, const std::string& text);

// `limit` and `cursor` of a list that has pages.
std::vector<rest::Parameter> page_parameters();

}  // namespace norn::projects
