#include "apps/planner/routes/routes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "apps/planner/limits.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/tasks/task_exchange.h"

namespace norn::planner {
namespace {

apps::Placeholders placeholders() {
  return {{"$MAX_ARCHIVE_HOURS", fmt::to_string(kMaxArchiveDelayHours)},
          {"$DURATIONS", fmt::format("[{}]", fmt::join(kEventDurations, ","))},
          {"$INCREMENTS", fmt::format("[{}]", fmt::join(kCalendarIncrements, ","))},
          {"$THEMES", fmt::format("[\"{}\"]", fmt::join(kThemes, "\",\""))}};
}

Result<Owner> owner_of(const rest::Call& call) {
  return Owner(call.caller().user_id);
}

events::EventRoutes event_routes(const Parts& parts) {
  return {.path = "/api/v1/planner",
          .tag = kTag,
          .read_scope = kReadScope,
          .write_scope = kWriteScope,
          .noun = "Planner",
          .where = "your planner",
          .file_name = "planner.ics",
          .reader = owner_of,
          .writer = owner_of,
          .context = parts.context,
          .events = parts.events,
          .views = parts.views,
          .guests = parts.guests,
          .kept_views = parts.kept_views,
          .exported = {exported_tasks(parts.context, ArchivedTasks::kWith)},
          .import_todos = [context = parts.context](
                              const Owner& owner, const std::vector<ImportGroup>& todos,
                              bool dry_run, ImportReport& report, ImportNotes& notes) {
            return import_tasks(context, owner.id, todos, dry_run, report, notes);
          }};
}

}  // namespace

void add_routes(rest::Api& api, const Parts& parts) {
  events::add_routes(api, event_routes(parts));
  add_task_routes(api, parts);
  add_person_routes(api, parts);
  add_feed_routes(api, parts);
  add_invitation_routes(api, parts);
  add_bin_routes(api, parts);
}

std::string filled_in(std::string schema) {
  return events::filled_in(apps::filled_in(std::move(schema), placeholders()));
}

}  // namespace norn::planner
