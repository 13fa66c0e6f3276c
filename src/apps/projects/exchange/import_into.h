#pragma once

#include <string>
#include <string_view>

#include "apps/projects/access.h"

// Moves what an import has written from its hidden project (hidden_projects.h) into a project that
// is there, part by part. By then the import is accepted: a sweep finishes it, also after a crash.
namespace norn::projects {

constexpr std::string_view kImportIntoSweep = "project-import-into";

std::string import_into_subject(const std::string& hidden_id, const std::string& target_id);
// Moves a part, and returns whether there may be more. The last one removes the hidden project;
// with what is in it, if the other one was deleted meanwhile.
Result<bool> move_imported(const Context& context, const std::string& subject);

// The relation of a task to its hidden project. It keeps who will be assigned, because people are
// told of tasks that are assigned to them when those are there.
store::Item hidden_task(const std::string& project_id, const Task& task,
                        const std::optional<std::string>& assignee_id);

}  // namespace norn::projects
