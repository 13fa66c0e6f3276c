#include "apps/projects/routes/task_json.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/routes/routes.h"

namespace norn::projects {
namespace {

constexpr rest::TextRule kTaskTitleRule{.max = kMaxTaskTitleCharacters};
constexpr rest::TextRule kTaskDescriptionRule{
    .min = 0, .max = kMaxTaskDescriptionCharacters, .lines = true};
constexpr rest::TextRule kChecklistRule{.max = kMaxChecklistCharacters};
constexpr rest::TextRule kRepeatRuleRule{.max = kMaxRepeatRuleCharacters};
constexpr rest::TextRule kIdRule{.max = 128};
constexpr std::string_view kEndOfDay = "T23:59:59Z";
constexpr std::string_view kStartOfDay = "T00:00:00Z";

Result<std::vector<ChecklistEntry>> checklist_member(rest::JsonInput& body) {
  NORN_ASSIGN(auto objects, body.objects("checklist", kMaxChecklistEntries));
  std::vector<ChecklistEntry> checklist;
  for (rest::JsonInput& object : objects) {
    ChecklistEntry& entry = checklist.emplace_back();
    NORN_ASSIGN(const auto id, object.optional_text("id", kIdRule));
    entry.id = id.value_or(std::to_string(checklist.size()));
    NORN_ASSIGN(entry.text, object.text("text", kChecklistRule));
    NORN_ASSIGN(const auto done, object.optional_boolean("done"));
    entry.done = done.value_or(false);
    NORN_TRY(object.finish());
  }
  return checklist;
}

Result<std::optional<Repeat>> repeat_member(rest::JsonInput& body) {
  NORN_ASSIGN(auto object, body.optional_object("repeat"));
  if (!object) return std::nullopt;
  Repeat repeat;
  NORN_ASSIGN(repeat.rule, object->text("rule", kRepeatRuleRule));
  NORN_ASSIGN(const auto from, object->optional_choice("from", {"DUE", "DONE"}));
  if (from) repeat.from = repeat_from_from(*from).value_or(Repeat::From::kDue);
  NORN_ASSIGN(const auto zone, object->optional_text("timeZone"));
  repeat.time_zone = zone.value_or("");
  NORN_TRY(object->finish());
  return repeat;
}

Result<std::optional<std::string>> id_member(rest::JsonInput& body, std::string_view name) {
  return optional_text(body, name, {.min = 0, .max = kIdRule.max});
}

Result<void> read_texts_of(rest::JsonInput& body, TaskPatch& patch) {
  if (body.has("title")) {
    NORN_ASSIGN(patch.title, body.text("title", kTaskTitleRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, optional_text(body, "description", kTaskDescriptionRule));
  }
  if (body.has("dueDate")) {
    NORN_ASSIGN(patch.due_date, optional_time(body, "dueDate", kEndOfDay));
  }
  if (body.has("plannedStart")) {
    NORN_ASSIGN(patch.planned_start, optional_time(body, "plannedStart", kStartOfDay));
  }
  if (body.has("plannedEnd")) {
    NORN_ASSIGN(patch.planned_end, optional_time(body, "plannedEnd", kEndOfDay));
  }
  return {};
}

// The members of a task that users can set.
std::string task_members() {
  return R"("title":)" + rest::text_schema(kTaskTitleRule) + R"(,"description":)" +
         rest::nullable_text_schema(kTaskDescriptionRule) + R"(,
      "status":{"$ref":"#/components/schemas/TaskStatus"},
      "priority":{"$ref":"#/components/schemas/TaskPriority"},
      "assigneeId":$NULLABLE_ID,
      "dueDate":{"type":["string","null"],"description":"A time, or a day."},
      "plannedStart":{"type":["string","null"],"description":"A time, or a day."},
      "plannedEnd":{"type":["string","null"],"description":"A time, or a day."},
      "tagIds":{"type":"array","maxItems":)" +
         std::to_string(kMaxTagsPerTask) + R"(,"items":$ID},
      "checklist":{"type":"array","maxItems":)" +
         std::to_string(kMaxChecklistEntries) +
         R"(,"items":{"$ref":"#/components/schemas/NewChecklistEntry"}},
      "parentId":{"type":["string","null"],
        "description":"The task of which it is a sub-task: one of the same project."},
      "blockedBy":{"type":"array","maxItems":)" +
         std::to_string(kMaxBlockers) + R"(,"items":$ID,
        "description":"Tasks of the same project that have to be done before."},
      "repeat":{"anyOf":[{"$ref":"#/components/schemas/NewTaskRepeat"},{"type":"null"}]})";
}

std::string repeat_schema(std::string_view required) {
  return fmt::format(R"({{"type":"object","additionalProperties":false,"required":[{}],
    "description":"When the task is done it is to be done again, on the next date of the rule.",
    "properties":{{
      "rule":{},
      "from":{{"type":"string","enum":["DUE","DONE"],
        "description":"Whether the rule starts at the due date, or on the day it was done."}},
      "timeZone":{{"type":["string","null"]}}}}}})",
                     required, rest::text_schema(kRepeatRuleRule));
}

