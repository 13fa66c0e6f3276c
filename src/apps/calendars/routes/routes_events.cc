#include "apps/events/routes/routes.h"

#include <optional>
#include <string>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/events/turning.h"
#include "apps/calendars/feeds/entry_export.h"
#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/sharing/authors.h"
#include "base/faults.h"
#include "rest/sentences.h"

// Events of calendars: the routes of all events, for members by their roles; and how things become
// events, become entries, and move.
namespace norn::calendars {
namespace {

constexpr const char* kPlannerScope = "planner:write";
constexpr std::string_view kPlanner = "planner";

Result<std::string> calendar_in_path(const rest::Call& call) {
  return apps::id_of(call, "calendarId", kCalendarNotFound);
}

Result<void> turn_entry_into_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string calendar_id, calendar_in_path(call));
  NORN_ASSIGN(const std::string entry_id, apps::id_of(call, "entryId", kEntryNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(const events::EventChange change, events::event_change_of(call));
  NORN_ASSIGN(const events::Thing thing, turn_into_event(parts.context, call.caller().user_id,
                                                         calendar_id, entry_id, change, etag));
  events::render_event(
      call, call.created("/api/v1/calendars/" + calendar_id + "/events/" + events::id_of(thing)),
      thing);
  return {};
}

Result<void> turn_event_into_entry(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string calendar_id, calendar_in_path(call));
  NORN_ASSIGN(const events::EventId id, events::event_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(auto body, call.optional_body());
  std::optional<EntryInput> said;
  if (body) {
    NORN_ASSIGN(said, read_entry(*body));
  }
  NORN_ASSIGN(const Entry entry,
              turn_into_entry(parts.context, call.caller().user_id, calendar_id, id, said, etag));
  std::string& out = call.created("/api/v1/entries/" + entry.id);
  call.set_etag(etag_of(entry));
  append_json(out, entry);
  return {};
}

// Returns kForbidden if a token may not change what the move is from or to.
Result<void> check_scope(const rest::Call& call, const char* scope) {
  if (call.caller().may(scope)) return {};
  return forbidden(rest::kTokenLacksScope(scope));
}

Result<void> move_event_from(const Parts& parts, rest::Call& call, const events::Owner& from) {
  NORN_ASSIGN(const events::EventId id, events::event_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string to, body.text("to"));
  NORN_TRY(body.finish());
  NORN_TRY(parts.events.get(from.id, id));
  const std::string& user_id = call.caller().user_id;
  events::Owner target(user_id);
  if (to == kPlanner) {
    NORN_TRY(check_scope(call, kPlannerScope));
  } else {
    NORN_TRY(check_scope(call, kWriteScope));
    if (!apps::is_id(to)) return not_found(kCalendarNotFound);
    NORN_ASSIGN(target, owner_of_events(parts.context, user_id, to, Role::kWriter));
  }
  NORN_ASSIGN(const events::Thing thing, parts.events.move(from, target, id, etag));
  events::render_event(call, call.json(), thing);
  return {};
}

Result<void> move_calendar_event(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string calendar_id, calendar_in_path(call));
  NORN_ASSIGN(const events::Owner from,
              owner_of_events(parts.context, call.caller().user_id, calendar_id, Role::kWriter));
  return move_event_from(parts, call, from);
}

Result<void> move_planner_event(const Parts& parts, rest::Call& call) {
  return move_event_from(parts, call, events::Owner(call.caller().user_id));
}

Result<void> get_event_authors(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string calendar_id, calendar_in_path(call));
  NORN_ASSIGN(const events::EventId id, events::event_id_of(call));
  NORN_ASSIGN(const events::Owner owner,
              owner_of_events(parts.context, call.caller().user_id, calendar_id, Role::kReader));
  NORN_ASSIGN(const events::Thing thing, parts.events.get(owner.id, id));
  const events::Stamp stamp = events::stamp_of(thing);
  NORN_ASSIGN(const auto authors,
              sharing::find_authors(parts.users, stamp.created_by, stamp.updated_by));
  sharing::append_json(call.json(), authors);
  return {};
}

