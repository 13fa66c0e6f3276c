#include "apps/planner/tasks/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/tags.h"
#include "apps/planner/limits.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/limits.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/rank.h"
#include "base/text.h"
#include "ical/civil.h"

namespace norn::planner {
namespace {

using store::Map;
using store::Value;

constexpr std::array<std::string_view, 4> kTaskPriorities = {"LOW", "MEDIUM", "HIGH", "URGENT"};
constexpr std::string_view kTaskTodo = "TODO";
constexpr std::string_view kTaskDone = "DONE";
constexpr std::string_view kTaskArchived = "ARCHIVED";
// How other programs may call it.
constexpr std::string_view kTaskCompleted = "COMPLETED";
constexpr std::string_view kUntitledTask = "(no title)";
constexpr std::string_view kUnknownTaskTime = "1970-01-01T00:00:00Z";

// The attributes of a day or a time: `dueDate`, or `dueUtc` and `dueTzid`.
struct TaskTimeNames {
  std::string_view date;
  std::string_view utc;
  std::string_view tzid;
};
constexpr TaskTimeNames kDueNames = {"dueDate", "dueUtc", "dueTzid"};
constexpr TaskTimeNames kPlannedNames = {"plannedDate", "plannedUtc", "plannedTzid"};

void put_text(Map& item, std::string_view name, const std::optional<std::string>& text) {
  if (text) item.insert_or_assign(std::string(name), *text);
}

void put_time(Map& item, const TaskTimeNames& names, const std::optional<TaskTime>& time) {
  if (!time) return;
  if (time->is_day) {
    item.insert_or_assign(std::string(names.date), date_text_of(time->at_s));
    return;
  }
  item.insert_or_assign(std::string(names.utc), utc_text_of(time->at_s));
  item.insert_or_assign(std::string(names.tzid), time->tzid);
}

std::optional<int64_t> second_in_task_years(std::optional<int64_t> second) {
  constexpr int64_t kFirst = -2'208'988'800;  // 1900-01-01
  constexpr int64_t kEnd = 253'402'300'800;   // 10000-01-01
  return second && *second >= kFirst && *second < kEnd ? second : std::nullopt;
}

std::optional<TaskTime> read_task_time(const apps::ItemReader& reader, const TaskTimeNames& names) {
  if (const auto day = second_in_task_years(reader.optional_parsed(names.date, second_of_date))) {
    return TaskTime{.is_day = true, .at_s = *day};
  }
  const auto second = second_in_task_years(reader.optional_parsed(names.utc, second_of_utc));
  if (!second) return std::nullopt;
  return TaskTime{
      .is_day = false, .at_s = *second, .tzid = reader.optional_text(names.tzid).value_or("UTC")};
}

std::optional<std::string> valid_task_time(const std::string& text) {
  return parse_timestamp_ms(text) ? std::optional(text) : std::nullopt;
}

std::optional<int64_t> number_within(std::optional<int64_t> number, int64_t min, int64_t max) {
  return number && *number >= min && *number <= max ? number : std::nullopt;
}

// Other programs may tell by the status alone that it is done.
void read_progress(const apps::ItemReader& reader, Task& task) {
  const std::string status = reader.optional_text("status").value_or("");
  const bool is_archived = status == kTaskArchived;
  task.completed_at = reader.optional_parsed("completedAt", valid_task_time);
  task.archived_at = reader.optional_parsed("archivedAt", valid_task_time);
  if (is_archived && !task.archived_at) task.archived_at = task.updated_at;
  const bool is_done = is_archived || status == kTaskDone || status == kTaskCompleted;
  if (!task.completed_at && (is_done || task.archived_at)) task.completed_at = task.updated_at;
  task.percent = number_within(reader.optional_integer("percentComplete"), 0, 100).value_or(0);
}

std::string_view status_text(const Task& task) {
  if (task.is_archived()) return kTaskArchived;
  return task.is_done() ? kTaskDone : kTaskTodo;
}

}  // namespace

std::string_view to_text(TaskPriority priority) {
  return kTaskPriorities[static_cast<size_t>(priority)];
}

std::optional<TaskPriority> task_priority_from(std::string_view text) {
  const auto* const found = std::ranges::find(kTaskPriorities, text);
  if (found == kTaskPriorities.end()) return std::nullopt;
  return static_cast<TaskPriority>(found - kTaskPriorities.begin());
}

std::string task_id(std::string_view uuid) {
  return std::string("tsk_").append(uuid);
}

store::Item to_item(const std::string& user_id, const Task& task) {
  Map item = {{"PK", keys::user(user_id)},
              {"SK", keys::task(task.id)},
              {"entityType", kTaskType},
              {"taskId", task.id},
              {"title", task.title},
              {"status", status_text(task)},
              {"rank", task.rank},
              {"version", Value::number(task.version)},
              {"createdAt", task.created_at},
              {"updatedAt", task.updated_at},
              {"icalUid", task.ical_uid},
              {"sequence", Value::number(task.sequence)}};
  if (!task.is_archived()) {
    item.emplace("GSI3PK", keys::tasks_of(user_id));
    item.emplace("GSI3SK", schedule_key(task));
  }
  put_text(item, "description", task.description);
  put_text(item, "color", task.color);
  // Empty sets cannot be stored.
  if (!task.tags.empty()) item.emplace("tags", store::StringSet::make(task.tags));
  if (task.priority) item.emplace("priority", to_text(*task.priority));
  put_time(item, kDueNames, task.due);
  put_time(item, kPlannedNames, task.planned);
  if (task.planned_minutes) {
    item.emplace("plannedMinutes", Value::number(*task.planned_minutes));
  }
  if (task.percent > 0) item.emplace("percentComplete", Value::number(task.percent));
  put_text(item, "completedAt", task.completed_at);
  put_text(item, "archivedAt", task.archived_at);
  if (task.ttl) item.emplace("ttl", Value::number(*task.ttl));
  if (!task.ical_other.empty()) item.emplace("icalOther", task.ical_other);
  return store::Item::from_map(item);
}

Result<Task> task_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Task task;
  reader.require(reader.text("entityType") == kTaskType, "entityType");
  // The key is the contract: the attribute `taskId` of another program may differ from it.
  const std::string sort_key = reader.text("SK");
  if (sort_key.starts_with(keys::kTasks)) task.id = sort_key.substr(keys::kTasks.size());
  reader.require(apps::is_id(task.id), "SK");
  task.version = reader.integer("version");
  reader.require(task.version > 0, "version");
  task.title = reader.optional_text("title").value_or(std::string(kUntitledTask));
  task.description = reader.optional_text("description");
  task.color = reader.optional_text("color");
  if (task.color && !is_color(*task.color)) task.color.reset();
  task.tags = each_tag_once(reader.texts("tags"));
  task.priority = reader.optional_parsed("priority", task_priority_from);
  task.due = read_task_time(reader, kDueNames);
  task.planned = read_task_time(reader, kPlannedNames);
  if (task.planned && !task.planned->is_day) {
    task.planned_minutes =
        number_within(reader.optional_integer("plannedMinutes"), 1, kMaxPlannedMinutes);
  }
  task.created_at =
      reader.optional_parsed("createdAt", valid_task_time).value_or(std::string(kUnknownTaskTime));
  task.updated_at = reader.optional_parsed("updatedAt", valid_task_time).value_or(task.created_at);
  read_progress(reader, task);
  task.rank = reader.optional_text("rank").value_or("");
  if (!apps::is_rank(task.rank)) {
    task.rank = apps::rank_at(parse_timestamp_ms(task.created_at).value_or(0), task.id);
  }
  task.ttl = reader.optional_integer("ttl");
  task.ical_uid = reader.optional_text("icalUid").value_or(task.id + "@norn");
  task.sequence = reader.optional_integer("sequence").value_or(0);
  task.ical_other = reader.optional_text("icalOther").value_or("");
  if (!reader.is_sound()) return reader.error("task");
  return task;
}

