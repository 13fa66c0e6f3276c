#include "apps/projects/project_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/tasks/repeat.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/quota_kinds.h"
#include "base/log.h"

namespace norn::projects {
namespace {

// Relations of the source that one part follows.
constexpr size_t kCopiesPerPart = 25;

struct Copying {
  Project target;
  std::string source_id;
  int64_t shift_s = 0;

  // The id of the copy of a thing.
  std::string id_of(std::string_view kind, std::string_view id) const {
    return apps::id_from(fmt::format("copy#{}#{}#{}", target.id, kind, id));
  }
  void move(std::optional<std::string>& time) const {
    if (time) time = shifted(*time, shift_s);
  }
  std::vector<std::string> ids_of(std::string_view kind,
                                  const std::vector<std::string>& ids) const {
    std::vector<std::string> copies;
    for (const std::string& id : ids) copies.push_back(id_of(kind, id));
    return copies;
  }
};

Activity copied(const Copying& copying, std::string_view entity_type, const std::string& id,
                std::string details) {
  Activity activity;
  activity.action = ActivityAction::kCreate;
  activity.entity_type = entity_type;
  activity.entity_id = id;
  activity.user_id = copying.target.owner_id;
  activity.details = std::move(details);
  activity.project_id = copying.target.id;
  return activity;
}

// The things of these ids that have no copy yet.
Result<std::vector<std::string>> without_copy(const Context& context, const Copying& copying,
                                              std::string_view prefix,
                                              const std::vector<std::string>& ids) {
  std::vector<store::Item> wanted;
  for (const std::string& id : ids) {
    wanted.push_back(thing_key(keys::join(prefix, copying.id_of(prefix, id))));
  }
  std::set<std::string> there;
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), wanted, {"PK"},
                          [&](store::ItemView item) -> Result<void> {
                            there.insert(apps::text_of(item, "PK"));
                            return {};
                          }));
  std::vector<std::string> missing;
  for (const std::string& id : ids) {
    if (!there.contains(keys::join(prefix, copying.id_of(prefix, id)))) missing.push_back(id);
  }
  return missing;
}

// What cannot be written as a copy, such as an item of another program that gets too large with
// its new ids, is left out.
Result<void> write_copy(const Copying& copying, Changes changes, const std::string& source) {
  changes.needs_project(copying.target.id);
  // False: another process made the copy, or the project was deleted.
  const auto written = changes.write("copy");
  if (written) return {};
  const ErrorCode code = written.error().code;
  const bool is_of_item = code == ErrorCode::kValidation || code == ErrorCode::kConflict ||
                          apps::Refusals(written.error()).by_items();
  if (!is_of_item) return std::unexpected(written.error());
  log::warn("{} has no copy in the project {}: {}", source, copying.target.id,
            written.error().message);
  return {};
}

Result<void> copy_tags(const Context& context, const Copying& copying,
                       const std::vector<std::string>& ids) {
  NORN_TRY(context.quotas.check_change_in(keys::project(copying.target.id)));
  for (const std::string& id : ids) {
    NORN_ASSIGN(const auto item, find_item(context, thing_key(keys::tag(id))));
    if (!item) continue;
    auto tag = tag_from(*item);
    if (!tag) continue;
    tag->id = copying.id_of(keys::kTagPrefix, id);
    tag->project_id = copying.target.id;
    tag->created_at = tag->updated_at = now_text(context);
    Changes changes(context);
    changes.add(put_new(context, to_item(*tag)));
    changes.add(put_any(context, project_tag(copying.target.id, tag->id, tag->created_at)));
    NORN_TRY(write_copy(copying, std::move(changes), keys::tag(id)));
  }
  return {};
}

// Whether a task that has a relation to the source is one of it, and can be read.
std::optional<Task> task_of_source(const Copying& copying, store::ItemView item) {
  auto task = task_from(item);
  if (!task) return std::nullopt;
  if (!task->project_id.empty() && task->project_id != copying.source_id) return std::nullopt;
  return *std::move(task);
}

