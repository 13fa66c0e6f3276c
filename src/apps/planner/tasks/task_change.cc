#include "apps/planner/tasks/task_change.h"

#include <utility>

#include "apps/events/limits.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/service/details.h"
#include "apps/planner/sentences.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

Result<TaskTime> checked_task_time(TaskTime time, std::string_view field) {
  if (is_in_event_years(time.at_s) && is_in_event_years(local_s_of(time))) return time;
  return invalid(field, kEventYears(field, kFirstEventYear, kLastEventYear));
}

Result<std::optional<TaskTime>> applied_time(const std::optional<TaskTime>& base,
                                             const TaskTimeChange& change, std::string_view field,
                                             std::string_view zone_field,
                                             const std::string& default_tzid) {
  if (!change.time && !change.tzid) return base;
  std::optional<WallTime> wanted;
  if (change.time) {
    wanted = *change.time;
  } else if (base) {
    wanted = WallTime{.is_day = base->is_day, .local_s = local_s_of(*base)};
  }
  const bool is_time = wanted && !wanted->is_day;
  if (change.tzid && !is_time) return invalid(zone_field, kTaskZoneWithoutTime);
  if (!wanted) return std::nullopt;
  if (wanted->is_day) {
    NORN_ASSIGN(auto day, checked_task_time({.is_day = true, .at_s = wanted->local_s}, field));
    return day;
  }
  const bool was_time = base && !base->is_day;
  TaskTime time = {.is_day = false,
                   .at_s = 0,
                   .tzid = change.tzid.value_or(was_time ? base->tzid : default_tzid)};
  // A time that comes twice when clocks change stays the one that it was.
  if (was_time && time.tzid == base->tzid && wanted->local_s == local_s_of(*base)) return base;
  NORN_ASSIGN(const auto zone, checked_zone(zone_field, time.tzid));
  time.at_s = zone.utc_of(wanted->local_s);
  NORN_ASSIGN(auto checked, checked_task_time(std::move(time), field));
  return checked;
}

Result<void> apply_planned(const TaskChange& change, const Preferences& preferences, Task& task) {
  NORN_ASSIGN(task.planned, applied_time(task.planned, change.planned, "planned", "plannedTzid",
                                         preferences.default_tzid));
  const bool has_time = task.planned && !task.planned->is_day;
  const bool has_minutes = change.planned_minutes && *change.planned_minutes;
  if (!has_time) {
    if (has_minutes) return invalid("plannedMinutes", kMinutesWithoutTime);
    task.planned_minutes.reset();
    return {};
  }
  if (change.planned_minutes) task.planned_minutes = *change.planned_minutes;
  if (!task.planned_minutes) task.planned_minutes = preferences.default_event_duration;
  return {};
}

// Lengths and forms are those of events.
Result<void> apply_details(const DetailsChange& change, int64_t now_s, Task& task) {
  Details details;
  details.title = task.title;
  details.description = task.description;
  details.color = task.color;
  details.tags = task.tags;
  details.ttl = task.ttl;
  NORN_ASSIGN(details, applied(details, change, now_s));
  task.title = std::move(details.title);
  task.description = std::move(details.description);
  task.color = std::move(details.color);
  task.tags = std::move(details.tags);
  task.ttl = details.ttl;
  return {};
}

void apply_progress(const TaskChange& change, int64_t now_ms, Task& task) {
  constexpr int64_t kAll = 100;
  if (change.percent) task.percent = *change.percent;
  if (change.done && *change.done && !task.is_done()) task.completed_at = timestamp_s(now_ms);
  if (change.done && !*change.done) {
    task.completed_at.reset();
    task.archived_at.reset();
  }
  // All of it is done when the task is, and only then.
  if (task.is_done() || task.percent == kAll) task.percent = 0;
}

}  // namespace

Result<Task> applied(const Task& base, const TaskChange& change, const Preferences& preferences,
                     int64_t now_ms) {
  Task task = base;
  NORN_TRY(apply_details(change.details, now_ms / 1000, task));
  if (change.priority) task.priority = *change.priority;
  NORN_ASSIGN(task.due,
              applied_time(task.due, change.due, "due", "dueTzid", preferences.default_tzid));
  NORN_TRY(apply_planned(change, preferences, task));
  apply_progress(change, now_ms, task);
  return task;
}

}  // namespace norn::planner
