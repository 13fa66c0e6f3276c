#include <string>
#include <utility>

#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/routes/task_json.h"
#include "base/json_writer.h"
#include "rest/problem.h"

// Changes of many tasks at once.
namespace norn::projects {
namespace {

constexpr rest::TextRule kChangedIdRule{.max = 128};
constexpr size_t kMaxBatchChanges = 100;

// One of many changes. Nullopt for a task that was deleted.
struct BatchChange {
  std::string id;
  std::string etag;
  std::optional<TaskPatch> patch = {};
  std::optional<TaskMove> move = {};
};

Result<BatchChange> read_batch_change(rest::JsonInput& body) {
  BatchChange change;
  NORN_ASSIGN(change.id, body.text("id", kChangedIdRule));
  NORN_ASSIGN(change.etag, body.text("etag"));
  NORN_ASSIGN(const std::string action, body.choice("action", {"change", "move", "delete"}));
  if (action == "change") {
    NORN_ASSIGN(rest::JsonInput object, body.object("change"));
    NORN_ASSIGN(change.patch, read_task_patch(object));
  } else if (action == "move") {
    NORN_ASSIGN(rest::JsonInput object, body.object("move"));
    NORN_ASSIGN(change.move, read_move(object));
  }
  NORN_TRY(body.finish());
  return change;
}

Result<std::optional<Task>> make_change(const Parts& parts, const std::string& user_id,
                                        const BatchChange& change) {
  if (change.patch) {
    NORN_ASSIGN(Task task, parts.tasks.change(user_id, change.id, *change.patch, change.etag));
    return task;
  }
  if (change.move) {
    NORN_ASSIGN(Task task, parts.tasks.move(user_id, change.id, *change.move, change.etag));
    return task;
  }
  NORN_TRY(parts.tasks.remove(user_id, change.id, change.etag));
  return std::nullopt;
}

void append_result(std::string& out, const BatchChange& change,
                   const Result<std::optional<Task>>& made) {
  ObjectWriter object(out);
  object.text("id", change.id);
  if (made) {
    object.integer("status", *made ? 200 : 204);
    if (*made) append_json(object.key("task"), **made);
  } else {
    object.integer("status", rest::status_of(made.error()));
    http::Response problem;
    rest::set_problem(problem, made.error());
    object.key("problem").append(problem.body);
  }
  object.close();
}

// Each change is made on its own, in their order: one that is refused does not stop the others.
Result<void> change_tasks(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(auto objects, body.objects("changes", kMaxBatchChanges));
  NORN_TRY(body.finish());
  std::vector<BatchChange> changes;
  for (rest::JsonInput& object : objects) {
    NORN_ASSIGN(BatchChange change, read_batch_change(object));
    changes.push_back(std::move(change));
  }
  ObjectWriter object(call.json());
  ListWriter results(object.key("results"));
  for (const BatchChange& change : changes) {
    append_result(results.next(), change, make_change(parts, call.caller().user_id, change));
  }
  results.close();
  object.close();
  return {};
}

void add_batch_schemas(rest::Api& api) {
  api.add_schema("ProjectTaskBatch", R"({"type":"object","additionalProperties":false,
    "required":["changes"],
    "properties":{"changes":{"type":"array","maxItems":)" +
                                         std::to_string(kMaxBatchChanges) + R"(,
      "items":{"type":"object","additionalProperties":false,
        "required":["id","etag","action"],
        "properties":{
          "id":{"type":"string"},
          "etag":{"type":"string","description":"Of the state that the change is based on."},
          "action":{"type":"string","enum":["change","move","delete"]},
          "change":{"$ref":"#/components/schemas/ProjectTaskChange"},
          "move":{"$ref":"#/components/schemas/ProjectTaskMove"}}}}}})");
  api.add_schema("ProjectTaskBatchResults", R"({"type":"object","additionalProperties":false,
    "required":["results"],
    "properties":{"results":{"type":"array","description":"One for each change, in their order.",
      "items":{"type":"object","additionalProperties":false,
        "required":["id","status"],
        "properties":{
          "id":{"type":"string"},
          "status":{"type":"integer","description":"As of a request for this change alone."},
          "task":{"$ref":"#/components/schemas/ProjectTask"},
          "problem":{"$ref":"#/components/schemas/Problem"}}}}}})");
}

}  // namespace

void add_task_change_routes(rest::Api& api, const Parts& parts) {
  add_batch_schemas(api);
  api.add({.method = "POST",
           .path = "/api/v1/task-changes",
           .operation = "changeProjectTasks",
           .tag = kTag,
           .summary = "Changes, moves or deletes many tasks, each on its own.",
           .scope = kWriteScope,
           .request = "ProjectTaskBatch",
           .replies = {{.status = 200,
                        .description = "What became of each.",
                        .schema = "ProjectTaskBatchResults"}},
           .heavy = true,
           .handle = handled_by(parts, change_tasks)});
}

}  // namespace norn::projects
