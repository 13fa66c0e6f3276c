#include "apps/planner/render.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "base/json_writer.h"

namespace norn::planner {
namespace {

void text_or_null(ObjectWriter& object, std::string_view name,
                  const std::optional<std::string>& value) {
  if (value) {
    object.text(name, *value);
  } else {
    object.null(name);
  }
}

}  // namespace

void append_json(std::string& out, const Meta& meta) {
  const Preferences& preferences = meta.preferences;
  ObjectWriter object(out);
  object.text("defaultTzid", preferences.default_tzid);
  object.integer("weekStart", preferences.week_start);
  object.integer("defaultEventDuration", preferences.default_event_duration);
  object.integer("defaultCalendarIncrement", preferences.default_calendar_increment);
  ListWriter reminders(object.key("defaultReminderMinutes"));
  for (const int64_t minutes : preferences.default_reminder_minutes) {
    fmt::format_to(std::back_inserter(reminders.next()), "{}", minutes);
  }
  reminders.close();
  object.text("theme", preferences.theme);
  object.boolean("autoArchiveCompletedTasks", preferences.auto_archive_completed_tasks);
  object.integer("autoArchiveDelayHours", preferences.auto_archive_delay_hours);
  object.boolean("enableBrowserNotifications", preferences.enable_browser_notifications);
  object.boolean("enableSoundNotifications", preferences.enable_sound_notifications);
  object.boolean("weekNumbers", preferences.week_numbers);
  object.integer("version", meta.version);
  object.text("etag", etag_of(meta));
  object.close();
}

void append_json(std::string& out, const StoredStats& stats, const CountsNow& now) {
  ObjectWriter object(out);
  object.integer("totalEvents", stats.total_events);
  object.integer("totalTasks", stats.total_tasks);
  object.integer("totalReminders", stats.total_reminders);
  object.integer("totalNotes", stats.total_notes);
  object.integer("upcomingEvents", now.upcoming_events);
  object.integer("overdueTasks", now.overdue_tasks);
  text_or_null(object, "lastEventCreated", stats.last_event_created);
  text_or_null(object, "lastTaskCompleted", stats.last_task_completed);
  object.close();
}

void append_json(std::string& out, const std::optional<FeedLinks::State>& feed) {
  ObjectWriter object(out);
  object.boolean("exists", feed.has_value());
  if (feed) {
    object.text("createdAt", feed->created_at);
    text_or_null(object, "lastReadAt", feed->last_read_at);
  }
  object.close();
}

std::string json_of(const Meta& meta) {
  std::string json;
  append_json(json, meta);
  return json;
}

}  // namespace norn::planner
