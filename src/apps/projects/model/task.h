#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// Tasks.
namespace norn::projects {

// The columns of the board, in their order.
enum class TaskStatus : uint8_t { kTodo, kInProgress, kReview, kDone };
std::string_view to_text(TaskStatus status);  // "TODO", "IN_PROGRESS", "REVIEW", "DONE"
std::optional<TaskStatus> task_status_from(std::string_view text);

enum class Priority : uint8_t { kLow, kMedium, kHigh, kUrgent };
std::string_view to_text(Priority priority);  // "LOW", "MEDIUM", "HIGH", "URGENT"
std::optional<Priority> priority_from(std::string_view text);

struct ChecklistEntry {
  std::string id;
  std::string text;
  bool done = false;
  friend bool operator==(const ChecklistEntry&, const ChecklistEntry&) = default;
};

// How a task repeats: when it is done it is to be done again, on the next date of the rule.
struct Repeat {
  enum class From : uint8_t { kDue, kDone };
  std::string rule;        // An RRULE: "FREQ=WEEKLY;BYDAY=MO".
  From from = From::kDue;  // The rule starts at the due date, or at the day when it was done.
  std::string time_zone;   // IANA's name; empty: UTC.
  friend bool operator==(const Repeat&, const Repeat&) = default;
};
std::string_view to_text(Repeat::From from);  // "DUE", "DONE"
std::optional<Repeat::From> repeat_from_from(std::string_view text);

struct Task {
  std::string id;
  std::string title;
  std::optional<std::string> description;
  TaskStatus status = TaskStatus::kTodo;
  Priority priority = Priority::kMedium;
  std::optional<std::string> assignee_id;
  // A time in UTC. One at 23:59:59 stands for the whole day.
  std::optional<std::string> due_date;
  std::string created_at;
  std::string updated_at;
  // Not in the design:
  std::string project_id;  // Empty if another program left it out: the relation tells.
  std::string rank;        // The order within a column (apps/shared/rank.h).
  std::optional<std::string> planned_start = {};
  std::optional<std::string> planned_end = {};
  std::vector<std::string> tag_ids = {};
  std::vector<ChecklistEntry> checklist = {};
  std::optional<std::string> parent_id = {};
  std::vector<std::string> blocked_by = {};
  std::optional<Repeat> repeat = {};
  std::optional<std::string> completed_at = {};
  std::optional<std::string> status_since = {};  // Nullopt: since it was created.
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  int64_t subtask_count = 0;  // No part of the ETag.
  std::string etag = {};
  // In a list that would be too large with all texts: without description and checklist.
  bool is_brief = false;
  friend bool operator==(const Task&, const Task&) = default;
};

store::Item to_item(const Task& task);
Result<Task> task_from(store::ItemView item);
const std::vector<std::string>& task_attributes();

// Leaves out description and checklist. The task gets another tag, with which it can be changed but
// for what it is without.
void make_brief(Task& task);
// Whether the tag is that of the task, or of the same task made brief.
bool is_etag_of(const Task& task, std::string_view etag);

// Whether a due date stands for its whole day.
bool is_whole_day(std::string_view due_date);

}  // namespace norn::projects
