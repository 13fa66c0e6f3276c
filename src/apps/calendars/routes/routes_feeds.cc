#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/routes/feed_replies.h"
#include "apps/accounts/sentences.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/events/routes/routes.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"

// The calendar feeds of a calendar, and of several.
namespace norn::calendars {
namespace {

constexpr const char* kFeedPath = "/api/v1/calendars/{calendarId}/feed";
constexpr const char* kSeveralPath = "/api/v1/calendar-feed";

Result<std::string> fed_calendar(const rest::Call& call) {
  return apps::id_of(call, "calendarId", kCalendarNotFound);
}

Result<void> get_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, fed_calendar(call));
  NORN_ASSIGN(const auto state, parts.feeds.state(call.caller().user_id, id));
  accounts::reply_feed_state(call, state);
  return {};
}

Result<void> create_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, fed_calendar(call));
  NORN_ASSIGN(const std::string secret,
              parts.feeds.create(call.caller().user_id, id, call.caller().session_epoch));
  accounts::reply_feed_link(call, parts.public_origin, secret, "calendar.ics");
  return {};
}

Result<void> delete_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, fed_calendar(call));
  NORN_TRY(parts.feeds.revoke(call.caller().user_id, id));
  call.no_content();
  return {};
}

Result<void> read_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(auto file, parts.feeds.read(call.path("secret")));
  if (!file) return not_found(accounts::kFeedNotFound);
  events::render_calendar(call, *std::move(file));
  return {};
}

void append_json(std::string& out, const std::optional<CalendarFeeds::Several>& several) {
  ObjectWriter object(out);
  object.boolean("exists", several.has_value());
  if (several) {
    object.text("createdAt", several->state.created_at);
    if (several->state.last_read_at) object.text("lastReadAt", *several->state.last_read_at);
    if (!several->state.last_read_at) object.null("lastReadAt");
  }
  ListWriter ids(object.key("calendarIds"));
  if (several) {
    for (const std::string& id : several->calendar_ids) append_json_string(ids.next(), id);
  }
  ids.close();
  object.close();
}

Result<std::vector<std::string>> chosen_calendars(rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(auto ids, body.texts("calendarIds", kMaxCalendarsInFeed));
  NORN_TRY(body.finish());
  return ids;
}

Result<void> get_several(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto several, parts.feeds.several(call.caller().user_id));
  append_json(call.json(), several);
  return {};
}

Result<void> create_several(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(auto ids, chosen_calendars(call));
  NORN_ASSIGN(const std::string secret,
              parts.feeds.create_several(call.caller().user_id, std::move(ids),
                                         call.caller().session_epoch));
  accounts::reply_feed_link(call, parts.public_origin, secret, "calendars.ics");
  return {};
}

Result<void> choose_calendars(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(auto ids, chosen_calendars(call));
  NORN_ASSIGN(const auto several, parts.feeds.choose(call.caller().user_id, std::move(ids)));
  append_json(call.json(), several);
  return {};
}

Result<void> delete_several(const Parts& parts, rest::Call& call) {
  NORN_TRY(parts.feeds.revoke_several(call.caller().user_id));
  call.no_content();
  return {};
}

Result<void> read_several(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(auto file, parts.feeds.read_several(call.path("secret")));
  if (!file) return not_found(accounts::kFeedNotFound);
  events::render_calendar(call, *std::move(file));
  return {};
}

rest::Route reading_route(std::string path, std::string operation, std::string summary,
                          std::function<Result<void>(rest::Call&)> handle) {
  return {.method = "GET",
          .path = std::move(path),
          .operation = std::move(operation),
          .tag = kTag,
          .summary = std::move(summary),
          .access = rest::Access::kAnyone,
          .replies = {{.status = 200,
                       .description = "The file.",
                       .content_type = accounts::kCalendarFileType}},
          .problems = {404},
          .heavy = true,
          .handle = std::move(handle)};
}

