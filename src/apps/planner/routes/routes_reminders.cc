#include <string>
#include <utility>

#include "apps/planner/render.h"
#include "apps/planner/render_replies.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"

namespace norn::planner {
namespace {

constexpr int64_t kDayS = 86'400;
constexpr int64_t kMaxRangeS = 31 * kDayS;
constexpr int64_t kMaxSnoozeMinutes = 7 * 24 * 60;

Result<int64_t> instant_query(const rest::Call& call, std::string_view name, int64_t fallback_s) {
  const auto text = call.query(name);
  if (!text) return fallback_s;
  const auto ms = parse_timestamp_ms(*text);
  if (!ms) return invalid(name, "This must be a time in UTC, as in \"2025-12-15T14:00:00Z\".");
  return *ms / 1000;
}

Result<void> list(rest::Call& call, const Parts& parts) {
  const int64_t now_s = parts.context.clock.now_ms() / 1000;
  NORN_ASSIGN(const int64_t from_s, instant_query(call, "from", now_s - kDayS));
  NORN_ASSIGN(const int64_t to_s, instant_query(call, "to", now_s + kDayS));
  if (to_s < from_s || to_s - from_s > kMaxRangeS) {
    return invalid("to",
                   "The end must not be before the beginning, nor more than 31 days after it.");
  }
  NORN_ASSIGN(const auto reminders, parts.reminders.list(call.caller().user_id, from_s, to_s));
  ObjectWriter object(call.json());
  ListWriter listed(object.key("reminders"));
  for (const ListedReminder& reminder : reminders) append_json(listed.next(), reminder);
  listed.close();
  object.close();
  return {};
}

Result<void> settle(rest::Call& call, const Parts& parts) {
  const std::string& user_id = call.caller().user_id;
  const std::string& id = call.path("reminderId");
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto minutes, body.optional_integer("snoozeMinutes", 1, kMaxSnoozeMinutes));
  NORN_ASSIGN(const auto dismissed, body.optional_boolean("dismissed"));
  NORN_TRY(body.finish());
  if (minutes.has_value() == dismissed.value_or(false)) {
    return invalid("dismissed", "Say either `dismissed`: true, or `snoozeMinutes`.");
  }
  if (minutes) {
    NORN_TRY(parts.reminders.snooze(user_id, id, *minutes));
  } else {
    NORN_TRY(parts.reminders.dismiss(user_id, id));
  }
  call.no_content();
  return {};
}

}  // namespace

void add_reminder_routes(rest::Api& api, const Parts& parts) {
  constexpr std::string_view kInstant = R"({"type":"string","format":"date-time"})";
  rest::Route listing = route("GET", "/reminders", kReadScope);
  listing.operation = "listPlannerReminders";
  listing.summary =
      "Lists the reminders that are due from one time to another, at most 31 days later, and were "
      "not dismissed. Those that were put off are due when they come again.";
  listing.query = {{"from", "From when; a day ago when it is left out.", std::string(kInstant)},
                   {"to", "Until when; in a day when it is left out.", std::string(kInstant)}};
  listing.replies = {{200, "The reminders, by when they are due.", "PlannerReminders"}};
  listing.handle = [parts](rest::Call& call) { return list(call, parts); };
  api.add(std::move(listing));

  rest::Route settling = route("PUT", "/reminders/{reminderId}", kWriteScope);
  settling.operation = "settlePlannerReminder";
  settling.summary = "Dismisses a reminder, or puts it off by some minutes from now.";
  settling.request = "PlannerReminderChange";
  settling.replies = {{204, "Done."}};
  settling.problems = {404};
  settling.handle = [parts](rest::Call& call) { return settle(call, parts); };
  api.add(std::move(settling));
}

}  // namespace norn::planner
