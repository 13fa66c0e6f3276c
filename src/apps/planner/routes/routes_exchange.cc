#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/planner/exchange/export.h"
#include "apps/planner/exchange/import.h"
#include "apps/planner/limits.h"
#include "apps/planner/render.h"
#include "apps/planner/render_replies.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "rest/sentences.h"

// Calendar files: import, export, and the calendar feed that other programs subscribe to.
namespace norn::planner {
namespace {

constexpr const char* kCalendarType = "text/calendar";
constexpr std::string_view kCalendarReply = "text/calendar; charset=utf-8";

Result<void> render_calendar(const Parts& parts, rest::Call& call, const std::string& user_id) {
  NORN_ASSIGN(CalendarExport exported, CalendarExport::begin(parts.context, user_id));
  call.response().add_header("Cache-Control", "private, no-cache");
  call.set_etag(exported.etag());
  call.stream_body(kCalendarReply, [file = std::move(exported)](std::string& out) mutable {
    return file.append_next(out);
  });
  return {};
}

Result<void> export_planner(const Parts& parts, rest::Call& call) {
  call.response().add_header("Content-Disposition", "attachment; filename=\"planner.ics\"");
  return render_calendar(parts, call, call.caller().user_id);
}

Result<void> import_file(const Parts& parts, rest::Call& call) {
  const std::string mode = call.query("dryRun").value_or("false");
  if (mode != "true" && mode != "false") return invalid("dryRun", rest::kQueryNotBoolean("dryRun"));
  NORN_ASSIGN(const std::string_view text, call.text_body(kCalendarType));
  NORN_ASSIGN(const ImportReport report,
              import_calendar(parts.context, call.caller().user_id, text, mode == "true"));
  append_json(call.json(), report);
  return {};
}

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
  return render_calendar(parts, call, *user_id);
}

void add_exchange_schemas(rest::Api& api) {
  api.add_schema("CalendarFile", filled_in(R"({"type":"string","maxLength":$MAX_IMPORT_FILE,
    "description":"iCalendar (RFC 5545); at most $MAX_IMPORT_FILE bytes."})"));
  api.add_schema("PlannerImport", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["created","updated","unchanged","skipped","notes","events"],
    "properties":{
      "created":{"type":"integer"},"updated":{"type":"integer"},
      "unchanged":{"type":"integer"},
      "skipped":{"type":"integer","description":"The notes say why."},
      "notes":$NOTES,
      "events":{"type":"array","description":"The first hundred that are new or changed.",
        "items":{"type":"object","additionalProperties":false,
          "required":["title","start","kind"],
          "properties":{"title":{"type":"string"},"start":{"type":"string"},
            "kind":{"type":"string","enum":["event","series"]}}}}}})"));
  api.add_schema("PlannerFeed", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["exists"],
    "properties":{"exists":{"type":"boolean"},"createdAt":$INSTANT,
      "lastReadAt":{"type":["string","null"],"description":"To the hour."}}})"));
  api.add_schema("PlannerFeedLink", R"({"type":"object","additionalProperties":false,
    "required":["url"],"properties":{"url":{"type":"string","description":
      "The secret address. It is shown only once."}}})");
}

void add_file_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/planner/export",
           .operation = "exportPlanner",
           .tag = kTag,
           .summary = "Gets everything in your planner as an iCalendar file.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The file.", .content_type = kCalendarType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, export_planner)});
  api.add({.method = "POST",
           .path = "/api/v1/planner/import",
           .operation = "importIntoPlanner",
           .tag = kTag,
           .summary = fmt::format(
               "Imports the events of an iCalendar file of at most {} MiB. Existing events (by "
               "their UID) are updated, so a file can be sent again.",
               kMaxImportFileBytes >> 20),
           .scope = kWriteScope,
           .query = {{.name = "dryRun",
                      .description = "true: only reports what an import would do.",
                      .schema = R"({"type":"boolean","default":false})"}},
           .request = "CalendarFile",
           .request_type = kCalendarType,
           .request_bytes = kMaxImportFileBytes,
           .replies = {{.status = 200,
                        .description = "What was imported, and what was not understood.",
                        .schema = "PlannerImport"}},
           .problems = {409},
           .heavy = true,
           .handle = handled_by(parts, import_file)});
}

}  // namespace

void add_exchange_routes(rest::Api& api, const Parts& parts) {
  add_exchange_schemas(api);
  add_file_routes(api, parts);
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
  api.add({.method = "GET",
           .path = "/ical/{secret}/planner.ics",
           .operation = "readPlannerFeed",
           .tag = kTag,
           .summary =
               "Gets a planner as an iCalendar file, for programs that subscribe to it. The secret "
               "address is all that is needed.",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200, .description = "The file.", .content_type = kCalendarType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, read_feed)});
}

}  // namespace norn::planner
