#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/sharing/rights.h"
#include "base/error.h"
#include "store/item.h"

// Projects and who is in them.
namespace norn::projects {

enum class Role : uint8_t { kViewer, kMember, kAdmin, kOwner };
std::string_view to_text(Role role);  // "VIEWER", "MEMBER", "ADMIN", "OWNER"
std::optional<Role> role_from(std::string_view text);

enum class Permission : uint8_t { kRead, kWrite, kManage };
std::string_view to_text(Permission permission);  // "READ", "WRITE", "MANAGE"
std::optional<Permission> permission_from(std::string_view text);
// Those that a role can have.
std::vector<Permission> permissions_of(Role role);

enum class ProjectStatus : uint8_t { kActive, kArchived, kCompleted };
std::string_view to_text(ProjectStatus status);  // "ACTIVE", "ARCHIVED", "COMPLETED"
std::optional<ProjectStatus> project_status_from(std::string_view text);

struct Project {
  std::string id;
  std::string name;
  std::optional<std::string> description;
  std::string owner_id;  // One of the owners; empty if another program left it out.
  std::string color;     // "#FF9900"
  ProjectStatus status = ProjectStatus::kActive;
  std::string created_at;
  std::string updated_at;
  // Not in the design:
  bool is_template = false;
  // The length of the longest event so far, so that a range finds events that began before it.
  // No part of the ETag.
  int64_t longest_event_minutes = 0;
  std::string etag = {};
  friend bool operator==(const Project&, const Project&) = default;
};

struct Membership {
  std::string project_id;
  std::string user_id;
  Role role = Role::kViewer;
  // Nullopt without the attribute: all of the role's.
  std::optional<std::vector<Permission>> permissions;
  std::string joined_at;
  std::string updated_at;

  // What both the role and the permissions allow.
  sharing::Rights rights() const;
  friend bool operator==(const Membership&, const Membership&) = default;
};

store::Item to_item(const Project& project);
store::Item to_item(const Membership& membership);

Result<Project> project_from(store::ItemView item);
Result<Membership> membership_from(store::ItemView item);

const std::vector<std::string>& project_attributes();

}  // namespace norn::projects
