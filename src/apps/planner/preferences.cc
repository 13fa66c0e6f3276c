#include "apps/planner/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/events/meta_members.h"
#include "apps/events/owner_meta.h"
#include "apps/events/series/when_zone.h"
#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/planner/render.h"
#include "apps/planner/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::planner {
namespace {

using store::Map;
using store::Value;

bool is_one_of(std::span<const int64_t> values, int64_t value) {
  return std::ranges::find(values, value) != values.end();
}

bool is_theme(std::string_view theme) {
  return std::ranges::find(kThemes, theme) != kThemes.end();
}

bool is_week_start(int64_t day) {
  return day == 0 || day == 1;
}

bool is_archive_delay(int64_t hours) {
  return hours >= 1 && hours <= kMaxArchiveDelayHours;
}

// Returns kInvalid of the invalid member.
Result<void> check(const PreferencesChange& change) {
  if (change.default_tzid) NORN_TRY(checked_zone("defaultTzid", *change.default_tzid));
  if (change.week_start && !is_week_start(*change.week_start)) {
    return invalid("weekStart", kWeekStart);
  }
  if (change.default_event_duration &&
      !is_one_of(kEventDurations, *change.default_event_duration)) {
    return invalid("defaultEventDuration", kDefaultDuration);
  }
  if (change.default_calendar_increment &&
      !is_one_of(kCalendarIncrements, *change.default_calendar_increment)) {
    return invalid("defaultCalendarIncrement", kIncrement);
  }
  if (const auto& minutes = change.default_reminder_minutes) {
    NORN_TRY(events::check_default_reminders("defaultReminderMinutes", *minutes));
  }
  if (change.theme && !is_theme(*change.theme)) {
    return invalid("theme", kTheme);
  }
  if (change.auto_archive_delay_hours && !is_archive_delay(*change.auto_archive_delay_hours)) {
    return invalid("autoArchiveDelayHours", kArchiveDelay(kMaxArchiveDelayHours));
  }
  return {};
}

// Replaces invalid values by the defaults.
Preferences with_defaults_for_errors(Preferences preferences) {
  const Preferences defaults;
  const auto repair = [&](auto Preferences::* member, bool is_right) {
    if (!is_right) preferences.*member = defaults.*member;
  };
  repair(&Preferences::week_start, is_week_start(preferences.week_start));
  repair(&Preferences::default_event_duration,
         is_one_of(kEventDurations, preferences.default_event_duration));
  repair(&Preferences::default_calendar_increment,
         is_one_of(kCalendarIncrements, preferences.default_calendar_increment));
  repair(&Preferences::theme, is_theme(preferences.theme));
  repair(&Preferences::auto_archive_delay_hours,
         is_archive_delay(preferences.auto_archive_delay_hours));
  return preferences;
}

Preferences preferences_from(store::ItemView item) {
  Preferences preferences;
  events::OwnerMeta meta = events::owner_meta_from(item);
  preferences.default_tzid = std::move(meta.default_tzid);
  preferences.default_reminder_minutes = std::move(meta.default_reminder_minutes);
  const events::MetaMembers members(item, "preferences");
  members.read("weekStart", preferences.week_start);
  members.read("defaultEventDuration", preferences.default_event_duration);
  members.read("defaultCalendarIncrement", preferences.default_calendar_increment);
  members.read("theme", preferences.theme);
  members.read("autoArchiveCompletedTasks", preferences.auto_archive_completed_tasks);
  members.read("autoArchiveDelayHours", preferences.auto_archive_delay_hours);
  members.read("enableBrowserNotifications", preferences.enable_browser_notifications);
  members.read("enableSoundNotifications", preferences.enable_sound_notifications);
  members.read("weekNumbers", preferences.week_numbers);
  return with_defaults_for_errors(std::move(preferences));
}

StoredStats stats_from(store::ItemView item) {
  StoredStats stats;
  const events::MetaMembers members(item, "stats");
  members.read("totalEvents", stats.total_events);
  members.read("totalTasks", stats.total_tasks);
  members.read("totalReminders", stats.total_reminders);
  members.read("totalNotes", stats.total_notes);
  members.read("lastEventCreated", stats.last_event_created);
  members.read("lastTaskCompleted", stats.last_task_completed);
  return stats;
}

store::Item meta_key(const std::string& user_id) {
  return apps::key_of(keys::user(user_id), keys::user_meta(user_id));
}

Result<store::Item> find_item(const Context& context, const std::string& user_id) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = meta_key(user_id);
  request.consistent = true;
  NORN_ASSIGN(auto found, context.store.get(request));
  if (!found.item) return not_found(accounts::kPersonNotFound);
  return std::move(*found.item);
}

