#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::planner {

struct Preferences {
  std::string default_tzid = "UTC";
  int64_t week_start = 1;                   // 0 is Sunday, 1 Monday.
  int64_t default_event_duration = 30;      // 15, 30, 45 or 60 minutes.
  int64_t default_calendar_increment = 15;  // 10, 15, 30 or 60 minutes.
  std::vector<int64_t> default_reminder_minutes = {15};
  std::string theme = "auto";  // "light", "dark" or "auto"
  bool auto_archive_completed_tasks = true;
  int64_t auto_archive_delay_hours = 24;  // 1 to 720.
  bool enable_browser_notifications = true;
  bool enable_sound_notifications = false;
  bool week_numbers = false;  // Norn's own; the design does not have it.
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

// The attribute `preferences` of USER_META.
store::Map to_map(const Preferences& preferences);

// Maintained by Statistics (statistics.h).
struct StoredStats {
  int64_t total_events = 0;
  int64_t total_tasks = 0;
  int64_t total_reminders = 0;
  int64_t total_notes = 0;
  std::optional<std::string> last_event_created = {};
  std::optional<std::string> last_task_completed = {};
};

// USER_META
struct Meta {
  Preferences preferences;
  StoredStats stats;
  int64_t version = 1;  // Of the preferences alone.
};

// Absent members stay as they are.
struct PreferencesChange {
  std::optional<std::string> default_tzid = {};
  std::optional<int64_t> week_start = {};
  std::optional<int64_t> default_event_duration = {};
  std::optional<int64_t> default_calendar_increment = {};
  std::optional<std::vector<int64_t>> default_reminder_minutes = {};
  std::optional<std::string> theme = {};
  std::optional<bool> auto_archive_completed_tasks = {};
  std::optional<int64_t> auto_archive_delay_hours = {};
  std::optional<bool> enable_browser_notifications = {};
  std::optional<bool> enable_sound_notifications = {};
  std::optional<bool> week_numbers = {};
};

// Members that are missing or invalid in the item get their defaults. Returns kNotFound if there is
// no such person.
Result<Meta> read_meta(const Context& context, const std::string& user_id);
Meta meta_from(store::ItemView item);

// "v3"
std::string etag_of(const Meta& meta);

// Returns kInvalid of the invalid member, and kConflict with the current state if `etag` is
// outdated.
Result<Meta> change_preferences(const Context& context, const std::string& user_id,
                                const PreferencesChange& change, const std::string& etag);

}  // namespace norn::planner
