#include "apps/projects/sweep.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "apps/files/files.h"
#include "apps/projects/bin/project_bin.h"
#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/members/former_members.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitations.h"

namespace norn::projects {
namespace {

// Between the ids of the project and the tag; neither contains it.
constexpr char kTagSeparator = '/';
// Relations that one part of a sweep follows.
constexpr size_t kRelationsPerPart = 50;
// The last stage of the sweep of a tag. The places of the stage before begin with TASK#.
constexpr std::string_view kTagRelations = "relations";

// Each key once, as the store's batches want them.
std::vector<store::Item> distinct(std::vector<store::Item> keys) {
  const auto text = [](const store::Item& key) { return key.json(); };
  std::ranges::sort(keys, {}, text);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

// Returns whether any of them was there.
Result<bool> remove_keys(const Context& context, std::vector<store::Item> gone) {
  gone = distinct(std::move(gone));
  bool is_any_there = false;
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), gone, {"PK"},
                          [&](store::ItemView /*item*/) -> Result<void> {
                            is_any_there = true;
                            return {};
                          }));
  NORN_TRY(apps::remove_all(context.store, context.tables.projects(), gone));
  return is_any_there;
}

// Takes an id out of a list that is an attribute of an item, whatever else other programs wrote
// there. Returns whether the list named it.
Result<bool> take_out(const Context& context, const store::Item& key, const std::string& attribute,
                      const std::string& id) {
  const auto attempt = [&]() -> Result<std::optional<bool>> {
    NORN_ASSIGN(const auto item, find_item(context, key));
    if (!item) return false;
    std::vector<std::string> ids = apps::ItemReader(*item).texts(attribute);
    if (std::erase(ids, id) == 0) return false;
    apps::Unchanged unchanged = apps::unchanged(*item, {attribute});
    store::UpdateRequest request;
    request.table = context.tables.projects();
    request.key = key;
    request.condition = std::move(unchanged.condition);
    request.placeholders = std::move(unchanged.placeholders);
    request.placeholders.names.emplace("#list", attribute);
    if (ids.empty()) {
      request.update = "REMOVE #list";
    } else {
      request.update = "SET #list = :list";
      request.placeholders.values.emplace(":list", store::List(ids.begin(), ids.end()));
    }
    NORN_ASSIGN(const bool written, apps::write_all(context.store, {std::move(request)}));
    if (!written) return std::nullopt;
    return true;
  };
  return decide_and_write(attempt);
}

// Takes a task or tag out of the things that name it in a list, by the relations of the index: PK =
// TASK#<other>, SK = `relation`. Appends the relations to `gone`.
Result<void> take_out_everywhere(const Context& context, const std::string& relation,
                                 const std::string& attribute, const std::string& id,
                                 std::vector<store::Item>& gone) {
  NORN_ASSIGN(auto found, indexed_keys(context, relation, keys::kTaskPrefix, kRelationsPerPart));
  for (store::Item& key : found) {
    // The index also has the thing itself.
    if (apps::text_of(key, "SK") != relation) continue;
    NORN_TRY(take_out(context, thing_key(apps::text_of(key, "PK")), attribute, id));
    gone.push_back(std::move(key));
  }
  return {};
}

// Appends the comments and attachments that are only there because of these relations of a task.
// The files of attachments are deleted before the attachments, which lead to them.
Result<void> add_parts(const Context& context, const std::string& task_id,
                       const std::vector<std::string>& relations, std::vector<store::Item>& gone) {
  std::vector<store::Item> parts;
  for (const std::string& relation : relations) {
    for (const std::string_view prefix : {keys::kCommentPrefix, keys::kAttachmentPrefix}) {
      if (relation.starts_with(prefix)) parts.push_back(thing_key(relation));
    }
  }
  return apps::get_each(context.store, context.tables.projects(), distinct(std::move(parts)),
                        {"PK", "taskId", "fileId"}, [&](store::ItemView item) -> Result<void> {
                          if (!belongs_to_task(item, task_id)) return {};
                          const std::string key = apps::text_of(item, "PK");
                          gone.push_back(thing_key(key));
                          const std::string id = keys::after(keys::kAttachmentPrefix, key);
                          if (id.empty()) return {};
                          return files::Files(context).remove(apps::text_of(item, "fileId"),
                                                              file_owner(id));
                        });
}