const std::vector<std::string>& task_attributes() {
  static const std::vector<std::string> names = {
      "GSI3PK",      "GSI3SK",      "entityType",     "taskId",          "title",
      "description", "status",      "rank",           "version",         "createdAt",
      "updatedAt",   "icalUid",     "sequence",       "color",           "tags",
      "priority",    "dueDate",     "dueUtc",         "dueTzid",         "plannedDate",
      "plannedUtc",  "plannedTzid", "plannedMinutes", "percentComplete", "completedAt",
      "archivedAt",  "ttl",         "icalOther"};
  return names;
}

std::string etag_of(const Task& task) {
  return fmt::format("v{}", task.version);
}

bool has_expired(const Task& task, int64_t now_ms) {
  return task.ttl && *task.ttl <= ical::floor_div(now_ms, 1000);
}

std::string key_text(const TaskTime& time) {
  return time.is_day ? date_text_of(time.at_s) : utc_text_of(time.at_s);
}

std::string schedule_key(const Task& task) {
  if (task.due && task.planned) return std::min(key_text(*task.due), key_text(*task.planned));
  if (task.planned) return key_text(*task.planned);
  if (task.due) return key_text(*task.due);
  if (task.is_done()) return keys::joined(keys::kUnscheduledDoneTasks, *task.completed_at);
  return keys::joined(keys::kUnscheduledTasks, task.rank);
}

int64_t local_s_of(const TaskTime& time) {
  return time.is_day ? time.at_s : zone_of(time.tzid).local_of(time.at_s);
}

Date day_of(const TaskTime& time, const ical::TimeZone& zone) {
  const int64_t local_s = time.is_day ? time.at_s : zone.local_of(time.at_s);
  return Date(std::chrono::days(ical::day_of_second(local_s)));
}

TaskNow task_now(int64_t now_ms, const ical::TimeZone& zone) {
  const int64_t now_s = ical::floor_div(now_ms, 1000);
  return {.now_s = now_s,
          .today = Date(std::chrono::days(ical::day_of_second(zone.local_of(now_s))))};
}

bool is_overdue(const Task& task, const TaskNow& now) {
  if (task.is_done() || !task.due) return false;
  if (!task.due->is_day) return task.due->at_s < now.now_s;
  return task.due->at_s < now.today.time_since_epoch().count() * ical::kDaySeconds;
}

bool is_left_over(const Task& task, const TaskNow& now, const ical::TimeZone& zone) {
  return !task.is_done() && task.planned && day_of(*task.planned, zone) < now.today;
}

}  // namespace norn::planner
