#include "apps/projects/tasks/task_lists.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

constexpr int64_t kDaysPerWeek = 7;
// 1970-01-01 was a Thursday.
constexpr int64_t kEpochWeekday = 4;

int64_t floored(int64_t value, int64_t by) {
  return value >= 0 ? value / by : -((by - 1 - value) / by);
}

// The day of a due date, as the reader sees it.
int64_t day_of(const std::string& due_date, const ical::TimeZone& zone) {
  const int64_t due_s = parse_timestamp_ms(due_date).value_or(0) / 1'000;
  return floored(is_whole_day(due_date) ? due_s : zone.local_of(due_s), kSecondsPerDay);
}

bool matches_due(const TaskFilter& filter, const Task& task, int64_t now_ms) {
  if (filter.due == DueFilter::kAny) return true;
  if (filter.due == DueFilter::kNone) return !task.due_date;
  if (!task.due_date || task.status == TaskStatus::kDone) return false;
  const int64_t now_s = now_ms / 1'000;
  const int64_t today = floored(filter.zone.local_of(now_s), kSecondsPerDay);
  if (filter.due == DueFilter::kOverdue) {
    if (is_whole_day(*task.due_date)) return day_of(*task.due_date, filter.zone) < today;
    return parse_timestamp_ms(*task.due_date).value_or(0) < now_ms;
  }
  const int64_t since_start =
      ((today + kEpochWeekday - filter.week_start) % kDaysPerWeek + kDaysPerWeek) % kDaysPerWeek;
  const int64_t first = today - since_start;
  const int64_t due = day_of(*task.due_date, filter.zone);
  return due >= first && due < first + kDaysPerWeek;
}

size_t text_bytes(const Task& task) {
  size_t bytes = task.description ? task.description->size() : 0;
  for (const ChecklistEntry& entry : task.checklist) bytes += entry.id.size() + entry.text.size();
  return bytes;
}

// What a task has of any length, besides its texts.
size_t other_bytes(const Task& task) {
  size_t bytes = task.title.size() + (task.repeat ? task.repeat->rule.size() : 0);
  for (const auto* const ids : {&task.tag_ids, &task.blocked_by}) {
    for (const std::string& id : *ids) bytes += id.size();
  }
  return bytes;
}

// The tasks of a list, with as many texts as it can have.
class TaskCollector {
 public:
  Result<void> add(Task task) {
    const size_t bytes = text_bytes(task);
    if (texts_ + bytes > kMaxListedTextBytes) {
      make_brief(task);
    } else {
      texts_ += bytes;
      NORN_TRY(WorkBudget::collect(bytes));
    }
    NORN_TRY(WorkBudget::collect(other_bytes(task)));
    tasks_.push_back(std::move(task));
    return {};
  }
  std::vector<Task> take() { return std::move(tasks_); }

 private:
  std::vector<Task> tasks_;
  size_t texts_ = 0;
};

std::vector<store::Item> keys_of(const std::vector<std::string>& relations) {
  std::vector<store::Item> keys;
  keys.reserve(relations.size());
  for (const std::string& relation : relations) keys.push_back(thing_key(relation));
  return keys;
}

Result<std::vector<Task>> collect_tasks(const Context& context, const std::string& project_id,
                                        const TaskFilter& filter, bool* is_any_unnamed = nullptr) {
  TaskCollector collector;
  const int64_t now_ms = context.clock.now_ms();
  const auto add = [&](Task task) -> Result<void> {
    return matches(filter, task, now_ms) ? collector.add(std::move(task)) : Result<void>();
  };
  NORN_TRY(visit_tasks(context, project_id, {}, add, is_any_unnamed));
  std::vector<Task> tasks = collector.take();
  std::ranges::sort(tasks, {}, [](const Task& task) {
    return std::tuple<TaskStatus, std::string_view, std::string_view>(task.status, task.rank,
                                                                      task.id);
  });
  return tasks;
}

}  // namespace

bool matches(const TaskFilter& filter, const Task& task, int64_t now_ms) {
  if (filter.status && task.status != *filter.status) return false;
  if (filter.priority && task.priority != *filter.priority) return false;
  if (filter.assignee_id && task.assignee_id.value_or("") != *filter.assignee_id) return false;
  if (filter.tag_id && std::ranges::find(task.tag_ids, *filter.tag_id) == task.tag_ids.end()) {
    return false;
  }
  return matches_due(filter, task, now_ms);
}

