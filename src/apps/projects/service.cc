#include "apps/projects/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/projects/bin/project_bin.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/projects/project_copy.h"
#include "apps/projects/render.h"
#include "apps/projects/sentences.h"
#include "apps/projects/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "apps/sharing/members_json.h"
#include "apps/sharing/people.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

const std::vector<std::string>& told_of_project() {
  static const std::vector<std::string> names = {"name",  "description", "ownerId",
                                                 "color", "status",      "template"};
  return names;
}

Activity project_activity(ActivityAction action, const std::string& user_id, const Project& project,
                          std::string details) {
  Activity activity;
  activity.action = action;
  activity.entity_type = "PROJECT";
  activity.entity_id = project.id;
  activity.user_id = user_id;
  activity.details = std::move(details);
  activity.project_id = project.id;
  return activity;
}

Project patched(const Project& project, const ProjectPatch& patch) {
  Project next = project;
  if (patch.name) next.name = *patch.name;
  if (patch.description) next.description = *patch.description;
  if (patch.color) next.color = *patch.color;
  if (patch.status) next.status = *patch.status;
  if (patch.is_template) next.is_template = *patch.is_template;
  return next;
}

Result<void> check_room_for_project(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const bool is_full, has_most_projects(context, user_id));
  if (is_full) return conflict(kTooManyProjects(kMaxProjectsPerPerson));
  return context.quotas.check_new(user_id, apps::kProjectsQuota);
}

// Writes a new project with what is in `changes`; nullopt if it has to be decided again.
Result<std::optional<Access>> write_new(const Context& context, const Project& project,
                                        const std::string& user_id, const std::string& details,
                                        const apps::Creation& creation, Changes changes) {
  add_new_project(context, project, user_id, changes);
  changes.record(project_activity(ActivityAction::kCreate, user_id, project, details));
  if (auto remembered = context.idempotency.remember(creation, project.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (written) {
    NORN_ASSIGN(Access made, authorize(context, user_id, project.id, Right::kRead));
    return made;
  }
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return not_signed_in(accounts::kAccountDeleted);
  return std::nullopt;
}

Project new_project(const Context& context, const std::string& user_id) {
  Project project;
  project.id = context.ids.uuid();
  project.owner_id = user_id;
  project.created_at = project.updated_at = now_text(context);
  return project;
}

Result<std::optional<Access>> try_create_project(const Context& context, const std::string& user_id,
                                                 const ProjectInput& input,
                                                 const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Right::kRead);
  NORN_TRY(check_room_for_project(context, user_id));
  Project project = new_project(context, user_id);
  project.name = input.name;
  project.description = input.description;
  project.color = input.color;
  project.is_template = input.is_template;
  return write_new(context, project, user_id, fmt::format("Created the project “{}”", project.name),
                   creation, Changes(context));
}

Result<std::optional<Access>> try_copy_project(const Context& context, const std::string& user_id,
                                               const std::string& project_id,
                                               const CopyInput& input,
                                               const apps::Creation& creation) {
  NORN_ASSIGN(const Access source, authorize(context, user_id, project_id, Right::kRead));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Right::kRead);
  NORN_TRY(check_room_for_project(context, user_id));
  Project project = new_project(context, user_id);
  project.name = input.name;
  project.description = source.project.description;
  project.color = source.project.color;
  project.is_template = input.is_template;
  Changes changes(context);
  changes.needs_right(project_id, user_id, Right::kRead);
  changes.needs_project(project_id);
  changes.add(
      context.sweeps.begin(kCopySweep, copy_subject(project.id, project_id, input.shift_days)));
  return write_new(
      context, project, user_id,
      fmt::format("Made the project “{}” from “{}”", project.name, source.project.name), creation,
      std::move(changes));
}

std::unexpected<Error> stale_project(const Access& access) {
  std::string current;
  append_json(current, access);
  return stale("project", std::move(current), access.project.etag);
}

Result<std::optional<Access>> try_change_project(const Context& context, const std::string& user_id,
                                                 const std::string& project_id,
                                                 const ProjectPatch& patch,
                                                 const std::string& etag) {
  NORN_ASSIGN(auto access, authorize(context, user_id, project_id, Right::kManage));
  if (access.project.etag != etag) return stale_project(access);
  Project next = patched(access.project, patch);
  if (next == access.project) return access;
  NORN_TRY(context.quotas.check_change_in(keys::project(project_id)));
  NORN_ASSIGN(const auto item, find_item(context, project_key(project_id)));
  if (!item) return std::nullopt;
  const auto now = project_from(*item);
  if (!now || now->etag != access.project.etag) return std::nullopt;
  next.updated_at = now_text(context);
  Edit change = edit(context, *item, to_item(next), project_attributes());
  Changes changes(context);
  changes.add(std::move(change.action));
  changes.needs_right(project_id, user_id, Right::kManage);
  const bool is_status = next.status != access.project.status;
  Activity activity = project_activity(
      is_status ? ActivityAction::kStatus : ActivityAction::kUpdate, user_id, next,
      is_status ? fmt::format("Set the status of the project to {}", to_text(next.status))
                : std::string("Changed the project"));
  activity.changes = differences(*item, change.item, told_of_project());
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(access.project, project_from(change.item));
  return access;
}

