#include "apps/projects/members/project_sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/projects/bin/project_bin.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/members/former_members.h"
#include "apps/projects/sweep.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::projects {
namespace {

using sharing::Right;
using sharing::Rights;

Rights rights_of_role(Role role) {
  Membership membership;
  membership.role = role;
  return membership.rights();
}

std::vector<Permission> permissions_in(Rights rights) {
  std::vector<Permission> all;
  if (rights.has(Right::kRead)) all.push_back(Permission::kRead);
  if (rights.has(Right::kWrite)) all.push_back(Permission::kWrite);
  if (rights.has(Right::kManage)) all.push_back(Permission::kManage);
  return all;
}

Action role_is(store::DeleteRequest request, Role role) {
  request.condition = "#role = :role";
  request.placeholders.names.emplace("#role", "role");
  request.placeholders.values.emplace(":role", to_text(role));
  return request;
}

std::string permission_value(Permission permission) {
  switch (permission) {
    case Permission::kRead:
      return ":read";
    case Permission::kWrite:
      return ":write";
    case Permission::kManage:
      break;
  }
  return ":manage";
}

// Whether an item lets its member do this, if the role allows it. A text is no list.
std::string permits(Permission permission) {
  return fmt::format(
      "(attribute_not_exists(#permissions) OR attribute_type(#permissions, :null) OR (NOT "
      "attribute_type(#permissions, :text) AND contains(#permissions, {})))",
      permission_value(permission));
}

// What the item of a member who may read can take away from the role.
std::vector<std::pair<Permission, Right>> limitable_rights(const Membership& membership) {
  std::vector<std::pair<Permission, Right>> all;
  if (!membership.rights().has(Right::kRead)) return all;
  const auto of_role = permissions_of(membership.role);
  for (const auto& [permission, right] :
       {std::pair{Permission::kWrite, Right::kWrite}, {Permission::kManage, Right::kManage}}) {
    if (std::ranges::find(of_role, permission) != of_role.end())
      all.emplace_back(permission, right);
  }
  return all;
}

// The condition that nobody has limited what a member may do, or lifted a limit, since it was read.
std::string rights_are(const Membership& membership) {
  if (!membership.rights().has(Right::kRead)) return "NOT " + permits(Permission::kRead);
  std::string condition = permits(Permission::kRead);
  for (const auto& [permission, right] : limitable_rights(membership)) {
    condition += membership.rights().has(right) ? " AND " : " AND NOT ";
    condition += permits(permission);
  }
  return condition;
}

std::string role_of(const std::optional<sharing::Membership>& membership) {
  return membership ? membership->role : "";
}

Activity activity_of(const sharing::MemberChange& change) {
  const std::string& member_id = change.before ? change.before->user_id : change.after->user_id;
  Activity activity;
  activity.entity_type = "PROJECT_MEMBER";
  activity.entity_id = member_id;
  activity.user_id = change.actor_id;
  activity.project_id = change.thing_id;
  FieldChange role{.field = "role", .from = std::nullopt, .to = std::nullopt};
  if (change.before) role.from = change.before->role;
  if (change.after) role.to = change.after->role;
  activity.changes.push_back(std::move(role));
  if (!change.before) {
    activity.action = ActivityAction::kJoin;
    activity.details = fmt::format("Joined as {}", role_of(change.after));
  } else if (!change.after) {
    activity.action = ActivityAction::kLeave;
    activity.details = change.actor_id == member_id ? "Left the project" : "Removed a member";
  } else {
    activity.action = ActivityAction::kRole;
    activity.details =
        fmt::format("Changed a role from {} to {}", role_of(change.before), role_of(change.after));
  }
  return activity;
}

}  // namespace

