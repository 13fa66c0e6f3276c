#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/events/exchange/export.h"
#include "apps/events/exchange/import.h"
#include "apps/events/limits.h"
#include "apps/events/render.h"
#include "apps/events/routes/routes_parts.h"
#include "base/faults.h"
#include "rest/sentences.h"

// Calendar files: import and export.
namespace norn::events {
namespace {

constexpr std::string_view kCalendarReply = "text/calendar; charset=utf-8";

Result<void> export_events(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  call.response().add_header("Content-Disposition",
                             fmt::format("attachment; filename=\"{}\"", routes.file_name));
  return render_calendar(
      routes.context, call,
      {.owners = {owner.id}, .further = routes.exported, .guests = ExportedGuests::kWith});
}

Result<void> import_file(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  const std::string mode = call.query("dryRun").value_or("false");
  if (mode != "true" && mode != "false") return invalid("dryRun", rest::kQueryNotBoolean("dryRun"));
  NORN_ASSIGN(const std::string_view text, call.text_body(kCalendarType));
  const bool dry_run = mode == "true";
  ImportTodos import_todos;
  if (routes.import_todos) {
    import_todos = [&](const std::vector<ImportGroup>& todos, ImportReport& report,
                       ImportNotes& notes) {
      return routes.import_todos(owner, todos, dry_run, report, notes);
    };
  }
  NORN_ASSIGN(const ImportReport report,
              import_calendar(routes.context, owner, text, dry_run, import_todos));
  append_json(call.json(), report);
  return {};
}

}  // namespace

Result<void> render_calendar(const Context& context, rest::Call& call, ExportedFile wanted) {
  NORN_ASSIGN(CalendarExport file, CalendarExport::begin(context, std::move(wanted)));
  render_calendar(call, std::move(file));
  return {};
}

void render_calendar(rest::Call& call, CalendarExport file) {
  call.response().add_header("Cache-Control", "private, no-cache");
  call.set_etag(file.etag());
  call.stream_body(kCalendarReply, [exported = std::move(file)](std::string& out) mutable {
    return exported.append_next(out);
  });
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
          "properties":{"title":{"type":"string"},
            "start":{"type":"string","description":"Empty of a task without a date."},
            "kind":{"type":"string","enum":["event","series","task"]}}}}}})"));
}

void add_exchange_routes(rest::Api& api, const EventRoutes& routes) {
  api.add({.method = "GET",
           .path = routes.path + "/export",
           .operation = "export" + routes.noun,
           .tag = routes.tag,
           .summary = "Gets all events of " + routes.where + " as an iCalendar file.",
           .scope = routes.read_scope,
           .replies = {{.status = 200, .description = "The file.", .content_type = kCalendarType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(routes, export_events)});
  api.add({.method = "POST",
           .path = routes.path + "/import",
           .operation = "importInto" + routes.noun,
           .tag = routes.tag,
           .summary = fmt::format(
               "Imports the events of an iCalendar file of at most {} MiB. Existing events (by "
               "their UID) are updated, so a file can be sent again.",
               kMaxImportFileBytes >> 20),
           .scope = routes.write_scope,
           .query = {{.name = "dryRun",
                      .description = "true: only reports what an import would do.",
                      .schema = R"({"type":"boolean","default":false})"}},
           .request = "CalendarFile",
           .request_type = kCalendarType,
           .request_bytes = kMaxImportFileBytes,
           .replies = {{.status = 200,
                        .description = "What was imported, and what was not understood.",
                        .schema = "PlannerImport"}},
           .problems = {404, 409},
           .heavy = true,
           .handle = handled_by(routes, import_file)});
}

}  // namespace norn::events
