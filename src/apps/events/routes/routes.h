#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/exchange/export.h"
#include "apps/events/exchange/import.h"
#include "apps/events/guests/guests.h"
#include "apps/events/owner.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/shared/kept_replies.h"
#include "rest/api.h"
#include "rest/call.h"

// The HTTP face of events, which the apps that have events share.
namespace norn::events {

// What an app says of its events. The parts outlive the routes.
struct EventRoutes {
  std::string path;  // "/api/v1/planner", "/api/v1/calendars/{calendarId}"
  std::string tag;
  std::string read_scope;
  std::string write_scope;
  std::string noun;       // "Planner": of the names of operations.
  std::string where;      // "your planner": for the description.
  std::string file_name;  // Of exports: "planner.ics".

  // Whose events a request is about. Return the error of a caller who may not read, or change them.
  using OwnerOf = std::function<Result<Owner>(const rest::Call&)>;
  OwnerOf reader;
  OwnerOf writer;

  Context context;
  Events& events;
  Views& views;
  GuestLists& guests;
  apps::KeptReplies& kept_views;  // With `owner_of_change`.

  // Of an app that has tasks, too: what is in its files besides events, and what an import does
  // with it.
  std::vector<ExportedKind> exported = {};
  using ImportTodosOf =
      std::function<Result<void>(const Owner& owner, const std::vector<ImportGroup>& todos,
                                 bool dry_run, ImportReport& report, ImportNotes& notes)>;
  ImportTodosOf import_todos = {};
  // Of events that are shared: whether a person is a member, who can be a guest by their id.
  GuestLists::IsMember is_member = {};
};

// Once, before the routes.
void add_schemas(rest::Api& api);
// Below `path`:
//   POST   events                      GET    view
//   GET    events/{eventId}            GET    search
//   PATCH  events/{eventId}            GET    series/{eventId}
//   DELETE events/{eventId}            GET    linked
//   POST   events/{eventId}/restore    GET    export
//                                      POST   import
//   GET    events/{eventId}/guests     DELETE events/{eventId}/guests/{guestId}
//   POST   events/{eventId}/guests     GET    events/{eventId}/guests/{guestId}/invitation.ics
void add_routes(rest::Api& api, const EventRoutes& routes);

// For apps::KeptReplies: views are kept by partition.
void owner_of_change(const store::StreamRecord& record, std::vector<std::string>& owners);

constexpr const char* kDateSchema = R"({"type":"string","format":"date"})";
constexpr const char* kInstantSchema = R"({"type":"string","format":"date-time"})";

// A parameter of the query that is true or false.
Result<bool> boolean_query(const rest::Call& call, std::string_view name, bool fallback);
// The view that the query asks for: `from`, `to`, `tzid` and `tag`.
Result<ViewRequest> view_request_of(const rest::Call& call);

// What the path and the body of a request say of an event. Return kNotFound and kInvalid.
Result<EventId> event_id_of(const rest::Call& call);
Result<EventChange> event_change_of(rest::Call& call);
std::string id_of(const Thing& thing);
// An event, a series or an occurrence as the reply, with its ETag.
void render_event(rest::Call& call, std::string& out, const Thing& thing);
// Everything of some owners as a calendar file. The context must outlive the reply.
Result<void> render_calendar(const Context& context, rest::Call& call, ExportedFile wanted);
void render_calendar(rest::Call& call, CalendarExport file);

// A schema with its placeholders replaced: `$DATE`, `$INSTANT` and `$WALL` by the schemas of such
// times, `$MAX_TITLE` and the like by the limits of apps/events/limits.h.
std::string filled_in(std::string schema);

}  // namespace norn::events
