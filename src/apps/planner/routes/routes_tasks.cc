#include <string>
#include <utility>

#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/planner/preferences.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/sentences.h"
#include "apps/planner/tasks/limits.h"
#include "apps/planner/tasks/task_json.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// The tasks of a person.
namespace norn::planner {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kTaskTitleRule{1, kMaxTitleCharacters, false};
constexpr rest::TextRule kTaskDescriptionRule{0, kMaxDescriptionBytes, true};
constexpr rest::TextRule kTaskTagRule{1, kMaxTagCharacters, false};
constexpr rest::TextRule kTaskIdRule{1, 128, false};

Result<std::optional<WallTime>> read_task_time_member(JsonInput& body, std::string_view name) {
  constexpr size_t kWithoutSeconds = 16;
  NORN_ASSIGN(auto text, body.optional_text(name));
  if (!text) return std::nullopt;
  if (const auto day = second_of_date(*text)) return WallTime{.is_day = true, .local_s = *day};
  if (text->size() == kWithoutSeconds) text->append(":00");
  const auto second = second_of_wall(*text);
  if (!second) return invalid(body.path_of(name), kTaskTimeForm);
  return WallTime{.is_day = false, .local_s = *second};
}

Result<void> read_task_times(JsonInput& body, TaskChange& change) {
  if (body.has("due")) {
    NORN_ASSIGN(change.due.time, read_task_time_member(body, "due"));
  }
  if (body.has("dueTzid")) {
    NORN_ASSIGN(change.due.tzid, body.optional_text("dueTzid"));
  }
  if (body.has("planned")) {
    NORN_ASSIGN(change.planned.time, read_task_time_member(body, "planned"));
  }
  if (body.has("plannedTzid")) {
    NORN_ASSIGN(change.planned.tzid, body.optional_text("plannedTzid"));
  }
  if (body.has("plannedMinutes")) {
    NORN_ASSIGN(change.planned_minutes,
                body.optional_integer("plannedMinutes", 1, kMaxPlannedMinutes));
  }
  return {};
}

Result<void> read_task_details(JsonInput& body, DetailsChange& change) {
  if (body.has("title")) {
    NORN_ASSIGN(change.title, body.text("title", kTaskTitleRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(auto text, body.optional_text("description", kTaskDescriptionRule));
    if (text && text->size() > kMaxDescriptionBytes) {
      return invalid("description", kDescriptionTooLong(kMaxDescriptionBytes));
    }
    if (text && text->empty()) text.reset();
    change.description = std::move(text);
  }
  if (body.has("color")) {
    NORN_ASSIGN(change.color, body.optional_text("color"));
  }
  if (body.has("tags")) {
    NORN_ASSIGN(change.tags, body.texts("tags", kMaxTags, kTaskTagRule));
  }
  if (body.has("ttl")) {
    NORN_ASSIGN(change.ttl, body.optional_integer("ttl", 0, kMaxTtl));
  }
  return {};
}

Result<void> read_task_order(JsonInput& body, TaskChange& change) {
  NORN_ASSIGN(auto object, body.optional_object("order"));
  if (!object) return {};
  TaskNeighbors& neighbors = change.order.emplace();
  NORN_ASSIGN(neighbors.after, object->optional_text("after", kTaskIdRule));
  NORN_ASSIGN(neighbors.before, object->optional_text("before", kTaskIdRule));
  return object->finish();
}

Result<TaskChange> read_task_change(JsonInput& body) {
  TaskChange change;
  NORN_TRY(read_task_details(body, change.details));
  if (body.has("priority")) {
    NORN_ASSIGN(const auto text,
                body.optional_choice("priority", {"LOW", "MEDIUM", "HIGH", "URGENT"}));
    change.priority = text ? task_priority_from(*text) : std::nullopt;
  }
  NORN_TRY(read_task_times(body, change));
  if (body.has("percent")) {
    NORN_ASSIGN(change.percent, body.integer("percent", 0, 99));
  }
  if (body.has("done")) {
    NORN_ASSIGN(change.done, body.boolean("done"));
  }
  NORN_TRY(read_task_order(body, change));
  NORN_TRY(body.finish());
  return change;
}

Result<std::string> task_id_of(const rest::Call& call) {
  return apps::id_of(call, "taskId", kTaskNotFound);
}

void render_task(rest::Call& call, std::string& out, const Task& task) {
  call.set_etag(etag_of(task));
  append_json(out, task);
}

Result<std::optional<Date>> day_query(const rest::Call& call, std::string_view name) {
  const auto text = call.query(name);
  if (!text) return std::nullopt;
  const auto day = parse_date(*text);
  if (!day) return invalid(name, apps::kDayForm);
  return *day;
}

Result<std::optional<bool>> choice_query(const rest::Call& call, std::string_view name) {
  if (!call.query(name)) return std::nullopt;
  NORN_ASSIGN(const bool choice, boolean_query(call, name, false));
  return choice;
}

Result<TaskFilter> task_filter_of(const rest::Call& call) {
  TaskFilter filter;
  NORN_ASSIGN(const auto from, day_query(call, "from"));
  NORN_ASSIGN(const auto to, day_query(call, "to"));
  if (from.has_value() != to.has_value()) return invalid(from ? "to" : "from", kDaysNeedBoth);
  if (from) {
    if (*to < *from) return invalid("to", apps::kRangeEndsBeforeStart);
    if ((*to - *from).count() >= kMaxViewDays)
      return invalid("to", apps::kRangeTooLong(kMaxViewDays));
    filter.days = TaskDays{.from = *from, .to = *to};
  }
  NORN_ASSIGN(filter.is_unscheduled, choice_query(call, "unscheduled"));
  NORN_ASSIGN(filter.is_done, choice_query(call, "done"));
  NORN_ASSIGN(filter.completed_from, day_query(call, "completedFrom"));
  return filter;
}

Result<void> list_tasks(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const TaskFilter filter, task_filter_of(call));
  std::string tzid = call.query("tzid").value_or("");
  if (tzid.empty()) {
    NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
    tzid = meta.preferences.default_tzid;
  }
  NORN_ASSIGN(const auto zone, checked_zone("tzid", tzid));
  NORN_ASSIGN(const auto tasks, parts.tasks.list(user_id, filter, zone));
  std::string& out = call.json();
  ObjectWriter object(out);
  ListWriter list(object.key("tasks"));
  for (const Task& task : tasks) append_json(list.next(), task);
  list.close();
  object.close();
  call.set_etag(apps::etag_of(out));
  return {};
}

Result<void> create_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const TaskChange input, read_task_change(body));
  NORN_ASSIGN(const apps::Creation creation, apps::creation_of(call, "createPlannerTask"));
  NORN_ASSIGN(const Task task, parts.tasks.create(call.caller().user_id, input, creation));
  render_task(call, call.created("/api/v1/planner/tasks/" + task.id), task);
  return {};
}

