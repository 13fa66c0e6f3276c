#pragma once

#include "apps/projects/model.h"
#include "apps/projects/tasks/tasks.h"
#include "base/error.h"

// What a task may be, and what a change makes of it. Knows no store.
namespace norn::projects {

// Returns kInvalid of the field that is wrong.
Result<void> check_task(const Task& task);

Task patched(const Task& task, const TaskPatch& patch);

// Each id once, in their order.
std::vector<std::string> without_repeats(const std::vector<std::string>& ids);

// What is done to a task whose status changes: the time of completion, and the end of the new
// column. A task that repeats is to be done again, with its next due date.
void change_status(Task& task, TaskStatus status, int64_t now_ms);

}  // namespace norn::projects
