#include "apps/projects/model/project.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/model/attributes.h"
#include "apps/projects/model/times.h"

namespace norn::projects {
namespace {

using apps::ItemReader;
using store::ItemView;
using store::Map;
using store::Value;

constexpr int64_t kLongestEventMinutes = kMaxEventDays * 24 * 60;
constexpr std::array<std::string_view, 4> kRoles = {"VIEWER", "MEMBER", "ADMIN", "OWNER"};
constexpr std::array<std::string_view, 3> kPermissions = {"READ", "WRITE", "MANAGE"};
constexpr std::array<std::string_view, 3> kProjectStatuses = {"ACTIVE", "ARCHIVED", "COMPLETED"};

// No event is longer than kLongestEventMinutes, whatever another program wrote there. A number that
// is no integer may be as long.
int64_t longest_in(ItemView item, const ItemReader& reader) {
  constexpr std::string_view kName = "longestEventMinutes";
  const auto attribute = item.find(kName);
  if (!attribute || attribute->type() != store::Type::kNumber) return 0;
  const auto minutes = reader.optional_integer(kName);
  return std::clamp<int64_t>(minutes.value_or(kLongestEventMinutes), 0, kLongestEventMinutes);
}

}  // namespace

std::string_view to_text(Role role) {
  return name_in(kRoles, role);
}

std::optional<Role> role_from(std::string_view text) {
  return one_of<Role>(kRoles, text);
}

std::string_view to_text(Permission permission) {
  return name_in(kPermissions, permission);
}

std::optional<Permission> permission_from(std::string_view text) {
  return one_of<Permission>(kPermissions, text);
}

std::string_view to_text(ProjectStatus status) {
  return name_in(kProjectStatuses, status);
}

std::optional<ProjectStatus> project_status_from(std::string_view text) {
  return one_of<ProjectStatus>(kProjectStatuses, text);
}

std::vector<Permission> permissions_of(Role role) {
  switch (role) {
    case Role::kViewer:
      return {Permission::kRead};
    case Role::kMember:
      return {Permission::kRead, Permission::kWrite};
    case Role::kAdmin:
    case Role::kOwner:
      break;
  }
  return {Permission::kRead, Permission::kWrite, Permission::kManage};
}

sharing::Rights Membership::rights() const {
  using sharing::Right;
  const auto may = [&](Permission permission) {
    const auto of_role = permissions_of(role);
    if (std::ranges::find(of_role, permission) == of_role.end()) return false;
    return !permissions || std::ranges::find(*permissions, permission) != permissions->end();
  };
  // Without reading there is nothing to write or to manage.
  if (!may(Permission::kRead)) return {};
  const bool manages = may(Permission::kManage);
  if (manages && role == Role::kOwner) {
    if (!may(Permission::kWrite)) return {Right::kRead, Right::kManage, Right::kOwn};
    return {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn};
  }
  if (manages && may(Permission::kWrite)) return {Right::kRead, Right::kWrite, Right::kManage};
  if (manages) return {Right::kRead, Right::kManage};
  if (may(Permission::kWrite)) return {Right::kRead, Right::kWrite};
  return {Right::kRead};
}

store::Item to_item(const Project& project) {
  Map item = thing_map(keys::project(project.id), "PROJECT",
                       {{"name", project.name},
                        {"description", apps::text_or_null(project.description)},
                        {"ownerId", id_or_null(project.owner_id)},
                        {"color", project.color},
                        {"status", to_text(project.status)},
                        {"createdAt", project.created_at},
                        {"updatedAt", project.updated_at}});
  if (project.is_template) item.emplace("template", Value::boolean(true));
  put_count(item, "longestEventMinutes", project.longest_event_minutes);
  return store::Item::from_map(item);
}

store::Item to_item(const Membership& membership) {
  store::List permissions;
  for (const Permission permission :
       membership.permissions.value_or(permissions_of(membership.role))) {
    permissions.emplace_back(to_text(permission));
  }
  return store::Item::from_map({{"PK", keys::project(membership.project_id)},
                                {"SK", keys::member(membership.user_id)},
                                {"GSI1PK", keys::user(membership.user_id)},
                                {"GSI1SK", keys::project(membership.project_id)},
                                {"entityType", "PROJECT_MEMBER"},
                                {"role", to_text(membership.role)},
                                {"joinedAt", membership.joined_at},
                                {"permissions", permissions},
                                {"updatedAt", membership.updated_at}});
}

const std::vector<std::string>& project_attributes() {
  static const std::vector<std::string> names = {"entityType", "name",      "description",
                                                 "ownerId",    "color",     "status",
                                                 "createdAt",  "updatedAt", "template"};
  return names;
}

Result<Project> project_from(ItemView item) {
  ItemReader reader(item);
  Project project;
  project.id = id_in(reader, keys::kProjectPrefix);
  project.name = reader.text("name");
  project.description = reader.optional_text("description");
  project.owner_id = other_id(reader, "ownerId").value_or("");
  project.color = color_in(reader);
  project.status =
      reader.optional_parsed("status", project_status_from).value_or(ProjectStatus::kActive);
  read_times(reader, project);
  project.is_template = reader.optional_boolean("template").value_or(false);
  project.longest_event_minutes = longest_in(item, reader);
  if (!reader.is_sound()) return reader.error("project");
  project.etag = etag_without(item, "longestEventMinutes");
  return project;
}

Result<Membership> membership_from(ItemView item) {
  ItemReader reader(item);
  Membership membership;
  membership.project_id = id_in(reader, keys::kProjectPrefix);
  membership.user_id = keys::after(keys::kMemberPrefix, reader.text("SK"));
  reader.require(apps::is_id(membership.user_id), "SK");
  membership.role = reader.parsed("role", role_from);
  const auto permissions = item.find("permissions");
  if (permissions && permissions->type() != store::Type::kNull) {
    membership.permissions.emplace();
    for (const std::string& text : reader.texts("permissions")) {
      if (const auto permission = permission_from(text)) {
        membership.permissions->push_back(*permission);
      }
    }
  }
  membership.joined_at = time_in(reader, "joinedAt");
  membership.updated_at =
      reader.optional_parsed("updatedAt", whole_seconds).value_or(membership.joined_at);
  if (!reader.is_sound()) return reader.error("membership");
  return membership;
}

}  // namespace norn::projects
