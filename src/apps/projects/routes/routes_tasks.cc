#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/routes/routes.h"
#include "apps/projects/routes/task_json.h"
#include "apps/projects/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "rest/sentences.h"

// Tasks one by one, and lists of them.
namespace norn::projects {
namespace {

// One of the choices of a parameter, or nothing.
Result<std::optional<std::string>> choice_query(const rest::Call& call, std::string_view name,
                                                const std::vector<std::string_view>& choices) {
  auto text = call.query(name);
  if (text && std::ranges::find(choices, *text) == choices.end()) {
    return invalid(name, rest::kNotChoice(name, fmt::format("{}", fmt::join(choices, ", "))));
  }
  return text;
}

Result<TaskFilter> filter_of(const rest::Call& call) {
  TaskFilter filter;
  NORN_ASSIGN(const auto status, choice_query(call, "status", task_statuses()));
  if (status) filter.status = task_status_from(*status);
  NORN_ASSIGN(const auto priority, choice_query(call, "priority", task_priorities()));
  if (priority) filter.priority = priority_from(*priority);
  filter.tag_id = call.query("tag");
  NORN_ASSIGN(const auto due, choice_query(call, "due", {"overdue", "week", "none"}));
  if (due) {
    filter.due = *due == "overdue" ? DueFilter::kOverdue
                 : *due == "week"  ? DueFilter::kThisWeek
                                   : DueFilter::kNone;
  }
  NORN_ASSIGN(filter.zone, zone_of(call));
  NORN_ASSIGN(const int64_t week_start, call.integer_query("weekStart", 1, 0, 1));
  filter.week_start = static_cast<int>(week_start);
  return filter;
}

void render_tasks(rest::Call& call, const std::vector<Task>& tasks) {
  constexpr size_t kTypicalTaskBytes = 700;
  std::string& out = call.json();
  out.reserve(out.size() + (tasks.size() + 1) * kTypicalTaskBytes);
  ObjectWriter object(out);
  ListWriter list(object.key("tasks"));
  for (const Task& task : tasks) append_json(list.next(), task);
  list.close();
  object.close();
}

void render_task(rest::Call& call, std::string& out, const Task& task) {
  call.set_etag(task.etag);
  append_json(out, task);
}

// All tasks of a project: what a board shows. The reply is kept until one of them changes. Tasks
// of other programs may not name their project, so that their changes would not be noticed: with
// such a task nothing is kept.
Result<void> list_board(const Parts& parts, rest::Call& call, const std::string& id) {
  const std::string& user = call.caller().user_id;
  const std::string owner = keys::project(id);
  // A browser may cache it, and has to revalidate it each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  NORN_TRY(parts.projects.get(user, id));
  if (const auto reply = parts.kept_boards.find(owner, "")) {
    call.kept_json(apps::KeptReplies::body_of(reply));
    call.set_etag(reply->etag);
    return {};
  }
  const auto moment = parts.kept_boards.moment();
  NORN_ASSIGN(const auto board, parts.lists.board(user, id));
  render_tasks(call, board.tasks);
  const std::string& body = call.response().body;
  std::string etag = apps::etag_of(body);
  call.set_etag(etag);
  if (moment && board.all_name_their_project) {
    parts.kept_boards.keep(owner, "", *moment, body, std::move(etag));
  }
  return {};
}

Result<void> list_tasks(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, project_of(call));
  if (call.request().query.empty()) return list_board(parts, call, id);
  NORN_ASSIGN(TaskFilter filter, filter_of(call));
  if (const auto assignee = call.query("assignee")) {
    filter.assignee_id = *assignee == "none" ? "" : person_of(call, *assignee);
  }
  NORN_ASSIGN(const auto tasks, parts.lists.of_project(call.caller().user_id, id, filter));
  render_tasks(call, tasks);
  return {};
}

Result<void> list_assigned_tasks(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const TaskFilter filter, filter_of(call));
  const std::string assignee = person_of(call, call.query("assignee").value_or("me"));
  if (!apps::is_id(assignee)) return invalid("assignee", kIdOf("assignee", "a person, or me"));
  NORN_ASSIGN(const auto tasks, parts.lists.of_assignee(call.caller().user_id, assignee, filter));
  render_tasks(call, tasks);
  return {};
}

Result<void> create_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string project_id, project_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const TaskInput input, read_task(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createTask"));
  NORN_ASSIGN(const Task task,
              parts.tasks.create(call.caller().user_id, project_id, input, creation));
  render_task(call, call.created("/api/v1/tasks/" + task.id), task);
  return {};
}