Result<void> get_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_id_of(call));
  NORN_ASSIGN(const Task task, parts.tasks.get(call.caller().user_id, id));
  render_task(call, call.json(), task);
  return {};
}

Result<void> change_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const TaskChange change, read_task_change(body));
  NORN_ASSIGN(const Task task, parts.tasks.change(call.caller().user_id, id, change, etag));
  render_task(call, call.json(), task);
  return {};
}

Result<void> delete_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.tasks.remove(call.caller().user_id, id, etag));
  call.no_content();
  return {};
}

constexpr std::string_view kTaskInputMembers = R"(
      "title":{"type":"string","minLength":1,"maxLength":$MAX_TITLE},
      "description":{"type":["string","null"],"maxLength":$MAX_DESCRIPTION,
        "description":"Markdown, at most $MAX_DESCRIPTION bytes."},
      "color":{"type":["string","null"],"pattern":"^#[0-9A-Fa-f]{6}$"},
      "tags":{"type":"array","maxItems":$MAX_TAGS,
        "items":{"type":"string","minLength":1,"maxLength":$MAX_ONE_TAG}},
      "priority":{"anyOf":[{"$ref":"#/components/schemas/PlannerTaskPriority"},{"type":"null"}]},
      "due":{"type":["string","null"],"description":
        "A day, as in 2025-12-15, or the wall time in dueTzid, as in 2025-12-15T09:00."},
      "dueTzid":{"type":["string","null"],"description":"Of a time. Left out: yours."},
      "planned":{"type":["string","null"],"description":
        "When you want to do it: a day, or the wall time in plannedTzid."},
      "plannedTzid":{"type":["string","null"],"description":"Of a time. Left out: yours."},
      "plannedMinutes":{"type":["integer","null"],"minimum":1,"maximum":$MAX_PLANNED,
        "description":"Of a planned time. Null, or left out when new: as your preferences say."},
      "percent":{"type":"integer","minimum":0,"maximum":99,"description":
        "How much of it is done, if not all of it."},
      "done":{"type":"boolean"},
      "order":{"type":"object","additionalProperties":false,"description":
        "Puts it next to others in the list of those that are neither planned nor due.",
        "properties":{"after":{"type":["string","null"]},"before":{"type":["string","null"]}}},
      "ttl":{"type":["integer","null"],"maximum":$MAX_TTL,"description":
        "When it is deleted automatically, in seconds since 1970."})";

std::string task_schema(std::string schema) {
  return filled_in(
      apps::filled_in(std::move(schema), {{"$MAX_PLANNED", std::to_string(kMaxPlannedMinutes)}}));
}

