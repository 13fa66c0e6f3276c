#include "apps/projects/meter.h"

#include "apps/projects/access.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/model.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::projects {

static_assert(apps::quota_kind(apps::kProjectsQuota).highest == kMaxProjectsPerPerson);
static_assert(apps::quota_kind(apps::kTasksQuota).highest == int64_t{kMaxListedTasks});
static_assert(apps::quota_kind(apps::kProjectEventsQuota).highest == int64_t{kMaxListedTasks});

namespace {

std::optional<apps::Use> of_project(const std::string& project_id, std::string_view kind) {
  if (!apps::is_id(project_id)) return std::nullopt;
  return apps::Use{.owner = keys::project(project_id), .kind = kind};
}

}  // namespace

std::optional<apps::Use> ProjectMeter::use_of(store::ItemView item) const {
  const std::string pk = apps::text_of(item, "PK");
  const std::string sk = apps::text_of(item, "SK");
  if (pk.starts_with(keys::kProjectPrefix)) {
    if (sk.starts_with(keys::kMemberPrefix)) {
      const auto membership = membership_from(item);
      if (membership && membership->role == Role::kOwner) {
        return apps::Use{.owner = apps::of_person(membership->user_id),
                         .kind = apps::kProjectsQuota};
      }
    }
    return of_project(keys::after(keys::kProjectPrefix, pk), apps::kBytesQuota);
  }
  if (pk != sk) return std::nullopt;
  const std::string project_id = apps::text_of(item, "projectId");
  if (pk.starts_with(keys::kTaskPrefix)) return of_project(project_id, apps::kTasksQuota);
  if (pk.starts_with(keys::kEventPrefix)) return of_project(project_id, apps::kProjectEventsQuota);
  if (pk.starts_with(keys::kTagPrefix) || pk.starts_with(keys::kActivityPrefix)) {
    return of_project(project_id, apps::kBytesQuota);
  }
  if (pk.starts_with(keys::kCommentPrefix) || pk.starts_with(keys::kAttachmentPrefix)) {
    const std::string user_id = apps::text_of(item, "userId");
    if (!apps::is_id(user_id)) return std::nullopt;
    return apps::Use{
        .owner = apps::of_person(user_id),
        .more_bytes = pk.starts_with(keys::kAttachmentPrefix) ? file_bytes_in(item) : 0};
  }
  return std::nullopt;
}

Result<std::vector<std::string>> ProjectMeter::owned_by(const std::string& user_id) const {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<std::string> owned;
  for (const Membership& membership : memberships) {
    if (membership.role == Role::kOwner) owned.push_back(keys::project(membership.project_id));
  }
  return owned;
}

Result<apps::QuotaAmounts> ProjectMeter::in_bin(const std::string& user_id) const {
  NORN_ASSIGN(const auto deleted, deleted_projects_of(context_, user_id));
  return apps::QuotaAmounts{
      {std::string(apps::kProjectsQuota), static_cast<int64_t>(deleted.size())}};
}

Result<std::vector<std::string>> ProjectMeter::owners_of(const std::string& thing) const {
  std::vector<std::string> owners;
  const std::string project_id = keys::after(keys::kProjectPrefix, thing);
  if (!apps::is_id(project_id)) return owners;
  NORN_ASSIGN(const auto members, members_of(context_, project_id));
  for (const Membership& member : members) {
    if (member.role == Role::kOwner) owners.push_back(member.user_id);
  }
  return owners;
}

}  // namespace norn::projects
