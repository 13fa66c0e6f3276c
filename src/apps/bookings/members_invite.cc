#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/email.h"
#include "apps/bookings/members.h"
#include "apps/bookings/members_invitations.h"
#include "apps/bookings/places.h"
#include "apps/bookings/places_actions.h"
#include "base/faults.h"

// How administrators bring people into a place: those with an account at once, all others when they
// accept.
namespace norn::bookings {
namespace {

constexpr int64_t kMaxInvitationsPerHour = 100;  // Of one person.
constexpr int64_t kSecondsPerHour = 3'600;

accounts::ThrottleRule invitations_of_person() {
  return {.kind = "place-invitation", .tries = kMaxInvitationsPerHour, .window_s = kSecondsPerHour};
}

// Those who are invited count as members do, so that there is room for them when they come.
Result<void> check_room(const Context& context, const Invitation& invitation) {
  NORN_ASSIGN(const auto members, members_of(context, invitation.place_id));
  NORN_ASSIGN(const auto invited, invitations_of_place(context, invitation.place_id));
  const auto others = std::ranges::count_if(
      invited, [&](const Invitation& one) { return one.email != invitation.email; });
  if (members.size() + static_cast<size_t>(others) < kMaxMembersPerPlace) return {};
  return conflict("email", fmt::format("A place cannot have more than {} members, with those who "
                                       "are invited. Remove somebody first.",
                                       kMaxMembersPerPlace));
}

Result<bool> write_by_administrator(const Context& context, const Invitation& invitation,
                                    std::vector<Action> actions) {
  actions.push_back(place_is_there(context, invitation.place_id));
  actions.push_back(is_administrator(context, invitation.invited_by, invitation.place_id));
  return apps::write_all(context.store, std::move(actions));
}

// Whether somebody with an account can come in as what they are invited as.
Result<void> check_newcomer(const Context& context, const accounts::User& user,
                            const Invitation& invitation) {
  NORN_ASSIGN(const auto there, find_membership(context, invitation.place_id, user.id));
  if (there) return conflict("email", "This person is in the place already.");
  if (invitation.role == Role::kAdministrator) {
    NORN_ASSIGN(const auto account, context.users.find_account(user.id));
    if (!account || !account->email_verified) {
      return conflict("role",
                      "It was never proved that this address is theirs, so they cannot come in as "
                      "an administrator. Make them a member, see whether it is them, and make "
                      "them an administrator then.");
    }
  }
  NORN_ASSIGN(const auto places, places_of(context, user.id));
  if (places.size() >= kMaxPlacesPerPerson) {
    return conflict("email", fmt::format("This person is in {} places, and nobody can be in more.",
                                         places.size()));
  }
  return check_room(context, invitation);
}

Result<std::optional<Members::Invited>> try_add(const Context& context, const accounts::User& user,
                                                const Invitation& invitation) {
  NORN_TRY(check_newcomer(context, user, invitation));
  const Membership membership =
      new_membership(context, invitation.place_id, user.id, invitation.role);
  std::vector<Action> actions = {has_address(context, user)};
  add_membership(context, membership, actions);
  if (invitation.role == Role::kAdministrator) actions.push_back(has_proved_address(context, user));
  // Somebody who was invited before they had an account.
  remove_any_invitation(context, invitation, actions);
  NORN_ASSIGN(const bool written, write_by_administrator(context, invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Members::Invited{.member = Member{membership, user}, .invitation = std::nullopt};
}

Result<void> check_address(const Context& context, const Invitation& invitation) {
  NORN_ASSIGN(const auto of_address, invitations_of_address(context, invitation.email));
  const auto is_other = [&](const Invitation& one) { return one.place_id != invitation.place_id; };
  if (static_cast<size_t>(std::ranges::count_if(of_address, is_other)) <
      kMaxInvitationsPerAddress) {
    return {};
  }
  return conflict("email",
                  "This address has too many invitations already. Invite them again when they have "
                  "an account.");
}

Result<std::optional<Members::Invited>> try_put(const Context& context,
                                                const Invitation& invitation) {
  NORN_TRY(check_address(context, invitation));
  NORN_TRY(check_room(context, invitation));
  std::vector<Action> actions = {address_is_free(context, invitation.email)};
  put_invitation(context, invitation, actions);
  NORN_ASSIGN(const bool written, write_by_administrator(context, invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Members::Invited{.member = std::nullopt, .invitation = invitation};
}

Result<std::optional<Members::Invited>> try_invite(const Context& context,
                                                   const Invitation& invitation) {
  NORN_TRY(authorize(context, invitation.invited_by, invitation.place_id, Role::kAdministrator));
  NORN_ASSIGN(const auto user, context.users.find_by_email(invitation.email));
  return user ? try_add(context, *user, invitation) : try_put(context, invitation);
}

Result<std::optional<apps::Done>> try_withdraw(const Context& context, const std::string& user_id,
                                               const std::string& place_id,
                                               const std::string& email) {
  NORN_TRY(authorize(context, user_id, place_id, Role::kAdministrator));
  NORN_ASSIGN(const auto invitation, find_invitation(context, email, place_id));
  if (!invitation) return not_found("invitation");
  std::vector<Action> actions = {place_is_there(context, place_id),
                                 is_administrator(context, user_id, place_id)};
  remove_invitation(context, *invitation, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

}  // namespace

Result<std::vector<Invitation>> Members::invitations(const std::string& user_id,
                                                     const std::string& place_id) {
  NORN_TRY(authorize(context_, user_id, place_id, Role::kAdministrator));
  return invitations_of_place(context_, place_id);
}

Result<Members::Invited> Members::invite(const std::string& user_id, const std::string& place_id,
                                         const std::string& email, Role role) {
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  // Every answer tells whether somebody has an account with that address, and who they are.
  NORN_TRY(throttle_.take(invitations_of_person(), user_id));
  const Invitation invitation = {.place_id = place_id,
                                 .email = address,
                                 .role = role,
                                 .invited_by = user_id,
                                 .created_at = now_text(context_)};
  return apps::decide_and_write([&] { return try_invite(context_, invitation); });
}

Result<void> Members::withdraw(const std::string& user_id, const std::string& place_id,
                               const std::string& email) {
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  const auto attempt = [&] { return try_withdraw(context_, user_id, place_id, address); };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

}  // namespace norn::bookings