Result<void> get_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_of(call));
  NORN_ASSIGN(const Task task, parts.tasks.get(call.caller().user_id, id));
  render_task(call, call.json(), task);
  return {};
}

Result<void> change_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const TaskPatch patch, read_task_patch(body));
  NORN_ASSIGN(const Task task, parts.tasks.change(call.caller().user_id, id, patch, etag));
  render_task(call, call.json(), task);
  return {};
}

Result<void> move_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const TaskMove move, read_move(body));
  NORN_ASSIGN(const Task task, parts.tasks.move(call.caller().user_id, id, move, etag));
  render_task(call, call.json(), task);
  return {};
}

Result<void> delete_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, task_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.tasks.remove(call.caller().user_id, id, etag));
  call.no_content();
  return {};
}

std::vector<rest::Parameter> filter_parameters(std::string_view assignee) {
  const auto choices = [](std::string_view names) {
    return fmt::format(R"({{"type":"string","enum":[{}]}})", names);
  };
  return {{.name = "status",
           .description = "Only those of this column.",
           .schema = choices(R"("TODO","IN_PROGRESS","REVIEW","DONE")")},
          {.name = "priority",
           .description = "Only those of this priority.",
           .schema = choices(R"("LOW","MEDIUM","HIGH","URGENT")")},
          {.name = "assignee", .description = std::string(assignee)},
          {.name = "tag", .description = "Only those with the tag of this id."},
          {.name = "due",
           .description = "Only those that are overdue, due this week, or without a date.",
           .schema = choices(R"("overdue","week","none")")},
          zone_parameter(),
          {.name = "weekStart",
           .description = "The first day of a week: 0 is Sunday, 1 is Monday. Default: 1.",
           .schema = R"({"type":"integer","minimum":0,"maximum":1})"}};
}

void add_routes_of_one_task(rest::Api& api, const Parts& parts) {
  const std::string path = "/api/v1/tasks/{taskId}";
  const std::vector<rest::Reply> changed = {
      {.status = 200, .description = "The task as it is now.", .schema = "ProjectTask"}};
  api.add({.method = "GET",
           .path = path,
           .operation = "getProjectTask",
           .tag = kTag,
           .summary = "Gets a task of one of your projects.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The task.", .schema = "ProjectTask"}},
           .problems = {404},
           .handle = handled_by(parts, get_task)});
  api.add({.method = "PATCH",
           .path = path,
           .operation = "changeProjectTask",
           .tag = kTag,
           .summary = "Changes a task. One that repeats and is done gets its next due date.",
           .scope = kWriteScope,
           .request = "ProjectTaskChange",
           .replies = changed,
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_task)});
  api.add({.method = "POST",
           .path = path + "/move",
           .operation = "moveProjectTask",
           .tag = kTag,
           .summary = "Moves a task within its column, to another column or to another project.",
           .scope = kWriteScope,
           .request = "ProjectTaskMove",
           .replies = changed,
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, move_task)});
  api.add({.method = "DELETE",
           .path = path,
           .operation = "deleteProjectTask",
           .tag = kTag,
           .summary = "Deletes a task with its sub-tasks, comments and attachments.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_task)});
}

}  // namespace

void add_task_routes(rest::Api& api, const Parts& parts) {
  add_task_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/projects/{projectId}/tasks",
           .operation = "listProjectTasks",
           .tag = kTag,
           .summary = "Lists the tasks of a project, by column and in their order.",
           .scope = kReadScope,
           .query = filter_parameters("Only those of this person: an id, `me` or `none`."),
           .replies = {{.status = 200, .description = "The tasks.", .schema = "ProjectTasks"}},
           .problems = {404},
           .handle = handled_by(parts, list_tasks)});
  api.add({.method = "POST",
           .path = "/api/v1/projects/{projectId}/tasks",
           .operation = "createProjectTask",
           .tag = kTag,
           .summary = "Creates a task, at the end of its column. Those who may write.",
           .scope = kWriteScope,
           .request = "NewProjectTask",
           .replies = {{.status = 201, .description = "The new task.", .schema = "ProjectTask"}},
           .problems = {404, 409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_task)});
  api.add({.method = "GET",
           .path = "/api/v1/tasks",
           .operation = "listAssignedTasks",
           .tag = kTag,
           .summary = "Lists the tasks that a person is assigned to, of your projects that are not "
                      "archived, by due date.",
           .scope = kReadScope,
           .query = filter_parameters("An id, or `me`. Default: `me`."),
           .replies = {{.status = 200, .description = "The tasks.", .schema = "ProjectTasks"}},
           .handle = handled_by(parts, list_assigned_tasks)});
  add_routes_of_one_task(api, parts);
}

}  // namespace norn::projects