void add_task_schemas(rest::Api& api) {
  const std::string members(kTaskInputMembers);
  api.add_schema("PlannerTaskPriority",
                 R"({"type":"string","enum":["LOW","MEDIUM","HIGH","URGENT"]})");
  api.add_schema("NewPlannerTask", task_schema(R"({"type":"object","additionalProperties":false,
    "required":["title"],"properties":{)" + members +
                                               "}}"));
  api.add_schema("PlannerTaskChange", task_schema(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                                  members + "}}"));
  api.add_schema("PlannerTask", task_schema(R"({"type":"object","additionalProperties":false,
    "required":["id","title","description","color","tags","priority","due","dueUtc","dueTzid",
      "planned","plannedUtc","plannedTzid","plannedMinutes","percent","done","completedAt",
      "archivedAt","ttl","icalUid","sequence","version","createdAt","updatedAt","etag"],
    "properties":{
      "id":{"type":"string","description":"`tsk_...`"},
      "title":{"type":"string"},
      "description":{"type":["string","null"]},
      "color":{"type":["string","null"]},
      "tags":{"type":"array","items":{"type":"string"}},
      "priority":{"anyOf":[{"$ref":"#/components/schemas/PlannerTaskPriority"},{"type":"null"}]},
      "due":{"type":["string","null"],"description":"A day, or the wall time in dueTzid."},
      "dueUtc":{"type":["string","null"],"format":"date-time","description":"Of a time."},
      "dueTzid":{"type":["string","null"]},
      "planned":{"type":["string","null"],"description":"A day, or the wall time in plannedTzid."},
      "plannedUtc":{"type":["string","null"],"format":"date-time","description":"Of a time."},
      "plannedTzid":{"type":["string","null"]},
      "plannedMinutes":{"type":["integer","null"]},
      "percent":{"type":"integer","description":"100 when it is done."},
      "done":{"type":"boolean"},
      "completedAt":{"type":["string","null"],"format":"date-time"},
      "archivedAt":{"type":["string","null"],"format":"date-time","description":
        "Since then no list has it."},
      "ttl":{"type":["integer","null"]},
      "icalUid":{"type":"string"},
      "sequence":{"type":"integer"},
      "version":{"type":"integer"},
      "createdAt":$INSTANT,
      "updatedAt":$INSTANT,
      "etag":{"type":"string"}}})"));
  api.add_schema("PlannerTasks", R"({"type":"object","additionalProperties":false,
    "required":["tasks"],"properties":{
      "tasks":{"type":"array","items":{"$ref":"#/components/schemas/PlannerTask"}}}})");
}

void add_single_task_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "POST",
           .path = "/api/v1/planner/tasks",
           .operation = "createPlannerTask",
           .tag = kTag,
           .summary = "Creates a task.",
           .scope = kWriteScope,
           .request = "NewPlannerTask",
           .replies = {{.status = 201, .description = "The task.", .schema = "PlannerTask"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_task)});
  api.add({.method = "GET",
           .path = "/api/v1/planner/tasks/{taskId}",
           .operation = "getPlannerTask",
           .tag = kTag,
           .summary = "Gets a task, also an archived one.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The task.", .schema = "PlannerTask"}},
           .problems = {404},
           .handle = handled_by(parts, get_task)});
  api.add({.method = "PATCH",
           .path = "/api/v1/planner/tasks/{taskId}",
           .operation = "changePlannerTask",
           .tag = kTag,
           .summary = "Changes a task: ticks it with `done`, plans it, puts it elsewhere in the "
                      "list. An archived one that is to be done again is back in the lists.",
           .scope = kWriteScope,
           .request = "PlannerTaskChange",
           .replies = {{.status = 200,
                        .description = "The task as it is now.",
                        .schema = "PlannerTask"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, change_task)});
  api.add({.method = "DELETE",
           .path = "/api/v1/planner/tasks/{taskId}",
           .operation = "deletePlannerTask",
           .tag = kTag,
           .summary = "Deletes a task. It is in the bin for 30 days.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "It is gone."}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_task)});
}

constexpr const char* kChoiceSchema = R"({"type":"boolean"})";

}  // namespace

void add_task_routes(rest::Api& api, const Parts& parts) {
  add_task_schemas(api);
  api.add(
      {.method = "GET",
       .path = "/api/v1/planner/tasks",
       .operation = "listPlannerTasks",
       .tag = kTag,
       .summary = "Lists your tasks, but for archived ones: by when they are planned or due; then "
                  "those that are neither, in their order.",
       .scope = kReadScope,
       .query = {{.name = "from",
                  .description = "With `to`: the ones that are planned or due on these days.",
                  .schema = kDateSchema},
                 {.name = "to", .description = "The last of the days.", .schema = kDateSchema},
                 {.name = "tzid", .description = "The time zone of the days; default: yours."},
                 {.name = "unscheduled",
                  .description = "Only those that are neither planned nor due, or only the others.",
                  .schema = kChoiceSchema},
                 {.name = "done",
                  .description = "Only those that are done, or only the others.",
                  .schema = kChoiceSchema},
                 {.name = "completedFrom",
                  .description =
                      "Of those that are done, only the ones completed on this day or later.",
                  .schema = kDateSchema}},
       .replies = {{.status = 200, .description = "The tasks.", .schema = "PlannerTasks"}},
       .problems = {404, 409},
       .heavy = true,
       .handle = handled_by(parts, list_tasks)});
  add_single_task_routes(api, parts);
}

}  // namespace norn::planner
