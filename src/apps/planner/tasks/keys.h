#pragma once

#include <string>
#include <string_view>

#include "apps/planner/keys.h"

// The keys of a person's tasks, in the table `ProductivityData`.
namespace norn::planner::keys {

constexpr std::string_view kTasks = "TASK#";
inline std::string task(std::string_view task_id) {
  return joined(kTasks, task_id);
}

// GSI3: the tasks of a person that are not archived.
inline std::string tasks_of(std::string_view user_id) {
  return user(user_id).append("#TASK");
}
// The sort key begins with a day if the task is planned or due. Those of other tasks follow after
// all days: first the ones to be done, in their order, then the ones that are done, by when.
constexpr std::string_view kUnscheduledTasks = "OPEN#";
constexpr std::string_view kUnscheduledDoneTasks = "DONE#";
constexpr std::string_view kAfterScheduledTasks = ":";  // After all digits, before all letters.

}  // namespace norn::planner::keys
