#include "apps/projects/tasks/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/projects/bin/project_bin.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/sentences.h"
#include "apps/projects/sweep.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/task_rules.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/rank.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

// Every change is optimistic: it is written under the condition that the task, and what it was
// decided by, is still the one that was read.
namespace norn::projects {
namespace {

// Tasks that are looked at to find a circle of tasks that wait for each other.
constexpr size_t kMaxWaitingTasks = 500;

store::Item task_key(const std::string& task_id) {
  return thing_key(keys::task(task_id));
}

Activity task_activity(ActivityAction action, const std::string& user_id, const Task& task,
                       std::string details) {
  Activity activity;
  activity.action = action;
  activity.entity_type = "TASK";
  activity.entity_id = task.id;
  activity.user_id = user_id;
  activity.details = std::move(details);
  activity.project_id = task.project_id;
  return activity;
}

// Checks that are made by what is stored now. Each has a condition in the transaction.

Result<void> check_assignee(const Context& context, const Task& task, Changes& changes) {
  NORN_ASSIGN(const auto member,
              find_item(context, member_key(task.project_id, *task.assignee_id)));
  if (!member) return conflict("assigneeId", kAssigneeIsNoMember);
  changes.needs_member(task.project_id, *task.assignee_id);
  return {};
}

Result<void> check_tags(const Context& context, const std::string& project_id,
                        const std::vector<std::string>& tag_ids, Changes& changes) {
  std::vector<store::Item> relations;
  for (const std::string& id : tag_ids) {
    relations.push_back(apps::key_of(keys::project(project_id), keys::tag(id)));
  }
  NORN_ASSIGN(const auto there, apps::get_all(context.store, context.tables.projects(), relations));
  if (there.size() != relations.size()) return conflict("tagIds", kTagOfOtherProject);
  for (store::Item& relation : relations) changes.add(is_there(context, std::move(relation)));
  return {};
}

// The condition that a task is where it was and waits for what it waited for when it was read:
// otherwise two changes at the same time could make a circle.
Action waits_as_before(const Context& context, const store::Item& task) {
  apps::Unchanged unchanged = apps::unchanged(task, {"blockedBy", "projectId"});
  store::ConditionCheck check;
  check.table = context.tables.projects();
  check.key = store::Item::subset(task, {"PK", "SK"});
  check.condition = "attribute_exists(PK) AND " + unchanged.condition;
  check.placeholders = std::move(unchanged.placeholders);
  return check;
}

Result<void> check_blockers(const Context& context, const Task& task,
                            const std::vector<std::string>& added, Changes& changes) {
  std::vector<store::Item> wanted;
  for (const std::string& id : added) wanted.push_back(task_key(id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  const std::vector<Task> blockers = apps::readable(items, task_from);
  if (blockers.size() != added.size()) return conflict("blockedBy", kBlockerUnknown);
  for (size_t i = 0; i < items.size(); ++i) {
    NORN_ASSIGN(const std::string project_id, project_of_task(context, items[i], blockers[i].id));
    if (project_id != task.project_id) return conflict("blockedBy", kBlockerUnknown);
  }
  NORN_ASSIGN(const bool is_circle, wait_for(context, added, task.id));
  if (is_circle) return conflict("blockedBy", kWaitsInCircle);
  for (const store::Item& blocker : items) changes.add(waits_as_before(context, blocker));
  return {};
}

Action set_subtask_count(const Context& context, const store::Item& parent, int64_t count) {
  apps::Unchanged unchanged = apps::unchanged(parent, {"parentId", "projectId", "subtaskCount"});
  store::UpdateRequest request;
  request.table = context.tables.projects();
  request.key = store::Item::subset(parent, {"PK", "SK"});
  request.condition = "attribute_exists(PK) AND " + unchanged.condition;
  request.placeholders = std::move(unchanged.placeholders);
  request.update = count > 0 ? "SET subtaskCount = :count" : "REMOVE subtaskCount";
  if (count > 0) request.placeholders.values.emplace(":count", store::Value::number(count));
  return request;
}

Result<void> leave_parent(const Context& context, const std::string& parent_id,
                          const std::string& task_id, Changes& changes) {
  changes.add(remove_any(context, apps::key_of(keys::task(parent_id), keys::subtask(task_id))));
  NORN_ASSIGN(const auto item, find_item(context, task_key(parent_id)));
  if (!item) return {};
  const int64_t count = apps::integer_of(*item, "subtaskCount");
  if (count > 0) changes.add(set_subtask_count(context, *item, count - 1));
  return {};
}

std::vector<std::string> without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& some) {
  std::vector<std::string> rest;
  for (const std::string& one : all) {
    if (std::ranges::find(some, one) == some.end()) rest.push_back(one);
  }
  return rest;
}

// The relations of a task that change from `before`, which is empty for a new task, to `next`; the
// checks on what is new in it.
Result<void> change_relations(const Context& context, const Task& before, const Task& next,
                              Changes& changes) {
  const std::string now = now_text(context);
  if (next.project_id != before.project_id) {
    changes.add(put_any(context, project_task(next.project_id, next.id, now)));
    if (!before.project_id.empty()) {
      changes.add(
          remove_any(context, apps::key_of(keys::project(before.project_id), keys::task(next.id))));
    }
    if (next.assignee_id) changes.needs_member(next.project_id, *next.assignee_id);
  }
  if (next.assignee_id != before.assignee_id) {
    if (before.assignee_id) {
      changes.add(
          remove_any(context, apps::key_of(keys::user(*before.assignee_id), keys::task(next.id))));
    }
    if (next.assignee_id) {
      changes.add(put_any(context, user_task(*next.assignee_id, next.id, now)));
      NORN_TRY(check_assignee(context, next, changes));
    }
  }
  const auto new_tags = without(next.tag_ids, before.tag_ids);
  NORN_TRY(check_tags(context, next.project_id, new_tags, changes));
  for (const std::string& id : new_tags) {
    changes.add(put_any(context, task_tag(next.id, id, now)));
  }
  for (const std::string& id : without(before.tag_ids, next.tag_ids)) {
    changes.add(remove_any(context, apps::key_of(keys::task(next.id), keys::tag(id))));
  }
  const auto new_blockers = without(next.blocked_by, before.blocked_by);
  if (!new_blockers.empty()) NORN_TRY(check_blockers(context, next, new_blockers, changes));
  for (const std::string& id : new_blockers) {
    changes.add(put_any(context, blocked_by(next.id, id, now)));
  }
  for (const std::string& id : without(before.blocked_by, next.blocked_by)) {
    changes.add(remove_any(context, apps::key_of(keys::task(next.id), keys::blocked_by(id))));
  }
  if (next.parent_id == before.parent_id) return {};
  if (before.parent_id) NORN_TRY(leave_parent(context, *before.parent_id, next.id, changes));
  if (next.parent_id) NORN_TRY(join_parent(context, next, changes));
  return {};
}

Result<std::optional<Task>> try_create_task(const Context& context, const std::string& user_id,
                                            const std::string& project_id, const TaskInput& input,
                                            const apps::Creation& creation, int64_t now_ms) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(auto found, find_task(context, user_id, *made, Right::kRead));
    return std::move(found.task);
  }
  NORN_TRY(context.quotas.check_new_in(keys::project(project_id), apps::kTasksQuota));
  const std::string now = timestamp_s(now_ms);
  Task task;
  task.id = context.ids.uuid();
  task.title = input.title;
  task.description = input.description;
  task.status = input.status;
  task.priority = input.priority;
  task.assignee_id = input.assignee_id;
  task.due_date = input.due_date;
  task.created_at = task.updated_at = now;
  task.project_id = project_id;
  task.rank = apps::rank_at(now_ms, task.id);
  task.planned_start = input.planned_start;
  task.planned_end = input.planned_end;
  task.tag_ids = without_repeats(input.tag_ids);
  task.checklist = input.checklist;
  task.parent_id = input.parent_id;
  task.blocked_by = without_repeats(input.blocked_by);
  task.repeat = input.repeat;
  if (task.status == TaskStatus::kDone) task.completed_at = now;
  task.created_by = user_id;
  NORN_TRY(check_task(task));
  Changes changes(context);
  const store::Item item = to_item(task);
  changes.add(put_new(context, item));
  NORN_TRY(change_relations(context, Task(), task, changes));
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(task_activity(ActivityAction::kCreate, user_id, task,
                               fmt::format("Created the task “{}”", task.title)));
  if (auto remembered = context.idempotency.remember(creation, task.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("task"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Task stored, task_from(item));
  return stored;
}

std::unexpected<Error> stale_task(const Task& task) {
  std::string current;
  append_json(current, task);
  return stale("task", std::move(current), task.etag);
}

ActivityAction action_of(const std::vector<FieldChange>& changes) {
  const auto has = [&](std::string_view field) {
    return std::ranges::find(changes, field, &FieldChange::field) != changes.end();
  };
  if (has("projectId")) return ActivityAction::kMove;
  if (has("status")) return ActivityAction::kStatus;
  return has("assigneeId") ? ActivityAction::kAssign : ActivityAction::kUpdate;
}

std::string details_of(ActivityAction action, const Task& task) {
  switch (action) {
    case ActivityAction::kMove:
      return fmt::format("Moved the task “{}” to another project", task.title);
    case ActivityAction::kStatus:
      return fmt::format("Set the status of the task “{}” to {}", task.title, to_text(task.status));
    case ActivityAction::kAssign:
      return fmt::format("Changed who is assigned to the task “{}”", task.title);
    default:
      return fmt::format("Changed the task “{}”", task.title);
  }
}

// What a task, or a sub-task of it, loses in another project.
Result<void> settle_in(const Context& context, const std::string& project_id, Task& task) {
  task.project_id = project_id;
  task.tag_ids.clear();
  task.blocked_by.clear();
  if (!task.assignee_id) return {};
  NORN_ASSIGN(const auto member, find_item(context, member_key(project_id, *task.assignee_id)));
  if (!member) task.assignee_id.reset();
  return {};
}

// The sub-tasks go along to another project; when the task repeats, those that were done are to be
// done again. One edit of each: a transaction takes an item once.
Result<void> change_subtasks(const Context& context, const std::string& user_id,
                             const std::string& old_project_id, const Task& parent,
                             bool is_repeated, Changes& changes) {
  const bool is_moved = parent.project_id != old_project_id;
  if (!is_moved && !is_repeated) return {};
  NORN_ASSIGN(const auto subtasks, subtasks_of(context, parent.id, old_project_id));
  for (const StoredTask& one : subtasks) {
    Task before = one.task;
    if (before.project_id.empty()) before.project_id = old_project_id;
    Task next = before;
    if (is_moved) NORN_TRY(settle_in(context, parent.project_id, next));
    if (is_repeated && next.status == TaskStatus::kDone) {
      change_status(next, TaskStatus::kTodo, context.clock.now_ms());
    }
    if (next == before) continue;
    next.updated_at = now_text(context);
    next.updated_by = user_id;
    changes.add(edit(context, one.item, to_item(next), task_attributes()).action);
    NORN_TRY(change_relations(context, before, next, changes));
  }
  return {};
}

// How long a task has been in its column; nullopt if nobody knows.
std::optional<int64_t> seconds_in_column(const Context& context, const Task& task) {
  const std::string& since = task.status_since ? *task.status_since : task.created_at;
  const auto since_ms = parse_timestamp_ms(since);
  if (!since_ms || since == kUnknownTime) return std::nullopt;
  return std::max<int64_t>(0, (context.clock.now_ms() - *since_ms) / kMsPerSecond);
}

// Writes what has become of a task. `requested` is the status that was asked for, which a task that
// repeats does not keep.
Result<std::optional<Task>> write_task(const Context& context, const std::string& user_id,
                                       const FoundTask& found, Task next,
                                       std::optional<TaskStatus> requested, Changes changes) {
  const Task& before = found.task;
  if (next == before) return next;
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit change = edit(context, found.item, to_item(next), task_attributes());
  changes.add(std::move(change.action));
  NORN_TRY(change_relations(context, before, next, changes));
  changes.needs_open_project(next.project_id);
  changes.needs_right(next.project_id, user_id, Right::kWrite);
  std::vector<FieldChange> told = differences(found.item, change.item, told_attributes());
  const bool is_repeated = requested == TaskStatus::kDone && next.status != TaskStatus::kDone;
  if (is_repeated) {
    std::erase_if(told, [](const FieldChange& one) { return one.field == "status"; });
    told.insert(told.begin(), {"status", std::string(to_text(before.status)),
                               std::string(to_text(TaskStatus::kDone))});
  }
  NORN_TRY(change_subtasks(context, user_id, before.project_id, next, is_repeated, changes));
  // An item of another program may only get attributes that it lacked.
  std::erase_if(told, [&](const FieldChange& one) {
    return one.field == "projectId" && before.project_id == next.project_id;
  });
  if (!told.empty()) {
    Activity activity = task_activity(action_of(told), user_id, next, "");
    activity.details = is_repeated
                           ? fmt::format("Did the task “{}”, which is due again", next.title)
                           : details_of(activity.action, next);
    if (std::ranges::find(told, "status", &FieldChange::field) != told.end()) {
      activity.column_seconds = seconds_in_column(context, before);
      activity.is_repeated = is_repeated;
    }
    activity.changes = std::move(told);
    changes.record(std::move(activity));
  }
  NORN_ASSIGN(const bool written, changes.write("task"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Task stored, task_from(change.item));
  return stored;
}

Result<std::optional<Task>> try_change_task(const Context& context, const std::string& user_id,
                                            const std::string& task_id, const TaskPatch& patch,
                                            const std::string& etag, int64_t now_ms) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  if (!is_etag_of(found.task, etag)) return stale_task(found.task);
  // Who has not seen the texts does not replace them.
  const bool has_seen = etag == found.task.etag || (!patch.description && !patch.checklist);
  if (!has_seen) return stale_task(found.task);
  Task next = patched(found.task, patch);
  NORN_TRY(check_task(next));
  if (patch.status) change_status(next, *patch.status, now_ms);
  NORN_TRY(context.quotas.check_change_in(keys::project(found.task.project_id)));
  return write_task(context, user_id, found, std::move(next), patch.status, Changes(context));
}

// A neighbor, if it is in that column now.
Result<std::optional<Task>> neighbor_in(const Context& context,
                                        const std::optional<std::string>& task_id,
                                        const Task& moved) {
  if (!task_id || !apps::is_id(*task_id) || *task_id == moved.id) return std::nullopt;
  NORN_ASSIGN(const auto item, find_item(context, task_key(*task_id)));
  if (!item) return std::nullopt;
  auto task = task_from(*item);
  if (!task || task->status != moved.status) return std::nullopt;
  if (!task->project_id.empty() && task->project_id != moved.project_id) return std::nullopt;
  return *std::move(task);
}

// The rank for the place between the neighbors. If they are not next to each other any more, the
// task comes right after the first one, or right before the second one.
Result<std::string> rank_for(const Context& context, const TaskMove& move, const Task& moved,
                             int64_t now_ms) {
  NORN_ASSIGN(const auto after, neighbor_in(context, move.after, moved));
  NORN_ASSIGN(const auto before, neighbor_in(context, move.before, moved));
  if (after && before && after->rank < before->rank) {
    return apps::rank_between(after->rank, before->rank, moved.id);
  }
  if (!after && !before) return apps::rank_at(now_ms, moved.id);
  std::string low;
  std::string high;
  const auto look_at = [&](const Task& one) -> Result<void> {
    if (one.status != moved.status || one.id == moved.id) return {};
    if (after) {
      if (one.rank > after->rank && (high.empty() || one.rank < high)) high = one.rank;
    } else if (one.rank < before->rank && (low.empty() || one.rank > low)) {
      low = one.rank;
    }
    return {};
  };
  NORN_TRY(visit_tasks(context, moved.project_id,
                       {"PK", "SK", "status", "rank", "createdAt", "title", "projectId"}, look_at));
  if (!after) return apps::rank_between(low, before->rank, moved.id);
  // At the end it has the rank of a new task, so that the next new one comes after it.
  std::string last = apps::rank_at(now_ms, moved.id);
  const bool is_last = high.empty() && last > after->rank;
  return is_last ? last : apps::rank_between(after->rank, high, moved.id);
}

Result<std::optional<Task>> try_move_task(const Context& context, const std::string& user_id,
                                          const std::string& task_id, const TaskMove& move,
                                          const std::string& etag, int64_t now_ms) {
  NORN_ASSIGN(const auto found, find_task(context, user_id, task_id, Right::kWrite));
  if (!is_etag_of(found.task, etag)) return stale_task(found.task);
  Task next = found.task;
  Changes changes(context);
  if (move.project_id && *move.project_id != next.project_id) {
    if (next.parent_id) return conflict("projectId", kSubtaskMovesAlone);
    NORN_TRY(
        authorize_content(context, user_id, *move.project_id, Right::kWrite, kProjectNotFound));
    NORN_TRY(context.quotas.check_new_in(keys::project(*move.project_id), apps::kTasksQuota));
    NORN_TRY(settle_in(context, *move.project_id, next));
    changes.needs_open_project(found.task.project_id);
    changes.needs_right(found.task.project_id, user_id, Right::kWrite);
    // Those who stay behind see where it went.
    Activity left = task_activity(ActivityAction::kMove, user_id, found.task,
                                  fmt::format("Moved the task “{}” away", next.title));
    left.changes = {{"projectId", found.task.project_id, next.project_id}};
    changes.record(std::move(left));
  }
  const TaskStatus status = move.status.value_or(next.status);
  change_status(next, status, now_ms);
  if (next.status == status) {
    NORN_ASSIGN(next.rank, rank_for(context, move, next, now_ms));
  }
  NORN_TRY(context.quotas.check_change_in(keys::project(next.project_id)));
  return write_task(context, user_id, found, std::move(next), move.status, std::move(changes));
}

// Removes a task with what makes it visible. The rest waits for the sweep of the task that is
// deleted, whose sub-tasks go with it.
void remove_visible(const Context& context, const StoredTask& stored, Changes& changes) {
  const Task& task = stored.task;
  changes.add(remove_unchanged(context, stored.item, task_attributes()));
  changes.add(
      remove_any(context, apps::key_of(keys::project(task.project_id), keys::task(task.id))));
  if (task.assignee_id) {
    changes.add(
        remove_any(context, apps::key_of(keys::user(*task.assignee_id), keys::task(task.id))));
  }
}

// Puts a task and its sub-tasks into the bin. If they name too many people for one transaction,
// they are deleted without a copy.
Result<void> put_into_bin(const Context& context, const std::string& user_id,
                          const std::vector<StoredTask>& all, Changes& changes) {
  const Task& task = all.front().task;
  apps::Deletion deletion = {.owner = keys::project(task.project_id),
                             .id = task.id,
                             .kind = std::string(kBinnedTask),
                             .title = task.title,
                             .starts_at = task.due_date.value_or(""),
                             .deleted_by = user_id,
                             .sweep = apps::BinSweep{std::string(kTaskSweep), task.id}};
  for (const StoredTask& one : all) {
    deletion.items.push_back({context.tables.projects(), one.item});
  }
  std::vector<Action> actions;
  NORN_TRY(bin_of(context).add(deletion, actions));
  if (changes.has_room_for(actions.size())) {
    changes.add_all(std::move(actions));
  } else {
    changes.add(context.sweeps.begin(kTaskSweep, task.id));
  }
  return {};
}

Result<std::optional<Done>> try_remove_task(const Context& context, const std::string& user_id,
                                            const std::string& task_id, const std::string& etag) {
  NORN_ASSIGN(auto found, find_task(context, user_id, task_id, Right::kWrite));
  const Task task = found.task;
  if (!is_etag_of(task, etag)) return stale_task(task);
  NORN_ASSIGN(auto all, subtasks_of(context, task.id, task.project_id));
  all.insert(all.begin(), StoredTask{std::move(found.item), std::move(found.task)});
  Changes changes(context);
  for (const StoredTask& one : all) remove_visible(context, one, changes);
  if (task.parent_id) NORN_TRY(leave_parent(context, *task.parent_id, task.id, changes));
  changes.needs_open_project(task.project_id);
  changes.needs_right(task.project_id, user_id, Right::kWrite);
  changes.record(task_activity(ActivityAction::kDelete, user_id, task,
                               fmt::format("Deleted the task “{}”", task.title)));
  NORN_TRY(put_into_bin(context, user_id, all, changes));
  NORN_ASSIGN(const bool written, changes.write("task"));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

const std::vector<std::string>& told_attributes() {
  static const std::vector<std::string> names = {
      "title",      "description", "status",    "priority", "assigneeId", "dueDate", "plannedStart",
      "plannedEnd", "tagIds",      "checklist", "parentId", "blockedBy",  "repeat",  "projectId"};
  return names;
}

Result<std::string> related_project(const Context& context, const std::string& task_id) {
  constexpr size_t kMaxRelations = 10;
  NORN_ASSIGN(const auto relations,
              indexed_keys(context, keys::task(task_id), keys::kProjectPrefix, kMaxRelations));
  for (const store::Item& relation : relations) {
    std::string project_id = keys::after(keys::kProjectPrefix, apps::text_of(relation, "PK"));
    if (!apps::is_id(project_id)) continue;
    NORN_ASSIGN(const auto there, find_item(context, relation));
    if (there) return project_id;
  }
  return std::string();
}

Result<std::string> project_of_task(const Context& context, store::ItemView task,
                                    const std::string& task_id) {
  std::string named = apps::text_of(task, "projectId");
  if (apps::is_id(named)) return named;
  return related_project(context, task_id);
}

Result<FoundTask> find_task(const Context& context, const std::string& user_id,
                            const std::string& task_id, Right needed) {
  if (!apps::is_id(task_id)) return not_found(kTaskNotFound);
  NORN_ASSIGN(auto item, find_item(context, task_key(task_id)));
  if (!item) return not_found(kTaskNotFound);
  NORN_ASSIGN(std::string project_id, project_of_task(context, *item, task_id));
  if (project_id.empty()) return not_found(kTaskNotFound);
  NORN_ASSIGN(auto access, authorize_content(context, user_id, project_id, needed, kTaskNotFound));
  // What is wrong with a task that cannot be read is told to members only.
  NORN_ASSIGN(Task task, task_from(*item));
  task.project_id = std::move(project_id);
  return FoundTask{std::move(*item), std::move(task), std::move(access)};
}

Result<bool> wait_for(const Context& context, std::vector<std::string> waiting,
                      const std::string& task_id) {
  std::set<std::string> seen(waiting.begin(), waiting.end());
  while (!waiting.empty() && seen.size() < kMaxWaitingTasks) {
    std::vector<store::Item> wanted;
    for (const std::string& id : waiting) wanted.push_back(task_key(id));
    NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
    waiting.clear();
    for (const Task& task : apps::readable(items, task_from)) {
      for (const std::string& blocker : task.blocked_by) {
        if (blocker == task_id) return true;
        if (seen.insert(blocker).second) waiting.push_back(blocker);
      }
    }
  }
  return false;
}

Result<void> join_parent(const Context& context, const Task& task, Changes& changes) {
  NORN_ASSIGN(const auto item, find_item(context, task_key(*task.parent_id)));
  if (!item) return conflict("parentId", kParentUnknown);
  const auto parent = task_from(*item);
  if (!parent) return conflict("parentId", kParentUnknown);
  NORN_ASSIGN(const std::string project_id, project_of_task(context, *item, parent->id));
  if (project_id != task.project_id) return conflict("parentId", kParentUnknown);
  if (parent->parent_id) return conflict("parentId", kParentIsSubtask);
  if (task.subtask_count > 0) return conflict("parentId", kHasSubtasks);
  if (parent->subtask_count >= static_cast<int64_t>(kMaxSubtasks)) {
    return conflict("parentId", kTooManySubtasks(kMaxSubtasks));
  }
  changes.add(set_subtask_count(context, *item, parent->subtask_count + 1));
  changes.add(put_any(context, subtask_of(parent->id, task.id, now_text(context))));
  return {};
}

Result<std::vector<StoredTask>> subtasks_of(const Context& context, const std::string& task_id,
                                            const std::string& project_id) {
  NORN_ASSIGN(const auto relations,
              sort_keys(context, keys::task(task_id), keys::kSubtaskPrefix, 2 * kMaxSubtasks));
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) {
    wanted.push_back(task_key(keys::after(keys::kSubtaskPrefix, relation)));
  }
  NORN_ASSIGN(auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::vector<StoredTask> subtasks;
  for (store::Item& item : items) {
    auto task = task_from(item);
    if (!task || task->parent_id != task_id) continue;
    // Another program may have written one that is its own parent, or is in another project.
    const bool is_here = task->project_id.empty() || task->project_id == project_id;
    if (is_here && task->id != task_id) subtasks.push_back({std::move(item), *std::move(task)});
  }
  std::ranges::sort(subtasks, {}, [](const StoredTask& one) { return one.task.rank; });
  return subtasks;
}

Result<Task> Tasks::get(const std::string& user_id, const std::string& task_id) {
  NORN_ASSIGN(auto found, find_task(context_, user_id, task_id, Right::kRead));
  return std::move(found.task);
}

Result<Task> Tasks::create(const std::string& user_id, const std::string& project_id,
                           const TaskInput& input, const apps::Creation& creation) {
  return decide_and_write(
      [&] { return try_create_task(context_, user_id, project_id, input, creation, now_ms()); });
}

Result<Task> Tasks::change(const std::string& user_id, const std::string& task_id,
                           const TaskPatch& patch, const std::string& etag) {
  return decide_and_write(
      [&] { return try_change_task(context_, user_id, task_id, patch, etag, now_ms()); });
}

Result<Task> Tasks::move(const std::string& user_id, const std::string& task_id,
                         const TaskMove& move, const std::string& etag) {
  if (move.project_id && !apps::is_id(*move.project_id)) {
    return invalid("projectId", kIdOf("projectId", "a project"));
  }
  return decide_and_write(
      [&] { return try_move_task(context_, user_id, task_id, move, etag, now_ms()); });
}

Result<void> Tasks::remove(const std::string& user_id, const std::string& task_id,
                           const std::string& etag) {
  const auto attempt = [&] { return try_remove_task(context_, user_id, task_id, etag); };
  NORN_TRY(decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::projects
