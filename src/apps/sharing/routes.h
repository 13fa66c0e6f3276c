#pragma once

#include <functional>
#include <string>

#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::sharing {

// The names of an app's routes. The rest follows from `Description`: for the thing "place", the
// path parameter is {placeId}.
struct RouteNames {
  std::string collection;            // "/api/v1/places"
  std::string own_invitations_path;  // "/api/v1/place-invitations"
  std::string tag;                   // "bookings"
  std::string read_scope;            // "bookings:read"
  std::string write_scope;

  struct Operations {
    std::string list;    // "listPlaceMembers"
    std::string invite;  // "inviteToPlace"
    std::string withdraw;
    std::string change_role;
    std::string remove;
    std::string own_invitations;
    std::string accept;
    std::string decline;
  } operations;

  // Names of schemas. Role and thing are the app's own; `add_schemas` adds the others.
  struct Schemas {
    std::string role;         // "PlaceRole"
    std::string thing;        // "Place"
    std::string member;       // "PlaceMember"
    std::string members;      // "PlaceMembers"
    std::string invitation;   // "PlaceInvitation"
    std::string invited;      // "InvitedPlaceMember"
    std::string new_member;   // "NewPlaceMember"
    std::string role_change;  // "PlaceRoleChange"
    std::string own_invitation;
    std::string own_invitations;
    std::string permission = {};  // The app's own; only of those whose description has `limitable`.
  } schemas;

  int stale_status = 412;  // The status of SharedThings::stale: 412 or 409.

  // The id of the path's thing; kNotFound for a malformed one.
  std::function<Result<std::string>(const rest::Call&)> thing_id_of;
  // Appends a thing, as a member sees it, to the reply, and sets its ETag.
  std::function<Result<void>(rest::Call&, std::string& out, const std::string& user_id,
                             const std::string& thing_id)>
      render_thing;
};

// Members and invitations over HTTP, below <collection>/{id}:
//   GET    members             lists members, and invitations for managers
//   POST   members             invites
//   PATCH  members/{userId}    changes a role
//   DELETE members/{userId}    removes, leaves
//   DELETE invitations?email=  withdraws
//   POST   invitation          accepts the caller's own
//   DELETE invitation          declines it
// and the caller's own invitations at `own_invitations_path`. `members` outlives the api.
void add_routes(rest::Api& api, Members& members, const RouteNames& names);
void add_schemas(rest::Api& api, const Description& description, const RouteNames& names);

}  // namespace norn::sharing
