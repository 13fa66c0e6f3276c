#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"

namespace norn::projects {

// Activities, newest first.
struct ActivityPage {
  std::vector<Activity> activities;
  std::optional<std::string> next;  // The cursor of the next page; nullopt at the end.
};

struct ActivityQuery {
  size_t limit = 0;                        // At most kMaxPageEntries.
  std::optional<std::string> cursor = {};  // `next` of the page before.
};

// What was done, for those who may read the project. May block; safe from any thread.
class Activities {
 public:
  explicit Activities(Context context) : context_(std::move(context)) {}

  Result<ActivityPage> of_project(const std::string& user_id, const std::string& project_id,
                                  const ActivityQuery& query);
  Result<ActivityPage> of_task(const std::string& user_id, const std::string& task_id,
                               const ActivityQuery& query);
  // What a person did in the projects that the caller may read now; of oneself also that one
  // deleted a project. A page may have fewer entries than there are.
  Result<ActivityPage> of_person(const std::string& user_id, const std::string& person_id,
                                 const ActivityQuery& query);

 private:
  Context context_;
};

}  // namespace norn::projects