Result<std::optional<Access>> try_transfer(const Context& context, const std::string& user_id,
                                           const std::string& project_id,
                                           const std::string& heir_id) {
  NORN_ASSIGN(auto access, authorize(context, user_id, project_id, Right::kOwn));
  // As an admin the owner may write, which another owner may have taken from them.
  NORN_TRY(authorize(context, user_id, project_id, Right::kWrite));
  NORN_ASSIGN(const auto heir, find_membership(context, project_id, heir_id));
  if (!heir) return conflict("userId", kHeirIsNoMember);
  NORN_ASSIGN(const auto item, find_item(context, project_key(project_id)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(Project next, project_from(*item));
  next.owner_id = heir_id;
  next.updated_at = now_text(context);
  Edit change = edit(context, *item, to_item(next), project_attributes());
  Changes changes(context);
  changes.add(std::move(change.action));
  changes.add(change_role(context, *heir, Role::kOwner));
  changes.add(change_role(context, access.membership, Role::kAdmin));
  Activity activity = project_activity(ActivityAction::kRole, user_id, next,
                                       "Handed the project over to another owner");
  activity.changes = {{"ownerId", user_id, heir_id}};
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Access after, authorize(context, user_id, project_id, Right::kRead));
  return after;
}

std::optional<std::string> permission_names(const std::optional<std::vector<Permission>>& all) {
  if (!all) return std::nullopt;
  std::string names;
  for (const Permission one : *all) {
    names += (names.empty() ? "" : ", ") + std::string(to_text(one));
  }
  return names;
}

Result<Membership> stale_member(const Context& context, const Membership& membership) {
  const sharing::Membership shared = to_shared(membership);
  const sharing::Description description = describe_projects(context.tables);
  NORN_ASSIGN(const auto members, sharing::with_people(context, description, {shared}));
  std::string current;
  sharing::append_json(current, description, members.front(), etag_of_member(shared), true);
  return stale("member", std::move(current), etag_of_member(shared));
}

Result<std::optional<Membership>> try_limit(
    const Context& context, const std::string& user_id, const std::string& project_id,
    const std::string& member_id, const std::optional<std::vector<Permission>>& permissions,
    const std::string& etag) {
  NORN_TRY(authorize(context, user_id, project_id, Right::kManage));
  NORN_ASSIGN(const auto item, find_item(context, member_key(project_id, member_id)));
  if (!item) return not_found(sharing::kMemberNotFound);
  NORN_ASSIGN(const Membership before, membership_from(*item));
  const Right needed = before.role == Role::kOwner ? Right::kOwn : Right::kManage;
  NORN_TRY(authorize(context, user_id, project_id, needed));
  if (etag_of_member(to_shared(before)) != etag) return stale_member(context, before);
  Membership next = before;
  next.permissions = permissions;
  // Nobody gives a right that they do not have.
  for (const Right right : {Right::kWrite, Right::kManage}) {
    const bool is_given = next.rights().has(right) && !before.rights().has(right);
    if (is_given) NORN_TRY(authorize(context, user_id, project_id, right));
  }
  next.updated_at = now_text(context);
  Changes changes(context);
  changes.add(edit(context, *item, to_item(next), {"role", "permissions", "updatedAt"}).action);
  changes.needs_project(project_id);
  changes.needs_right(project_id, user_id, needed);
  Activity activity;
  activity.action = ActivityAction::kRole;
  activity.entity_type = "PROJECT_MEMBER";
  activity.entity_id = member_id;
  activity.user_id = user_id;
  activity.details = "Changed what a member may do";
  activity.project_id = project_id;
  activity.changes = {
      {"permissions", permission_names(before.permissions), permission_names(next.permissions)}};
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (!written) return std::nullopt;
  return next;
}

Result<std::optional<Done>> try_remove_project(const Context& context, const std::string& user_id,
                                               const std::string& project_id) {
  NORN_ASSIGN(const Access access, authorize(context, user_id, project_id, Right::kOwn));
  NORN_ASSIGN(const auto item, find_item(context, project_key(project_id)));
  if (!item) return std::nullopt;
  Changes changes(context);
  changes.add(remove_unchanged(context, *item));
  changes.needs_right(project_id, user_id, Right::kOwn);
  std::vector<Action> binning;
  NORN_TRY(bin_of(context).add({.owner = keys::project(project_id),
                                .id = project_id,
                                .kind = std::string(kBinnedProject),
                                .title = access.project.name,
                                .deleted_by = user_id,
                                .items = {{context.tables.projects(), *item}},
                                .sweep = apps::BinSweep{std::string(kProjectSweep), project_id}},
                               binning));
  changes.add_all(std::move(binning));
  changes.record(project_activity(ActivityAction::kDelete, user_id, access.project,
                                  fmt::format("Deleted the project “{}”", access.project.name)));
  NORN_ASSIGN(const bool written, changes.write("project"));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

void add_owner(const Context& context, const std::string& project_id, const std::string& user_id,
               Changes& changes) {
  Membership owner;
  owner.project_id = project_id;
  owner.user_id = user_id;
  owner.role = Role::kOwner;
  owner.joined_at = owner.updated_at = now_text(context);
  changes.add(put_new(context, to_item(owner)));
  changes.add(is_there(context, thing_key(keys::user(user_id))));
}

void add_new_project(const Context& context, const Project& project, const std::string& user_id,
                     Changes& changes) {
  changes.add(put_new(context, to_item(project)));
  add_owner(context, project.id, user_id, changes);
}

Projects::Projects(Context context) : context_(std::move(context)) {
  add_sweeps(context_);
  context_.sweeps.add_walk(
      std::string(kCopySweep),
      [copy = context_](const std::string& subject, const std::string& from) {
        return copy_content(copy, subject, from);
      },
      apps::Sweeps::Settling::kNone);
}

Result<Access> Projects::create(const std::string& user_id, const ProjectInput& input,
                                const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  return decide_and_write([&] { return try_create_project(context_, user_id, input, creation); });
}

Result<Access> Projects::copy(const std::string& user_id, const std::string& project_id,
                              const CopyInput& input, const apps::Creation& creation) {
  NORN_ASSIGN(auto made, decide_and_write([&] {
                return try_copy_project(context_, user_id, project_id, input, creation);
              }));
  context_.sweeps.wake();
  return made;
}

Result<std::vector<Access>> Projects::list(const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<store::Item> keys;
  keys.reserve(memberships.size());
  for (const Membership& one : memberships) keys.push_back(project_key(one.project_id));
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.projects(), keys));
  std::vector<Access> list;
  for (Project& project : apps::readable(items, project_from)) {
    const auto membership = std::ranges::find(memberships, project.id, &Membership::project_id);
    if (membership != memberships.end()) list.push_back({std::move(project), *membership});
  }
  std::ranges::sort(list, [](const Access& left, const Access& right) {
    const auto order = apps::compare_names(left.project.name, right.project.name);
    return order != 0 ? order < 0 : left.project.id < right.project.id;
  });
  return list;
}