sharing::Description describe_projects(const apps::TableNames& tables) {
  sharing::Description description;
  description.thing = "project";
  for (const Role role : {Role::kViewer, Role::kMember, Role::kAdmin, Role::kOwner}) {
    description.ladder.push_back({std::string(to_text(role)), rights_of_role(role)});
  }
  description.limits = {.things_per_person = kMaxProjectsPerPerson,
                        .members_per_thing = kMaxMembersPerProject,
                        .invitations_per_address = kMaxInvitationsPerAddress,
                        .invitations_per_thing = kMaxInvitationsPerProject,
                        .invitations_per_hour = kMaxInvitationsPerHour};
  description.invitations = sharing::default_invitation_items(tables.norn(), "project");
  description.lists_by_role = true;
  description.shows_addresses = true;
  description.shows_proof = true;
  description.limitable = {{Right::kRead, std::string(to_text(Permission::kRead))},
                           {Right::kWrite, std::string(to_text(Permission::kWrite))},
                           {Right::kManage, std::string(to_text(Permission::kManage))}};
  description.writers_inherit = true;
  return description;
}

sharing::Membership to_shared(const Membership& membership) {
  return {.thing_id = membership.project_id,
          .user_id = membership.user_id,
          .role = std::string(to_text(membership.role)),
          .rights = membership.rights(),
          .created_at = membership.joined_at,
          .updated_at = membership.updated_at};
}

Membership from_shared(const sharing::Membership& membership) {
  return {.project_id = membership.thing_id,
          .user_id = membership.user_id,
          .role = role_from(membership.role).value_or(Role::kViewer),
          .permissions = std::nullopt,
          .joined_at = membership.created_at,
          .updated_at = membership.updated_at};
}

Action change_role(const Context& context, const Membership& old, Role next) {
  Membership changed = old;
  changed.role = next;
  changed.permissions.reset();
  const store::Map item = to_item(changed).to_map();
  store::UpdateRequest request;
  request.table = context.tables.projects();
  request.key = member_key(old.project_id, old.user_id);
  request.update = "SET #role = :next, #permissions = :permissions, #updatedAt = :now";
  request.condition = fmt::format("#role = :role AND {}", rights_are(old));
  request.placeholders.names = {
      {"#role", "role"}, {"#permissions", "permissions"}, {"#updatedAt", "updatedAt"}};
  request.placeholders.values = {{":role", to_text(old.role)},
                                 {":next", to_text(next)},
                                 {":permissions", item.at("permissions")},
                                 {":now", now_text(context)},
                                 {":null", "NULL"},
                                 {":text", "S"},
                                 {":read", to_text(Permission::kRead)}};
  // A placeholder that no condition uses is an error.
  for (const auto& [permission, right] : limitable_rights(old)) {
    request.placeholders.values.emplace(permission_value(permission), to_text(permission));
  }
  return request;
}

ProjectSharing::ProjectSharing(Context context)
    : StoredThings(context.store, context.tables.projects(), describe_projects(context.tables)),
      context_(std::move(context)) {}

store::Item ProjectSharing::thing_key(const std::string& project_id) const {
  return projects::project_key(project_id);
}

store::Item ProjectSharing::member_key(const std::string& project_id,
                                       const std::string& user_id) const {
  return projects::member_key(project_id, user_id);
}

Result<sharing::Membership> ProjectSharing::member_from(store::ItemView item) const {
  NORN_ASSIGN(const Membership membership, membership_from(item));
  return to_shared(membership);
}

Result<sharing::Access> ProjectSharing::authorize(const std::string& user_id,
                                                  const std::string& project_id, Right needed) {
  NORN_ASSIGN(Access access, projects::authorize(context_, user_id, project_id, needed));
  return sharing::Access{std::move(access.project.name), to_shared(access.membership)};
}

Result<bool> ProjectSharing::is_in_most(const std::string& user_id) {
  return has_most_projects(context_, user_id);
}

Result<void> ProjectSharing::visit_things_of(const std::string& user_id, const Visit& visit) {
  return visit_indexed_projects(context_, user_id, visit);
}

std::string ProjectSharing::etag_of(const sharing::Membership& membership) const {
  return etag_of_member(membership);
}

std::string etag_of_member(const sharing::Membership& membership) {
  std::string state = fmt::format("{}/{}/{}/{}/", membership.thing_id, membership.user_id,
                                  membership.role, membership.updated_at);
  for (const Right right : {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn}) {
    state += membership.rights.has(right) ? '1' : '0';
  }
  return apps::etag_of(state);
}