// Of the tasks that these wait for, or are sub-tasks of, those that are copied, too.
Result<std::set<std::string>> copied_with(const Context& context, const Copying& copying,
                                          const std::vector<Task>& tasks) {
  std::set<std::string> named;
  for (const Task& task : tasks) {
    named.insert(task.blocked_by.begin(), task.blocked_by.end());
    if (task.parent_id) named.insert(*task.parent_id);
  }
  std::vector<store::Item> relations;
  std::vector<store::Item> items;
  for (const std::string& id : named) {
    relations.push_back(apps::key_of(keys::project(copying.source_id), keys::task(id)));
    items.push_back(thing_key(keys::task(id)));
  }
  std::set<std::string> here;
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), relations, {"SK"},
                          [&](store::ItemView relation) -> Result<void> {
                            here.insert(
                                keys::after(keys::kTaskPrefix, apps::text_of(relation, "SK")));
                            return {};
                          }));
  std::set<std::string> copied;
  // What tells whether a task can be read, and is one of the source.
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), items,
                          {"PK", "SK", "title", "projectId"},
                          [&](store::ItemView item) -> Result<void> {
                            const auto task = task_of_source(copying, item);
                            if (task && here.contains(task->id)) copied.insert(task->id);
                            return {};
                          }));
  return copied;
}

// Another program may have written more than a task can have.
void cut_ids(std::vector<std::string>& ids, size_t most) {
  if (ids.size() > most) ids.resize(most);
}

Task copy_of_task(const Context& context, const Copying& copying, const Task& source,
                  const std::set<std::string>& all) {
  Task task = source;
  task.id = copying.id_of(keys::kTaskPrefix, source.id);
  task.project_id = copying.target.id;
  task.assignee_id.reset();
  copying.move(task.due_date);
  copying.move(task.planned_start);
  copying.move(task.planned_end);
  task.tag_ids = copying.ids_of(keys::kTagPrefix, source.tag_ids);
  std::erase_if(task.blocked_by, [&](const std::string& id) { return !all.contains(id); });
  task.blocked_by = copying.ids_of(keys::kTaskPrefix, task.blocked_by);
  if (task.parent_id && !all.contains(*task.parent_id)) task.parent_id.reset();
  if (task.parent_id) task.parent_id = copying.id_of(keys::kTaskPrefix, *task.parent_id);
  task.created_at = task.updated_at = now_text(context);
  task.created_by = copying.target.owner_id;
  task.updated_by.reset();
  task.status_since.reset();
  return task;
}

Result<void> copy_tasks(const Context& context, const Copying& copying,
                        const std::vector<std::string>& ids) {
  NORN_TRY(context.quotas.check_new_in(keys::project(copying.target.id), apps::kTasksQuota));
  std::vector<store::Item> wanted;
  for (const std::string& id : ids) wanted.push_back(thing_key(keys::task(id)));
  std::vector<Task> sources;
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), wanted, {},
                          [&](store::ItemView item) -> Result<void> {
                            auto task = task_of_source(copying, item);
                            if (!task) return {};
                            cut_ids(task->tag_ids, kMaxTagsPerTask);
                            cut_ids(task->blocked_by, kMaxBlockers);
                            sources.push_back(*std::move(task));
                            return {};
                          }));
  NORN_ASSIGN(const auto all, copied_with(context, copying, sources));
  for (const Task& source : sources) {
    const Task task = copy_of_task(context, copying, source, all);
    Changes changes(context);
    changes.add(put_new(context, to_item(task)));
    const std::string& now = task.created_at;
    changes.add(put_any(context, project_task(task.project_id, task.id, now)));
    for (const std::string& tag : task.tag_ids) {
      changes.add(put_any(context, task_tag(task.id, tag, now)));
    }
    for (const std::string& blocker : task.blocked_by) {
      changes.add(put_any(context, blocked_by(task.id, blocker, now)));
    }
    if (task.parent_id) changes.add(put_any(context, subtask_of(*task.parent_id, task.id, now)));
    changes.record(copied(copying, "TASK", task.id,
                          fmt::format("Created the task “{}” from a copy", task.title)));
    NORN_TRY(write_copy(copying, std::move(changes), keys::task(source.id)));
  }
  return {};
}

