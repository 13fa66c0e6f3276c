#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/accounts/users/normal_form.h"
#include "apps/events/limits.h"
#include "apps/events/render.h"
#include "apps/events/routes/routes_parts.h"
#include "apps/events/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/routes.h"
#include "base/json_writer.h"

// The guests of events and series, for those whose events they are.
namespace norn::events {
namespace {

constexpr std::string_view kFileReply = "text/calendar; charset=utf-8; method=REQUEST";

Result<void> list_guests(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.reader(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const auto listed, routes.guests.list(owner, id));
  std::string& out = call.json();
  ObjectWriter object(out);
  ListWriter guests(object.key("guests"));
  for (const ListedGuest& guest : listed) append_json(guests.next(), guest);
  guests.close();
  object.close();
  call.set_etag(apps::etag_of(out));
  return {};
}

Result<void> invite_guest(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NewGuest guest;
  if (body.has("email")) {
    NORN_ASSIGN(guest.email, body.text("email"));
  }
  if (body.has("userId")) {
    NORN_ASSIGN(guest.user_id, body.text("userId"));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const ListedGuest invited, routes.guests.invite(owner, id, guest, routes.is_member));
  append_json(call.json(201), invited);
  return {};
}

Result<void> remove_guest(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const std::string guest_id, apps::id_of(call, "guestId", kGuestNotFound));
  NORN_TRY(routes.guests.remove(owner, id, guest_id));
  call.no_content();
  return {};
}

Result<void> get_invitation_file(const EventRoutes& routes, rest::Call& call) {
  NORN_ASSIGN(const Owner owner, routes.writer(call));
  NORN_ASSIGN(const EventId id, event_id_of(call));
  NORN_ASSIGN(const std::string guest_id, apps::id_of(call, "guestId", kGuestNotFound));
  NORN_ASSIGN(std::string file, routes.guests.invitation_file(owner, id, guest_id));
  call.response().add_header("Content-Disposition", "attachment; filename=\"invitation.ics\"");
  call.response().add_header("Cache-Control", "private, no-cache");
  call.body_of(kFileReply) = std::move(file);
  return {};
}

}  // namespace

void add_guest_schemas(rest::Api& api) {
  api.add_schema("GuestAnswer", R"({"type":"string","enum":["waiting","yes","no","maybe"]})");
  api.add_schema("EventGuest", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","answer"],"properties":{
      "id":{"type":"string"},
      "email":{"type":"string","description":"Of a guest who was invited by address."},
      "userId":{"type":"string","description":"Of a member."},
      "name":{"type":"string","description":"Of a member; empty if the account was deleted."},
      "answer":{"$ref":"#/components/schemas/GuestAnswer"},
      "invitedAt":$INSTANT}})"));
  api.add_schema("EventGuests", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["guests"],"properties":{"guests":{"type":"array","maxItems":$GUESTS_MOST,
      "items":{"$ref":"#/components/schemas/EventGuest"}}}})"));
  api.add_schema("NewEventGuest", fmt::format(R"({{"type":"object","additionalProperties":false,
    "description":"Either of them.","properties":{{
      "email":{{"type":"string","minLength":{},"maxLength":{}}},
      "userId":{{"type":"string","description":"A member of the calendar."}}}}}})",
                                              accounts::kMinEmailBytes, accounts::kMaxEmailBytes));
}

void add_guest_routes(rest::Api& api, const EventRoutes& routes) {
  const std::string path = routes.path + "/events/{eventId}/guests";
  api.add({.method = "GET",
           .path = path,
           .operation = "list" + routes.noun + "EventGuests",
           .tag = routes.tag,
           .summary = "Lists who is invited to an event or a series, and what they answered.",
           .scope = routes.read_scope,
           .replies = {{.status = 200, .description = "The guests.", .schema = "EventGuests"}},
           .problems = {404},
           .handle = handled_by(routes, list_guests)});
  api.add({.method = "POST",
           .path = path,
           .operation = "invite" + routes.noun + "EventGuest",
           .tag = routes.tag,
           .summary =
               "Invites somebody to an event or to all of a series: by e-mail address, whether it "
               "has an account here or not, or a member of the calendar.",
           .scope = routes.write_scope,
           .request = "NewEventGuest",
           .replies = {{.status = 201, .description = "The guest.", .schema = "EventGuest"}},
           .problems = {404, 409},
           .handle = handled_by(routes, invite_guest)});
  api.add({.method = "DELETE",
           .path = path + "/{guestId}",
           .operation = "remove" + routes.noun + "EventGuest",
           .tag = routes.tag,
           .summary = "Withdraws an invitation to an event or a series.",
           .scope = routes.write_scope,
           .replies = {{.status = 204, .description = "The guest is not invited any more."}},
           .problems = {404, 409},
           .handle = handled_by(routes, remove_guest)});
  api.add({.method = "GET",
           .path = path + "/{guestId}/invitation.ics",
           .operation = "get" + routes.noun + "EventInvitation",
           .tag = routes.tag,
           .summary =
               "Gets the invitation of a guest by address as a calendar file, to be sent to them. "
               "It names no other guest.",
           .scope = routes.write_scope,
           .replies = {{.status = 200, .description = "The file.", .content_type = kCalendarType}},
           .problems = {404, 409},
           .handle = handled_by(routes, get_invitation_file)});
}

}  // namespace norn::events