// Everything of a task that is there, the task included; at most a part of it.
Result<bool> remove_task(const Context& context, const std::string& task_id) {
  const std::string key = keys::task(task_id);
  std::vector<store::Item> gone;
  NORN_ASSIGN(const auto task, find_item(context, thing_key(key)));
  const std::string assignee = task ? apps::text_of(*task, "assigneeId") : "";
  if (apps::is_id(assignee)) gone.push_back(apps::key_of(keys::user(assignee), key));
  NORN_ASSIGN(const auto relations, sort_keys(context, key, "", kRelationsPerPart));
  NORN_TRY(add_parts(context, task_id, relations, gone));
  for (const std::string& sort_key : relations) gone.push_back(apps::key_of(key, sort_key));
  // Relations under projects and people, and under tasks that wait for it or have it.
  NORN_ASSIGN(auto others, indexed_keys(context, key, "", kRelationsPerPart));
  std::vector<store::Item> last;
  for (store::Item& other : others) {
    const std::string pk = apps::text_of(other, "PK");
    if (apps::text_of(other, "SK") != key || pk == key) continue;
    (pk.starts_with(keys::kProjectPrefix) ? last : gone).push_back(std::move(other));
  }
  NORN_TRY(take_out_everywhere(context, keys::blocked_by(task_id), "blockedBy", task_id, gone));
  NORN_ASSIGN(const bool found_any, remove_keys(context, std::move(gone)));
  if (found_any) return true;
  // The relations to its project and its parent lead the sweeps of those to it, so they go last.
  NORN_ASSIGN(auto parents,
              indexed_keys(context, keys::subtask(task_id), keys::kTaskPrefix, kRelationsPerPart));
  std::ranges::move(parents, std::back_inserter(last));
  return remove_keys(context, std::move(last));
}

// An event that is in another project, too, belongs to that one from now on.
Result<void> leave_event(const Context& context, const std::string& event_id,
                         const std::string& project_id) {
  const store::Item key = thing_key(keys::event(event_id));
  const auto attempt = [&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const auto item, find_item(context, key));
    if (!item) return Done{};
    const auto event = event_from(*item);
    if (!event) {
      // What cannot be read goes with the project that it says it belongs to.
      const bool is_of_project = apps::text_of(*item, "projectId") == project_id;
      if (is_of_project) NORN_TRY(remove_keys(context, {key}));
      return Done{};
    }
    std::vector<std::string> others;
    NORN_ASSIGN(const auto ids, projects_in(context, *item, event_id));
    for (const std::string& id : ids) {
      if (id == project_id) continue;
      NORN_ASSIGN(const auto project, find_item(context, project_key(id)));
      if (project) others.push_back(id);
    }
    const bool is_elsewhere = !event->project_id.empty() && event->project_id != project_id;
    if (others.empty() && !is_elsewhere) {
      NORN_ASSIGN(
          const bool written,
          apps::write_all(context.store, {remove_unchanged(context, *item, event_attributes())}));
      if (!written) return std::nullopt;
      return Done{};
    }
    Event next = *event;
    if (!is_elsewhere) next.project_id = others.front();
    next.project_ids = ids;
    std::erase(next.project_ids, project_id);
    Edit change = edit(context, *item, to_item(next), event_attributes());
    NORN_ASSIGN(const bool written, apps::write_all(context.store, {std::move(change.action)}));
    if (!written) return std::nullopt;
    return Done{};
  };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

// Whether a task that has a relation to a deleted project belongs to it.
Result<bool> belongs_to(const Context& context, const std::string& task_id,
                        const std::string& project_id) {
  NORN_ASSIGN(const auto task, find_item(context, thing_key(keys::task(task_id))));
  const std::string named = task ? apps::text_of(*task, "projectId") : "";
  return named.empty() || named == project_id;
}

// Appends an activity with all of its relations, by its item. Its relation to the project goes
// last, with all the others of the part.
Result<void> add_activity(const Context& context, const std::string& project_id,
                          const std::string& activity_id, std::vector<store::Item>& gone) {
  const store::Item key = thing_key(keys::activity(activity_id));
  NORN_ASSIGN(const auto item, find_item(context, key));
  if (!item) return {};
  const auto activity = activity_from(*item);
  if (activity && activity->project_id != project_id) return {};  // The task was moved away.
  gone.push_back(key);
  if (!activity || activity->user_id.empty()) return {};
  for (const store::Item& relation : relations_of(*activity)) {
    if (apps::text_of(relation, "PK").starts_with(keys::kProjectPrefix)) continue;
    gone.push_back(store::Item::subset(relation, {"PK", "SK"}));
  }
  return {};
}

// Removes what a relation of a deleted project leads to. Returns false if there is more of it.
Result<bool> follow_relation(const Context& context, const std::string& project_id,
                             const std::string& sort_key, std::vector<store::Item>& gone) {
  if (sort_key.starts_with(keys::kTaskPrefix)) {
    const std::string task_id = keys::after(keys::kTaskPrefix, sort_key);
    NORN_ASSIGN(const bool is_of_project, belongs_to(context, task_id, project_id));
    if (is_of_project) {
      NORN_ASSIGN(const bool more, remove_task(context, task_id));
      if (more) return false;
    }
  } else if (sort_key.starts_with(keys::kEventPrefix)) {
    NORN_TRY(leave_event(context, keys::after(keys::kEventPrefix, sort_key), project_id));
  } else if (sort_key.starts_with(keys::kTagPrefix)) {
    gone.push_back(thing_key(sort_key));
  } else if (sort_key.starts_with(keys::kActivityPrefix)) {
    NORN_TRY(add_activity(context, project_id, keys::last_part(sort_key), gone));
  }
  return true;
}

}  // namespace

Action remove_project(const Context& context, const std::string& project_id) {
  store::DeleteRequest request;
  request.table = context.tables.projects();
  request.key = project_key(project_id);
  request.condition = "attribute_exists(PK)";
  return request;
}