Result<void> visit_tasks(const Context& context, const std::string& project_id,
                         const std::vector<std::string>& names, const VisitTask& visit,
                         bool* is_any_unnamed) {
  NORN_ASSIGN(const auto relations,
              sort_keys(context, keys::project(project_id), keys::kTaskPrefix, kMaxListedTasks));
  size_t named = 0;
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    if (apps::is_id(apps::text_of(item, "projectId"))) ++named;
    auto task = task_from(item);
    if (!task) return {};
    if (!task->project_id.empty() && task->project_id != project_id) return {};
    task->project_id = project_id;
    return visit(*std::move(task));
  };
  NORN_TRY(
      apps::get_each(context.store, context.tables.projects(), keys_of(relations), names, look_at));
  if (is_any_unnamed != nullptr) *is_any_unnamed = named < relations.size();
  return {};
}

Result<std::vector<Project>> readable_projects(const Context& context, const std::string& user_id,
                                               const std::vector<std::string>& project_ids) {
  std::set<std::string> distinct(project_ids.begin(), project_ids.end());
  std::vector<store::Item> wanted;
  for (const std::string& id : distinct) {
    if (!apps::is_id(id)) continue;
    wanted.push_back(project_key(id));
    wanted.push_back(member_key(id, user_id));
  }
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::set<std::string> readable;
  std::vector<Project> projects;
  for (const store::Item& item : items) {
    if (apps::text_of(item, "SK").starts_with(keys::kMemberPrefix)) {
      const auto membership = membership_from(item);
      if (membership && membership->rights().has(Right::kRead)) {
        readable.insert(membership->project_id);
      }
    } else if (auto project = project_from(item)) {
      projects.push_back(*std::move(project));
    }
  }
  std::erase_if(projects, [&](const Project& project) { return !readable.contains(project.id); });
  return projects;
}

Result<std::vector<Task>> TaskLists::of_project(const std::string& user_id,
                                                const std::string& project_id,
                                                const TaskFilter& filter) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  return collect_tasks(context_, project_id, filter);
}

Result<TaskLists::Board> TaskLists::board(const std::string& user_id,
                                          const std::string& project_id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  Board board;
  bool is_any_unnamed = false;
  NORN_ASSIGN(board.tasks, collect_tasks(context_, project_id, {}, &is_any_unnamed));
  board.all_name_their_project = !is_any_unnamed;
  return board;
}

Result<std::vector<Task>> TaskLists::of_assignee(const std::string& user_id,
                                                 const std::string& assignee_id,
                                                 const TaskFilter& filter) {
  NORN_ASSIGN(const auto relations,
              sort_keys(context_, keys::user(assignee_id), keys::kTaskPrefix, kMaxListedTasks));
  TaskCollector collector;
  const int64_t now_ms = context_.clock.now_ms();
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    auto task = task_from(item);
    if (!task || task->assignee_id != assignee_id || !matches(filter, *task, now_ms)) return {};
    NORN_ASSIGN(task->project_id, project_of_task(context_, item, task->id));
    return collector.add(*std::move(task));
  };
  NORN_TRY(
      apps::get_each(context_.store, context_.tables.projects(), keys_of(relations), {}, look_at));
  std::vector<Task> tasks = collector.take();
  std::vector<std::string> project_ids;
  for (const Task& task : tasks) project_ids.push_back(task.project_id);
  NORN_ASSIGN(const auto projects, readable_projects(context_, user_id, project_ids));
  std::set<std::string> shown;
  for (const Project& project : projects) {
    if (project.status != ProjectStatus::kArchived) shown.insert(project.id);
  }
  std::erase_if(tasks, [&](const Task& task) { return !shown.contains(task.project_id); });
  std::ranges::sort(tasks, {}, [](const Task& task) {
    return std::tuple<bool, std::string_view, std::string_view, std::string_view>(
        !task.due_date, task.due_date ? *task.due_date : std::string_view(), task.rank, task.id);
  });
  return tasks;
}

}  // namespace norn::projects
