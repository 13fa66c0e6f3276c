#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "apps/shared/idempotency.h"
#include "base/error.h"

namespace norn::projects {

// The texts are within the limits of apps/projects/limits.h.
struct ProjectInput {
  std::string name;
  std::optional<std::string> description = {};
  std::string color;  // "#rrggbb"
  bool is_template = false;
};

// Absent members stay as they are.
struct ProjectPatch {
  std::optional<std::string> name = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::string> color = {};
  std::optional<ProjectStatus> status = {};
  std::optional<bool> is_template = {};
};

// A copy of a project.
struct CopyInput {
  std::string name;
  bool is_template = false;
  int64_t shift_days = 0;  // By which all dates are moved.
};

// Projects. Errors are those of base/faults.h. Every change is one transaction with its relations
// and its activity. May block; safe from any thread.
class Projects {
 public:
  // Registers the sweeps of projects.
  explicit Projects(Context context);

  // The user becomes the owner. Returns kConflict if the user is in too many projects.
  Result<Access> create(const std::string& user_id, const ProjectInput& input,
                        const apps::Creation& creation);
  // A new project with the tags, tasks and events of another one that the user may read; without
  // its members, assignments, comments and activity. It gets its tasks part by part, in the
  // background if there are many. So templates are used, and projects become templates.
  Result<Access> copy(const std::string& user_id, const std::string& project_id,
                      const CopyInput& input, const apps::Creation& creation);
  // All projects of a user, by name. Found by an index, so a new one may appear a moment later.
  Result<std::vector<Access>> list(const std::string& user_id);
  Result<Access> get(const std::string& user_id, const std::string& project_id);
  // Needs the right to manage. Returns kStale if the project does not have this tag.
  Result<Access> change(const std::string& user_id, const std::string& project_id,
                        const ProjectPatch& patch, const std::string& etag);
  // Owners only. Another member becomes an owner, and the one whom the project names; the caller
  // becomes an admin.
  Result<Access> transfer(const std::string& user_id, const std::string& project_id,
                          const std::string& heir_id);
  // Needs the right to manage, and of an owner the right to own. Limits what a member may do below
  // what their role allows; nullopt restores that. Nobody limits themselves. Returns kStale if the
  // member does not have this tag.
  Result<Membership> limit(const std::string& user_id, const std::string& project_id,
                           const std::string& member_id,
                           const std::optional<std::vector<Permission>>& permissions,
                           const std::string& etag);
  // Owners only. Hides the project from all members at once, and puts it into the bin; a sweep
  // removes what is in it when its time there is over.
  Result<void> remove(const std::string& user_id, const std::string& project_id);

 private:
  Context context_;
};

// The first owner of a project, for the transaction that shows it, with the condition that the
// person exists.
void add_owner(const Context& context, const std::string& project_id, const std::string& user_id,
               Changes& changes);
// The parts of a new project, for the transaction that makes it: the project and its owner.
void add_new_project(const Context& context, const Project& project, const std::string& user_id,
                     Changes& changes);

}  // namespace norn::projects