void add_routes_of_one(rest::Api& api, const Parts& parts) {
  api.add_schema("SharedCalendarFeed", accounts::kFeedSchema);
  api.add_schema("SharedCalendarFeedLink", accounts::kFeedLinkSchema);
  api.add({.method = "GET",
           .path = kFeedPath,
           .operation = "getCalendarFeed",
           .tag = kTag,
           .summary = "Returns whether you have a secret address at which other programs can "
                      "subscribe to a calendar.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "Its state, without the address itself.",
                        .schema = "SharedCalendarFeed"}},
           .problems = {404},
           .handle = handled_by(parts, get_feed)});
  api.add({.method = "POST",
           .path = kFeedPath,
           .operation = "createCalendarFeed",
           .tag = kTag,
           .summary = "Creates a secret address at which a calendar can be read as a calendar "
                      "file, for as long as you may see it. Your previous address becomes invalid.",
           .access = rest::Access::kSession,
           .replies = {{.status = 201,
                        .description = "The address.",
                        .schema = "SharedCalendarFeedLink"}},
           .problems = {404},
           .handle = handled_by(parts, create_feed)});
  api.add({.method = "DELETE",
           .path = kFeedPath,
           .operation = "deleteCalendarFeed",
           .tag = kTag,
           .summary = "Deletes your secret address of a calendar, if you have one.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "There is no address."}},
           .problems = {404},
           .handle = handled_by(parts, delete_feed)});
  api.add(reading_route(
      "/ical/{secret}/calendar.ics", "readCalendarFeed",
      "Gets the entries and events of a calendar as an iCalendar file, for programs that subscribe "
      "to it. Needs no credentials but the secret address.",
      handled_by(parts, read_feed)));
}

void add_routes_of_several(rest::Api& api, const Parts& parts) {
  const std::string ids = fmt::format(
      R"({{"type":"array","maxItems":{},"items":{{"type":"string"}}}})", kMaxCalendarsInFeed);
  api.add_schema("CalendarsFeed", R"({"type":"object","additionalProperties":false,
    "required":["exists","calendarIds"],
    "properties":{"exists":{"type":"boolean"},
      "createdAt":{"type":"string","format":"date-time"},
      "lastReadAt":{"type":["string","null"],"description":"To the hour."},
      "calendarIds":)" + ids + "}}");
  api.add_schema("CalendarsFeedChoice", R"({"type":"object","additionalProperties":false,
    "required":["calendarIds"],"properties":{"calendarIds":)" +
                                            ids + "}}");
  api.add({.method = "GET",
           .path = kSeveralPath,
           .operation = "getCalendarsFeed",
           .tag = kTag,
           .summary = "Returns whether you have a secret address at which other programs can "
                      "subscribe to several of your calendars at once, and to which.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "Its state, without the address itself.",
                        .schema = "CalendarsFeed"}},
           .handle = handled_by(parts, get_several)});
  api.add({.method = "POST",
           .path = kSeveralPath,
           .operation = "createCalendarsFeed",
           .tag = kTag,
           .summary = "Creates a secret address at which these calendars can be read as one "
                      "calendar file, each for as long as you may see it. Your previous address "
                      "becomes invalid.",
           .access = rest::Access::kSession,
           .request = "CalendarsFeedChoice",
           .replies = {{.status = 201,
                        .description = "The address.",
                        .schema = "SharedCalendarFeedLink"}},
           .problems = {404},
           .handle = handled_by(parts, create_several)});
  api.add({.method = "PUT",
           .path = kSeveralPath,
           .operation = "chooseFeedCalendars",
           .tag = kTag,
           .summary = "Chooses the calendars at your secret address. The address stays the same.",
           .access = rest::Access::kSession,
           .request = "CalendarsFeedChoice",
           .replies = {{.status = 200, .description = "Its state.", .schema = "CalendarsFeed"}},
           .problems = {404},
           .handle = handled_by(parts, choose_calendars)});
  api.add({.method = "DELETE",
           .path = kSeveralPath,
           .operation = "deleteCalendarsFeed",
           .tag = kTag,
           .summary = "Deletes your secret address of several calendars, if you have one.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "There is no address."}},
           .handle = handled_by(parts, delete_several)});
  api.add(reading_route(
      "/ical/{secret}/calendars.ics", "readCalendarsFeed",
      "Gets the entries and events of several calendars as one iCalendar file, for programs that "
      "subscribe to it. Needs no credentials but the secret address.",
      handled_by(parts, read_several)));
}

}  // namespace

void add_feed_routes(rest::Api& api, const Parts& parts) {
  add_routes_of_one(api, parts);
  add_routes_of_several(api, parts);
}

}  // namespace norn::calendars
