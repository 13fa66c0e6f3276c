#include "apps/projects/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/projects/access.h"
#include "apps/projects/keys.h"
#include "apps/projects/model.h"
#include "apps/projects/sweep.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitation_check.h"

namespace norn::projects {
namespace {

using apps::Findings;
using apps::ItemKey;

constexpr int64_t kMsOfMinute = 60'000;

class ProjectsCheck : public apps::Check {
 public:
  explicit ProjectsCheck(const apps::Context& context) : context_(context) {}
  std::string table() const override { return context_.tables.projects(); }

 protected:
  ItemKey at(std::string pk, std::string sk) const {
    return {table(), std::move(pk), std::move(sk)};
  }
  Result<std::optional<store::Item>> read(const ItemKey& key) const {
    return apps::item_at(context_.store, key);
  }
  Result<bool> is_deleted(const std::string& project_id) const {
    return context_.sweeps.is_pending(kProjectSweep, project_id);
  }
  // Whether people see the project: not while an import writes it, nor when it is deleted.
  Result<bool> is_visible(const std::string& project_id) const {
    NORN_ASSIGN(const auto project, find_item(context_, project_key(project_id)));
    if (!project) return false;
    NORN_ASSIGN(const auto members, members_of(context_, project_id));
    return !members.empty();
  }

  const apps::Context& context_;
};

class ProjectMembersCheck final : public ProjectsCheck {
 public:
  using ProjectsCheck::ProjectsCheck;
  std::string name() const override { return "projects: members"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    const std::string project_id = keys::after(keys::kProjectPrefix, key.pk);
    if (!apps::is_id(project_id)) return findings;
    if (key.sk == key.pk) NORN_TRY(look_at_project(key, item, project_id, findings));
    if (key.sk.starts_with(keys::kMemberPrefix)) {
      NORN_TRY(look_at_member(key, item, project_id, findings));
    }
    return findings;
  }

 private:
  Result<void> look_at_project(const ItemKey& key, store::ItemView item,
                               const std::string& project_id, Findings& findings) {
    const auto project = project_from(item);
    if (!project) return {};
    NORN_ASSIGN(const auto members, members_of(context_, project_id));
    if (members.empty()) return {};  // An import writes it.
    const auto is_owner = [](const Membership& one) { return one.role == Role::kOwner; };
    if (std::ranges::none_of(members, is_owner)) {
      findings.push_back({.key = key,
                          .what = "The project has no owner.",
                          .advice = "Set the role of one of its MEMBER items to OWNER."});
      return {};
    }
    const auto is_named = [&](const Membership& one) {
      return one.user_id == project->owner_id && is_owner(one);
    };
    if (!project->owner_id.empty() && std::ranges::none_of(members, is_named)) {
      findings.push_back(
          {.key = key,
           .what = fmt::format("Its ownerId {} is none of its owners.", project->owner_id),
           .advice = "Make that person an owner in the app, or correct ownerId."});
    }
    return {};
  }

  Result<void> look_at_member(const ItemKey& key, store::ItemView item,
                              const std::string& project_id, Findings& findings) {
    const auto membership = membership_from(item);
    if (!membership) return {};
    NORN_ASSIGN(const auto project, find_item(context_, project_key(project_id)));
    if (!project) {
      NORN_ASSIGN(const bool deleted, is_deleted(project_id));
      if (!deleted) {
        findings.push_back({.key = key,
                            .what = "The person is a member of a project that is not there.",
                            .advice = "Restore the project from a backup."});
      }
    }
    const std::string person = keys::user(membership->user_id);
    if (apps::text_of(item, "GSI1PK") == person && apps::text_of(item, "GSI1SK") == key.pk) {
      return {};
    }
    findings.push_back(
        {.key = key,
         .what = "The person is a member, and does not find the project.",
         .repair = "writes the keys of GSI1",
         .actions = {apps::set_of_unchanged(key, item, {{"GSI1PK", person}, {"GSI1SK", key.pk}})}});
    return {};
  }
};

class RelationsCheck final : public ProjectsCheck {
 public:
  using ProjectsCheck::ProjectsCheck;
  std::string name() const override { return "projects: relations"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    if (key.pk == key.sk) {
      if (key.pk.starts_with(keys::kTaskPrefix)) return look_at_task(key, item);
      if (key.pk.starts_with(keys::kEventPrefix)) return look_at_event(key, item);
      return Findings();
    }
    const std::string project_id = keys::after(keys::kProjectPrefix, key.pk);
    if (project_id.empty()) return Findings();
    if (key.sk.starts_with(keys::kTaskPrefix) || key.sk.starts_with(keys::kEventPrefix)) {
      return look_at_relation(key, project_id, key.sk);
    }
    if (key.sk.starts_with(keys::kDatedPrefix)) {
      return look_at_relation(key, project_id, keys::event(keys::last_part(key.sk)));
    }
    return Findings();
  }

