#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"
#include "store/item.h"

// The tasks of a person, and how each becomes an item of the table.
namespace norn::planner {

// A day, which is the same in every time zone, or a time in one.
struct TaskTime {
  bool is_day = true;
  int64_t at_s = 0;       // The instant; of a day, its midnight as if it were UTC.
  std::string tzid = {};  // Of a time: an IANA name.
  friend bool operator==(const TaskTime&, const TaskTime&) = default;
};

enum class TaskPriority : uint8_t { kLow, kMedium, kHigh, kUrgent };
std::string_view to_text(TaskPriority priority);  // "LOW", "MEDIUM", "HIGH", "URGENT"
std::optional<TaskPriority> task_priority_from(std::string_view text);

// TASK
struct Task {
  std::string id;  // "tsk_<uuid>"
  std::string title;
  std::optional<std::string> description = {};
  std::optional<std::string> color = {};
  std::vector<std::string> tags = {};  // Sorted, without duplicates.
  std::optional<TaskPriority> priority = {};
  std::optional<TaskTime> due = {};              // Until when it has to be done.
  std::optional<TaskTime> planned = {};          // When its person wants to do it.
  std::optional<int64_t> planned_minutes = {};   // Of a planned time; a planned day has none.
  int64_t percent = 0;                           // How much of it is done, if not all of it.
  std::optional<std::string> completed_at = {};  // Nullopt: it is still to be done.
  std::optional<std::string> archived_at = {};   // Of one that is done: lists do not show it.
  std::string rank;                              // Its order in lists (apps/shared/rank.h).
  std::optional<int64_t> ttl = {};
  std::string ical_uid;
  int64_t sequence = 0;
  std::string ical_other = {};  // Lines of an imported file; exports have them again.
  int64_t version = 1;
  std::string created_at;
  std::string updated_at;

  bool is_done() const { return completed_at.has_value(); }
  bool is_archived() const { return archived_at.has_value(); }
  bool is_scheduled() const { return due || planned; }
  friend bool operator==(const Task&, const Task&) = default;
};

constexpr std::string_view kTaskType = "TASK";

std::string task_id(std::string_view uuid);

store::Item to_item(const std::string& user_id, const Task& task);
// Also reads items of other programs: what is optional may be missing, null or invalid. Returns
// kUnreadable if the item is of another kind or has no valid key or version.
Result<Task> task_from(store::ItemView item);
// All that to_item may write.
const std::vector<std::string>& task_attributes();

// "v3"
std::string etag_of(const Task& task);
bool has_expired(const Task& task, int64_t now_ms);

// "2026-11-17" or "2026-11-17T08:00:00Z": in the order of time.
std::string key_text(const TaskTime& time);
// GSI3SK: the earlier of when the task is planned and due.
std::string schedule_key(const Task& task);
// The time on the clock of its own zone, as if it were UTC.
int64_t local_s_of(const TaskTime& time);
// The day as a reader in a zone sees it.
Date day_of(const TaskTime& time, const ical::TimeZone& zone);

// A moment, as a reader in a zone sees it.
struct TaskNow {
  int64_t now_s;
  Date today;
};
TaskNow task_now(int64_t now_ms, const ical::TimeZone& zone);
// Whether it is still to be done although its due day or time is over.
bool is_overdue(const Task& task, const TaskNow& now);
// Whether it was planned for a day before today and is still to be done: then it is left to today.
bool is_left_over(const Task& task, const TaskNow& now, const ical::TimeZone& zone);

}  // namespace norn::planner