Result<void> copy_events(const Context& context, const Copying& copying,
                         const std::vector<std::string>& ids) {
  NORN_TRY(
      context.quotas.check_new_in(keys::project(copying.target.id), apps::kProjectEventsQuota));
  for (const std::string& id : ids) {
    NORN_ASSIGN(const auto item, find_item(context, thing_key(keys::event(id))));
    if (!item) continue;
    auto event = event_from(*item);
    if (!event) continue;
    event->id = copying.id_of(keys::kEventPrefix, id);
    event->project_id = copying.target.id;
    event->project_ids = {copying.target.id};
    event->start_date = shifted(event->start_date, copying.shift_s);
    event->end_date = shifted(event->end_date, copying.shift_s);
    event->created_at = event->updated_at = now_text(context);
    event->created_by = copying.target.owner_id;
    event->updated_by.reset();
    Changes changes(context);
    add_new_event(context, copying.target, *event, changes);
    changes.record(copied(copying, "EVENT", event->id,
                          fmt::format("Created the event “{}” from a copy", event->title)));
    NORN_TRY(write_copy(copying, std::move(changes), keys::event(id)));
  }
  return {};
}

// What is copied, in this order, because tasks have tags. A walk is in the stage whose prefix its
// place begins with.
struct CopyStage {
  std::string_view prefix;
  Result<void> (*copy)(const Context& context, const Copying& copying,
                       const std::vector<std::string>& ids);
};
constexpr std::array<CopyStage, 3> kCopyStages = {{{keys::kTagPrefix, copy_tags},
                                                   {keys::kTaskPrefix, copy_tasks},
                                                   {keys::kEventPrefix, copy_events}}};

// Says in the project why it does not get the rest.
Result<void> tell_end(const Context& context, const Copying& copying, const Error& refusal) {
  Activity activity = copied(copying, "PROJECT", copying.target.id,
                             fmt::format("The copy is not complete. {}", refusal.message));
  activity.action = ActivityAction::kUpdate;
  Changes changes(context);
  changes.record(std::move(activity));
  changes.needs_project(copying.target.id);
  NORN_TRY(changes.write("copy"));
  return {};
}

// "<new>/<source>/<days>"; no id contains the separator.
constexpr char kCopySeparator = '/';

}  // namespace

std::string copy_subject(const std::string& new_id, const std::string& source_id,
                         int64_t shift_days) {
  return fmt::format("{}{}{}{}{}", new_id, kCopySeparator, source_id, kCopySeparator, shift_days);
}

Result<std::optional<apps::Sweeps::Walked>> copy_content(const Context& context,
                                                         const std::string& subject,
                                                         const std::string& from) {
  const size_t first = subject.find(kCopySeparator);
  const size_t second = subject.rfind(kCopySeparator);
  int64_t shift_days = 0;
  std::from_chars(subject.data() + second + 1, subject.data() + subject.size(), shift_days);
  NORN_ASSIGN(const auto item, find_item(context, project_key(subject.substr(0, first))));
  if (!item) return std::nullopt;  // It was deleted again.
  const auto target = project_from(*item);
  if (!target) return std::nullopt;
  const Copying copying = {.target = *target,
                           .source_id = subject.substr(first + 1, second - first - 1),
                           .shift_s = shift_days * kSecondsPerDay};
  const auto* stage = std::ranges::find_if(
      kCopyStages, [&](const CopyStage& one) { return from.starts_with(one.prefix); });
  if (stage == kCopyStages.end()) stage = kCopyStages.begin();
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::project(copying.source_id),
                                              stage->prefix, kCopiesPerPart, from));
  if (relations.empty()) {
    if (++stage == kCopyStages.end()) return std::nullopt;
    return apps::Sweeps::Walked{.to = std::string(stage->prefix)};
  }
  std::vector<std::string> ids;
  for (const std::string& relation : relations) ids.push_back(keys::after(stage->prefix, relation));
  NORN_ASSIGN(const auto missing, without_copy(context, copying, stage->prefix, ids));
  const auto made = missing.empty() ? Result<void>() : stage->copy(context, copying, missing);
  if (!made && made.error().code == ErrorCode::kForbidden) {
    NORN_TRY(tell_end(context, copying, made.error()));
    return std::nullopt;
  }
  if (!made) return std::unexpected(made.error());
  return apps::Sweeps::Walked{.to = relations.back(), .found_any = true};
}

}  // namespace norn::projects
