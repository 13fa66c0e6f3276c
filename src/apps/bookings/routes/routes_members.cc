#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes.h"
#include "apps/sharing/routes.h"

// Members of places and invitations.
namespace norn::bookings {
namespace {

sharing::RouteNames member_routes(const Parts& parts) {
  sharing::RouteNames names;
  names.collection = "/api/v1/places";
  names.own_invitations_path = "/api/v1/place-invitations";
  names.tag = kTag;
  names.read_scope = kReadScope;
  names.write_scope = kWriteScope;
  names.operations = {.list = "listPlaceMembers",
                      .invite = "inviteToPlace",
                      .withdraw = "withdrawPlaceInvitation",
                      .change_role = "changePlaceRole",
                      .remove = "removePlaceMember",
                      .own_invitations = "listPlaceInvitations",
                      .accept = "acceptPlaceInvitation",
                      .decline = "declinePlaceInvitation"};
  names.schemas = {.role = "PlaceRole",
                   .thing = "Place",
                   .member = "PlaceMember",
                   .members = "PlaceMembers",
                   .invitation = "PlaceInvitation",
                   .invited = "InvitedPlaceMember",
                   .new_member = "NewPlaceMember",
                   .role_change = "PlaceRoleChange",
                   .own_invitation = "OwnPlaceInvitation",
                   .own_invitations = "OwnPlaceInvitations"};
  names.stale_status = 409;
  names.thing_id_of = place_id_of;
  names.render_thing = [&places = parts.places](rest::Call& call, std::string& out,
                                                const std::string& user_id,
                                                const std::string& place_id) -> Result<void> {
    NORN_ASSIGN(const Access access, places.get(user_id, place_id));
    call.set_etag(etag_of(access.place));
    append_json(out, access);
    return {};
  };
  return names;
}

}  // namespace

void add_member_routes(rest::Api& api, const Parts& parts) {
  api.add_schema("PlaceRole", R"({"type":"string","enum":["viewer","member","administrator"],
    "description":
    "Viewers look, members also book for themselves, administrators also book for others."})");
  const sharing::RouteNames names = member_routes(parts);
  sharing::add_schemas(api, parts.members.description(), names);
  sharing::add_routes(api, parts.members, names);
}

}  // namespace norn::bookings
