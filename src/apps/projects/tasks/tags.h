#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "apps/shared/idempotency.h"

namespace norn::projects {

struct TagInput {
  std::string name;
  std::string color;
};

// Absent members stay as they are.
struct TagPatch {
  std::optional<std::string> name = {};
  std::optional<std::string> color = {};
};

// The tags of projects, for members: all may read, and those who may write change them. Names are
// distinct within a project, but for concurrent requests. May block; safe from any thread.
class Tags {
 public:
  explicit Tags(Context context) : context_(std::move(context)) {}

  // By name.
  Result<std::vector<Tag>> list(const std::string& user_id, const std::string& project_id);
  Result<Tag> create(const std::string& user_id, const std::string& project_id,
                     const TagInput& input, const apps::Creation& creation);
  // Return kStale if the tag does not have this etag.
  Result<Tag> change(const std::string& user_id, const std::string& project_id,
                     const std::string& tag_id, const TagPatch& patch, const std::string& etag);
  // A sweep takes it off the tasks.
  Result<void> remove(const std::string& user_id, const std::string& project_id,
                      const std::string& tag_id, const std::string& etag);

 private:
  Context context_;
};

}  // namespace norn::projects
