#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/email.h"
#include "apps/accounts/keys.h"
#include "apps/calendars/access.h"
#include "apps/calendars/members_pending.h"
#include "apps/calendars/service.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// How people come into a calendar: those with an account at once, all others with their account.
namespace norn::calendars {
namespace {

Membership new_membership(const Context& context, const std::string& calendar_id,
                          const std::string& user_id, Role role) {
  const std::string now = now_text(context);
  return {.calendar_id = calendar_id,
          .user_id = user_id,
          .role = role,
          .created_at = now,
          .updated_at = now};
}

// That nobody has got an account with the address meanwhile.
Action address_is_free(const Context& context, const std::string& email) {
  const std::string key = accounts::keys::email(email);
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = apps::key_of(key, key);
  check.condition = "attribute_not_exists(PK)";
  return check;
}

// That the person has not deleted their account, and has no other address by now.
Action has_address(const Context& context, const accounts::User& user) {
  const std::string key = accounts::keys::user(user.id);
  store::ConditionCheck check;
  check.table = context.tables.calendars();
  check.key = apps::key_of(key, key);
  check.condition = "email = :email";
  check.placeholders.values.emplace(":email", user.email);
  return check;
}

Action has_proved_address(const Context& context, const accounts::User& user) {
  store::ConditionCheck check;
  check.table = context.tables.norn();
  check.key = apps::key_of(accounts::keys::user(user.id), accounts::keys::kAccount);
  check.condition = "emailVerified = :yes";
  check.placeholders.values.emplace(":yes", store::Value::boolean(true));
  return check;
}

// Those who are invited count as members do, so that there is a place for them when they come.
Result<void> check_room(const Context& context, const PendingInvitation& invitation) {
  NORN_ASSIGN(const auto pending, pending_of_calendar(context, invitation.calendar_id));
  NORN_ASSIGN(const int64_t members, count_members(context, invitation.calendar_id));
  const auto others = std::ranges::count_if(
      pending, [&](const PendingInvitation& one) { return one.email != invitation.email; });
  if (members + others < kMaxMembersPerCalendar) return {};
  return conflict("email", fmt::format("A calendar cannot have more than {} members, with those "
                                       "who are invited. Remove somebody first.",
                                       kMaxMembersPerCalendar));
}

Result<bool> write_invitation(const Context& context, const PendingInvitation& invitation,
                              std::vector<Action> actions) {
  actions.push_back(calendar_is_there(context, invitation.calendar_id));
  actions.push_back(
      still_has_role(context, invitation.invited_by, invitation.calendar_id, Role::kOwner));
  return write_all(context.store, std::move(actions));
}

// Whether somebody with an account can come in as what they are invited as.
Result<void> check_newcomer(const Context& context, const accounts::User& user, bool email_verified,
                            const PendingInvitation& invitation) {
  NORN_ASSIGN(const auto there, find_item(context, member_key(invitation.calendar_id, user.id)));
  if (there) return conflict("email", "This person is in the calendar already.");
  if (invitation.role == Role::kOwner && !email_verified) {
    return conflict("role",
                    "It was never proved that this address is theirs, so they cannot come in as an "
                    "owner. Make them a writer, see whether it is them, and make them an owner "
                    "then.");
  }
  NORN_ASSIGN(const bool is_full, has_most_calendars(context, user.id));
  if (is_full) {
    return conflict("email", fmt::format("This person is in {} calendars, and nobody can be in "
                                         "more.",
                                         kMaxCalendarsPerPerson));
  }
  return check_room(context, invitation);
}

Result<std::optional<Members::Invited>> try_add(const Context& context, const accounts::User& user,
                                                const PendingInvitation& invitation) {
  NORN_ASSIGN(const auto account, context.users.find_account(user.id));
  const bool email_verified = account && account->email_verified;
  NORN_TRY(check_newcomer(context, user, email_verified, invitation));
  const Membership membership =
      new_membership(context, invitation.calendar_id, user.id, invitation.role);
  std::vector<Action> actions = {put_new(context.tables.calendars(), to_item(membership)),
                                 has_address(context, user)};
  if (invitation.role == Role::kOwner) actions.push_back(has_proved_address(context, user));
  // Somebody who was invited under an address that they have only now, or have not proved.
  remove_pending(context, invitation, false, actions);
  NORN_ASSIGN(const bool written, write_invitation(context, invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Members::Invited{.member = Member{membership, user, email_verified},
                          .pending = std::nullopt};
}

Result<void> check_counts(const Context& context, const PendingInvitation& invitation) {
  NORN_ASSIGN(const auto of_address, pending_of_address(context, invitation.email));
  const auto is_this = [&](const PendingInvitation& one) {
    return one.calendar_id == invitation.calendar_id;
  };
  if (std::ranges::any_of(of_address, is_this)) return {};
  if (of_address.size() >= kMaxPendingPerAddress) {
    return conflict("email",
                    "This address has too many invitations already. Invite them again when they "
                    "have an account.");
  }
  NORN_ASSIGN(const auto of_calendar, pending_of_calendar(context, invitation.calendar_id));
  if (of_calendar.size() >= kMaxPendingPerCalendar) {
    return conflict("email",
                    "The calendar has too many open invitations. Withdraw some of them first.");
  }
  return check_room(context, invitation);
}

Result<std::optional<Members::Invited>> try_put_pending(const Context& context,
                                                        const PendingInvitation& invitation) {
  NORN_ASSIGN(const auto latest, LatestInvitation::read(context, invitation.email));
  NORN_TRY(check_counts(context, invitation));
  std::vector<Action> actions = {latest.changed(context),
                                 address_is_free(context, invitation.email)};
  put_pending(context, invitation, actions);
  NORN_ASSIGN(const bool written, write_invitation(context, invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Members::Invited{.member = std::nullopt, .pending = invitation};
}

Result<std::optional<Members::Invited>> try_invite(const Context& context,
                                                   const PendingInvitation& invitation) {
  NORN_TRY(authorize(context, invitation.invited_by, invitation.calendar_id, Role::kOwner));
  NORN_ASSIGN(const auto user, context.users.find_by_email(invitation.email));
  return user ? try_add(context, *user, invitation) : try_put_pending(context, invitation);
}

Result<std::optional<Done>> try_withdraw(const Context& context,
                                         const PendingInvitation& invitation) {
  NORN_TRY(authorize(context, invitation.invited_by, invitation.calendar_id, Role::kOwner));
  NORN_ASSIGN(const auto pending, pending_of_calendar(context, invitation.calendar_id));
  const auto is_this = [&](const PendingInvitation& one) { return one.email == invitation.email; };
  if (std::ranges::none_of(pending, is_this)) return not_found("invitation");
  std::vector<Action> actions;
  remove_pending(context, invitation, true, actions);
  NORN_ASSIGN(const bool written, write_invitation(context, invitation, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

// Whether an invitation is worth what it says: the calendar is there, and who invited is an owner.
Result<bool> still_counts(const Context& context, const PendingInvitation& invitation) {
  const auto access =
      authorize(context, invitation.invited_by, invitation.calendar_id, Role::kOwner);
  if (access) return true;
  const ErrorCode code = access.error().code;
  if (code == ErrorCode::kNotFound || code == ErrorCode::kForbidden) return false;
  return std::unexpected(access.error());
}

accounts::ThrottleRule invitations_of_person() {
  return {.kind = "calendar-invitation", .tries = kMaxInvitationsPerHour, .window_s = 3'600};
}

}  // namespace

Result<std::vector<PendingInvitation>> Members::pending(const std::string& user_id,
                                                        const std::string& calendar_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kOwner));
  return pending_of_calendar(context_, calendar_id);
}

Result<Members::Invited> Members::invite(const std::string& user_id, const std::string& calendar_id,
                                         const std::string& email, Role role) {
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  // Every answer tells whether somebody has an account with that address, and who they are.
  NORN_TRY(throttle_.take(invitations_of_person(), user_id));
  const PendingInvitation invitation = {.calendar_id = calendar_id,
                                        .email = address,
                                        .role = role,
                                        .invited_by = user_id,
                                        .created_at = now_text(context_)};
  return decide_and_write([&] { return try_invite(context_, invitation); });
}

Result<void> Members::withdraw(const std::string& user_id, const std::string& calendar_id,
                               const std::string& email) {
  NORN_ASSIGN(const auto address, accounts::normal_email(email));
  PendingInvitation invitation;
  invitation.calendar_id = calendar_id;
  invitation.email = address;
  invitation.invited_by = user_id;
  const auto attempt = [&] { return try_withdraw(context_, invitation); };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

Result<std::vector<accounts::Action>> Members::on_create(const accounts::User& user,
                                                         bool email_verified) {
  if (!email_verified) return std::vector<Action>();
  NORN_ASSIGN(const auto latest, LatestInvitation::read(context_, user.email));
  NORN_ASSIGN(auto invitations, pending_of_address(context_, user.email));
  if (invitations.size() > kMaxPendingPerAddress) invitations.resize(kMaxPendingPerAddress);
  std::vector<Action> actions = {latest.removed(context_)};
  for (const PendingInvitation& invitation : invitations) {
    remove_pending(context_, invitation, true, actions);
    NORN_ASSIGN(const bool counts, still_counts(context_, invitation));
    if (!counts) continue;
    actions.push_back(calendar_is_there(context_, invitation.calendar_id));
    actions.push_back(
        still_has_role(context_, invitation.invited_by, invitation.calendar_id, Role::kOwner));
    actions.push_back(put_new(
        context_.tables.calendars(),
        to_item(new_membership(context_, invitation.calendar_id, user.id, invitation.role))));
  }
  return actions;
}

}  // namespace norn::calendars