void add_author_route(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/calendars/{calendarId}/events/{eventId}/authors",
           .operation = "getCalendarEventAuthors",
           .tag = kTag,
           .summary = "Gets who created and who last changed an event, a series or an occurrence, "
                      "with their names.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The people.", .schema = "EntryAuthors"}},
           .problems = {404},
           .handle = handled_by(parts, get_event_authors)});
}

void add_turning_routes(rest::Api& api, const Parts& parts) {
  api.add({.method = "POST",
           .path = "/api/v1/calendars/{calendarId}/entries/{entryId}/event",
           .operation = "turnEntryIntoEvent",
           .tag = kTag,
           .summary =
               "Turns an entry into an event of its calendar, with a change that an entry cannot "
               "have: a rule, a time zone, reminders, a night. The event has the id of the entry "
               "behind `evt_` or `mst_`, and the path of the entry leads to it.",
           .scope = kWriteScope,
           .request = "PlannerEventChange",
           .replies = {{.status = 201,
                        .description = "The event or series.",
                        .schema = "PlannerEvent"}},
           .problems = {404, 409, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, turn_entry_into_event)});
  api.add({.method = "POST",
           .path = "/api/v1/calendars/{calendarId}/events/{eventId}/entry",
           .operation = "turnEventIntoEntry",
           .tag = kTag,
           .summary =
               "Turns an event into an entry of its calendar, if an entry can say everything that "
               "the event says. With a body, what the entry said before it became an event or a "
               "series, it undoes that: the entry says this again, and what only the event says is "
               "lost.",
           .scope = kWriteScope,
           .request = "NewEntry",
           .request_optional = true,
           .replies = {{.status = 201, .description = "The entry.", .schema = "Entry"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, turn_event_into_entry)});
}

void add_move_routes(rest::Api& api, const Parts& parts) {
  api.add_schema("EventMove", R"({"type":"object","additionalProperties":false,
    "required":["to"],"properties":{"to":{"type":"string","description":
      "The id of a calendar that you may write in, or `planner`: yours."}}})");
  rest::Route route = {
      .method = "POST",
      .path = "/api/v1/calendars/{calendarId}/events/{eventId}/move",
      .operation = "moveCalendarEvent",
      .tag = kTag,
      .summary =
          "Moves an event, or a series with its changed occurrences (at most 45), to another "
          "calendar or to your planner. It keeps its id. A token needs the scopes of both.",
      .scope = kWriteScope,
      .request = "EventMove",
      .replies = {{.status = 200, .description = "It, where it is now.", .schema = "PlannerEvent"}},
      .problems = {404, 409},
      .needs_if_match = true,
      .handle = handled_by(parts, move_calendar_event)};
  api.add(route);
  route.path = "/api/v1/planner/events/{eventId}/move";
  route.operation = "movePlannerEvent";
  route.tag = kPlanner;
  route.summary =
      "Moves an event, or a series with its changed occurrences (at most 45), to a calendar. It "
      "keeps its id. A token needs the scopes of both.";
  route.scope = kPlannerScope;
  route.handle = handled_by(parts, move_planner_event);
  api.add(route);
}

}  // namespace

void add_event_routes(rest::Api& api, const Parts& parts) {
  const auto owner_for = [context = parts.context](Role needed) {
    return [context, needed](const rest::Call& call) -> Result<events::Owner> {
      NORN_ASSIGN(const std::string calendar_id, calendar_in_path(call));
      return owner_of_events(context, call.caller().user_id, calendar_id, needed);
    };
  };
  events::add_routes(api, {.path = "/api/v1/calendars/{calendarId}",
                           .tag = kTag,
                           .read_scope = kReadScope,
                           .write_scope = kWriteScope,
                           .noun = "Calendar",
                           .where = "a calendar",
                           .file_name = "calendar.ics",
                           .reader = owner_for(Role::kReader),
                           .writer = owner_for(Role::kWriter),
                           .context = events::context_of(parts.context),
                           .events = parts.events,
                           .views = parts.views,
                           .guests = parts.guests,
                           .kept_views = parts.kept_views,
                           .exported = {exported_entries(parts.context)},
                           .is_member = [context = parts.context](const events::Owner& owner,
                                                                  const std::string& user_id) {
                             return is_member(context, owner, user_id);
                           }});
  add_author_route(api, parts);
  add_turning_routes(api, parts);
  add_move_routes(api, parts);
}

}  // namespace norn::calendars
