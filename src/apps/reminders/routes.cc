#include "apps/reminders/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/reminders/limits.h"
#include "apps/reminders/render.h"
#include "apps/reminders/sentences.h"
#include "apps/shared/routes.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "rest/sentences.h"

namespace norn::reminders {
namespace {

using apps::handled_by;

constexpr const char* kTag = "reminders";
constexpr const char* kInstantSchema = R"({"type":"string","format":"date-time"})";
constexpr int64_t kMaxRangeS = kMaxListDays * ical::kDaySeconds;
constexpr std::string_view kReadSuffix = ":read";

// That a token needs to answer the reminders of an app: "planner:write".
std::string write_scope_of(const agenda::AgendaSource& source) {
  const std::string scope = source.scope();
  return scope.substr(0, scope.size() - kReadSuffix.size()) + ":write";
}

const agenda::AgendaSource* source_of(const Parts& parts, const std::string& app) {
  for (const agenda::AgendaSource* const source : parts.reminders.agenda_sources()) {
    if (source->app() == app) return source;
  }
  return nullptr;
}

Result<int64_t> instant_query(const rest::Call& call, std::string_view name, int64_t fallback_s) {
  const auto text = call.query(name);
  if (!text) return fallback_s;
  const auto ms = parse_timestamp_ms(*text);
  if (!ms) return invalid(name, apps::kUtcForm);
  return *ms / 1000;
}

Result<bool> due_query(const rest::Call& call) {
  const auto text = call.query("due");
  if (!text || *text == "false") return false;
  if (*text != "true") return invalid("due", rest::kQueryNotBoolean("due"));
  return true;
}

Result<void> list_reminders(const Parts& parts, rest::Call& call) {
  const int64_t now_s = parts.clock.now_s();
  NORN_ASSIGN(const int64_t from_s, instant_query(call, "from", now_s - ical::kDaySeconds));
  NORN_ASSIGN(const bool is_due, due_query(call));
  NORN_ASSIGN(const int64_t asked_to_s, instant_query(call, "to", now_s + ical::kDaySeconds));
  const int64_t to_s = is_due ? std::min(asked_to_s, now_s + 1) : asked_to_s;
  if (to_s < from_s || to_s - from_s > kMaxRangeS) {
    return invalid("to", kReminderRangeDays(kMaxListDays));
  }
  NORN_ASSIGN(const DueReminders due, parts.reminders.list(call.caller().user_id, from_s, to_s));
  ObjectWriter object(call.json());
  ListWriter listed(object.key("reminders"));
  for (const ListedReminder& one : due.listed) {
    // A token without the scope of an app sees nothing of it.
    const agenda::AgendaSource* const source = source_of(parts, one.reminder.item.app);
    if (source == nullptr || !call.caller().may(source->scope())) continue;
    append_json(listed.next(), one);
  }
  listed.close();
  object.close();
  return {};
}

Result<void> settle_reminder(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  const std::string& text = call.path("reminderId");
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto minutes, body.optional_integer("snoozeMinutes", 1, kMaxSnoozeMinutes));
  NORN_ASSIGN(const auto dismissed, body.optional_boolean("dismissed"));
  NORN_TRY(body.finish());
  if (minutes.has_value() == dismissed.value_or(false)) {
    return invalid("dismissed", kDismissOrSnooze);
  }
  const auto id = parse_reminder_id(text);
  const agenda::AgendaSource* const source = id ? source_of(parts, id->app) : nullptr;
  if (source == nullptr || !call.caller().may(write_scope_of(*source))) {
    return not_found(kReminderNotFound);
  }
  if (minutes) {
    NORN_TRY(parts.reminders.snooze(user_id, text, *minutes));
  } else {
    NORN_TRY(parts.reminders.dismiss(user_id, text));
  }
  call.no_content();
  return {};
}

Result<void> get_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Settings settings, parts.reminders.settings(call.caller().user_id));
  append_json(call.json(), settings);
  return {};
}

Result<std::optional<int64_t>> read_day_time(rest::JsonInput& body) {
  NORN_ASSIGN(const auto text, body.optional_text("dayTime"));
  if (!text) return std::nullopt;
  constexpr size_t kHoursAndMinutes = 5;
  const auto second = parse_time_of_day_s(*text + ":00");
  if (!second || text->size() != kHoursAndMinutes) return invalid("dayTime", kDayTimeForm);
  return *second / 60;
}

