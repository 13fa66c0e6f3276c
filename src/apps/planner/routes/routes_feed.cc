#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/planner/render.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/tasks/task_exchange.h"
#include "base/faults.h"
#include "base/json_writer.h"

// The calendar feed that other programs subscribe to.
namespace norn::planner {
namespace {

Result<void> get_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto state, parts.feed_links.state(call.caller().user_id));
  append_json(call.json(), state);
  return {};
}

std::string origin_of(const rest::Call& call, const Parts& parts) {
  if (!parts.public_origin.empty()) return parts.public_origin;
  const http::Request& request = call.request();
  return fmt::format("{}://{}", request.secure ? "https" : "http",
                     request.header("Host").value_or("localhost"));
}

Result<void> create_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string secret,
              parts.feed_links.create(call.caller().user_id, call.caller().session_epoch));
  ObjectWriter object(call.json(201));
  object.text("url", fmt::format("{}/ical/{}/planner.ics", origin_of(call, parts), secret));
  object.close();
  return {};
}

Result<void> delete_feed(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.feed_links.revoke(call.caller().user_id));
  call.no_content();
  return {};
}

Result<void> read_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto user_id, parts.feed_links.find_user(call.path("secret")));
  if (!user_id) return not_found(accounts::kFeedNotFound);
  return render_calendar(
      parts.context, call,
      {.owners = {*user_id}, .further = {exported_tasks(parts.context, ArchivedTasks::kWithout)}});
}

void add_feed_schemas(rest::Api& api) {
  api.add_schema("PlannerFeed", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["exists"],
    "properties":{"exists":{"type":"boolean"},"createdAt":$INSTANT,
      "lastReadAt":{"type":["string","null"],"description":"To the hour."}}})"));
  api.add_schema("PlannerFeedLink", R"({"type":"object","additionalProperties":false,
    "required":["url"],"properties":{"url":{"type":"string","description":
      "The secret address. It is shown only once."}}})");
}

}  // namespace

void add_feed_routes(rest::Api& api, const Parts& parts) {
  add_feed_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/planner/feed",
           .operation = "getPlannerFeed",
           .tag = kTag,
           .summary = "Tells whether there is an address at which other calendars can subscribe.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description =
                            "Its state. The address itself is shown once, when it is created.",
                        .schema = "PlannerFeed"}},
           .handle = handled_by(parts, get_feed)});
  api.add({.method = "POST",
           .path = "/api/v1/planner/feed",
           .operation = "createPlannerFeed",
           .tag = kTag,
           .summary =
               "Creates a new secret address at which your planner can be read as a calendar file; "
               "an earlier one stops working at once.",
           .access = rest::Access::kSession,
           .replies = {{.status = 201, .description = "The address.", .schema = "PlannerFeedLink"}},
           .handle = handled_by(parts, create_feed)});
  api.add({.method = "DELETE",
           .path = "/api/v1/planner/feed",
           .operation = "deletePlannerFeed",
           .tag = kTag,
           .summary = "Deletes the secret address. Does nothing if there is none.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "The address no longer works."}},
           .handle = handled_by(parts, delete_feed)});
  api.add(
      {.method = "GET",
       .path = "/ical/{secret}/planner.ics",
       .operation = "readPlannerFeed",
       .tag = kTag,
       .summary =
           "Gets a planner as an iCalendar file, for programs that subscribe to it. The secret "
           "address is all that is needed.",
       .access = rest::Access::kAnyone,
       .replies = {{.status = 200, .description = "The file.", .content_type = "text/calendar"}},
       .problems = {404},
       .heavy = true,
       .handle = handled_by(parts, read_feed)});
}

}  // namespace norn::planner