// The stored map with new values; members of other tools stay.
Map written_over(store::ItemView item, const Preferences& preferences) {
  Map map = to_map(preferences);
  if (auto old = item.value("preferences"); old && old->get_if<Map>() != nullptr) {
    map.merge(std::move(*old->get_if<Map>()));  // Keeps what is new.
  }
  return map;
}

template <typename T>
void take(T& preference, const std::optional<T>& change) {
  if (change) preference = *change;
}

Preferences changed(Preferences preferences, const PreferencesChange& change) {
  take(preferences.default_tzid, change.default_tzid);
  take(preferences.week_start, change.week_start);
  take(preferences.default_event_duration, change.default_event_duration);
  take(preferences.default_calendar_increment, change.default_calendar_increment);
  take(preferences.default_reminder_minutes, change.default_reminder_minutes);
  take(preferences.theme, change.theme);
  take(preferences.auto_archive_completed_tasks, change.auto_archive_completed_tasks);
  take(preferences.auto_archive_delay_hours, change.auto_archive_delay_hours);
  take(preferences.enable_browser_notifications, change.enable_browser_notifications);
  take(preferences.enable_sound_notifications, change.enable_sound_notifications);
  take(preferences.week_numbers, change.week_numbers);
  std::ranges::sort(preferences.default_reminder_minutes);
  return preferences;
}

// On the condition that the preferences have not changed since they were read.
store::UpdateRequest update_of(const Context& context, const std::string& user_id,
                               store::ItemView item, const Meta& meta) {
  apps::Unchanged unchanged = apps::unchanged(item, {"version", "preferences", "defaultTzid"});
  store::UpdateRequest update;
  update.table = context.tables.planner();
  update.key = meta_key(user_id);
  update.update =
      "SET preferences = :preferences, defaultTzid = :tzid, version = :version, updatedAt = :now";
  update.condition = "attribute_exists(PK) AND " + unchanged.condition;
  update.placeholders = std::move(unchanged.placeholders);
  update.placeholders.values.emplace(":preferences", written_over(item, meta.preferences));
  update.placeholders.values.emplace(":tzid", meta.preferences.default_tzid);
  update.placeholders.values.emplace(":version", Value::number(meta.version));
  update.placeholders.values.emplace(":now", timestamp_s(context.clock.now_ms()));
  return update;
}

Result<std::optional<Meta>> try_change(const Context& context, const std::string& user_id,
                                       const PreferencesChange& change, const std::string& etag) {
  NORN_ASSIGN(const store::Item item, find_item(context, user_id));
  Meta meta = meta_from(item);
  if (etag != etag_of(meta)) {
    return version_conflict("set of preferences", json_of(meta), etag_of(meta));
  }
  Preferences preferences = changed(meta.preferences, change);
  if (preferences == meta.preferences) return meta;
  meta.preferences = std::move(preferences);
  ++meta.version;
  NORN_ASSIGN(const bool written,
              apps::write_all(context.store, {update_of(context, user_id, item, meta)}));
  if (!written) return std::nullopt;
  return meta;
}

}  // namespace

Map to_map(const Preferences& preferences) {
  // A list and not a set, because it may be empty, and an empty set cannot be stored.
  store::List reminders;
  for (const int64_t minutes : preferences.default_reminder_minutes) {
    reminders.push_back(Value::number(minutes));
  }
  return {{"weekStart", Value::number(preferences.week_start)},
          {"defaultEventDuration", Value::number(preferences.default_event_duration)},
          {"defaultCalendarIncrement", Value::number(preferences.default_calendar_increment)},
          {"defaultReminderMinutes", std::move(reminders)},
          {"theme", preferences.theme},
          {"autoArchiveCompletedTasks", Value::boolean(preferences.auto_archive_completed_tasks)},
          {"autoArchiveDelayHours", Value::number(preferences.auto_archive_delay_hours)},
          {"enableBrowserNotifications", Value::boolean(preferences.enable_browser_notifications)},
          {"enableSoundNotifications", Value::boolean(preferences.enable_sound_notifications)},
          {"weekNumbers", Value::boolean(preferences.week_numbers)}};
}

Meta meta_from(store::ItemView item) {
  Meta meta;
  meta.preferences = preferences_from(item);
  meta.stats = stats_from(item);
  meta.version = std::max<int64_t>(1, apps::integer_of(item, "version"));
  return meta;
}

Result<Meta> read_meta(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const store::Item item, find_item(context, user_id));
  return meta_from(item);
}

std::string etag_of(const Meta& meta) {
  return fmt::format("v{}", meta.version);
}

Result<Meta> change_preferences(const Context& context, const std::string& user_id,
                                const PreferencesChange& change, const std::string& etag) {
  NORN_TRY(check(change));
  return apps::decide_and_write([&] { return try_change(context, user_id, change, etag); });
}

}  // namespace norn::planner
