#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "ical/time_zone.h"

namespace norn::projects {

// Which tasks, by when they are due. A due date that stands for its whole day is compared as a day,
// in the time zone of the reader. What is done is neither overdue nor due.
enum class DueFilter : uint8_t { kAny, kOverdue, kThisWeek, kNone };

struct TaskFilter {
  std::optional<TaskStatus> status = {};
  std::optional<Priority> priority = {};
  std::optional<std::string> assignee_id = {};  // Empty: assigned to nobody.
  std::optional<std::string> tag_id = {};
  DueFilter due = DueFilter::kAny;
  ical::TimeZone zone = ical::TimeZone::utc();
  int week_start = 1;  // 0 is Sunday, 1 is Monday.
};
bool matches(const TaskFilter& filter, const Task& task, int64_t now_ms);

// Visits all tasks of a project, in no order, and keeps none of them. Leaves out those that cannot
// be read, and those that belong to another project. With `names`, only these attributes are read.
// Checks nobody's rights. Tells whether a relation leads to no task that names its project.
using VisitTask = std::function<Result<void>(Task task)>;
Result<void> visit_tasks(const Context& context, const std::string& project_id,
                         const std::vector<std::string>& names, const VisitTask& visit,
                         bool* is_any_unnamed = nullptr);

// Lists of tasks, for people who may read them. Together they have kMaxListedTextBytes of texts;
// the tasks whose texts do not fit are brief. May block; safe from any thread.
class TaskLists {
 public:
  explicit TaskLists(Context context) : context_(std::move(context)) {}

  // Of a project, by column and rank.
  Result<std::vector<Task>> of_project(const std::string& user_id, const std::string& project_id,
                                       const TaskFilter& filter);
  // The same without a filter.
  struct Board {
    std::vector<Task> tasks;
    // False if a relation leads to none that names it: what becomes of that is not noticed.
    bool all_name_their_project = true;
  };
  Result<Board> board(const std::string& user_id, const std::string& project_id);
  // The tasks that a person is assigned to, of those projects that the caller may read and that are
  // not archived; by due date.
  Result<std::vector<Task>> of_assignee(const std::string& user_id, const std::string& assignee_id,
                                        const TaskFilter& filter);

 private:
  Context context_;
};

// Those of the projects that exist and that the user may read, by their ids.
Result<std::vector<Project>> readable_projects(const Context& context, const std::string& user_id,
                                               const std::vector<std::string>& project_ids);

}  // namespace norn::projects