Result<void> change_settings(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  SettingsChange change;
  NORN_ASSIGN(change.of_events, body.optional_boolean("events"));
  NORN_ASSIGN(auto kinds, body.optional_object("kinds"));
  for (size_t i = 0; kinds && i < agenda::kKindCount; ++i) {
    const auto kind = static_cast<agenda::Kind>(i);
    const std::string_view name = agenda::to_text(kind);
    if (!kKindsWithSetting.has(kind) || !kinds->has(name)) continue;
    NORN_ASSIGN(change.of_kinds[kind], kinds->integers(name, kMaxMinutes, 0, kMaxMinutesBefore));
  }
  if (kinds) NORN_TRY(kinds->finish());
  NORN_ASSIGN(change.day_minutes, read_day_time(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Settings settings,
              parts.reminders.change_settings(call.caller().user_id, std::move(change)));
  append_json(call.json(), settings);
  return {};
}

// `{owner}` is that of the path; with `{thingId}` it is about one thing of it.
Result<void> override_of_owner(const Parts& parts, rest::Call& call, const std::string& thing_id,
                               std::optional<Minutes> minutes) {
  NORN_ASSIGN(const Settings settings,
              parts.reminders.set_override(call.caller().user_id, call.path("owner"), thing_id,
                                           std::move(minutes)));
  append_json(call.json(), settings);
  return {};
}

Result<Minutes> read_minutes(rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(Minutes minutes, body.integers("minutes", kMaxMinutes, 0, kMaxMinutesBefore));
  NORN_TRY(body.finish());
  return minutes;
}

Result<void> put_of_owner(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(Minutes minutes, read_minutes(call));
  return override_of_owner(parts, call, "", std::move(minutes));
}
Result<void> delete_of_owner(const Parts& parts, rest::Call& call) {
  return override_of_owner(parts, call, "", std::nullopt);
}
Result<void> put_of_thing(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(Minutes minutes, read_minutes(call));
  return override_of_owner(parts, call, call.path("thingId"), std::move(minutes));
}
Result<void> delete_of_thing(const Parts& parts, rest::Call& call) {
  return override_of_owner(parts, call, call.path("thingId"), std::nullopt);
}

void add_reminder_schemas(rest::Api& api) {
  const std::string minutes = fmt::format(
      R"({{"type":"array","maxItems":{},"items":{{"type":"integer","minimum":0,"maximum":{}}}}})",
      kMaxMinutes, kMaxMinutesBefore);
  std::string kinds;
  for (size_t i = 0; i < agenda::kKindCount; ++i) {
    const auto kind = static_cast<agenda::Kind>(i);
    if (!kKindsWithSetting.has(kind)) continue;
    kinds += fmt::format(R"({}"{}":{})", kinds.empty() ? "" : ",", agenda::to_text(kind), minutes);
  }
  api.add_schema("Reminder", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["id","dueAt","minutes","item"],
    "properties":{{
      "id":{{"type":"string"}},"dueAt":{0},
      "minutes":{{"type":"integer","description":
        "Before it starts; of days before the time of day of the settings, unless an event says."}},
      "snoozedUntil":{0},
      "item":{{"$ref":"#/components/schemas/AgendaItem"}}}}}})",
                                         kInstantSchema));
  api.add_schema("Reminders", R"({"type":"object","additionalProperties":false,
    "required":["reminders"],"properties":{"reminders":{"type":"array",
      "items":{"$ref":"#/components/schemas/Reminder"}}}})");
  api.add_schema("ReminderChange", fmt::format(R"({{"type":"object","additionalProperties":false,
    "oneOf":[{{"required":["dismissed"]}},{{"required":["snoozeMinutes"]}}],
    "properties":{{"dismissed":{{"const":true}},
      "snoozeMinutes":{{"type":"integer","minimum":1,"maximum":{},
        "description":"From now."}}}}}})",
                                               kMaxSnoozeMinutes));
  const std::string members = fmt::format(R"(
      "events":{{"type":"boolean","description":"Whether events remind you as they say."}},
      "kinds":{{"type":"object","additionalProperties":false,"description":
        "Minutes before everything else. `event`: those of projects, and what you are invited to.",
        "properties":{{{}}}}},
      "dayTime":{{"type":"string","pattern":"^[0-9]{{2}}:[0-9]{{2}}$","description":
        "From which minutes of `kinds` are counted for whole days."}})",
                                          kinds);
  api.add_schema("ReminderSettingsChange",
                 fmt::format(R"({{"type":"object","additionalProperties":false,
    "properties":{{{}}}}})",
                             members));
  api.add_schema("ReminderSettings", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["events","kinds","dayTime","overrides"],
    "properties":{{{},
      "overrides":{{"type":"array","maxItems":{},
        "description":"Your own minutes in place of those that something shared suggests.",
        "items":{{"type":"object","additionalProperties":false,"required":["owner","minutes"],
          "properties":{{"owner":{{"type":"string","description":"calendar:<id>"}},
            "thingId":{{"type":"string","description":"An event or a series of it."}},
            "minutes":{}}}}}}}}}}})",
                                                 members, kMaxOverrides, minutes));
  api.add_schema("ReminderMinutes", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["minutes"],"properties":{{"minutes":{}}}}})",
                                                minutes));
}

