#include "apps/projects/exchange/import_into.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/model/attributes.h"
#include "apps/projects/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::projects {
namespace {

// "<hidden>/<target>"; no id contains the separator.
constexpr char kTargetSeparator = '/';
// Of one transaction, which has room for so many tasks with their activities.
constexpr size_t kTagsPerPart = 30;
constexpr size_t kTasksPerPart = 9;

struct Moving {
  Project hidden;
  Project target;

  store::Item relation(const std::string& sort_key) const {
    return apps::key_of(keys::project(hidden.id), sort_key);
  }
};

Activity imported(const Moving& moving, std::string_view entity_type, const std::string& id,
                  std::string details) {
  Activity activity;
  activity.action = ActivityAction::kCreate;
  activity.entity_type = entity_type;
  activity.entity_id = id;
  activity.user_id = moving.hidden.owner_id;
  activity.details = std::move(details);
  activity.project_id = moving.target.id;
  return activity;
}

Result<std::optional<Project>> find_project(const Context& context, const std::string& project_id) {
  NORN_ASSIGN(const auto item, find_item(context, project_key(project_id)));
  if (!item) return std::nullopt;
  // One that another program has made unreadable is not gone: the import goes on when it is
  // repaired.
  NORN_ASSIGN(Project project, project_from(*item));
  return project;
}

// The things of these relations, by their keys.
Result<std::map<std::string, store::Item>> things_of(const Context& context,
                                                     const std::vector<std::string>& relations) {
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(thing_key(relation));
  NORN_ASSIGN(auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::map<std::string, store::Item> things;
  for (store::Item& item : items) {
    std::string key = apps::text_of(item, "PK");
    things.emplace(std::move(key), std::move(item));
  }
  return things;
}

Result<void> move_tags(const Context& context, const Moving& moving,
                       const std::vector<std::string>& relations, Changes& changes) {
  NORN_ASSIGN(const auto items, things_of(context, relations));
  for (const std::string& relation : relations) {
    changes.add(remove_any(context, moving.relation(relation)));
    const auto item = items.find(relation);
    const auto tag = item != items.end() ? tag_from(item->second) : Result<Tag>(Tag());
    if (item == items.end() || !tag) continue;
    Tag next = *tag;
    next.project_id = moving.target.id;
    changes.add(edit(context, item->second, to_item(next), {"projectId"}).action);
    changes.add(put_any(context, project_tag(moving.target.id, next.id, next.created_at)));
  }
  return {};
}

// Who will be assigned, by the relations of the tasks. Those who are no members any more are not.
Result<std::map<std::string, std::string>> assignees_of(const Context& context,
                                                        const Moving& moving,
                                                        const std::vector<std::string>& relations) {
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(moving.relation(relation));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::map<std::string, std::string> assignees;
  std::set<std::string> people;
  for (const store::Item& item : items) {
    std::string person = apps::text_of(item, "assigneeId");
    if (!apps::is_id(person)) continue;
    people.insert(person);
    assignees.emplace(apps::text_of(item, "SK"), std::move(person));
  }
  for (const std::string& person : people) {
    NORN_ASSIGN(const auto member, find_item(context, member_key(moving.target.id, person)));
    if (!member) std::erase_if(assignees, [&](const auto& one) { return one.second == person; });
  }
  return assignees;
}

// Of the tags that these tasks have, those that the project has: some may have been deleted.
Result<std::set<std::string>> tags_there(const Context& context, const Moving& moving,
                                         const std::map<std::string, store::Item>& tasks) {
  std::set<std::string> named;
  for (const auto& [key, item] : tasks) {
    for (std::string& id : other_ids(apps::ItemReader(item), "tagIds")) named.insert(std::move(id));
  }
  std::vector<store::Item> wanted;
  for (const std::string& id : named) {
    wanted.push_back(apps::key_of(keys::project(moving.target.id), keys::tag(id)));
  }
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  std::set<std::string> there;
  for (const store::Item& item : items) {
    there.insert(keys::after(keys::kTagPrefix, apps::text_of(item, "SK")));
  }
  return there;
}

Result<void> move_tasks(const Context& context, const Moving& moving,
                        const std::vector<std::string>& relations, Changes& changes) {
  NORN_ASSIGN(const auto items, things_of(context, relations));
  NORN_ASSIGN(const auto assignees, assignees_of(context, moving, relations));
  NORN_ASSIGN(const auto tags, tags_there(context, moving, items));
  const std::string now = now_text(context);
  for (const std::string& relation : relations) {
    changes.add(remove_any(context, moving.relation(relation)));
    const auto item = items.find(relation);
    const auto task = item != items.end() ? task_from(item->second) : Result<Task>(Task());
    if (item == items.end() || !task) continue;
    Task next = *task;
    next.project_id = moving.target.id;
    std::erase_if(next.tag_ids, [&](const std::string& id) { return !tags.contains(id); });
    const auto assignee = assignees.find(relation);
    if (assignee != assignees.end()) {
      next.assignee_id = assignee->second;
      next.updated_by = moving.hidden.owner_id;
      changes.add(put_any(context, user_task(assignee->second, next.id, now)));
      changes.needs_member(moving.target.id, assignee->second);
    }
    changes.add(edit(context, item->second, to_item(next),
                     {"projectId", "assigneeId", "updatedBy", "tagIds"})
                    .action);
    changes.add(put_any(context, project_task(moving.target.id, next.id, now)));
    changes.record(
        imported(moving, "TASK", next.id, fmt::format("Imported the task “{}”", next.title)));
  }
  return {};
}

// One at a time: each may be the longest event of the project.
Result<void> move_event(const Context& context, const Moving& moving,
                        const std::vector<std::string>& relations, Changes& changes) {
  const std::string& relation = relations.front();
  changes.add(remove_any(context, moving.relation(relation)));
  NORN_ASSIGN(const auto item, find_item(context, thing_key(relation)));
  const auto event = item ? event_from(*item) : Result<Event>(Event());
  if (!item || !event) return {};
  Event next = *event;
  next.project_id = moving.target.id;
  next.project_ids = {moving.target.id};
  changes.add(edit(context, *item, to_item(next), {"projectId", "projectIds"}).action);
  changes.add(remove_any(context, dated_event(moving.hidden.id, next)));
  place_event(context, moving.target, next, changes);
  changes.record(
      imported(moving, "EVENT", next.id, fmt::format("Imported the event “{}”", next.title)));
  return {};
}

// What is moved, in this order, because tasks have tags.
struct MoveStage {
  std::string_view prefix;
  size_t most;
  Result<void> (*move)(const Context& context, const Moving& moving,
                       const std::vector<std::string>& relations, Changes& changes);
};
constexpr MoveStage kMoveStages[] = {{keys::kTagPrefix, kTagsPerPart, move_tags},
                                     {keys::kTaskPrefix, kTasksPerPart, move_tasks},
                                     {keys::kEventPrefix, 1, move_event}};

// Returns false if nothing is left to be moved.
Result<bool> move_part(const Context& context, const Moving& moving) {
  for (const MoveStage& stage : kMoveStages) {
    NORN_ASSIGN(const auto relations,
                sort_keys(context, keys::project(moving.hidden.id), stage.prefix, stage.most));
    if (relations.empty()) continue;
    Changes changes(context);
    NORN_TRY(stage.move(context, moving, relations, changes));
    changes.needs_project(moving.target.id);
    // False: another thread has moved them, or something is otherwise by now. The next part looks.
    NORN_TRY(changes.write("import"));
    return true;
  }
  return false;
}

}  // namespace

std::string import_into_subject(const std::string& hidden_id, const std::string& target_id) {
  return fmt::format("{}{}{}", hidden_id, kTargetSeparator, target_id);
}

store::Item hidden_task(const std::string& project_id, const Task& task,
                        const std::optional<std::string>& assignee_id) {
  store::Map relation = project_task(project_id, task.id, task.updated_at).to_map();
  if (assignee_id) relation.emplace("assigneeId", *assignee_id);
  return store::Item::from_map(relation);
}

Result<bool> move_imported(const Context& context, const std::string& subject) {
  const size_t separator = subject.find(kTargetSeparator);
  const std::string hidden_id = subject.substr(0, separator);
  const auto attempt = [&]() -> Result<std::optional<bool>> {
    NORN_ASSIGN(auto hidden, find_project(context, hidden_id));
    if (!hidden) return false;  // Everything is done.
    NORN_ASSIGN(auto target, find_project(context, subject.substr(separator + 1)));
    if (target) {
      NORN_ASSIGN(const bool more, move_part(context, {*std::move(hidden), *std::move(target)}));
      if (more) return true;
    }
    NORN_TRY(apps::write_all(context.store, {remove_project(context, hidden_id),
                                             begin_project_sweep(context, hidden_id)}));
    context.sweeps.wake();
    return false;
  };
  return decide_and_write(attempt);
}

}  // namespace norn::projects
