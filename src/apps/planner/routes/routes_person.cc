#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/events/series/when_zone.h"
#include "apps/planner/limits.h"
#include "apps/planner/render.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "ical/time_zone.h"

// The planner's data about a person: preferences, statistics, and everything that a page needs at
// its start in one reply.
namespace norn::planner {
namespace {

constexpr int64_t kUpcomingDays = 7;

// Which numbers are possible is checked by the preferences themselves.
Result<PreferencesChange> read_preferences(rest::JsonInput& body) {
  constexpr int64_t kMaxNumber = 1'000'000;
  PreferencesChange change;
  const auto number = [&](std::string_view name, std::optional<int64_t>& value) -> Result<void> {
    if (body.has(name)) {
      NORN_ASSIGN(value, body.integer(name, 0, kMaxNumber));
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
  NORN_TRY(flag("weekNumbers", change.week_numbers));
  NORN_TRY(body.finish());
  return change;
}

void render_preferences(rest::Call& call, const Meta& meta) {
  call.set_etag(etag_of(meta));
  append_json(call.json(), meta);
}

Result<void> get_preferences(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, call.caller().user_id));
  render_preferences(call, meta);
  return {};
}

Result<void> patch_preferences(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const PreferencesChange change, read_preferences(body));
  NORN_ASSIGN(const Meta meta,
              change_preferences(parts.context, call.caller().user_id, change, etag));
  render_preferences(call, meta);
  return {};
}

Result<void> append_stats(std::string& out, const Parts& parts, const std::string& user_id,
                          const Meta& meta) {
  CountsNow now;
  NORN_ASSIGN(now.upcoming_events, parts.views.upcoming(user_id, kUpcomingDays));
  NORN_ASSIGN(now.overdue_tasks,
              parts.tasks.overdue(user_id, zone_of(meta.preferences.default_tzid)));
  append_json(out, meta.stats, now);
  return {};
}

Result<void> get_stats(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
  return append_stats(call.json(), parts, user_id, meta);
}

// The current week in a time zone.
Result<ViewRequest> this_week(const Context& context, const Preferences& preferences,
                              const std::string& tzid) {
  NORN_ASSIGN(const auto zone, ical::TimeZone::find(tzid));
  const int64_t local_s = zone.local_of(context.clock.now_ms() / 1000);
  const Date today = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(local_s)));
  const std::chrono::weekday first(static_cast<unsigned>(preferences.week_start));
  ViewRequest request;
  request.from = today - (std::chrono::weekday(today) - first);
  request.to = request.from + std::chrono::days(6);
  request.tzid = tzid;
  return request;
}

Result<ViewRequest> first_view_of(const Parts& parts, const rest::Call& call, const Meta& meta) {
  if (call.query("from") || call.query("to")) return view_request_of(call);
  const std::string tzid = call.query("tzid").value_or(meta.preferences.default_tzid);
  return this_week(parts.context, meta.preferences, tzid);
}

Result<void> append_person(std::string& out, const Parts& parts, const std::string& user_id) {
  NORN_ASSIGN(const auto user, parts.users.find(user_id));
  ObjectWriter person(out);
  person.text("id", user_id);
  person.text("name", user ? user->name : "");  // Another program may have deleted the item.
  person.close();
  return {};
}

Result<void> append_feed(std::string& out, const Parts& parts, const std::string& user_id) {
  NORN_ASSIGN(const auto state, parts.feed_links.state(user_id));
  append_json(out, state);
  return {};
}

Result<void> get_bootstrap(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
  NORN_ASSIGN(const ViewRequest request, first_view_of(parts, call, meta));
  NORN_ASSIGN(const View view, parts.views.range(user_id, request));
  NORN_ASSIGN(const auto tags, parts.views.tags(user_id));
  std::string& out = call.json();
  ObjectWriter object(out);
  object.text("now", timestamp_s(parts.context.clock.now_ms()));
  NORN_TRY(append_person(object.key("person"), parts, user_id));
  append_json(object.key("preferences"), meta);
  NORN_TRY(append_stats(object.key("stats"), parts, user_id, meta));
  append_palette(object.key("palette"));
  ListWriter list(object.key("tags"));
  for (const std::string& tag : tags) append_json_string(list.next(), tag);
  list.close();
  NORN_TRY(append_feed(object.key("feed"), parts, user_id));
  append_json(object.key("view"), view);
  object.close();
  return {};
}

constexpr std::string_view kPreferenceMembers = R"(
      "defaultTzid":{"type":"string","description":"An IANA name."},
      "weekStart":{"type":"integer","enum":[0,1],"description":"0 is Sunday, 1 Monday."},
      "defaultEventDuration":{"type":"integer","enum":$DURATIONS,
        "description":"Minutes; the default on pages."},
      "defaultCalendarIncrement":{"type":"integer","enum":$INCREMENTS,
        "description":"Minutes between the lines of a day on a page."},
      "defaultReminderMinutes":{"type":"array","maxItems":$MAX_REMINDERS,
        "items":{"type":"integer","minimum":0,"maximum":$MAX_REMINDER_MINUTES},
        "description":"Of new timed events without reminders of their own."},
      "theme":{"type":"string","enum":$THEMES,
        "description":"Of all pages, on every device."},
      "autoArchiveCompletedTasks":{"type":"boolean",
        "description":"Whether tasks that are done leave the lists after a while."},
      "autoArchiveDelayHours":{"type":"integer","minimum":1,"maximum":$MAX_ARCHIVE_HOURS,
        "description":"After how many hours they do."},
      "enableBrowserNotifications":{"type":"boolean",
        "description":"Where the browser allows them; otherwise the page itself reminds."},
      "enableSoundNotifications":{"type":"boolean"},
      "weekNumbers":{"type":"boolean","description":"On all pages, on every device."})";

