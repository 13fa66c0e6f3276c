#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::projects {

// Turns changes of projects into live events for their members. Null stands for deleted, or for
// moved to another project:
//   project            {"projectId","project":{...} or null}
//   project-member     {"projectId","userId","role" or null}; the former member receives it, too
//   project-task       {"projectId","id","task":{...} or null}
//   project-event      {"projectId","id","event":{...} or null}, for each project that it is in
//   project-tag        {"projectId","id","tag":{...} or null}
//   task-comment       {"projectId","taskId","id","comment":{...} or null}
//   task-attachment    {"projectId","taskId","id","attachment":{...} or null}
// An activity has no event of its own, because everything that it tells has one.
class ProjectChanges final : public live::Feed {
 public:
  explicit ProjectChanges(const Context& context)
      : context_(context), sharing_(context), audiences_(sharing_) {}

  std::string table() const override { return context_.tables.projects(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { audiences_.begin_round(); }

 private:
  using Events = live::Events;
  using Change = apps::Change;

  Result<Events> events_of(const Change& change);
  Result<Events> of_project(const Change& change);
  Result<Events> of_membership(const Change& change);
  Result<Events> of_task(const Change& change);
  Result<Events> of_event(const Change& change);
  Result<Events> of_tag(const Change& change);
  Result<Events> of_comment(const Change& change);
  Result<Events> of_attachment(const Change& change);
  // All members who may read; none if the project was deleted.
  Result<std::vector<std::string>> readers_of(const std::string& project_id);
  // The project of a task; empty if the task was deleted.
  Result<std::string> project_of(const std::string& task_id);

  Context context_;
  ProjectSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::projects
