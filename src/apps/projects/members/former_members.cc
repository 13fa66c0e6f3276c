#include "apps/projects/members/former_members.h"

#include <utility>
#include <vector>

#include "apps/projects/keys.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"

namespace norn::projects {
namespace {

// Between the ids of the project and the person; neither contains it.
constexpr char kUnassignSeparator = '/';
constexpr size_t kTasksPerUnassignPart = 50;
constexpr size_t kRelationsPerForgetPart = 200;

// The item may be one of another program, so only the attributes that matter are touched.
Action without_assignee(const Context& context, const std::string& task_id,
                        const std::string& user_id) {
  store::UpdateRequest request;
  request.table = context.tables.projects();
  request.key = thing_key(keys::task(task_id));
  // Nobody has changed it.
  request.update = "SET assigneeId = :null, updatedAt = :now REMOVE updatedBy";
  request.condition = "assigneeId = :user";
  request.placeholders.values = {
      {":null", store::Null{}}, {":now", now_text(context)}, {":user", user_id}};
  return request;
}

Activity unassigned(const std::string& project_id, const std::string& task_id,
                    const std::string& user_id) {
  Activity activity;
  activity.action = ActivityAction::kAssign;
  activity.entity_type = "TASK";
  activity.entity_id = task_id;
  activity.user_id = user_id;
  activity.details = "Is assigned to nobody, because the person left the project";
  activity.project_id = project_id;
  activity.changes = {{"assigneeId", user_id, std::nullopt}};
  return activity;
}

enum class Unassigned { kNot, kDone };

// Takes a person off a task, if the task is in that project (or in any, if it is empty) and the
// person is no member of it.
Result<std::optional<Unassigned>> try_unassign(const Context& context, const std::string& user_id,
                                               const std::string& task_id,
                                               const std::string& only_project) {
  const store::Item relation = apps::key_of(keys::user(user_id), keys::task(task_id));
  NORN_ASSIGN(const auto task, find_item(context, thing_key(keys::task(task_id))));
  std::string project_id;
  if (task) {
    NORN_ASSIGN(project_id, project_of_task(context, *task, task_id));
  }
  if (!only_project.empty() && task && project_id != only_project) return Unassigned::kNot;
  Changes changes(context);
  changes.add(remove_any(context, relation));
  if (task && apps::text_of(*task, "assigneeId") == user_id) {
    if (!project_id.empty()) {
      NORN_ASSIGN(const auto member, find_item(context, member_key(project_id, user_id)));
      if (member) return Unassigned::kNot;
      changes.add(is_missing(context, member_key(project_id, user_id)));
      NORN_ASSIGN(const auto project, find_item(context, project_key(project_id)));
      if (project) {
        changes.needs_project(project_id);
        changes.record(unassigned(project_id, task_id, user_id));
      }
    }
    changes.add(without_assignee(context, task_id, user_id));
  }
  NORN_ASSIGN(const bool written, changes.write("task"));
  if (!written) return std::nullopt;
  return Unassigned::kDone;
}

struct UnassignedPart {
  std::string to;  // The last relation that was looked at; empty at the end.
  size_t done = 0;
};

// Of the tasks after the relation `from`.
Result<UnassignedPart> unassign_some(const Context& context, const std::string& user_id,
                                     const std::string& only_project, const std::string& from) {
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::user(user_id), keys::kTaskPrefix,
                                              kTasksPerUnassignPart, from));
  UnassignedPart part;
  for (const std::string& relation : relations) {
    const std::string task_id = keys::after(keys::kTaskPrefix, relation);
    const auto attempt = [&] { return try_unassign(context, user_id, task_id, only_project); };
    NORN_ASSIGN(const Unassigned outcome, decide_and_write(attempt));
    part.done += outcome == Unassigned::kDone ? 1 : 0;
    part.to = relation;
  }
  return part;
}

}  // namespace

std::string unassign_subject(const std::string& project_id, const std::string& user_id) {
  return project_id + kUnassignSeparator + user_id;
}

Action begin_unassign(const Context& context, const std::string& project_id,
                      const std::string& user_id) {
  return context.sweeps.begin(kUnassignSweep, unassign_subject(project_id, user_id));
}

Result<std::optional<apps::Sweeps::Walked>> unassign_former(const Context& context,
                                                            const std::string& subject,
                                                            const std::string& from) {
  const size_t separator = subject.find(kUnassignSeparator);
  NORN_ASSIGN(UnassignedPart part, unassign_some(context, subject.substr(separator + 1),
                                                 subject.substr(0, separator), from));
  if (part.to.empty()) return std::nullopt;
  return apps::Sweeps::Walked{.to = std::move(part.to), .found_any = part.done > 0};
}

Result<bool> forget_person(const Context& context, const std::string& user_id) {
  UnassignedPart part;
  do {
    NORN_ASSIGN(part, unassign_some(context, user_id, "", part.to));
    if (part.done > 0) return true;
  } while (!part.to.empty());
  NORN_ASSIGN(const auto activities, sort_keys(context, keys::user(user_id), keys::kActivityPrefix,
                                               kRelationsPerForgetPart));
  std::vector<store::Item> gone;
  gone.reserve(activities.size());
  for (const std::string& activity : activities) {
    gone.push_back(apps::key_of(keys::user(user_id), activity));
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.projects(), gone));
  return !gone.empty();
}

}  // namespace norn::projects
