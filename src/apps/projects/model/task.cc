#include "apps/projects/model/task.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/model/attributes.h"
#include "apps/projects/model/times.h"
#include "apps/shared/rank.h"

namespace norn::projects {
namespace {

using apps::ItemReader;
using store::ItemView;
using store::Map;
using store::Value;

constexpr std::array<std::string_view, 4> kTaskStatuses = {"TODO", "IN_PROGRESS", "REVIEW", "DONE"};
constexpr std::array<std::string_view, 4> kPriorities = {"LOW", "MEDIUM", "HIGH", "URGENT"};
constexpr std::array<std::string_view, 2> kRepeatFroms = {"DUE", "DONE"};

std::vector<ChecklistEntry> checklist_in(const ItemReader& reader) {
  std::vector<ChecklistEntry> checklist;
  const auto list = reader.filled_list("checklist");
  if (!list) return checklist;
  for (const Value& member : *list) {
    const auto* const map = member.get_if<Map>();
    const std::string* const text = map != nullptr ? text_member(*map, "text") : nullptr;
    if (text == nullptr) continue;
    const std::string* const id = text_member(*map, "id");
    const auto done = map->find("done");
    const bool* const is_done = done != map->end() ? done->second.get_if<bool>() : nullptr;
    checklist.push_back(
        {.id = id != nullptr && apps::is_id(*id) ? *id : std::to_string(checklist.size() + 1),
         .text = *text,
         .done = is_done != nullptr && *is_done});
  }
  return checklist;
}

Value checklist_value(const std::vector<ChecklistEntry>& checklist) {
  store::List list;
  for (const ChecklistEntry& entry : checklist) {
    list.emplace_back(
        Map{{"id", entry.id}, {"text", entry.text}, {"done", Value::boolean(entry.done)}});
  }
  return list;
}

std::optional<Repeat> repeat_in(ItemView item) {
  const auto value = item.value("repeat");
  const auto* const map = value ? value->get_if<Map>() : nullptr;
  const std::string* const rule = map != nullptr ? text_member(*map, "rule") : nullptr;
  if (rule == nullptr) return std::nullopt;
  Repeat repeat{.rule = *rule, .from = Repeat::From::kDue, .time_zone = ""};
  if (const std::string* const from = text_member(*map, "from")) {
    repeat.from = repeat_from_from(*from).value_or(Repeat::From::kDue);
  }
  if (const std::string* const zone = text_member(*map, "timeZone")) repeat.time_zone = *zone;
  return repeat;
}

Value repeat_value(const Repeat& repeat) {
  Map map = {{"rule", repeat.rule}, {"from", to_text(repeat.from)}};
  if (!repeat.time_zone.empty()) map.emplace("timeZone", repeat.time_zone);
  return map;
}

std::string brief_etag(const std::string& etag) {
  return "brief-" + etag;
}

}  // namespace

std::string_view to_text(TaskStatus status) {
  return name_in(kTaskStatuses, status);
}

std::optional<TaskStatus> task_status_from(std::string_view text) {
  return one_of<TaskStatus>(kTaskStatuses, text);
}

std::string_view to_text(Priority priority) {
  return name_in(kPriorities, priority);
}

std::optional<Priority> priority_from(std::string_view text) {
  return one_of<Priority>(kPriorities, text);
}

std::string_view to_text(Repeat::From from) {
  return name_in(kRepeatFroms, from);
}

std::optional<Repeat::From> repeat_from_from(std::string_view text) {
  return one_of<Repeat::From>(kRepeatFroms, text);
}

bool is_whole_day(std::string_view due_date) {
  return due_date.ends_with("T23:59:59Z");
}

void make_brief(Task& task) {
  task.description.reset();
  task.checklist.clear();
  task.etag = brief_etag(task.etag);
  task.is_brief = true;
}

bool is_etag_of(const Task& task, std::string_view etag) {
  return etag == task.etag || etag == brief_etag(task.etag);
}

store::Item to_item(const Task& task) {
  Map item = thing_map(keys::task(task.id), "TASK",
                       {{"title", task.title},
                        {"description", apps::text_or_null(task.description)},
                        {"status", to_text(task.status)},
                        {"priority", to_text(task.priority)},
                        {"assigneeId", apps::text_or_null(task.assignee_id)},
                        {"dueDate", apps::text_or_null(task.due_date)},
                        {"createdAt", task.created_at},
                        {"updatedAt", task.updated_at},
                        {"projectId", task.project_id},
                        {"rank", task.rank}});
  put_text(item, "plannedStart", task.planned_start);
  put_text(item, "plannedEnd", task.planned_end);
  put_texts(item, "tagIds", task.tag_ids);
  if (!task.checklist.empty()) item.emplace("checklist", checklist_value(task.checklist));
  put_text(item, "parentId", task.parent_id);
  put_texts(item, "blockedBy", task.blocked_by);
  if (task.repeat) item.emplace("repeat", repeat_value(*task.repeat));
  put_text(item, "completedAt", task.completed_at);
  put_text(item, "statusSince", task.status_since);
  put_authors(item, task);
  put_count(item, "subtaskCount", task.subtask_count);
  return store::Item::from_map(item);
}

const std::vector<std::string>& task_attributes() {
  static const std::vector<std::string> names = {
      "entityType",  "title",     "description", "status",       "priority",   "assigneeId",
      "dueDate",     "createdAt", "updatedAt",   "projectId",    "rank",       "plannedStart",
      "plannedEnd",  "tagIds",    "checklist",   "parentId",     "blockedBy",  "repeat",
      "completedAt", "createdBy", "updatedBy",   "subtaskCount", "statusSince"};
  return names;
}

Result<Task> task_from(ItemView item) {
  ItemReader reader(item);
  Task task;
  task.id = id_in(reader, keys::kTaskPrefix);
  task.title = reader.text("title");
  task.description = reader.optional_text("description");
  task.status = reader.optional_parsed("status", task_status_from).value_or(TaskStatus::kTodo);
  task.priority = reader.optional_parsed("priority", priority_from).value_or(Priority::kMedium);
  task.assignee_id = other_id(reader, "assigneeId");
  task.due_date = moment_in(reader, "dueDate", "T23:59:59Z");
  read_times(reader, task);
  task.project_id = other_id(reader, "projectId").value_or("");
  task.rank = reader.optional_text("rank").value_or("");
  if (!apps::is_rank(task.rank)) {
    task.rank = apps::rank_at(parse_timestamp_ms(task.created_at).value_or(0), task.id);
  }
  task.planned_start = moment_in(reader, "plannedStart", "T00:00:00Z");
  task.planned_end = moment_in(reader, "plannedEnd", "T23:59:59Z");
  task.tag_ids = other_ids(reader, "tagIds");
  task.checklist = checklist_in(reader);
  task.parent_id = other_id(reader, "parentId");
  task.blocked_by = other_ids(reader, "blockedBy");
  task.repeat = repeat_in(item);
  task.completed_at = reader.optional_parsed("completedAt", whole_seconds);
  task.status_since = reader.optional_parsed("statusSince", whole_seconds);
  read_authors(reader, task);
  task.subtask_count = count_in(reader, "subtaskCount");
  if (!reader.is_sound()) return reader.error("task");
  task.etag = etag_without(item, "subtaskCount");
  return task;
}

}  // namespace norn::projects
