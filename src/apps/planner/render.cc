#include "apps/planner/render.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "apps/planner/render_members.h"
#include "apps/planner/series/when.h"
#include "apps/planner/series/when_text.h"
#include "apps/planner/series/when_zone.h"
#include "base/append.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::planner {
namespace {

using members::Form;

// The design's twelve muted colours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kPalette = {{
    {"slate", "#64748b"},
    {"gray", "#6b7280"},
    {"zinc", "#71717a"},
    {"red", "#ef4444"},
    {"orange", "#f97316"},
    {"amber", "#f59e0b"},
    {"yellow", "#eab308"},
    {"lime", "#84cc16"},
    {"green", "#22c55e"},
    {"cyan", "#06b6d4"},
    {"blue", "#3b82f6"},
    {"violet", "#8b5cf6"},
}};

void append_whole(std::string& out, const Event& event) {
  append_all(out, {R"({"id":")", event.id, R"(","kind":"event")"});
  members::details(out, event.details, Form::kWhole);
  members::times(out, event.when);
  members::zones(out, event.when);
  members::stamps(out, event.details, event.ical, event.stamp, Form::kWhole);
}

void append_whole(std::string& out, const Master& master) {
  append_all(out, {R"({"id":")", master.id, R"(","kind":"series","masterId":")", master.id, "\""});
  members::details(out, master.details, Form::kWhole);
  members::times(out, master.when);
  members::zones(out, master.when);
  members::text(out, "rrule", master.repeats.rrule);
  members::repeats(out, master.repeats);
  members::stamps(out, master.details, master.ical, master.stamp, Form::kWhole);
}

void append_whole(std::string& out, const SeriesOccurrence& occurrence) {
  const auto& [master, instance] = occurrence;
  append_all(out, {R"({"id":")", instance.id(), R"(","kind":"occurrence","masterId":")",
                   instance.master_id, R"(","recurrenceId":")",
                   time_text(instance.recurrence_kind, instance.recurrence_s), "\""});
  members::boolean(out, "isException", occurrence.is_stored());
  members::details(out, instance.details, Form::kWhole);
  members::times(out, instance.when);
  members::zones(out, instance.when);
  members::text(out, "rrule", master.repeats.rrule);
  if (occurrence.is_stored()) members::texts(out, "modifiedFields", instance.modified_fields);
  members::stamps(out, instance.details, master.ical, instance.stamp, Form::kWhole);
}

}  // namespace

void append_json(std::string& out, const Thing& thing) {
  std::visit([&](const auto& kind) { append_whole(out, kind); }, thing);
  append_all(out, {R"(,"etag":")", etag_of(thing), "\"}"});
}

void append_json(std::string& out, const Meta& meta) {
  const Preferences& preferences = meta.preferences;
  ObjectWriter object(out);
  object.text("defaultTzid", preferences.default_tzid);
  object.integer("weekStart", preferences.week_start);
  object.integer("defaultEventDuration", preferences.default_event_duration);
  object.integer("defaultCalendarIncrement", preferences.default_calendar_increment);
  members::integers(out, "defaultReminderMinutes", preferences.default_reminder_minutes);
  object.text("theme", preferences.theme);
  object.boolean("autoArchiveCompletedTasks", preferences.auto_archive_completed_tasks);
  object.integer("autoArchiveDelayHours", preferences.auto_archive_delay_hours);
  object.boolean("enableBrowserNotifications", preferences.enable_browser_notifications);
  object.boolean("enableSoundNotifications", preferences.enable_sound_notifications);
  object.integer("version", meta.version);
  object.text("etag", etag_of(meta));
  object.close();
}

void append_json(std::string& out, const ViewRequest& request, const std::vector<Thing>& items) {
  ObjectWriter object(out);
  object.text("from", date_text(request.from));
  object.text("to", date_text(request.to));
  object.text("tzid", request.tzid);
  ListWriter list(object.key("items"));
  for (const Thing& thing : items) append_json(list.next(), thing);
  list.close();
  object.close();
}

void append_json(std::string& out, const Reminder& reminder,
                 const std::optional<int64_t>& snoozed_until_s) {
  const When& when = reminder.when;
  ObjectWriter object(out);
  object.text("id", fmt::format("{}.{}", reminder.event_id, reminder.minutes));
  object.text("eventId", reminder.event_id);
  object.text("title", reminder.title);
  object.text("dueAt", utc_text_of(reminder.due_s));
  constexpr std::array<std::string_view, 3> kStartNames = {"startUtc", "startDate", "startLocal"};
  object.text(kStartNames[static_cast<size_t>(when.kind)], start_key(when));
  const bool is_all_day = when.kind == TimeKind::kAllDay;
  object.text("start", is_all_day ? date_text_of(reminder.start_local_s)
                                  : wall_text_of(reminder.start_local_s));
  object.boolean("isAllDay", is_all_day);
  object.integer("minutes", reminder.minutes);
  members::text_or_null(out, "location", reminder.location);
  members::text_or_null(out, "color", reminder.color);
  if (snoozed_until_s) object.text("snoozedUntil", utc_text_of(*snoozed_until_s));
  object.close();
}

void append_json(std::string& out, const Found& found, const std::string& tzid) {
  ObjectWriter object(out);
  append_json(object.key("event"), found.thing);
  object.key("next");
  if (!found.next) {
    out.append("null}");
    return;
  }
  const When& when = *found.next;
  const Instants wall = wall_times_of(when, zone_of(tzid));
  append_all(out, {R"({"id":")", found.next_id, "\""});
  members::times(out, when);
  members::zones(out, when);
  members::placing(out, when.kind, wall.start_s, wall.end_s);
  out.append("}}");
}

void append_json(std::string& out, const StoredStats& stats, int64_t upcoming_events) {
  ObjectWriter object(out);
  object.integer("totalEvents", stats.total_events);
  object.integer("totalTasks", stats.total_tasks);
  object.integer("totalReminders", stats.total_reminders);
  object.integer("totalNotes", stats.total_notes);
  object.integer("upcomingEvents", upcoming_events);
  // There are no tasks yet, so none can be late.
  object.integer("overdueTasks", 0);
  members::text_or_null(out, "lastEventCreated", stats.last_event_created);
  members::text_or_null(out, "lastTaskCompleted", stats.last_task_completed);
  object.close();
}

void append_palette(std::string& out) {
  ListWriter list(out);
  for (const auto& [name, color] : kPalette) {
    ObjectWriter object(list.next());
    object.text("name", name);
    object.text("color", color);
    object.close();
  }
  list.close();
}

std::string json_of(const Thing& thing) {
  std::string json;
  append_json(json, thing);
  return json;
}

std::string json_of(const Meta& meta) {
  std::string json;
  append_json(json, meta);
  return json;
}

}  // namespace norn::planner
