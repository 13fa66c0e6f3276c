#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/events/series/event_change.h"
#include "apps/planner/preferences.h"
#include "apps/planner/tasks/task.h"
#include "base/error.h"

// What a request changes of a task.
namespace norn::planner {

// A day, or a time by the clock, as if it were UTC.
struct WallTime {
  bool is_day = true;
  int64_t local_s = 0;
};

// Absent members stay as they are.
struct TaskTimeChange {
  std::optional<std::optional<WallTime>> time = {};
  std::optional<std::string> tzid = {};  // Of a time. Absent: as it was, or that of the person.
};

// Where a task is put in its list: after one, before another one, or between two.
struct TaskNeighbors {
  std::optional<std::string> after = {};
  std::optional<std::string> before = {};
};

// Absent members stay as they are. The route that read a change has checked the lengths of its
// texts and the ranges of its numbers.
struct TaskChange {
  DetailsChange details = {};  // Title, description, color, tags and ttl.
  std::optional<std::optional<TaskPriority>> priority = {};
  TaskTimeChange due = {};
  TaskTimeChange planned = {};
  std::optional<std::optional<int64_t>> planned_minutes = {};  // Nullopt inside: the default.
  std::optional<int64_t> percent = {};
  std::optional<bool> done = {};
  std::optional<TaskNeighbors> order = {};
};

// Applies a change, but for the order. A planned time without a duration gets that of the
// preferences; a day has none. Returns kInvalid of the member that is wrong.
Result<Task> applied(const Task& base, const TaskChange& change, const Preferences& preferences,
                     int64_t now_ms);

}  // namespace norn::planner
