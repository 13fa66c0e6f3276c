#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/projects/exchange/export.h"
#include "apps/projects/exchange/import.h"
#include "apps/projects/limits.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/sentences.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "rest/sentences.h"

// Files: export of a project, and import of those of Norn and of other programs.
namespace norn::projects {
namespace {

// Not a type that a form can send.
constexpr const char* kFileType = "application/octet-stream";

Result<void> export_project(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  const std::string name = call.query("format").value_or("norn");
  const auto format = file_format_from(name);
  if (format != FileFormat::kNorn && format != FileFormat::kCsv) {
    return invalid("format", rest::kNotChoice("format", "norn, csv"));
  }
  NORN_ASSIGN(ProjectExport exported,
              ProjectExport::begin(parts.context, call.caller().user_id, id, *format));
  const bool is_csv = format == FileFormat::kCsv;
  call.response().add_header("Cache-Control", "private, no-store");
  call.response().add_header("Content-Disposition", is_csv
                                                        ? "attachment; filename=\"project.csv\""
                                                        : "attachment; filename=\"project.json\"");
  call.stream_body(kFileType, [file = std::move(exported)](std::string& out) mutable {
    return file.append_next(out);
  });
  return {};
}

Result<ImportRequest> import_request(const rest::Call& call) {
  ImportRequest request;
  const auto format = file_format_from(call.query("format").value_or(""));
  if (!format) return invalid("format", kFileFormatUnknown);
  request.format = *format;
  const std::string mode = call.query("dryRun").value_or("false");
  if (mode != "true" && mode != "false") return invalid("dryRun", rest::kQueryNotBoolean("dryRun"));
  request.dry_run = mode == "true";
  const std::string name = call.query("name").value_or("");
  request.name = std::string(first_characters(trimmed(name), kMaxProjectNameCharacters));
  return request;
}

void append_report(std::string& out, const ProjectImportReport& report) {
  ObjectWriter object(out);
  ListWriter projects(object.key("projects"));
  for (const ImportedProject& project : report.projects) {
    ObjectWriter one(projects.next());
    if (project.id.empty()) {
      one.null("id");
    } else {
      one.text("id", project.id);
    }
    one.text("name", project.name);
    one.integer("tasks", project.tasks);
    one.integer("events", project.events);
    one.integer("tags", project.tags);
    one.integer("comments", project.comments);
    one.integer("links", project.links);
    one.close();
  }
  projects.close();
  object.integer("skipped", report.skipped);
  apps::append_notes(object, report.notes);
  ListWriter titles(object.key("titles"));
  for (const std::string& title : report.titles) append_json_string(titles.next(), title);
  titles.close();
  object.close();
}

Result<void> import_into(const Parts& parts, rest::Call& call, ImportRequest request) {
  NORN_ASSIGN(const std::string_view text, call.text_body(kFileType));
  NORN_ASSIGN(request.creation, creation_of(call, "importProject"));
  NORN_ASSIGN(const ProjectImportReport report,
              parts.imports.run(call.caller().user_id, text, request));
  append_report(call.json(), report);
  return {};
}

Result<void> import_projects(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(ImportRequest request, import_request(call));
  return import_into(parts, call, std::move(request));
}

Result<void> import_tasks(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(ImportRequest request, import_request(call));
  NORN_ASSIGN(request.project_id, project_of(call));
  return import_into(parts, call, std::move(request));
}

void add_exchange_schemas(rest::Api& api) {
  api.add_schema("ProjectFile", fmt::format(R"({{"type":"string","maxLength":{0},
    "description":"A file of at most {0} bytes, in UTF-8."}})",
                                            kMaxProjectFileBytes));
  api.add_schema("ProjectImport",
                 R"({"type":"object","additionalProperties":false,
    "required":["projects","skipped","notes","titles"],
    "properties":{
      "projects":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["id","name","tasks","events","tags","comments","links"],
        "properties":{
          "id":{"type":["string","null"],"description":"Null if it is not made yet."},
          "name":{"type":"string"},
          "tasks":{"type":"integer"},
          "events":{"type":"integer"},
          "tags":{"type":"integer","description":"New ones."},
          "comments":{"type":"integer"},
          "links":{"type":"integer"}}}},
      "skipped":{"type":"integer","description":
        "Tasks and events that cannot be imported; the notes say why."},
      "notes":)" + std::string(apps::kImportNotesSchema) +
                     R"(,
      "titles":{"type":"array","items":{"type":"string"},
        "description":"Of the first hundred tasks."}}})");
}

std::vector<rest::Parameter> import_parameters() {
  return {{.name = "format",
           .description = "Whose file it is. Required.",
           .schema = R"({"type":"string","enum":["norn","csv","trello","todoist","vikunja"]})"},
          {.name = "dryRun",
           .description = "true: only reports what an import would do.",
           .schema = R"({"type":"boolean","default":false})"}};
}

}  // namespace

void add_exchange_routes(rest::Api& api, const Parts& parts) {
  add_exchange_schemas(api);
  const std::vector<rest::Reply> imported = {
      {.status = 200,
       .description = "What was imported, and what was not understood.",
       .schema = "ProjectImport"}};
  api.add({.method = "GET",
           .path = "/api/v1/projects/{projectId}/export",
           .operation = "exportProject",
           .tag = kTag,
           .summary = "Gets a project as a file: everything in it as JSON, or its tasks as CSV.",
           .scope = kReadScope,
           .query = {{.name = "format",
                      .description = "Default: norn, which is JSON.",
                      .schema = R"({"type":"string","enum":["norn","csv"],"default":"norn"})"}},
           .replies = {{.status = 200, .description = "The file.", .content_type = kFileType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, export_project)});
  auto parameters = import_parameters();
  parameters.push_back(
      {.name = "name", .description = "Of the project, if the file does not name it."});
  api.add({.method = "POST",
           .path = "/api/v1/project-imports",
           .operation = "importProjects",
           .tag = kTag,
           .summary = fmt::format(
               "Makes projects of a file of at most {} MiB: one of Norn (JSON or CSV), of Trello "
               "(JSON), of Todoist (CSV) or of Vikunja (its `data.json`).",
               kMaxProjectFileBytes >> 20),
           .scope = kWriteScope,
           .query = std::move(parameters),
           .request = "ProjectFile",
           .request_type = kFileType,
           .request_bytes = kMaxProjectFileBytes,
           .replies = imported,
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .heavy = true,
           .handle = handled_by(parts, import_projects)});
  api.add({.method = "POST",
           .path = "/api/v1/projects/{projectId}/import",
           .operation = "importIntoProject",
           .tag = kTag,
           .summary = "Adds the tasks and events of a file to a project in which you may write.",
           .scope = kWriteScope,
           .query = import_parameters(),
           .request = "ProjectFile",
           .request_type = kFileType,
           .request_bytes = kMaxProjectFileBytes,
           .replies = imported,
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .heavy = true,
           .handle = handled_by(parts, import_tasks)});
}

}  // namespace norn::projects
