#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/projects/access.h"
#include "apps/shared/sweeps.h"

// Deletes what belongs to deleted things. The thing itself goes first, in one transaction, which
// hides everything in it, and nothing can be added after it: every write has the condition that it
// exists. A sweep removes the rest, when the thing is not in the bin any more, and goes on after a
// crash where it was.
namespace norn::projects {

constexpr std::string_view kProjectSweep = "project";
constexpr std::string_view kTaskSweep = "project-task";
constexpr std::string_view kTagSweep = "project-tag";

// For the transaction that deletes a project: both belong to it. The condition of the first one
// fails if the project does not exist.
Action remove_project(const Context& context, const std::string& project_id);
Action begin_project_sweep(const Context& context, const std::string& project_id);

// Each removes a part of what is left of a deleted thing, and returns true if there may be more.
//
// Of a project: members, invitations, tasks, tags, activities, and events that are in no other
// project. An event that is also in another one stays, and belongs to that.
Result<bool> sweep_project(const Context& context, const std::string& project_id);
// Of a task and of the sub-tasks that were deleted with it: comments, attachments with their
// files, and all relations.
Result<bool> sweep_task(const Context& context, const std::string& task_id);
// Of a tag: walks through the tasks of its project and takes it off them.
Result<std::optional<apps::Sweeps::Walked>> sweep_tag(const Context& context,
                                                      const std::string& subject,
                                                      const std::string& from);
std::string tag_subject(const std::string& project_id, const std::string& tag_id);

// Registers all of them, and the one of former members.
void add_sweeps(const Context& context);

}  // namespace norn::projects
