#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/bookings/members.h"
#include "apps/bookings/members_invitations.h"
#include "apps/bookings/places.h"
#include "apps/bookings/places_actions.h"
#include "base/faults.h"

// What those who are invited make of it. An invitation is for whoever proves that the address is
// theirs, and it counts as long as who invited is an administrator of the place.
namespace norn::bookings {
namespace {

// Who they are, when their address is proved.
Result<std::optional<accounts::User>> find_invitee(const Context& context,
                                                   const std::string& user_id) {
  NORN_ASSIGN(auto known, context.users.find_known(user_id));
  if (!known || !known->account.email_verified) return std::nullopt;
  return std::move(known->user);
}

// The place of an invitation that counts.
Result<std::optional<Place>> place_of(const Context& context, const Invitation& invitation) {
  auto access =
      authorize(context, invitation.invited_by, invitation.place_id, Role::kAdministrator);
  if (access) return std::move(access->place);
  const ErrorCode code = access.error().code;
  if (code == ErrorCode::kNotFound || code == ErrorCode::kForbidden) return std::nullopt;
  return std::unexpected(access.error());
}

// Takes an invitation away that counts for nothing: the answer to who would accept it.
Result<bool> drop(const Context& context, const Invitation& invitation) {
  std::vector<Action> actions;
  remove_invitation(context, invitation, actions);
  return apps::write_all(context.store, std::move(actions));
}

struct Found {
  accounts::User user;
  Invitation invitation;
};

Result<Found> find_own(const Context& context, const std::string& user_id,
                       const std::string& place_id) {
  NORN_ASSIGN(auto user, find_invitee(context, user_id));
  if (!user) return not_found("invitation");
  NORN_ASSIGN(auto invitation, find_invitation(context, user->email, place_id));
  if (!invitation) return not_found("invitation");
  return Found{std::move(*user), std::move(*invitation)};
}

Result<std::optional<Access>> try_accept(const Context& context, const std::string& user_id,
                                         const std::string& place_id) {
  NORN_ASSIGN(const Found found, find_own(context, user_id, place_id));
  NORN_ASSIGN(auto place, place_of(context, found.invitation));
  if (!place) {
    NORN_ASSIGN(const bool dropped, drop(context, found.invitation));
    if (!dropped) return std::nullopt;
    return not_found("invitation");
  }
  NORN_ASSIGN(auto membership, find_membership(context, place_id, user_id));
  std::vector<Action> actions;
  remove_invitation(context, found.invitation, actions);
  if (!membership) {
    NORN_TRY(check_room_for_place(context, user_id));
    membership = new_membership(context, place_id, user_id, found.invitation.role);
    add_membership(context, *membership, actions);
    actions.push_back(place_is_there(context, place_id));
    actions.push_back(is_administrator(context, found.invitation.invited_by, place_id));
    actions.push_back(has_address(context, found.user));
    actions.push_back(has_proved_address(context, found.user));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Access{std::move(*place), std::move(*membership)};
}

Result<std::optional<apps::Done>> try_decline(const Context& context, const std::string& user_id,
                                              const std::string& place_id) {
  NORN_ASSIGN(const Found found, find_own(context, user_id, place_id));
  NORN_ASSIGN(const bool dropped, drop(context, found.invitation));
  if (!dropped) return std::nullopt;
  return apps::Done{};
}

Result<void> add_names(const Context& context, std::vector<OwnInvitation>& invitations) {
  std::vector<std::string> ids;
  for (const OwnInvitation& one : invitations) ids.push_back(one.invitation.invited_by);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  NORN_ASSIGN(const auto users, context.users.find_all(ids));
  std::map<std::string, std::string> names;
  for (const accounts::User& user : users) names.emplace(user.id, user.name);
  for (OwnInvitation& one : invitations) one.inviter_name = names[one.invitation.invited_by];
  return {};
}

}  // namespace

Result<std::vector<OwnInvitation>> Members::own_invitations(const std::string& user_id) {
  std::vector<OwnInvitation> own;
  NORN_ASSIGN(const auto user, find_invitee(context_, user_id));
  if (!user) return own;
  NORN_ASSIGN(auto invitations, invitations_of_address(context_, user->email));
  for (Invitation& invitation : invitations) {
    NORN_ASSIGN(const auto place, place_of(context_, invitation));
    if (!place) continue;
    NORN_ASSIGN(const auto there, find_membership(context_, invitation.place_id, user_id));
    if (there) continue;
    own.push_back({std::move(invitation), place->settings.name, ""});
  }
  NORN_TRY(add_names(context_, own));
  std::ranges::sort(own, {}, [](const OwnInvitation& one) {
    return std::pair<std::string_view, std::string_view>(one.place_name, one.invitation.place_id);
  });
  return own;
}

Result<Access> Members::accept(const std::string& user_id, const std::string& place_id) {
  return apps::decide_and_write([&] { return try_accept(context_, user_id, place_id); });
}

Result<void> Members::decline(const std::string& user_id, const std::string& place_id) {
  const auto attempt = [&] { return try_decline(context_, user_id, place_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

}  // namespace norn::bookings
