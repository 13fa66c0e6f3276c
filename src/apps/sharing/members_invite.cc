#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/users/normal_form.h"
#include "apps/sharing/members.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"

// How people are brought into a thing: those with an account at once, all others by an invitation.
namespace norn::sharing {
namespace {

constexpr int64_t kSecondsPerHour = 3'600;

accounts::ThrottleRule invitations_of_person(const Description& description) {
  return {.kind = description.thing + "-invitation",
          .tries = description.limits.invitations_per_hour,
          .window_s = kSecondsPerHour};
}

// The highest role for a person whose address is not proved.
std::string best_without_proof(const Description& description) {
  std::string best;
  for (const Role& role : description.ladder) {
    if (!role.rights.has(Right::kOwn)) best = role.name;
  }
  return best;
}

std::unexpected<Error> not_proved(const Description& description) {
  return conflict("role",
                  kAddressNotProved(description.owner().name, best_without_proof(description)));
}

}  // namespace

// Those who are invited count as members do, so that there is room for them when they come.
Result<void> Members::check_room(const Invitation& invitation) {
  const Limits& limits = description().limits;
  NORN_ASSIGN(const auto members, things_.members_of(invitation.thing_id));
  NORN_ASSIGN(const auto invited, invitations_.of_thing(invitation.thing_id));
  const auto others = static_cast<size_t>(std::ranges::count_if(
      invited, [&](const Invitation& one) { return one.email != invitation.email; }));
  if (members.size() + others >= limits.members_per_thing) {
    return conflict("email", kTooManyMembers(description().thing, limits.members_per_thing));
  }
  if (others >= limits.invitations_per_thing) {
    return conflict("email", kTooManyOpenInvitations(description().thing));
  }
  return {};
}

Result<bool> Members::write_for_inviter(const Invitation& invitation, std::vector<Action> actions) {
  NORN_TRY(need(things_.is_there(invitation.thing_id), actions));
  NORN_TRY(need(
      things_.still_may(invitation.invited_by, invitation.thing_id, needed_for(invitation.role)),
      actions));
  return apps::write_all(context_.store, std::move(actions));
}

// Whether a person with an account can become a member with the invitation's role.
Result<void> Members::check_newcomer(const accounts::User& user, bool email_verified,
                                     const Invitation& invitation) {
  NORN_ASSIGN(const auto there, things_.find(invitation.thing_id, user.id));
  if (there) {
    return conflict("email", kAlreadyMember(description().thing));
  }
  const bool would_own = needed_for(invitation.role) == Right::kOwn;
  if (would_own && !email_verified) return not_proved(description());
  NORN_ASSIGN(const bool is_full, things_.is_in_most(user.id));
  if (is_full) {
    return conflict("email", kPersonInTooManyThings(description().limits.things_per_person,
                                                    description().thing));
  }
  return check_room(invitation);
}

Result<std::optional<Invited>> Members::try_add(const accounts::User& user,
                                                const Invitation& invitation) {
  NORN_ASSIGN(const auto account, context_.users.find_account(user.id));
  const bool email_verified = account && account->email_verified;
  NORN_TRY(check_newcomer(user, email_verified, invitation));
  const Membership membership = new_membership(invitation.thing_id, user.id, invitation.role);
  std::vector<Action> actions = {has_address(context_, user)};
  NORN_TRY(things_.add(membership, actions));
  things_.record({invitation.thing_id, invitation.invited_by, std::nullopt, membership}, actions);
  if (membership.owns()) actions.push_back(has_proved_address(context_, user));
  // The person was invited before they had an account or a proved address.
  invitations_.remove_any(invitation, actions);
  NORN_ASSIGN(const bool written, write_for_inviter(invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Invited{.member = Member{membership, user, email_verified}, .invitation = std::nullopt};
}

Result<void> Members::check_address(const Invitation& invitation) {
  NORN_ASSIGN(const auto of_address, invitations_.of_address(invitation.email));
  const auto is_other = [&](const Invitation& one) { return one.thing_id != invitation.thing_id; };
  const auto others = static_cast<size_t>(std::ranges::count_if(of_address, is_other));
  if (others < description().limits.invitations_per_address) return {};
  return conflict("email", kAddressInvitedTooOften);
}

Result<std::optional<Invited>> Members::try_put(const Invitation& invitation) {
  NORN_TRY(check_address(invitation));
  NORN_TRY(check_room(invitation));
  std::vector<Action> actions = {address_is_free(context_, invitation.email)};
  invitations_.put(invitation, actions);
  NORN_ASSIGN(const bool written, write_for_inviter(invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Invited{.member = std::nullopt, .invitation = invitation};
}

Result<std::optional<Invited>> Members::try_invite(const Invitation& invitation) {
  const Right needed = needed_for(invitation.role);
  NORN_TRY(things_.authorize(invitation.invited_by, invitation.thing_id, needed));
  const Rights given = description().role(invitation.role)->rights;
  NORN_TRY(check_giving(invitation.invited_by, invitation.thing_id, {}, given));
  NORN_TRY(check_single_owner("role", needed == Right::kOwn));
  NORN_ASSIGN(const auto user, context_.users.find_by_email(invitation.email));
  return user ? try_add(*user, invitation) : try_put(invitation);
}

Result<std::optional<apps::Done>> Members::try_withdraw(const std::string& user_id,
                                                        const std::string& thing_id,
                                                        const std::string& email) {
  NORN_TRY(things_.authorize(user_id, thing_id, Right::kManage));
  NORN_ASSIGN(const auto invitation, invitations_.find(email, thing_id));
  if (!invitation) return not_found(kInvitationToThingNotFound);
  std::vector<Action> actions;
  NORN_TRY(need(things_.is_there(thing_id), actions));
  NORN_TRY(need(things_.still_may(user_id, thing_id, Right::kManage), actions));
  invitations_.remove(*invitation, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

Result<std::vector<Invitation>> Members::invitations(const std::string& user_id,
                                                     const std::string& thing_id) {
  NORN_TRY(things_.authorize(user_id, thing_id, Right::kManage));
  return invitations_.of_thing(thing_id);
}

Result<Invited> Members::invite(const std::string& user_id, const std::string& thing_id,
                                const std::string& email, const std::string& role) {
  NORN_TRY(check_role(role));
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  // Every answer reveals whether the address has an account, and whose.
  NORN_TRY(throttle_.take(invitations_of_person(description()), user_id));
  const Invitation invitation = {.thing_id = thing_id,
                                 .email = address,
                                 .role = role,
                                 .invited_by = user_id,
                                 .created_at = now_text(context_)};
  return apps::decide_and_write([&] { return try_invite(invitation); });
}

Result<void> Members::withdraw(const std::string& user_id, const std::string& thing_id,
                               const std::string& email) {
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  const auto attempt = [&] { return try_withdraw(user_id, thing_id, address); };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

}  // namespace norn::sharing
