#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/tasks/task.h"
#include "apps/planner/tasks/task_change.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/rank.h"
#include "base/error.h"

namespace norn::planner {

// From the first to the last day, as a reader in a zone sees them.
struct TaskDays {
  Date from;
  Date to;
};

// Which tasks a list has. Archived ones are in none.
struct TaskFilter {
  std::optional<TaskDays> days = {};        // Planned or due on one of them.
  std::optional<bool> is_unscheduled = {};  // Neither planned nor due.
  std::optional<bool> is_done = {};
  // Of those that are done, the ones that were completed on this day or later.
  std::optional<Date> completed_from = {};
};

// What a person has to do on some days.
struct TasksOfDays {
  // Planned or due on one of the days, done or not.
  std::vector<Task> on_days;
  // To be done and overdue, or left over from a day before today (task.h). Some may also be in
  // `on_days`.
  std::vector<Task> waiting;
};

// The tasks of a person: no one else has access. The errors are those of base/faults.h; with an
// outdated ETag it is kConflict with the current state. Lists read the index GSI3, which may be a
// moment behind; everything else reads the table. May block; safe from any thread.
class Tasks {
 public:
  explicit Tasks(Context context) : context_(std::move(context)) {}

  Result<Task> create(const std::string& user_id, const TaskChange& input,
                      const apps::Creation& creation);
  Result<Task> get(const std::string& user_id, const std::string& id);
  Result<Task> change(const std::string& user_id, const std::string& id, const TaskChange& change,
                      const std::string& etag);
  // Into the bin.
  Result<void> remove(const std::string& user_id, const std::string& id, const std::string& etag);
  // Takes a task out of the bin, as it was; nullopt if no task has that id there.
  Result<std::optional<Task>> restore_deleted(const std::string& user_id, const std::string& id);

  // By when they are planned or due; then those that are neither, in their order.
  Result<std::vector<Task>> list(const std::string& user_id, const TaskFilter& filter,
                                 const ical::TimeZone& zone);
  // One query, whose cost grows with what is planned or due up to the last of the days.
  Result<TasksOfDays> between(const std::string& user_id, const TaskDays& days,
                              const ical::TimeZone& zone);
  // To be done, and neither planned nor due; the first `limit` in their order.
  Result<std::vector<Task>> unscheduled(const std::string& user_id, size_t limit);
  // How many are overdue.
  Result<int64_t> overdue(const std::string& user_id, const ical::TimeZone& zone);

  // By words of their titles: what is to be done first, then what is done, archived ones included.
  // At most `limit`.
  Result<std::vector<Task>> search(const std::string& user_id, const std::string& text,
                                   size_t limit);

 private:
  // Visits the tasks in the index whose keys are below `end`.
  Result<void> visit_listed(const std::string& user_id, const std::string& end,
                            const std::function<void(Task)>& visit);
  // When what is made or moved now is so.
  int64_t now_ms() { return times_.next_ms(context_.clock); }

  Context context_;
  apps::RankTimes times_;
};

}  // namespace norn::planner
