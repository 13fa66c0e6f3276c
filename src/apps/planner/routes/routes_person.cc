#include <string>
#include <utility>

#include "apps/planner/render.h"
#include "apps/planner/render_replies.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "ical/time_zone.h"

// What the planner knows of its person: preferences, statistics, and all that a page needs at the
// start in one reply.
namespace norn::planner {
namespace {

constexpr int64_t kUpcomingDays = 7;
constexpr int64_t kRemindersPastS = 86'400;

void render(rest::Call& call, const Meta& meta) {
  call.set_etag(etag_of(meta));
  append_json(call.json(), meta);
}

Result<void> get_preferences(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, call.caller().user_id));
  render(call, meta);
  return {};
}

Result<void> set_preferences(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const PreferencesChange change, read_preferences(body));
  NORN_ASSIGN(const Meta meta,
              change_preferences(parts.context, call.caller().user_id, change, etag));
  render(call, meta);
  return {};
}

Result<void> append_stats(std::string& out, const Parts& parts, const std::string& user_id,
                          const StoredStats& stats) {
  NORN_ASSIGN(const int64_t upcoming, parts.views.upcoming(user_id, kUpcomingDays));
  append_json(out, stats, upcoming);
  return {};
}

Result<void> get_stats(rest::Call& call, const Parts& parts) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
  return append_stats(call.json(), parts, user_id, meta.stats);
}

// The week of today, by the clocks of a zone.
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

Result<ViewRequest> first_view_of(const rest::Call& call, const Parts& parts, const Meta& meta) {
  if (call.query("from") || call.query("to")) return view_request_of(call);
  const std::string tzid = call.query("tzid").value_or(meta.preferences.default_tzid);
  return this_week(parts.context, meta.preferences, tzid);
}

Result<void> append_person(std::string& out, const Parts& parts, const std::string& user_id) {
  NORN_ASSIGN(const auto user, parts.users.find(user_id));
  if (!user) return not_found("person");
  ObjectWriter person(out);
  person.text("id", user->id);
  person.text("name", user->name);
  person.close();
  return {};
}

Result<void> append_due(std::string& out, const Parts& parts, const std::string& user_id) {
  const int64_t now_s = parts.context.clock.now_ms() / 1000;
  NORN_ASSIGN(const auto due, parts.reminders.list(user_id, now_s - kRemindersPastS, now_s + 1));
  ListWriter reminders(out);
  for (const ListedReminder& reminder : due) append_json(reminders.next(), reminder);
  reminders.close();
  return {};
}

Result<void> append_feed(std::string& out, const Parts& parts, const std::string& user_id) {
  NORN_ASSIGN(const auto state, parts.feed_links.state(user_id));
  append_json(out, state);
  return {};
}

Result<void> bootstrap(rest::Call& call, const Parts& parts) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const Meta meta, read_meta(parts.context, user_id));
  NORN_ASSIGN(const ViewRequest request, first_view_of(call, parts, meta));
  NORN_ASSIGN(const View view, parts.views.range(user_id, request));
  NORN_ASSIGN(const auto tags, parts.views.tags(user_id));
  std::string& out = call.json();
  ObjectWriter object(out);
  object.text("now", timestamp_s(parts.context.clock.now_ms()));
  NORN_TRY(append_person(object.key("person"), parts, user_id));
  append_json(object.key("preferences"), meta);
  NORN_TRY(append_stats(object.key("stats"), parts, user_id, meta.stats));
  append_palette(object.key("palette"));
  ListWriter list(object.key("tags"));
  for (const std::string& tag : tags) append_json_string(list.next(), tag);
  list.close();
  NORN_TRY(append_due(object.key("reminders"), parts, user_id));
  NORN_TRY(append_feed(object.key("feed"), parts, user_id));
  append_json(object.key("view"), view);
  object.close();
  return {};
}

}  // namespace

void add_person_routes(rest::Api& api, const Parts& parts) {
  rest::Route starting = route("GET", "/bootstrap", kReadScope);
  starting.operation = "getPlannerBootstrap";
  starting.summary =
      "Gets all that a page needs at its start in one reply: preferences, statistics, colours to "
      "choose from, tags in use, reminders that are due, the state of the feed, and a view.";
  constexpr std::string_view kDate = R"({"type":"string","format":"date"})";
  starting.query = {{"from", "The first day of the view; without `from` and `to` it is this week.",
                     std::string(kDate)},
                    {"to", "The last day of the view.", std::string(kDate)},
                    {"tzid", "By the clocks of which time zone; yours when it is left out."}};
  starting.replies = {{200, "All of it.", "PlannerBootstrap"}};
  starting.handle = [parts](rest::Call& call) { return bootstrap(call, parts); };
  api.add(std::move(starting));

  rest::Route getting = route("GET", "/preferences", kReadScope);
  getting.operation = "getPlannerPreferences";
  getting.summary = "Gets your preferences.";
  getting.replies = {{200, "The preferences.", "PlannerPreferences"}};
  getting.handle = [parts](rest::Call& call) { return get_preferences(call, parts); };
  api.add(std::move(getting));

  rest::Route changing = route("PATCH", "/preferences", kWriteScope);
  changing.operation = "changePlannerPreferences";
  changing.summary = "Changes your preferences.";
  changing.request = "PlannerPreferencesChange";
  changing.replies = {{200, "The preferences as they are now.", "PlannerPreferences"}};
  changing.problems = {409};
  changing.needs_if_match = true;
  changing.handle = [parts](rest::Call& call) { return set_preferences(call, parts); };
  api.add(std::move(changing));

  rest::Route counting = route("GET", "/stats", kReadScope);
  counting.operation = "getPlannerStats";
  counting.summary =
      "Gets how much you have: events and series in `totalEvents`, and what starts in the next 7 "
      "days in `upcomingEvents`.";
  counting.replies = {{200, "The statistics.", "PlannerStats"}};
  counting.handle = [parts](rest::Call& call) { return get_stats(call, parts); };
  api.add(std::move(counting));
}

}  // namespace norn::planner