Action begin_project_sweep(const Context& context, const std::string& project_id) {
  return context.sweeps.begin(kProjectSweep, project_id);
}

Result<bool> sweep_project(const Context& context, const std::string& project_id) {
  const std::string key = keys::project(project_id);
  NORN_ASSIGN(const auto project, find_item(context, project_key(project_id)));
  if (project) return false;  // Another program has put it back.
  const sharing::InvitationItems items = describe_projects(context.tables).invitations;
  NORN_ASSIGN(const bool invitations, sharing::sweep_invitations(context.store, items, project_id));
  NORN_ASSIGN(const auto relations, sort_keys(context, key, "", kRelationsPerPart));
  std::vector<store::Item> gone;
  for (const std::string& sort_key : relations) {
    NORN_ASSIGN(const bool is_done, follow_relation(context, project_id, sort_key, gone));
    // A relation stays until there is nothing left that only it leads to.
    if (is_done) gone.push_back(apps::key_of(key, sort_key));
  }
  NORN_TRY(remove_keys(context, std::move(gone)));
  // What was in its bin goes at once, with what that left behind.
  NORN_TRY(bin_of(context).empty(key));
  NORN_ASSIGN(const bool bin, bin_of(context).sweep(key));
  return invitations || !relations.empty() || bin;
}

Result<bool> sweep_task(const Context& context, const std::string& task_id) {
  NORN_ASSIGN(const auto task, find_item(context, thing_key(keys::task(task_id))));
  if (task) return false;  // Another program has put it back.
  // Its sub-tasks went into the bin with it.
  NORN_ASSIGN(const auto relations,
              sort_keys(context, keys::task(task_id), keys::kSubtaskPrefix, kRelationsPerPart));
  for (const std::string& relation : relations) {
    const std::string subtask_id = keys::after(keys::kSubtaskPrefix, relation);
    NORN_ASSIGN(const auto subtask, find_item(context, thing_key(keys::task(subtask_id))));
    if (subtask) continue;
    NORN_ASSIGN(const bool more, remove_task(context, subtask_id));
    if (more) return true;
  }
  return remove_task(context, task_id);
}

std::string tag_subject(const std::string& project_id, const std::string& tag_id) {
  return project_id + kTagSeparator + tag_id;
}

// First all tasks of the project, which name their tags; then, in the last stage of the walk, those
// that another program gave the tag by a relation alone.
Result<std::optional<apps::Sweeps::Walked>> sweep_tag(const Context& context,
                                                      const std::string& subject,
                                                      const std::string& from) {
  const size_t separator = subject.find(kTagSeparator);
  const std::string tag_id = subject.substr(separator + 1);
  std::vector<store::Item> gone;
  if (from == kTagRelations) {
    NORN_TRY(take_out_everywhere(context, keys::tag(tag_id), "tagIds", tag_id, gone));
    NORN_ASSIGN(const bool found_any, remove_keys(context, std::move(gone)));
    if (!found_any) return std::nullopt;
    return apps::Sweeps::Walked{.to = std::string(kTagRelations), .found_any = true};
  }
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::project(subject.substr(0, separator)),
                                              keys::kTaskPrefix, kRelationsPerPart, from));
  if (relations.empty()) return apps::Sweeps::Walked{.to = std::string(kTagRelations)};
  bool found_any = false;
  std::vector<store::Item> tasks;
  for (const std::string& relation : relations) tasks.push_back(thing_key(relation));
  NORN_TRY(apps::get_each(context.store, context.tables.projects(), tasks, {"PK", "SK", "tagIds"},
                          [&](store::ItemView task) -> Result<void> {
                            const auto tag_ids = apps::ItemReader(task).texts("tagIds");
                            if (std::ranges::find(tag_ids, tag_id) == tag_ids.end()) return {};
                            gone.push_back(
                                apps::key_of(apps::text_of(task, "PK"), keys::tag(tag_id)));
                            return {};
                          }));
  for (const store::Item& relation : gone) {
    const store::Item task = thing_key(apps::text_of(relation, "PK"));
    NORN_ASSIGN(const bool was_named, take_out(context, task, "tagIds", tag_id));
    found_any = found_any || was_named;
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.projects(), gone));
  return apps::Sweeps::Walked{.to = relations.back(), .found_any = found_any};
}

void add_sweeps(const Context& context) {
  const auto add = [&](std::string_view kind, auto work) {
    context.sweeps.add(std::string(kind),
                       [context, work](const std::string& id) { return work(context, id); });
  };
  add(kProjectSweep, sweep_project);
  add(kTaskSweep, sweep_task);
  context.sweeps.add_walk(std::string(kTagSweep),
                          [context](const std::string& subject, const std::string& from) {
                            return sweep_tag(context, subject, from);
                          });
  context.sweeps.add_walk(
      std::string(kUnassignSweep),
      [context](const std::string& subject, const std::string& from) {
        return unassign_former(context, subject, from);
      },
      apps::Sweeps::Settling::kNone);
}

}  // namespace norn::projects
