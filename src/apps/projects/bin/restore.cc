#include "apps/projects/bin/restore.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "apps/projects/bin/project_bin.h"
#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/quota_kinds.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

Activity restored_activity(std::string_view entity_type, const std::string& id,
                           const std::string& user_id, const std::string& project_id,
                           std::string details) {
  Activity activity;
  activity.action = ActivityAction::kCreate;
  activity.entity_type = entity_type;
  activity.entity_id = id;
  activity.user_id = user_id;
  activity.details = std::move(details);
  activity.project_id = project_id;
  return activity;
}

// Of relations of a task, those that are still there. The sweeps of what they led to have removed
// the others.
Result<std::set<std::string>> relations_left(const Context& context, const Task& task) {
  std::vector<store::Item> wanted;
  for (const std::string& id : task.tag_ids) {
    wanted.push_back(apps::key_of(keys::task(task.id), keys::tag(id)));
  }
  for (const std::string& id : task.blocked_by) {
    wanted.push_back(apps::key_of(keys::task(task.id), keys::blocked_by(id)));
  }
  NORN_ASSIGN(const auto there, apps::get_all(context.store, context.tables.projects(), wanted));
  std::set<std::string> left;
  for (const store::Item& relation : there) left.insert(apps::text_of(relation, "SK"));
  return left;
}

// The task without what it names and is not there any more.
Result<Task> fitted(const Context& context, const std::string& project_id, Task task) {
  task.project_id = project_id;
  if (task.assignee_id) {
    NORN_ASSIGN(const auto member, find_item(context, member_key(project_id, *task.assignee_id)));
    if (!member) task.assignee_id.reset();
  }
  NORN_ASSIGN(const auto left, relations_left(context, task));
  std::erase_if(task.tag_ids, [&](const std::string& id) { return !left.contains(keys::tag(id)); });
  std::erase_if(task.blocked_by,
                [&](const std::string& id) { return !left.contains(keys::blocked_by(id)); });
  // Others may have begun to wait for those that wait for it.
  NORN_ASSIGN(const bool is_circle, wait_for(context, task.blocked_by, task.id));
  if (is_circle) task.blocked_by.clear();
  return task;
}

void add_restored_task(const Context& context, const store::Item& item, const Task& task,
                       Changes& changes) {
  changes.add(put_new(context, edit(context, item, to_item(task), task_attributes()).item));
  changes.add(put_any(context, project_task(task.project_id, task.id, task.created_at)));
  if (task.assignee_id) {
    changes.add(put_any(context, user_task(*task.assignee_id, task.id, task.created_at)));
    changes.needs_member(task.project_id, *task.assignee_id);
  }
}

// The task of which it was a sub-task, if it can be that again.
Result<void> rejoin_parent(const Context& context, Task& task, Changes& changes) {
  if (!task.parent_id) return {};
  const auto joined = join_parent(context, task, changes);
  if (joined) return {};
  if (joined.error().code != ErrorCode::kConflict) return joined;
  task.parent_id.reset();
  return {};
}

Result<std::optional<Task>> try_restore_task(const Context& context, const std::string& user_id,
                                             const std::string& project_id,
                                             const std::string& task_id) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const auto binned, bin.find(keys::project(project_id), task_id));
  if (binned.kind != kBinnedTask || binned.items.empty()) return not_found(kTaskNotFound);
  NORN_TRY(context.quotas.check_restored_in(keys::project(project_id), apps::kTasksQuota));
  std::vector<store::Item> places;
  for (const apps::BinnedItem& one : binned.items) {
    places.push_back(store::Item::subset(one.item, {"PK", "SK"}));
  }
  NORN_ASSIGN(const auto taken, apps::get_all(context.store, context.tables.projects(), places));
  if (!taken.empty()) return conflict(apps::kBinIdTaken);
  Changes changes(context);
  std::optional<Task> first;
  for (const apps::BinnedItem& one : binned.items) {
    NORN_ASSIGN(Task read, task_from(one.item));
    NORN_ASSIGN(Task task, fitted(context, project_id, std::move(read)));
    if (!first) NORN_TRY(rejoin_parent(context, task, changes));
    add_restored_task(context, one.item, task, changes);
    if (!first) first = std::move(task);
  }
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(restored_activity("TASK", first->id, user_id, project_id,
                                   fmt::format("Restored the task “{}”", first->title)));
  std::vector<Action> taking;
  bin.take(binned, taking);
  changes.add_all(std::move(taking));
  NORN_ASSIGN(const bool written, changes.write("task"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(auto found, find_task(context, user_id, first->id, Right::kRead));
  return std::move(found.task);
}

Result<std::optional<Event>> try_restore_event(const Context& context, const std::string& user_id,
                                               const std::string& project_id,
                                               const std::string& event_id) {
  NORN_TRY(authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const auto binned, bin.find(keys::project(project_id), event_id));
  if (binned.kind != kBinnedEvent || binned.items.size() != 1) return not_found(kEventNotFound);
  NORN_TRY(context.quotas.check_restored_in(keys::project(project_id), apps::kProjectEventsQuota));
  const store::Item& item = binned.items.front().item;
  NORN_ASSIGN(const Event event, event_from(item));
  NORN_ASSIGN(const auto taken, find_item(context, thing_key(keys::event(event_id))));
  if (taken) return conflict(apps::kBinIdTaken);
  Event next = event;
  next.project_id = project_id;
  if (next.project_ids.empty()) next.project_ids = {project_id};
  NORN_ASSIGN(const auto projects, projects_of(context, next));
  std::erase_if(next.project_ids, [&](const std::string& id) {
    return std::ranges::find(projects, id, &Project::id) == projects.end();
  });
  Changes changes(context);
  const store::Item restored = edit(context, item, to_item(next), event_attributes()).item;
  changes.add(put_new(context, restored));
  for (const Project& project : projects) place_event(context, project, next, changes);
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(restored_activity("EVENT", event_id, user_id, project_id,
                                   fmt::format("Restored the event “{}”", next.title)));
  std::vector<Action> taking;
  bin.take(binned, taking);
  changes.add_all(std::move(taking));
  NORN_ASSIGN(const bool written, changes.write("event"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Event stored, event_from(restored));
  return stored;
}

}  // namespace

Result<Task> restore_task(const Context& context, const std::string& user_id,
                          const std::string& project_id, const std::string& task_id) {
  return decide_and_write([&] { return try_restore_task(context, user_id, project_id, task_id); });
}

Result<Event> restore_event(const Context& context, const std::string& user_id,
                            const std::string& project_id, const std::string& event_id) {
  return decide_and_write(
      [&] { return try_restore_event(context, user_id, project_id, event_id); });
}

}  // namespace norn::projects
