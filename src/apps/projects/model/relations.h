#pragma once

#include <string>

#include "apps/projects/model/event.h"
#include "store/item.h"

// The items that lead from one thing to another.
namespace norn::projects {

// `time` is assignedAt of tasks and addedAt of all others.
store::Item project_task(const std::string& project_id, const std::string& task_id,
                         const std::string& time);
store::Item user_task(const std::string& user_id, const std::string& task_id,
                      const std::string& time);
store::Item project_event(const std::string& project_id, const std::string& event_id,
                          const std::string& time);
store::Item dated_event(const std::string& project_id, const Event& event);
store::Item project_tag(const std::string& project_id, const std::string& tag_id,
                        const std::string& time);
store::Item task_tag(const std::string& task_id, const std::string& tag_id,
                     const std::string& time);
store::Item task_comment(const std::string& task_id, const std::string& comment_id,
                         const std::string& time);
store::Item task_attachment(const std::string& task_id, const std::string& attachment_id,
                            const std::string& time);
store::Item subtask_of(const std::string& parent_id, const std::string& task_id,
                       const std::string& time);
store::Item blocked_by(const std::string& task_id, const std::string& blocker_id,
                       const std::string& time);

}  // namespace norn::projects
