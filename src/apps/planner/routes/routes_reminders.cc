#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "apps/planner/limits.h"
#include "apps/planner/render.h"
#include "apps/planner/render_replies.h"
#include "apps/planner/routes/routes_parts.h"
#include "apps/planner/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

namespace norn::planner {
namespace {

constexpr int64_t kDayS = 86'400;
constexpr int64_t kMaxRangeS = kMaxReminderListDays * kDayS;

Result<int64_t> instant_query(const rest::Call& call, std::string_view name, int64_t fallback_s) {
  const auto text = call.query(name);
  if (!text) return fallback_s;
  const auto ms = parse_timestamp_ms(*text);
  if (!ms) return invalid(name, apps::kUtcForm);
  return *ms / 1000;
}

Result<void> list_reminders(const Parts& parts, rest::Call& call) {
  const int64_t now_s = parts.context.clock.now_ms() / 1000;
  NORN_ASSIGN(const int64_t from_s, instant_query(call, "from", now_s - kDayS));
  NORN_ASSIGN(const bool is_due, boolean_query(call, "due", false));
  NORN_ASSIGN(const int64_t asked_to_s, instant_query(call, "to", now_s + kDayS));
  const int64_t to_s = is_due ? std::min(asked_to_s, now_s + 1) : asked_to_s;
  if (to_s < from_s || to_s - from_s > kMaxRangeS) {
    return invalid("to", kReminderRangeDays(kMaxReminderListDays));
  }
  NORN_ASSIGN(const auto reminders, parts.reminders.list(call.caller().user_id, from_s, to_s));
  ObjectWriter object(call.json());
  ListWriter listed(object.key("reminders"));
  for (const ListedReminder& reminder : reminders) append_json(listed.next(), reminder);
  listed.close();
  object.close();
  return {};
}

Result<void> settle_reminder(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  const std::string& id = call.path("reminderId");
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto minutes, body.optional_integer("snoozeMinutes", 1, kMaxSnoozeMinutes));
  NORN_ASSIGN(const auto dismissed, body.optional_boolean("dismissed"));
  NORN_TRY(body.finish());
  if (minutes.has_value() == dismissed.value_or(false)) {
    return invalid("dismissed", kDismissOrSnooze);
  }
  if (minutes) {
    NORN_TRY(parts.reminders.snooze(user_id, id, *minutes));
  } else {
    NORN_TRY(parts.reminders.dismiss(user_id, id));
  }
  call.no_content();
  return {};
}

void add_reminder_schemas(rest::Api& api) {
  api.add_schema("PlannerReminder", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","eventId","title","dueAt","start","isAllDay","minutes","location","color"],
    "properties":{
      "id":{"type":"string"},"eventId":{"type":"string"},"title":{"type":"string"},
      "dueAt":$INSTANT,"startUtc":$INSTANT,
      "startDate":{"type":"string","format":"date"},"startLocal":$WALL,
      "start":{"type":"string","description":"The wall time in your zone; a day if it is all-day."},
      "isAllDay":{"type":"boolean"},"minutes":{"type":"integer"},
      "location":{"type":["string","null"]},"color":{"type":["string","null"]},
      "snoozedUntil":$INSTANT}})"));
  api.add_schema("PlannerReminders", R"({"type":"object","additionalProperties":false,
    "required":["reminders"],"properties":{"reminders":{"type":"array",
      "items":{"$ref":"#/components/schemas/PlannerReminder"}}}})");
  api.add_schema("PlannerReminderChange",
                 filled_in(R"({"type":"object","additionalProperties":false,
    "oneOf":[{"required":["dismissed"]},{"required":["snoozeMinutes"]}],
    "properties":{"dismissed":{"const":true},
      "snoozeMinutes":{"type":"integer","minimum":1,"maximum":$MAX_SNOOZE,
        "description":"From now."}}})"));
}

}  // namespace

void add_reminder_routes(rest::Api& api, const Parts& parts) {
  add_reminder_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/planner/reminders",
           .operation = "listPlannerReminders",
           .tag = kTag,
           .summary = fmt::format(
               "Lists the reminders that are due in a range of at most {} days and were not "
               "dismissed. Snoozed ones are due when they come again.",
               kMaxReminderListDays),
           .scope = kReadScope,
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
                        .schema = "PlannerReminders"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, list_reminders)});
  api.add({.method = "PUT",
           .path = "/api/v1/planner/reminders/{reminderId}",
           .operation = "settlePlannerReminder",
           .tag = kTag,
           .summary = "Dismisses a reminder, or snoozes it for some minutes from now.",
           .scope = kWriteScope,
           .request = "PlannerReminderChange",
           .replies = {{.status = 204, .description = "Done."}},
           .problems = {404},
           .handle = handled_by(parts, settle_reminder)});
}

}  // namespace norn::planner
