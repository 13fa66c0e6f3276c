#include <string>
#include <utility>

#include "apps/family/exchange/import_jobs.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/routes/routes.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Imports of files that were uploaded in parts, which run in the background.
namespace norn::family {
namespace {

constexpr rest::TextRule kUploadIdRule{.max = 128};
constexpr rest::TextRule kImportedNameRule{.max = kMaxTreeNameCharacters};

Result<std::string> job_of(const rest::Call& call) {
  return id_of(call, "jobId", kTreeImportNotFound);
}

// The report, with the tree as the caller sees it now.
Result<void> append_job_report(const Parts& parts, std::string& out, const TreeImportJob& job) {
  std::string tree = "null";
  if (!job.tree_id.empty()) {
    const auto access = parts.trees.get(job.user_id, job.tree_id);
    if (!access && access.error().code != ErrorCode::kNotFound) {
      return std::unexpected(access.error());
    }
    if (access) {
      tree.clear();
      append_json(tree, *access);
    }
  }
  out.append("{\"tree\":").append(tree).append(",").append(job.report, 1);
  return {};
}

Result<void> append_job(const Parts& parts, std::string& out, const TreeImportJob& job) {
  ObjectWriter object(out);
  object.text("id", job.id);
  object.boolean("preview", job.is_preview);
  object.text("fileName", job.file_name);
  object.text("state", to_text(job.state));
  object.integer("percent", job.progress.percent);
  object.integer("peopleWritten", job.progress.people_written);
  if (job.progress.people > 0) {
    object.integer("people", job.progress.people);
  } else {
    object.null("people");
  }
  object.text("createdAt", job.created_at);
  object.key("problem").append(job.problem.empty() ? "null" : job.problem);
  if (job.state == TreeImportJob::State::kDone && !job.report.empty()) {
    NORN_TRY(append_job_report(parts, object.key("report"), job));
  } else {
    object.null("report");
  }
  object.close();
  return {};
}

Result<void> begin_import_job(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NewTreeImportJob input;
  NORN_ASSIGN(input.upload_id, body.text("uploadId", kUploadIdRule));
  NORN_ASSIGN(const auto preview, body.optional_boolean("preview"));
  NORN_ASSIGN(const auto name, optional_text(body, "name", kImportedNameRule));
  NORN_TRY(body.finish());
  input.is_preview = preview.value_or(false);
  input.tree_name = name.value_or("");
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "beginTreeImportJob"));
  NORN_ASSIGN(const TreeImportJob job,
              parts.import_jobs.begin(call.caller().user_id, input, creation));
  call.response().add_header("Location", "/api/v1/tree-import-jobs/" + job.id);
  return append_job(parts, call.json(202), job);
}

Result<void> get_import_job(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, job_of(call));
  NORN_ASSIGN(const TreeImportJob job, parts.import_jobs.get(call.caller().user_id, id));
  // One into a tree that is there is a reimport.
  if (!job.into.empty()) return not_found(kTreeImportNotFound);
  return append_job(parts, call.json(), job);
}

Result<void> remove_import_job(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, job_of(call));
  NORN_TRY(parts.import_jobs.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_job_schemas(rest::Api& api) {
  api.add_schema("NewTreeImportJob",
                 R"({"type":"object","additionalProperties":false,"required":["uploadId"],
    "properties":{
      "uploadId":{"type":"string",
        "description":"A complete upload of yours with the purpose familyTree."},
      "preview":{"type":"boolean","default":false,
        "description":"true: only reports what an import would do, and keeps the upload."},
      "name":{"type":["string","null"],"maxLength":)" +
                     std::to_string(kMaxTreeNameCharacters) + R"(,
        "description":"Of the tree. Default: that of the file."}}})");
  api.add_schema("TreeImportJob", R"({"type":"object","additionalProperties":false,
    "required":["id","preview","fileName","state","percent","peopleWritten","people","createdAt",
      "problem","report"],
    "properties":{
      "id":{"type":"string"},
      "preview":{"type":"boolean"},
      "fileName":{"type":"string"},
      "state":{"type":"string","enum":["waiting","reading","writing","done","failed"]},
      "percent":{"type":"integer","minimum":0,"maximum":100,"description":"Of the whole job."},
      "peopleWritten":{"type":"integer"},
      "people":{"type":["integer","null"],"description":"In the file; null until it was read."},
      "createdAt":{"type":"string","format":"date-time"},
      "problem":{"description":"Why it has failed.","anyOf":[{"type":"null"},
        {"type":"object","additionalProperties":false,"required":["text","code"],
          "properties":{
            "text":{"type":"string","description":"In English."},
            "code":{"type":"string","description":"Which sentence it is: one of Problem."},
            "params":{"$ref":"#/components/schemas/SentenceParams"}}}]},
      "report":{"description":"When it is done. The tree is null if it was deleted since.",
        "anyOf":[{"type":"null"},{"$ref":"#/components/schemas/TreeImport"}]}}})");
}

}  // namespace

void add_import_job_routes(rest::Api& api, const Parts& parts) {
  add_job_schemas(api);
  const std::string path = "/api/v1/tree-import-jobs";
  api.add({.method = "POST",
           .path = path,
           .operation = "beginTreeImportJob",
           .tag = kTag,
           .summary =
               "Begins to make a tree of a GEDCOM file, or GEDZIP archive, that was uploaded "
               "in parts, in the background. When it is done, the upload is removed.",
           .scope = kWriteScope,
           .request = "NewTreeImportJob",
           .replies = {{.status = 202, .description = "The job.", .schema = "TreeImportJob"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, begin_import_job)});
  api.add({.method = "GET",
           .path = path + "/{jobId}",
           .operation = "getTreeImportJob",
           .tag = kTag,
           .summary = "Gets how far an import of yours is, and its report when it is done. It is "
                      "kept for a day.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The job.", .schema = "TreeImportJob"}},
           .problems = {404},
           .handle = handled_by(parts, get_import_job)});
  api.add({.method = "DELETE",
           .path = path + "/{jobId}",
           .operation = "deleteTreeImportJob",
           .tag = kTag,
           .summary =
               "Cancels an import of yours, of which nothing is left, or forgets one that is "
               "finished. The upload of one that was not done stays.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Cancelled."}},
           .problems = {404, 409},
           .handle = handled_by(parts, remove_import_job)});
}

}  // namespace norn::family