void add_person_schemas(rest::Api& api) {
  api.add_schema("PlannerStats", R"({"type":"object","additionalProperties":false,
    "description":"Separate reminders and notes do not exist yet; theirs are 0.",
    "required":["totalEvents","totalTasks","totalReminders","totalNotes","upcomingEvents",
      "overdueTasks","lastEventCreated","lastTaskCompleted"],
    "properties":{
      "totalEvents":{"type":"integer"},"totalTasks":{"type":"integer"},
      "totalReminders":{"type":"integer"},"totalNotes":{"type":"integer"},
      "upcomingEvents":{"type":"integer"},"overdueTasks":{"type":"integer"},
      "lastEventCreated":{"type":["string","null"]},
      "lastTaskCompleted":{"type":["string","null"]}}})");
  const std::string members(kPreferenceMembers);
  api.add_schema("PlannerPreferencesChange",
                 filled_in(R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                           members + "}}"));
  api.add_schema("PlannerPreferences", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["defaultTzid","weekStart",
    "defaultEventDuration","defaultCalendarIncrement","defaultReminderMinutes","theme",
    "autoArchiveCompletedTasks","autoArchiveDelayHours","enableBrowserNotifications",
    "enableSoundNotifications","weekNumbers","version","etag"],
    "properties":{)" + members + R"(,"version":{"type":"integer"},"etag":{"type":"string"}}})"));
  api.add_schema("PlannerBootstrap", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["now","person","preferences","stats","palette","tags","feed","view"],
    "properties":{
      "now":$INSTANT,
      "person":{"type":"object","additionalProperties":false,"required":["id","name"],
        "properties":{"id":{"type":"string"},"name":{"type":"string"}}},
      "preferences":{"$ref":"#/components/schemas/PlannerPreferences"},
      "stats":{"$ref":"#/components/schemas/PlannerStats"},
      "palette":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["name","color"],
        "properties":{"name":{"type":"string"},"color":{"type":"string"}}}},
      "tags":{"type":"array","items":{"type":"string"}},
      "feed":{"$ref":"#/components/schemas/PlannerFeed"},
      "view":{"$ref":"#/components/schemas/PlannerView"}}})"));
}

}  // namespace

void add_person_routes(rest::Api& api, const Parts& parts) {
  add_person_schemas(api);
  api.add(
      {.method = "GET",
       .path = "/api/v1/planner/bootstrap",
       .operation = "getPlannerBootstrap",
       .tag = kTag,
       .summary = "Gets everything that a page needs at its start in one reply: preferences, "
                  "statistics, the palette, tags in use, the state of the "
                  "calendar feed, and a view.",
       .scope = kReadScope,
       .query = {{.name = "from",
                  .description =
                      "The first day of the view; without `from` and `to` it is this week.",
                  .schema = kDateSchema},
                 {.name = "to", .description = "The last day of the view.", .schema = kDateSchema},
                 {.name = "tzid", .description = "The time zone of the days; default: yours."}},
       .replies = {{.status = 200, .description = "All of it.", .schema = "PlannerBootstrap"}},
       .problems = {404},
       .heavy = true,
       .handle = handled_by(parts, get_bootstrap)});
  api.add({.method = "GET",
           .path = "/api/v1/planner/preferences",
           .operation = "getPlannerPreferences",
           .tag = kTag,
           .summary = "Gets your preferences.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "The preferences.",
                        .schema = "PlannerPreferences"}},
           .problems = {404},
           .handle = handled_by(parts, get_preferences)});
  api.add({.method = "PATCH",
           .path = "/api/v1/planner/preferences",
           .operation = "changePlannerPreferences",
           .tag = kTag,
           .summary = "Changes your preferences.",
           .scope = kWriteScope,
           .request = "PlannerPreferencesChange",
           .replies = {{.status = 200,
                        .description = "The preferences as they are now.",
                        .schema = "PlannerPreferences"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, patch_preferences)});
  api.add(
      {.method = "GET",
       .path = "/api/v1/planner/stats",
       .operation = "getPlannerStats",
       .tag = kTag,
       .summary = fmt::format(
           "Gets how much you have: events and series in `totalEvents`, and what starts in the "
           "next {} days in `upcomingEvents`; tasks in `totalTasks`, archived ones included, and "
           "those that are overdue in your time zone.",
           kUpcomingDays),
       .scope = kReadScope,
       .replies = {{.status = 200, .description = "The statistics.", .schema = "PlannerStats"}},
       .problems = {404},
       .heavy = true,
       .handle = handled_by(parts, get_stats)});
}

}  // namespace norn::planner
