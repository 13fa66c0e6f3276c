#include <fmt/format.h>

#include <utility>

#include "apps/planner/events/details.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/series/series.h"
#include "base/faults.h"

// What people send, read member by member. Whether it makes sense is decided by the services.
namespace norn::planner {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kTitle{1, 500, false};
constexpr rest::TextRule kLocation{0, 500, false};
constexpr rest::TextRule kDescription{0, kMaxDescriptionBytes, true};
constexpr rest::TextRule kTag{1, 50, false};
constexpr rest::TextRule kTarget{1, 100, false};
constexpr rest::TextRule kLinkTitle{0, 200, false};
constexpr rest::TextRule kRule{1, 8'192, false};
constexpr int64_t kLastSecondOfTime = 253'402'300'799;  // The end of the year 9999.

// Text that there may be none of: null and empty are alike.
Result<std::optional<std::string>> read_note(JsonInput& body, std::string_view name,
                                             const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

Result<Date> read_date(JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto date = parse_date(text);
  if (!date) {
    return invalid(body.path_of(name), "This must be a day that exists, as in \"2025-12-15\".");
  }
  return *date;
}

// "2025-12-15T09:00" or with seconds, by the clocks on the wall.
Result<int64_t> read_wall_time(JsonInput& body, std::string_view name) {
  constexpr size_t kWithoutSeconds = 16;
  NORN_ASSIGN(std::string text, body.text(name));
  if (text.size() == kWithoutSeconds) text.append(":00");
  const auto ms = parse_timestamp_ms(text + "Z");
  if (!ms || text.size() != kWithoutSeconds + 3) {
    return invalid(body.path_of(name),
                   "This must be a day and a time by the clock of its time zone, as in "
                   "\"2025-12-15T09:00\", without an offset.");
  }
  return *ms / 1000;
}

Result<int64_t> read_instant(JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto ms = parse_timestamp_ms(text);
  if (!ms) {
    return invalid(body.path_of(name),
                   "This must be a time in UTC, as in \"2025-12-15T14:00:00Z\".");
  }
  return *ms / 1000;
}

Result<std::vector<Link>> read_links(JsonInput& body) {
  NORN_ASSIGN(auto objects, body.objects("links", kMaxLinks));
  std::vector<Link> links;
  for (JsonInput& object : objects) {
    Link link;
    NORN_ASSIGN(link.target, object.text("target", kTarget));
    NORN_ASSIGN(link.title, read_note(object, "title", kLinkTitle));
    NORN_TRY(object.finish());
    links.push_back(std::move(link));
  }
  return links;
}

Result<void> read_texts(JsonInput& body, DetailsChange& change) {
  if (body.has("title")) {
    NORN_ASSIGN(change.title, body.text("title", kTitle));
  }
  if (body.has("description")) {
    NORN_ASSIGN(auto text, read_note(body, "description", kDescription));
    if (text && text->size() > kMaxDescriptionBytes) {
      return invalid("description", fmt::format("The description may have at most {} bytes.",
                                                kMaxDescriptionBytes));
    }
    change.description = std::move(text);
  }
  if (body.has("location")) {
    NORN_ASSIGN(change.location, read_note(body, "location", kLocation));
  }
  if (body.has("color")) {
    NORN_ASSIGN(change.color, body.optional_text("color"));
  }
  return {};
}

Result<DetailsChange> read_details(JsonInput& body) {
  DetailsChange change;
  NORN_TRY(read_texts(body, change));
  if (body.has("status")) {
    NORN_ASSIGN(const auto text, body.choice("status", {"CONFIRMED", "TENTATIVE", "CANCELLED"}));
    change.status = status_from(text);
  }
  if (body.has("tags")) {
    NORN_ASSIGN(change.tags, body.texts("tags", kMaxTags, kTag));
  }
  if (body.has("reminderMinutes")) {
    NORN_ASSIGN(change.reminder_minutes,
                body.integers("reminderMinutes", kMaxReminders, 0, kMaxReminderMinutes));
  }
  if (body.has("links")) {
    NORN_ASSIGN(change.links, read_links(body));
  }
  if (body.has("ttl")) {
    NORN_ASSIGN(change.ttl, body.optional_integer("ttl", 0, kLastSecondOfTime));
  }
  return change;
}

Result<WhenChange> read_when(JsonInput& body) {
  WhenChange change;
  if (body.has("isAllDay")) {
    NORN_ASSIGN(change.is_all_day, body.boolean("isAllDay"));
  }
  if (body.has("startDate")) {
    NORN_ASSIGN(change.start_date, read_date(body, "startDate"));
  }
  if (body.has("endDate")) {
    NORN_ASSIGN(change.end_date, read_date(body, "endDate"));
  }
  if (body.has("start")) {
    NORN_ASSIGN(change.start_local_s, read_wall_time(body, "start"));
  }
  if (body.is_null("end")) {
    change.end_local_s.emplace();
  } else if (body.has("end")) {
    NORN_ASSIGN(const int64_t end_s, read_wall_time(body, "end"));
    change.end_local_s = std::optional(end_s);
  }
  if (body.has("startTzid")) {
    NORN_ASSIGN(change.start_tzid, body.optional_text("startTzid"));
  }
  if (body.has("endTzid")) {
    NORN_ASSIGN(change.end_tzid, body.optional_text("endTzid"));
  }
  return change;
}

Result<RepeatsChange> read_repeats(JsonInput& body) {
  RepeatsChange change;
  if (body.has("rrule")) {
    NORN_ASSIGN(change.rrule, body.optional_text("rrule", kRule));
  }
  if (body.is_null("rruleUntil")) {
    change.until_s.emplace();
  } else if (body.has("rruleUntil")) {
    NORN_ASSIGN(const int64_t until_s, read_instant(body, "rruleUntil"));
    change.until_s = std::optional(until_s);
  }
  if (body.has("exdate")) {
    NORN_ASSIGN(change.exdate, body.texts("exdate", kMaxListedTags));
  }
  if (body.has("rdate")) {
    NORN_ASSIGN(change.rdate, body.texts("rdate", kMaxListedTags));
  }
  return change;
}

}  // namespace

Result<EventChange> read_event(JsonInput& body) {
  EventChange change;
  NORN_ASSIGN(change.details, read_details(body));
  NORN_ASSIGN(change.when, read_when(body));
  NORN_ASSIGN(change.repeats, read_repeats(body));
  NORN_TRY(body.finish());
  return change;
}

Result<PreferencesChange> read_preferences(JsonInput& body) {
  constexpr int64_t kMost = 1'000'000;
  PreferencesChange change;
  const auto number = [&](std::string_view name, std::optional<int64_t>& value) -> Result<void> {
    if (body.has(name)) {
      NORN_ASSIGN(value, body.integer(name, 0, kMost));
    }
    return {};
  };
  const auto flag = [&](std::string_view name, std::optional<bool>& value) -> Result<void> {
    if (body.has(name)) {
      NORN_ASSIGN(value, body.boolean(name));
    }
    return {};
  };
  if (body.has("defaultTzid")) {
    NORN_ASSIGN(change.default_tzid, body.text("defaultTzid"));
  }
  NORN_TRY(number("weekStart", change.week_start));
  NORN_TRY(number("defaultEventDuration", change.default_event_duration));
  NORN_TRY(number("defaultCalendarIncrement", change.default_calendar_increment));
  if (body.has("defaultReminderMinutes")) {
    NORN_ASSIGN(change.default_reminder_minutes,
                body.integers("defaultReminderMinutes", kMaxReminders, 0, kMaxReminderMinutes));
  }
  if (body.has("theme")) {
    NORN_ASSIGN(change.theme, body.text("theme"));
  }
  NORN_TRY(flag("autoArchiveCompletedTasks", change.auto_archive_completed_tasks));
  NORN_TRY(number("autoArchiveDelayHours", change.auto_archive_delay_hours));
  NORN_TRY(flag("enableBrowserNotifications", change.enable_browser_notifications));
  NORN_TRY(flag("enableSoundNotifications", change.enable_sound_notifications));
  NORN_TRY(body.finish());
  return change;
}

}  // namespace norn::planner
