#include <utility>

#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/sharing/routes.h"

// Who is in a calendar, and who is invited to it.
namespace norn::calendars {
namespace {

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
  names.thing_id_of = [](const rest::Call& call) { return call.id("calendarId", "calendar"); };
  names.render_thing = [&calendars](rest::Call& call, std::string& out, const std::string& user_id,
                                    const std::string& calendar_id) -> Result<void> {
    NORN_ASSIGN(const Access access, calendars.get(user_id, calendar_id));
    call.set_etag(etag_of(access.calendar));
    append_json(out, access.calendar, access.membership.role);
    return {};
  };
  return names;
}

}  // namespace

void add_member_routes(rest::Api& api, Calendars& calendars, sharing::Members& members) {
  const sharing::RouteNames names = member_routes(calendars);
  sharing::add_schemas(api, members.description(), names);
  sharing::add_routes(api, members, names);
}

}  // namespace norn::calendars