 private:
  Result<Findings> look_at_task(const ItemKey& key, store::ItemView item) {
    Findings findings;
    const auto task = task_from(item);
    if (!task || !apps::is_id(task->project_id)) return findings;
    const std::string& time = task->created_at;
    std::vector<store::Item> wanted = {project_task(task->project_id, task->id, time)};
    if (task->assignee_id && apps::is_id(*task->assignee_id)) {
      wanted.push_back(user_task(*task->assignee_id, task->id, time));
    }
    if (task->parent_id) wanted.push_back(subtask_of(*task->parent_id, task->id, time));
    for (const std::string& tag : task->tag_ids) wanted.push_back(task_tag(task->id, tag, time));
    for (const std::string& blocker : task->blocked_by) {
      wanted.push_back(projects::blocked_by(task->id, blocker, time));
    }
    NORN_TRY(find_missing(key, item, "task", wanted, task->project_id, findings));
    return findings;
  }

  Result<Findings> look_at_event(const ItemKey& key, store::ItemView item) {
    Findings findings;
    const auto event = event_from(item);
    if (!event) return findings;
    const int64_t minutes = (event->end_ms() - event->start_ms()) / kMsOfMinute;
    for (const std::string& project_id : event->project_ids) {
      if (!apps::is_id(project_id)) continue;
      NORN_TRY(find_missing(key, item, "event",
                            {project_event(project_id, event->id, event->created_at),
                             dated_event(project_id, *event)},
                            project_id, findings));
      NORN_ASSIGN(const auto stored, find_item(context_, project_key(project_id)));
      const auto project = stored ? project_from(*stored) : Result<Project>(Project());
      if (!stored || !project || project->longest_event_minutes >= minutes) continue;
      findings.push_back(
          {.key = key,
           .what = fmt::format("The event takes {} minutes, and longestEventMinutes of {} is {}: "
                               "later days do not show it.",
                               minutes, keys::project(project_id), project->longest_event_minutes),
           .repair = fmt::format("sets longestEventMinutes to {}", minutes),
           .actions = {raise_longest_event(context_, project_id, minutes)}});
    }
    return findings;
  }

  // `wanted`: the relations that follow from a thing.
  Result<void> find_missing(const ItemKey& key, store::ItemView item, std::string_view thing,
                            const std::vector<store::Item>& wanted, const std::string& project_id,
                            Findings& findings) {
    for (const store::Item& relation : wanted) {
      const ItemKey there = apps::key_in(table(), relation);
      NORN_ASSIGN(const auto found, read(there));
      if (found) continue;
      NORN_ASSIGN(const bool visible, is_visible(project_id));
      if (!visible) return {};
      findings.push_back(
          {.key = key,
           .what = fmt::format("The {} lacks its relation {} {}, by which it is found.", thing,
                               there.pk, there.sk),
           .repair = "writes the relation",
           .actions = {apps::put_new(table(), relation),
                       apps::is_unchanged(key, item, apps::compared_attributes(item))}});
    }
    return {};
  }

  Result<Findings> look_at_relation(const ItemKey& key, const std::string& project_id,
                                    const std::string& thing) {
    NORN_ASSIGN(const auto there, read(at(thing, thing)));
    if (there) return Findings();
    NORN_ASSIGN(const bool deleted, is_deleted(project_id));
    NORN_ASSIGN(const bool task_deleted,
                context_.sweeps.is_pending(kTaskSweep, keys::after(keys::kTaskPrefix, thing)));
    NORN_ASSIGN(const bool visible, is_visible(project_id));
    if (deleted || task_deleted || !visible) return Findings();
    return Findings{{.key = key,
                     .what = fmt::format("The relation leads to {}, which is not there.", thing),
                     .advice = "Restore the item from a backup, or remove the relation with norn "
                               "delete: nothing shows it."}};
  }
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_projects(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<ProjectMembersCheck>(context));
  checks.push_back(std::make_unique<RelationsCheck>(context));
  checks.push_back(std::make_unique<sharing::InvitationCheck>(
      context.store, "projects: invitations",
      sharing::default_invitation_items(context.tables.norn(), "project")));
  return checks;
}

}  // namespace norn::projects
