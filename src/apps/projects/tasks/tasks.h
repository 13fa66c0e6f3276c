#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/rank.h"

namespace norn::projects {

// The texts are within the limits of apps/projects/limits.h. Times are in UTC, in whole seconds.
struct TaskInput {
  std::string title;
  std::optional<std::string> description = {};
  TaskStatus status = TaskStatus::kTodo;
  Priority priority = Priority::kMedium;
  std::optional<std::string> assignee_id = {};
  std::optional<std::string> due_date = {};
  std::optional<std::string> planned_start = {};
  std::optional<std::string> planned_end = {};
  std::vector<std::string> tag_ids = {};
  std::vector<ChecklistEntry> checklist = {};
  std::optional<std::string> parent_id = {};
  std::vector<std::string> blocked_by = {};
  std::optional<Repeat> repeat = {};
};

// Absent members stay as they are. A new status puts the task at the end of that column.
struct TaskPatch {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<TaskStatus> status = {};
  std::optional<Priority> priority = {};
  std::optional<std::optional<std::string>> assignee_id = {};
  std::optional<std::optional<std::string>> due_date = {};
  std::optional<std::optional<std::string>> planned_start = {};
  std::optional<std::optional<std::string>> planned_end = {};
  std::optional<std::vector<std::string>> tag_ids = {};
  std::optional<std::vector<ChecklistEntry>> checklist = {};
  std::optional<std::optional<std::string>> parent_id = {};
  std::optional<std::vector<std::string>> blocked_by = {};
  std::optional<std::optional<Repeat>> repeat = {};
};

// To where a task is moved. Absent members stay as they are.
struct TaskMove {
  std::optional<std::string> project_id = {};
  std::optional<TaskStatus> status = {};
  // The neighbors in the column: the task after which, and the one before which it is put. With
  // neither it goes to the end. If they have moved apart, it is put next to one of them.
  std::optional<std::string> after = {};
  std::optional<std::string> before = {};
};

// A task, as it was read, and what the caller may do with it.
struct FoundTask {
  store::Item item;
  Task task;
  Access access;
};
// Reads a task and authorizes the user in its project. Returns kNotFound of "task" if the user is
// no member.
Result<FoundTask> find_task(const Context& context, const std::string& user_id,
                            const std::string& task_id, Right needed);

// The attributes whose changes people are told. The others follow from these.
const std::vector<std::string>& told_attributes();
// The id of a task's project; empty if there is none. A task of another program may not name it:
// then the relation tells, which an index finds and the table confirms.
Result<std::string> project_of_task(const Context& context, store::ItemView task,
                                    const std::string& task_id);
// The same by the relation alone.
Result<std::string> related_project(const Context& context, const std::string& task_id);

// Tasks of projects, for members. Returns kNotFound for all others, and the errors of `authorize`.
// Every change is one transaction with the relations and the activity of the task. May block; safe
// from any thread.
class Tasks {
 public:
  explicit Tasks(Context context) : context_(std::move(context)) {}

  Result<Task> get(const std::string& user_id, const std::string& task_id);
  // The following need the right to write.
  Result<Task> create(const std::string& user_id, const std::string& project_id,
                      const TaskInput& input, const apps::Creation& creation);
  // Return kStale if the task does not have this tag, and for a change of the texts that is based
  // on a task without them (is_brief).
  //
  // A task that repeats and is done gets its next due date instead, and is to be done again.
  Result<Task> change(const std::string& user_id, const std::string& task_id,
                      const TaskPatch& patch, const std::string& etag);
  // A task that moves to another project takes its sub-tasks along, and loses its tags, the tasks
  // that it waits for, and an assignee who is no member there.
  Result<Task> move(const std::string& user_id, const std::string& task_id, const TaskMove& move,
                    const std::string& etag);
  // With its sub-tasks, into the bin. Comments and attachments stay as long as it is there.
  Result<void> remove(const std::string& user_id, const std::string& task_id,
                      const std::string& etag);

 private:
  // When what is made or moved now is so.
  int64_t now_ms() { return times_.next_ms(context_.clock); }

  Context context_;
  apps::RankTimes times_;
};

// The sub-tasks of a task of this project, in their order, as items and as tasks. Leaves out those
// that cannot be read or are in another project.
struct StoredTask {
  store::Item item;
  Task task;
};
Result<std::vector<StoredTask>> subtasks_of(const Context& context, const std::string& task_id,
                                            const std::string& project_id);

// Whether one of these tasks waits for `task_id`, directly or through others.
Result<bool> wait_for(const Context& context, std::vector<std::string> waiting,
                      const std::string& task_id);
// Makes a task a sub-task of its parent. Returns kConflict if it cannot be one, and adds nothing.
Result<void> join_parent(const Context& context, const Task& task, Changes& changes);

}  // namespace norn::projects