std::string checklist_schema(std::string_view required) {
  return fmt::format(R"({{"type":"object","additionalProperties":false,"required":[{}],
    "properties":{{"id":{{"type":"string"}},"text":{},"done":{{"type":"boolean"}}}}}})",
                     required, rest::text_schema(kChecklistRule));
}

}  // namespace

const std::vector<std::string_view>& task_statuses() {
  static const std::vector<std::string_view> names = {"TODO", "IN_PROGRESS", "REVIEW", "DONE"};
  return names;
}

const std::vector<std::string_view>& task_priorities() {
  static const std::vector<std::string_view> names = {"LOW", "MEDIUM", "HIGH", "URGENT"};
  return names;
}

Result<TaskInput> read_task(rest::JsonInput& body) {
  TaskInput input;
  NORN_ASSIGN(input.title, body.text("title", kTaskTitleRule));
  NORN_ASSIGN(input.description, optional_text(body, "description", kTaskDescriptionRule));
  NORN_ASSIGN(const auto status, body.optional_choice("status", task_statuses()));
  if (status) input.status = task_status_from(*status).value_or(TaskStatus::kTodo);
  NORN_ASSIGN(const auto priority, body.optional_choice("priority", task_priorities()));
  if (priority) input.priority = priority_from(*priority).value_or(Priority::kMedium);
  NORN_ASSIGN(input.assignee_id, id_member(body, "assigneeId"));
  NORN_ASSIGN(input.due_date, optional_time(body, "dueDate", kEndOfDay));
  NORN_ASSIGN(input.planned_start, optional_time(body, "plannedStart", kStartOfDay));
  NORN_ASSIGN(input.planned_end, optional_time(body, "plannedEnd", kEndOfDay));
  if (body.has("tagIds")) {
    NORN_ASSIGN(input.tag_ids, body.texts("tagIds", kMaxTagsPerTask, kIdRule));
  }
  if (body.has("checklist")) {
    NORN_ASSIGN(input.checklist, checklist_member(body));
  }
  NORN_ASSIGN(input.parent_id, id_member(body, "parentId"));
  if (body.has("blockedBy")) {
    NORN_ASSIGN(input.blocked_by, body.texts("blockedBy", kMaxBlockers, kIdRule));
  }
  NORN_ASSIGN(input.repeat, repeat_member(body));
  NORN_TRY(body.finish());
  return input;
}

Result<TaskPatch> read_task_patch(rest::JsonInput& body) {
  TaskPatch patch;
  NORN_TRY(read_texts_of(body, patch));
  if (body.has("status")) {
    NORN_ASSIGN(const std::string status, body.choice("status", task_statuses()));
    patch.status = task_status_from(status);
  }
  if (body.has("priority")) {
    NORN_ASSIGN(const std::string priority, body.choice("priority", task_priorities()));
    patch.priority = priority_from(priority);
  }
  if (body.has("assigneeId")) {
    NORN_ASSIGN(patch.assignee_id, id_member(body, "assigneeId"));
  }
  if (body.has("tagIds")) {
    NORN_ASSIGN(patch.tag_ids, body.texts("tagIds", kMaxTagsPerTask, kIdRule));
  }
  if (body.has("checklist")) {
    NORN_ASSIGN(patch.checklist, checklist_member(body));
  }
  if (body.has("parentId")) {
    NORN_ASSIGN(patch.parent_id, id_member(body, "parentId"));
  }
  if (body.has("blockedBy")) {
    NORN_ASSIGN(patch.blocked_by, body.texts("blockedBy", kMaxBlockers, kIdRule));
  }
  if (body.has("repeat")) {
    NORN_ASSIGN(patch.repeat, repeat_member(body));
  }
  NORN_TRY(body.finish());
  return patch;
}

