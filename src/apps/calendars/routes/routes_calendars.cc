#include <string>
#include <utility>

#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/sharing/routes.h"
#include "base/json_writer.h"

// Calendars, their members and invitations.
namespace norn::calendars {
namespace {

constexpr rest::TextRule kNameRule{.max = kMaxNameCharacters};
constexpr rest::TextRule kCalendarDescriptionRule{
    .min = 0, .max = kMaxCalendarDescriptionCharacters, .lines = true};
constexpr size_t kTypicalCalendarBytes = 400;

void render(rest::Call& call, std::string& out, const Access& access) {
  call.set_etag(etag_of(access.calendar));
  append_json(out, access.calendar, access.membership.role);
}

Result<void> list_calendars(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto all, parts.calendars.list(call.caller().user_id));
  std::string& out = call.json();
  out.reserve(out.size() + (all.size() + 1) * kTypicalCalendarBytes);
  ObjectWriter object(out);
  ListWriter items(object.key("calendars"));
  for (const Access& access : all) {
    append_json(items.next(), access.calendar, access.membership.role);
  }
  items.close();
  object.close();
  return {};
}

Result<void> create_calendar(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CalendarInput input;
  NORN_ASSIGN(input.name, body.text("name", kNameRule));
  NORN_ASSIGN(input.color, body.text("color"));
  NORN_ASSIGN(input.description, read_optional_text(body, "description", kCalendarDescriptionRule));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createCalendar"));
  NORN_ASSIGN(const Access made, parts.calendars.create(call.caller().user_id, input, creation));
  render(call, call.created("/api/v1/calendars/" + made.calendar.id), made);
  return {};
}

Result<void> get_calendar(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "calendarId", kCalendarNotFound));
  NORN_ASSIGN(const Access access, parts.calendars.get(call.caller().user_id, id));
  render(call, call.json(), access);
  return {};
}

Result<void> change_calendar(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "calendarId", kCalendarNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  CalendarPatch patch;
  if (body.has("name")) {
    NORN_ASSIGN(patch.name, body.text("name", kNameRule));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description,
                read_optional_text(body, "description", kCalendarDescriptionRule));
  }
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Access access, parts.calendars.change(call.caller().user_id, id, patch, etag));
  render(call, call.json(), access);
  return {};
}

Result<void> delete_calendar(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "calendarId", kCalendarNotFound));
  NORN_TRY(parts.calendars.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

// The members of a calendar that users can set.
std::string calendar_members() {
  return R"("name":)" + rest::text_schema(kNameRule) +
         R"(,"color":{"$ref":"#/components/schemas/Color"},"description":)" +
         rest::nullable_text_schema(kCalendarDescriptionRule);
}

void add_calendar_schemas(rest::Api& api) {
  api.add_schema("Role", R"({"type":"string","enum":["owner","writer","reader"],
    "description":"Readers read, writers also write entries, owners also administer."})");
  api.add_schema("Color", R"({"type":"string","pattern":"^#[0-9A-Fa-f]{6}$"})");
  api.add_schema("Calendar", R"({"type":"object","additionalProperties":false,
    "required":["id","name","color","description","createdAt","updatedAt","role","etag"],
    "properties":{
      "id":{"type":"string"},
      "name":{"type":"string"},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"]},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "role":{"$ref":"#/components/schemas/Role","description":"What you may do in it."},
      "etag":{"type":"string"}}})");
  api.add_schema("Calendars", R"({"type":"object","additionalProperties":false,
    "required":["calendars"],
    "properties":{
      "calendars":{"type":"array","items":{"$ref":"#/components/schemas/Calendar"}}}})");
  api.add_schema("NewCalendar", R"({"type":"object","additionalProperties":false,
    "required":["name","color"],"properties":{)" +
                                    calendar_members() + "}}");
  api.add_schema("CalendarChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.","properties":{)" +
                                       calendar_members() + "}}");
}

void add_routes_of_one_calendar(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/calendars/{calendarId}",
           .operation = "getCalendar",
           .tag = kTag,
           .summary = "Gets one of your calendars.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The calendar.", .schema = "Calendar"}},
           .problems = {404},
           .handle = handled_by(parts, get_calendar)});
  api.add({.method = "PATCH",
           .path = "/api/v1/calendars/{calendarId}",
           .operation = "changeCalendar",
           .tag = kTag,
           .summary = "Changes the name, the color or the description of a calendar. Owners only.",
           .scope = kWriteScope,
           .request = "CalendarChange",
           .replies = {{.status = 200,
                        .description = "The calendar as it is now.",
                        .schema = "Calendar"}},
           .problems = {404, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, change_calendar)});
  api.add({.method = "DELETE",
           .path = "/api/v1/calendars/{calendarId}",
           .operation = "deleteCalendar",
           .tag = kTag,
           .summary = "Deletes a calendar with everything in it, for all members. Owners only, who "
                      "can restore it for 30 days.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "It is in the bin."}},
           .problems = {404},
           .handle = handled_by(parts, delete_calendar)});
}

sharing::RouteNames member_routes(Calendars& calendars) {
  sharing::RouteNames names;
  names.collection = "/api/v1/calendars";
  names.own_invitations_path = "/api/v1/calendar-invitations";
  names.tag = kTag;
  names.read_scope = kReadScope;
  names.write_scope = kWriteScope;
  names.operations = {.list = "listMembers",
                      .invite = "inviteToCalendar",
                      .withdraw = "withdrawCalendarInvitation",
                      .change_role = "changeRole",
                      .remove = "removeMember",
                      .own_invitations = "listCalendarInvitations",
                      .accept = "acceptCalendarInvitation",
                      .decline = "declineCalendarInvitation"};
  names.schemas = {.role = "Role",
                   .thing = "Calendar",
                   .member = "Member",
                   .members = "Members",
                   .invitation = "CalendarInvitation",
                   .invited = "InvitedMember",
                   .new_member = "NewMember",
                   .role_change = "RoleChange",
                   .own_invitation = "OwnCalendarInvitation",
                   .own_invitations = "OwnCalendarInvitations"};
  names.thing_id_of = [](const rest::Call& call) {
    return apps::id_of(call, "calendarId", kCalendarNotFound);
  };
  names.render_thing = [&calendars](rest::Call& call, std::string& out, const std::string& user_id,
                                    const std::string& calendar_id) -> Result<void> {
    NORN_ASSIGN(const Access access, calendars.get(user_id, calendar_id));
    render(call, out, access);
    return {};
  };
  return names;
}

}  // namespace

void add_calendar_routes(rest::Api& api, const Parts& parts) {
  add_calendar_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/calendars",
           .operation = "listCalendars",
           .tag = kTag,
           .summary = "Lists the calendars that you are in, by name.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "Your calendars.", .schema = "Calendars"}},
           .handle = handled_by(parts, list_calendars)});
  api.add({.method = "POST",
           .path = "/api/v1/calendars",
           .operation = "createCalendar",
           .tag = kTag,
           .summary = "Creates a calendar, of which you are the owner.",
           .scope = kWriteScope,
           .request = "NewCalendar",
           .replies = {{.status = 201, .description = "The new calendar.", .schema = "Calendar"}},
           .problems = {422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_calendar)});
  add_routes_of_one_calendar(api, parts);
}

void add_member_routes(rest::Api& api, const Parts& parts) {
  const sharing::RouteNames names = member_routes(parts.calendars);
  sharing::add_schemas(api, parts.members.description(), names);
  sharing::add_routes(api, parts.members, names);
}

}  // namespace norn::calendars
