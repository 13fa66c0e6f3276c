#include "apps/projects/bin/project_bin.h"

#include <fmt/format.h>

#include "apps/projects/bin/restore.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/shared/quota_kinds.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

// The membership of an owner of a project that is not there. Returns kNotFound for people who were
// not in it, and kForbidden for members who are no owners.
Result<Membership> owner_of_deleted(const Context& context, const std::string& user_id,
                                    const std::string& project_id) {
  NORN_ASSIGN(const auto item, find_item(context, member_key(project_id, user_id)));
  auto membership = item ? membership_from(*item) : Result<Membership>(Membership());
  if (!item || !membership || !membership->rights().has(Right::kRead)) {
    return not_found(kProjectNotFound);
  }
  if (!membership->rights().has(Right::kOwn)) return forbidden(kDeletedProjectForOwners);
  return *std::move(membership);
}

Result<apps::Binned> find_deleted_project(const Context& context, const std::string& project_id) {
  NORN_ASSIGN(auto binned, bin_of(context).find(keys::project(project_id), project_id));
  if (binned.kind != kBinnedProject || binned.items.size() != 1) return not_found(kProjectNotFound);
  return binned;
}

Result<std::optional<Access>> try_restore_project(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& project_id) {
  NORN_ASSIGN(auto membership, owner_of_deleted(context, user_id, project_id));
  NORN_ASSIGN(const apps::Binned binned, find_deleted_project(context, project_id));
  const store::Item& item = binned.items.front().item;
  NORN_ASSIGN(Project project, project_from(item));
  NORN_ASSIGN(const auto taken, find_item(context, project_key(project_id)));
  if (taken) return conflict(apps::kBinIdTaken);
  NORN_ASSIGN(const bool is_full, has_most_projects(context, user_id));
  if (is_full) return conflict(kTooManyProjects(kMaxProjectsPerPerson));
  NORN_TRY(context.quotas.check_restored(user_id, apps::kProjectsQuota));
  Changes changes(context);
  changes.add(put_new(context, item));
  changes.needs_right(project_id, user_id, Right::kOwn);
  Activity activity;
  activity.action = ActivityAction::kCreate;
  activity.entity_type = "PROJECT";
  activity.entity_id = project_id;
  activity.user_id = user_id;
  activity.details = fmt::format("Restored the project “{}”", project.name);
  activity.project_id = project_id;
  changes.record(std::move(activity));
  std::vector<Action> taking;
  bin_of(context).take(binned, taking);
  changes.add_all(std::move(taking));
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (!written) return std::nullopt;
  return Access{std::move(project), std::move(membership)};
}

}  // namespace

apps::Bin bin_of(const Context& context) {
  return {context.store, context.tables, context.clock, context.sweeps};
}

Result<ProjectBin::Things> ProjectBin::things(const std::string& user_id,
                                              const std::string& project_id, int64_t limit,
                                              const std::string& after) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, project_id, Right::kWrite));
  NORN_ASSIGN(auto page, bin_of(context_).list(keys::project(project_id), limit, after));
  return Things{std::move(page), access.membership.rights().has(Right::kManage)};
}

Result<std::variant<Task, Event>> ProjectBin::restore(const std::string& user_id,
                                                      const std::string& project_id,
                                                      const std::string& id) {
  NORN_TRY(authorize_content(context_, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto binned, bin_of(context_).find(keys::project(project_id), id));
  if (binned.kind == kBinnedTask) {
    NORN_ASSIGN(Task task, restore_task(context_, user_id, project_id, id));
    return task;
  }
  NORN_ASSIGN(Event event, restore_event(context_, user_id, project_id, id));
  return event;
}

Result<void> ProjectBin::remove(const std::string& user_id, const std::string& project_id,
                                const std::string& id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kManage));
  return bin_of(context_).remove(keys::project(project_id), id);
}

Result<void> ProjectBin::empty(const std::string& user_id, const std::string& project_id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kManage));
  return bin_of(context_).empty(keys::project(project_id));
}

Result<std::vector<apps::Binned>> ProjectBin::all_projects(const std::string& user_id) {
  NORN_ASSIGN(const auto deleted, deleted_projects_of(context_, user_id));
  std::vector<apps::InBin> places;
  for (const std::string& id : deleted) places.push_back({keys::project(id), id});
  return bin_of(context_).find_all(places);
}

Result<apps::BinPage> ProjectBin::projects(const std::string& user_id, int64_t limit,
                                           const std::string& after) {
  NORN_ASSIGN(auto all, all_projects(user_id));
  return apps::page_of(std::move(all), limit, after);
}

Result<Access> ProjectBin::restore_project(const std::string& user_id,
                                           const std::string& project_id) {
  return decide_and_write([&] { return try_restore_project(context_, user_id, project_id); });
}

Result<void> ProjectBin::remove_project(const std::string& user_id, const std::string& project_id) {
  NORN_TRY(owner_of_deleted(context_, user_id, project_id));
  NORN_TRY(find_deleted_project(context_, project_id));
  return bin_of(context_).remove(keys::project(project_id), project_id);
}

Result<void> ProjectBin::remove_projects(const std::string& user_id) {
  NORN_ASSIGN(const auto all, all_projects(user_id));
  for (const apps::Binned& binned : all) {
    const auto removed = remove_project(user_id, binned.id);
    // Another owner may have been faster.
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  }
  return {};
}

}  // namespace norn::projects
