#pragma once

#include <string>

#include "apps/projects/access.h"

// Brings deleted tasks and events back, for those who may write in the project. Each is one
// transaction with the activity that tells of it.
namespace norn::projects {

// A task comes back with its sub-tasks, comments and attachments. What it names and is not there
// any more it loses: an assignee who is no member, tags, tasks that it waited for, and the task of
// which it was a sub-task.
Result<Task> restore_task(const Context& context, const std::string& user_id,
                          const std::string& project_id, const std::string& task_id);

// An event comes back in all of its projects that are there.
Result<Event> restore_event(const Context& context, const std::string& user_id,
                            const std::string& project_id, const std::string& event_id);

}  // namespace norn::projects