// A token with the scope of any app may call it.
void allow_scopes(rest::Route& route, const Parts& parts, bool writes) {
  for (const agenda::AgendaSource* const source : parts.reminders.agenda_sources()) {
    std::string scope = writes ? write_scope_of(*source) : source->scope();
    if (route.scope.empty()) {
      route.scope = std::move(scope);
    } else {
      route.other_scopes.push_back(std::move(scope));
    }
  }
}

void add_listing_routes(rest::Api& api, const Parts& parts) {
  rest::Route list = {
      .method = "GET",
      .path = "/api/v1/reminders",
      .operation = "listReminders",
      .tag = kTag,
      .summary = fmt::format(
          "Lists the reminders that are due in a range of at most {} days and were not dismissed, "
          "of all apps. Snoozed ones are due when they come again.",
          kMaxListDays),
      .query = {{.name = "from",
                 .description = "The start of the range; default: a day ago.",
                 .schema = kInstantSchema},
                {.name = "to",
                 .description = "The end of the range; default: in a day.",
                 .schema = kInstantSchema},
                {.name = "due",
                 .description = "true: only those that are due by now, by the server's clock.",
                 .schema = R"({"type":"boolean","default":false})"}},
      .replies = {{.status = 200,
                   .description = "The reminders, by when they are due.",
                   .schema = "Reminders"}},
      .heavy = true,
      .handle = handled_by(parts, list_reminders)};
  allow_scopes(list, parts, false);
  api.add(std::move(list));
  rest::Route settle = {.method = "PUT",
                        .path = "/api/v1/reminders/{reminderId}",
                        .operation = "settleReminder",
                        .tag = kTag,
                        .summary = "Dismisses a reminder, or snoozes it for some minutes from now.",
                        .request = "ReminderChange",
                        .replies = {{.status = 204, .description = "Done."}},
                        .problems = {404, 409},
                        .handle = handled_by(parts, settle_reminder)};
  allow_scopes(settle, parts, true);
  api.add(std::move(settle));
}

void add_settings_routes(rest::Api& api, const Parts& parts) {
  constexpr const char* kPath = "/api/v1/reminders/settings";
  // They name things of several apps: a token has the scopes of some.
  api.add(
      {.method = "GET",
       .path = kPath,
       .operation = "getReminderSettings",
       .tag = kTag,
       .summary = "Gets when you want to be reminded.",
       .access = rest::Access::kSession,
       .replies = {{.status = 200, .description = "The settings.", .schema = "ReminderSettings"}},
       .handle = handled_by(parts, get_settings)});
  api.add(
      {.method = "PATCH",
       .path = kPath,
       .operation = "changeReminderSettings",
       .tag = kTag,
       .summary = "Changes when you want to be reminded: of events, and of each other kind.",
       .access = rest::Access::kSession,
       .request = "ReminderSettingsChange",
       .replies = {{.status = 200, .description = "All settings.", .schema = "ReminderSettings"}},
       .problems = {404, 409},
       .handle = handled_by(parts, change_settings)});
}

struct OverrideRoute {
  const char* method;
  const char* path;
  const char* operation;
  const char* summary;
  Result<void> (*handle)(const Parts&, rest::Call&);
};

constexpr OverrideRoute kOverrideRoutes[] = {
    {"PUT", "/api/v1/reminders/overrides/{owner}", "setRemindersOfOwner",
     "Sets your own minutes for all events of a shared calendar, in place of those that they "
     "suggest. None: no reminders.",
     put_of_owner},
    {"DELETE", "/api/v1/reminders/overrides/{owner}", "resetRemindersOfOwner",
     "Goes back to the reminders that the events of a shared calendar suggest.", delete_of_owner},
    {"PUT", "/api/v1/reminders/overrides/{owner}/{thingId}", "setRemindersOfThing",
     "Sets your own minutes for an event or a series of a shared calendar. An occurrence stands "
     "for its series. None: no reminders.",
     put_of_thing},
    {"DELETE", "/api/v1/reminders/overrides/{owner}/{thingId}", "resetRemindersOfThing",
     "Goes back to the reminders that the calendar, or the event, suggests.", delete_of_thing}};

}  // namespace

void add_routes(rest::Api& api, const Parts& parts) {
  api.add_sentences(kSentences);
  add_reminder_schemas(api);
  add_listing_routes(api, parts);
  add_settings_routes(api, parts);
  for (const OverrideRoute& route : kOverrideRoutes) {
    rest::Route added = {
        .method = route.method,
        .path = route.path,
        .operation = route.operation,
        .tag = kTag,
        .summary = route.summary,
        .access = rest::Access::kSession,
        .replies = {{.status = 200, .description = "All settings.", .schema = "ReminderSettings"}},
        .problems = {404, 409},
        .handle = handled_by(parts, route.handle)};
    if (std::string_view(route.method) == "PUT") added.request = "ReminderMinutes";
    api.add(std::move(added));
  }
}

}  // namespace norn::reminders
