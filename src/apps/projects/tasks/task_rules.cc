#include "apps/projects/tasks/task_rules.h"

#include <algorithm>
#include <set>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/repeat.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/rank.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::projects {
namespace {

Result<void> check_time(std::string_view field, const std::optional<std::string>& time) {
  if (time && whole_seconds(*time) != *time) return invalid(field, apps::kUtcForm);
  return {};
}

Result<void> check_times(const Task& task) {
  NORN_TRY(check_time("dueDate", task.due_date));
  NORN_TRY(check_time("plannedStart", task.planned_start));
  NORN_TRY(check_time("plannedEnd", task.planned_end));
  if (!task.planned_end) return {};
  if (!task.planned_start) return invalid("plannedEnd", kPlannedEndWithoutStart);
  if (*task.planned_end < *task.planned_start) return invalid("plannedEnd", kPlannedEndBeforeStart);
  return {};
}

Result<void> check_checklist(const std::vector<ChecklistEntry>& checklist) {
  if (checklist.size() > kMaxChecklistEntries)
    return invalid("checklist", kChecklistTooLong(kMaxChecklistEntries));
  std::set<std::string_view> ids;
  for (const ChecklistEntry& entry : checklist) {
    const size_t characters = count_characters(entry.text);
    if (characters == 0 || characters > kMaxChecklistCharacters) {
      return invalid("checklist", kChecklistText(kMaxChecklistCharacters));
    }
    if (!ids.insert(entry.id).second) return invalid("checklist", kChecklistIdTwice);
  }
  return {};
}

Result<void> check_ids(std::string_view field, std::string_view what,
                       const std::vector<std::string>& ids) {
  const bool are_ids = std::ranges::all_of(ids, apps::is_id);
  if (!are_ids) return invalid(field, kIdOf(field, what));
  return {};
}

void repeat_from(Task& task, const NextTime& next, int64_t now_ms) {
  const int64_t before_ms = parse_timestamp_ms(*task.due_date).value_or(0);
  const int64_t by_s =
      (parse_timestamp_ms(next.due_date).value_or(before_ms) - before_ms) / kMsPerSecond;
  task.due_date = next.due_date;
  task.repeat = next.repeat;
  if (task.planned_start) task.planned_start = shifted(*task.planned_start, by_s);
  if (task.planned_end) task.planned_end = shifted(*task.planned_end, by_s);
  for (ChecklistEntry& entry : task.checklist) entry.done = false;
  if (task.status != TaskStatus::kTodo) task.rank = apps::rank_at(now_ms, task.id);
  task.status = TaskStatus::kTodo;
  task.completed_at = task.status_since = timestamp_s(now_ms);
}

}  // namespace

Result<void> check_task(const Task& task) {
  NORN_TRY(check_times(task));
  NORN_TRY(check_checklist(task.checklist));
  if (task.tag_ids.size() > kMaxTagsPerTask)
    return invalid("tagIds", kTooManyTags(kMaxTagsPerTask));
  NORN_TRY(check_ids("tagIds", "tags", task.tag_ids));
  if (task.blocked_by.size() > kMaxBlockers)
    return invalid("blockedBy", kTooManyBlockers(kMaxBlockers));
  NORN_TRY(check_ids("blockedBy", "tasks", task.blocked_by));
  if (std::ranges::find(task.blocked_by, task.id) != task.blocked_by.end()) {
    return conflict("blockedBy", kWaitsInCircle);
  }
  if (task.assignee_id && !apps::is_id(*task.assignee_id)) {
    return invalid("assigneeId", kIdOf("assigneeId", "a person"));
  }
  if (task.parent_id && (!apps::is_id(*task.parent_id) || *task.parent_id == task.id)) {
    return invalid("parentId", kIdOf("parentId", "another task"));
  }
  if (task.repeat) return check_repeat(*task.repeat, task.due_date);
  return {};
}

Task patched(const Task& task, const TaskPatch& patch) {
  Task next = task;
  if (patch.title) next.title = *patch.title;
  if (patch.description) next.description = *patch.description;
  if (patch.priority) next.priority = *patch.priority;
  if (patch.assignee_id) next.assignee_id = *patch.assignee_id;
  if (patch.due_date) next.due_date = *patch.due_date;
  if (patch.planned_start) next.planned_start = *patch.planned_start;
  if (patch.planned_end) next.planned_end = *patch.planned_end;
  if (patch.tag_ids) next.tag_ids = without_repeats(*patch.tag_ids);
  if (patch.checklist) next.checklist = *patch.checklist;
  if (patch.parent_id) next.parent_id = *patch.parent_id;
  if (patch.blocked_by) next.blocked_by = without_repeats(*patch.blocked_by);
  if (patch.repeat) next.repeat = *patch.repeat;
  return next;
}

std::vector<std::string> without_repeats(const std::vector<std::string>& ids) {
  std::vector<std::string> distinct;
  for (const std::string& id : ids) {
    if (std::ranges::find(distinct, id) == distinct.end()) distinct.push_back(id);
  }
  return distinct;
}

void change_status(Task& task, TaskStatus status, int64_t now_ms) {
  if (task.status == status) return;
  if (status == TaskStatus::kDone && task.repeat && task.due_date) {
    if (const auto next = next_time(*task.repeat, *task.due_date, now_ms)) {
      repeat_from(task, *next, now_ms);
      return;
    }
    task.repeat.reset();  // The rule has ended.
  }
  task.status = status;
  task.status_since = timestamp_s(now_ms);
  task.rank = apps::rank_at(now_ms, task.id);
  if (status == TaskStatus::kDone) {
    task.completed_at = timestamp_s(now_ms);
  } else {
    task.completed_at.reset();
  }
}

}  // namespace norn::projects