Result<Action> ProjectSharing::still_may(const std::string& user_id, const std::string& project_id,
                                         Right right) const {
  return projects::still_may(context_, user_id, project_id, right);
}

Result<void> ProjectSharing::add(const sharing::Membership& membership,
                                 std::vector<Action>& actions) const {
  actions.push_back(put_new(context_, to_item(from_shared(membership))));
  return {};
}

Result<void> ProjectSharing::replace(const sharing::Membership& old,
                                     const sharing::Membership& next,
                                     std::vector<Action>& actions) const {
  Membership before = from_shared(old);
  if (before.rights() != old.rights) before.permissions = permissions_in(old.rights);
  actions.push_back(change_role(context_, before, from_shared(next).role));
  return {};
}

Result<void> ProjectSharing::remove(const sharing::Membership& old,
                                    std::vector<Action>& actions) const {
  store::DeleteRequest request;
  request.table = context_.tables.projects();
  request.key = member_key(old.thing_id, old.user_id);
  actions.push_back(role_is(std::move(request), from_shared(old).role));
  return {};
}

void ProjectSharing::record(const sharing::MemberChange& change,
                            std::vector<Action>& actions) const {
  for (Action& action : activity_actions(context_, activity_of(change))) {
    actions.push_back(std::move(action));
  }
}

Result<Action> ProjectSharing::is_there_without(const std::string& project_id,
                                                const std::string& former,
                                                const std::string& owner) const {
  NORN_ASSIGN(const auto project, find_item(context_, project_key(project_id)));
  const std::string named = project ? apps::text_of(*project, "ownerId") : "";
  if (!project || (!former.empty() && !named.empty() && named != former)) {
    return is_there(project_id);
  }
  apps::Unchanged unchanged = apps::unchanged(*project, {"ownerId"});
  store::UpdateRequest request;
  request.table = context_.tables.projects();
  request.key = project_key(project_id);
  request.update = "SET #ownerId = :owner, #updatedAt = :now";
  request.condition = "attribute_exists(PK) AND " + unchanged.condition;
  request.placeholders = std::move(unchanged.placeholders);
  request.placeholders.names.emplace("#ownerId", "ownerId");
  request.placeholders.names.emplace("#updatedAt", "updatedAt");
  request.placeholders.values.emplace(":owner", owner);
  request.placeholders.values.emplace(":now", now_text(context_));
  return request;
}

Result<void> ProjectSharing::remove_thing(const std::string& project_id,
                                          std::vector<Action>& actions) const {
  actions.push_back(remove_project(context_, project_id));
  actions.push_back(begin_project_sweep(context_, project_id));
  return {};
}

void ProjectSharing::add_to_removal(const sharing::Membership& old,
                                    std::vector<Action>& actions) const {
  actions.push_back(begin_unassign(context_, old.thing_id, old.user_id));
}

Result<void> ProjectSharing::after_removal(const std::string& project_id,
                                           const std::string& user_id) {
  return context_.sweeps.run_now(kUnassignSweep, unassign_subject(project_id, user_id));
}

// `remove` has removed the membership already, unless the project was deleted before. In the bin it
// is of no use without an owner. Of two owners who leave at the same time, the second sees that.
Result<sharing::Cleared> ProjectSharing::clear(const std::string& project_id,
                                               const std::string& user_id) {
  const apps::Bin bin = bin_of(context_);
  NORN_TRY(remove_unowned(bin, keys::project(project_id), project_id, user_id));
  store::DeleteRequest request;
  request.table = context_.tables.projects();
  request.key = member_key(project_id, user_id);
  request.condition = "attribute_exists(PK)";
  const auto removed = context_.store.remove(request);
  if (removed) {
    NORN_TRY(remove_unowned(bin, keys::project(project_id), project_id, user_id));
    return sharing::Cleared::kAll;
  }
  if (removed.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(removed.error());
  }
  return sharing::Cleared::kNothing;
}

Result<bool> ProjectSharing::forget_former(const std::string& user_id) {
  return forget_person(context_, user_id);
}

}  // namespace norn::projects