Result<TaskMove> read_move(rest::JsonInput& body) {
  TaskMove move;
  NORN_ASSIGN(move.project_id, body.optional_text("projectId", kIdRule));
  NORN_ASSIGN(const auto status, body.optional_choice("status", task_statuses()));
  if (status) move.status = task_status_from(*status);
  NORN_ASSIGN(move.after, body.optional_text("after", kIdRule));
  NORN_ASSIGN(move.before, body.optional_text("before", kIdRule));
  NORN_TRY(body.finish());
  return move;
}

void add_task_schemas(rest::Api& api) {
  api.add_schema("TaskStatus",
                 R"({"type":"string","enum":["TODO","IN_PROGRESS","REVIEW","DONE"]})");
  api.add_schema("TaskPriority", R"({"type":"string","enum":["LOW","MEDIUM","HIGH","URGENT"]})");
  api.add_schema("TaskRepeat", repeat_schema(R"("rule","from","timeZone")"));
  api.add_schema("NewTaskRepeat", repeat_schema(R"("rule")"));
  api.add_schema("ChecklistEntry", checklist_schema(R"("id","text","done")"));
  api.add_schema("NewChecklistEntry", checklist_schema(R"("text")"));
  api.add_schema("ProjectTask", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","projectId","title","description","status","priority","assigneeId","dueDate",
      "plannedStart","plannedEnd","rank","tagIds","checklist","parentId","subtaskCount","blockedBy",
      "repeat","completedAt","createdBy","updatedBy","createdAt","updatedAt","etag"],
    "properties":{
      "id":$ID,
      "projectId":$ID,
      "title":{"type":"string"},
      "description":{"type":["string","null"],"description":"Markdown."},
      "brief":{"type":"boolean","description":
        "True if a list has no room for `description` and `checklist`: get the task itself."},
      "status":{"$ref":"#/components/schemas/TaskStatus"},
      "priority":{"$ref":"#/components/schemas/TaskPriority"},
      "assigneeId":$NULLABLE_ID,
      "dueDate":{"type":["string","null"],"format":"date-time",
        "description":"One at 23:59:59 stands for the whole day, wherever the reader is."},
      "plannedStart":$NULLABLE_TIME,
      "plannedEnd":$NULLABLE_TIME,
      "rank":{"type":"string","description":"The order within its column."},
      "tagIds":{"type":"array","items":$ID},
      "checklist":{"type":"array","items":{"$ref":"#/components/schemas/ChecklistEntry"}},
      "parentId":$NULLABLE_ID,
      "subtaskCount":{"type":"integer"},
      "blockedBy":{"type":"array","items":$ID},
      "repeat":{"anyOf":[{"$ref":"#/components/schemas/TaskRepeat"},{"type":"null"}]},
      "completedAt":$NULLABLE_TIME,
      "createdBy":$NULLABLE_ID,
      "updatedBy":$NULLABLE_ID,
      "createdAt":$TIME,
      "updatedAt":$TIME,
      "etag":{"type":"string"}}})"));
  api.add_schema("ProjectTasks", R"({"type":"object","additionalProperties":false,
    "required":["tasks"],
    "properties":{
      "tasks":{"type":"array","items":{"$ref":"#/components/schemas/ProjectTask"}}}})");
  api.add_schema("NewProjectTask", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["title"],"properties":{)" + task_members() +
                                             "}}"));
  api.add_schema("ProjectTaskChange", filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                                task_members() + "}}"));
  api.add_schema("ProjectTaskMove", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{
      "projectId":{"type":["string","null"]},
      "status":{"anyOf":[{"$ref":"#/components/schemas/TaskStatus"},{"type":"null"}]},
      "after":{"type":["string","null"],"description":"The task after which it is put."},
      "before":{"type":["string","null"],
        "description":"The task before which it is put. Without both it goes to the end."}}})");
}

}  // namespace norn::projects