Result<Access> Projects::get(const std::string& user_id, const std::string& project_id) {
  return authorize(context_, user_id, project_id, Right::kRead);
}

Result<Access> Projects::change(const std::string& user_id, const std::string& project_id,
                                const ProjectPatch& patch, const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  return decide_and_write(
      [&] { return try_change_project(context_, user_id, project_id, patch, etag); });
}

Result<Access> Projects::transfer(const std::string& user_id, const std::string& project_id,
                                  const std::string& heir_id) {
  if (!apps::is_id(heir_id)) return invalid("userId", kIdOf("userId", "a member"));
  if (heir_id == user_id) return conflict("userId", kHeirIsOneself);
  return decide_and_write([&] { return try_transfer(context_, user_id, project_id, heir_id); });
}

Result<Membership> Projects::limit(const std::string& user_id, const std::string& project_id,
                                   const std::string& member_id,
                                   const std::optional<std::vector<Permission>>& permissions,
                                   const std::string& etag) {
  if (!apps::is_id(member_id)) return not_found(sharing::kMemberNotFound);
  if (member_id == user_id) return conflict("permissions", kLimitsOneself);
  return decide_and_write(
      [&] { return try_limit(context_, user_id, project_id, member_id, permissions, etag); });
}

Result<void> Projects::remove(const std::string& user_id, const std::string& project_id) {
  const auto attempt = [&] { return try_remove_project(context_, user_id, project_id); };
  NORN_TRY(decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::projects
