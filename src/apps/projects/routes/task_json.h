#pragma once

#include <string_view>
#include <vector>

#include "apps/projects/tasks/tasks.h"
#include "rest/api.h"

// Tasks as people send them: their JSON and its schemas.
namespace norn::projects {

const std::vector<std::string_view>& task_statuses();
const std::vector<std::string_view>& task_priorities();

Result<TaskInput> read_task(rest::JsonInput& body);
Result<TaskPatch> read_task_patch(rest::JsonInput& body);
Result<TaskMove> read_move(rest::JsonInput& body);

// ProjectTask, NewProjectTask, ProjectTaskChange and ProjectTaskMove, with what they are made of.
void add_task_schemas(rest::Api& api);

}  // namespace norn::projects
