#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "apps/projects/access.h"
#include "apps/shared/bin.h"

// The bin of projects. Deleted tasks and events are in the bin of their project, which those who
// may write there see, and those who manage it empty. A deleted project is in its own bin; its
// owners find it by their memberships, which stay while it is there.
namespace norn::projects {

// Kinds of things in the bin.
constexpr std::string_view kBinnedTask = "task";
constexpr std::string_view kBinnedEvent = "event";
constexpr std::string_view kBinnedProject = "project";

apps::Bin bin_of(const Context& context);

// Looks into the bin, restores, and deletes for good. Errors are those of `authorize`, and
// kNotFound if something is not in the bin (any more). May block; safe from any thread.
class ProjectBin {
 public:
  explicit ProjectBin(Context context) : context_(std::move(context)) {}

  struct Things {
    apps::BinPage page;
    bool may_delete = false;  // For good.
  };
  // Deleted tasks and events of a project. These two need the right to write.
  Result<Things> things(const std::string& user_id, const std::string& project_id, int64_t limit,
                        const std::string& after);
  // Exactly as it was, with its id; but for what is not there any more: an assignee who has left,
  // a tag, the task that it was a part of.
  Result<std::variant<Task, Event>> restore(const std::string& user_id,
                                            const std::string& project_id, const std::string& id);
  // These need the right to manage: they take from others what could still be restored.
  Result<void> remove(const std::string& user_id, const std::string& project_id,
                      const std::string& id);
  Result<void> empty(const std::string& user_id, const std::string& project_id);

  // The deleted projects that the user owned. Found by an index, so one may appear a moment later.
  Result<apps::BinPage> projects(const std::string& user_id, int64_t limit,
                                 const std::string& after);
  Result<Access> restore_project(const std::string& user_id, const std::string& project_id);
  Result<void> remove_project(const std::string& user_id, const std::string& project_id);
  Result<void> remove_projects(const std::string& user_id);

 private:
  Result<std::vector<apps::Binned>> all_projects(const std::string& user_id);

  Context context_;
};

}  // namespace norn::projects
