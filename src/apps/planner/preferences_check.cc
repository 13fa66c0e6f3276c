#include "apps/planner/preferences_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "apps/planner/series/when_zone.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

constexpr std::array<int64_t, 4> kDurations = {15, 30, 45, 60};
constexpr std::array<int64_t, 4> kIncrements = {10, 15, 30, 60};
constexpr std::array<std::string_view, 3> kThemes = {"light", "dark", "auto"};

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

Result<void> check_reminders(std::vector<int64_t> minutes) {
  constexpr std::string_view kField = "defaultReminderMinutes";
  if (minutes.size() > kMaxDefaultReminders) {
    return invalid(kField, fmt::format("There can be {} reminders at most, and these are {}.",
                                       kMaxDefaultReminders, minutes.size()));
  }
  for (const int64_t value : minutes) {
    if (value >= 0 && value <= kMaxDefaultReminderMinutes) continue;
    return invalid(kField, fmt::format("A reminder comes 0 to {} minutes before (four weeks), and "
                                       "not {}.",
                                       kMaxDefaultReminderMinutes, value));
  }
  std::ranges::sort(minutes);
  const auto repeated = std::ranges::adjacent_find(minutes);
  if (repeated == minutes.end()) return {};
  return invalid(kField, fmt::format("{} is there twice; name each reminder once.", *repeated));
}

}  // namespace

Result<void> check(const PreferencesChange& change) {
  if (change.default_tzid) NORN_TRY(checked_zone("defaultTzid", *change.default_tzid));
  if (change.week_start && !is_week_start(*change.week_start)) {
    return invalid("weekStart", "The week starts on Sunday, 0, or on Monday, 1.");
  }
  if (change.default_event_duration && !is_one_of(kDurations, *change.default_event_duration)) {
    return invalid("defaultEventDuration", "The default duration is 15, 30, 45 or 60 minutes.");
  }
  if (change.default_calendar_increment &&
      !is_one_of(kIncrements, *change.default_calendar_increment)) {
    return invalid("defaultCalendarIncrement", "The increment is 10, 15, 30 or 60 minutes.");
  }
  if (change.default_reminder_minutes) NORN_TRY(check_reminders(*change.default_reminder_minutes));
  if (change.theme && !is_theme(*change.theme)) {
    return invalid("theme", "The theme is light, dark or auto.");
  }
  if (change.auto_archive_delay_hours && !is_archive_delay(*change.auto_archive_delay_hours)) {
    return invalid(
        "autoArchiveDelayHours",
        fmt::format("Completed tasks are archived after 1 to {} hours.", kMaxArchiveDelayHours));
  }
  return {};
}

Preferences with_defaults_for_errors(Preferences preferences) {
  const Preferences defaults;
  const auto repair = [&](auto Preferences::* member, bool is_right) {
    if (!is_right) preferences.*member = defaults.*member;
  };
  repair(&Preferences::default_tzid,
         checked_zone("defaultTzid", preferences.default_tzid).has_value());
  repair(&Preferences::week_start, is_week_start(preferences.week_start));
  repair(&Preferences::default_event_duration,
         is_one_of(kDurations, preferences.default_event_duration));
  repair(&Preferences::default_calendar_increment,
         is_one_of(kIncrements, preferences.default_calendar_increment));
  repair(&Preferences::default_reminder_minutes,
         check_reminders(preferences.default_reminder_minutes).has_value());
  repair(&Preferences::theme, is_theme(preferences.theme));
  repair(&Preferences::auto_archive_delay_hours,
         is_archive_delay(preferences.auto_archive_delay_hours));
  std::ranges::sort(preferences.default_reminder_minutes);
  return preferences;
}

}  // namespace norn::planner
