#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/sharing/members.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"
#include "base/log.h"

// What those who are invited make of it.
namespace norn::sharing {

// Who they are, when their address is proved.
Result<std::optional<accounts::User>> Members::find_invitee(const std::string& user_id) {
  NORN_ASSIGN(auto known, context_.users.find_known(user_id));
  if (!known || !known->account.email_verified) return std::nullopt;
  return std::move(known->user);
}

Result<std::optional<std::string>> Members::name_if_it_counts(const Invitation& invitation) {
  auto access =
      things_.authorize(invitation.invited_by, invitation.thing_id, needed_for(invitation.role));
  if (access) return std::move(access->name);
  const ErrorCode code = access.error().code;
  if (code == ErrorCode::kNotFound || code == ErrorCode::kForbidden) return std::nullopt;
  return std::unexpected(access.error());
}

Result<bool> Members::drop(const Invitation& invitation) {
  std::vector<Action> actions;
  invitations_.remove(invitation, actions);
  return apps::write_all(context_.store, std::move(actions));
}

Result<Members::OwnFound> Members::find_own(const std::string& user_id,
                                            const std::string& thing_id) {
  NORN_ASSIGN(auto user, find_invitee(user_id));
  if (!user) return not_found(kInvitationToThingNotFound);
  NORN_ASSIGN(auto invitation, invitations_.find(user->email, thing_id));
  if (!invitation) return not_found(kInvitationToThingNotFound);
  return OwnFound{std::move(*user), std::move(*invitation)};
}

Result<std::optional<Membership>> Members::try_accept(const std::string& user_id,
                                                      const std::string& thing_id) {
  NORN_ASSIGN(const OwnFound found, find_own(user_id, thing_id));
  NORN_ASSIGN(const auto name, name_if_it_counts(found.invitation));
  if (!name) {
    NORN_ASSIGN(const bool dropped, drop(found.invitation));
    if (!dropped) return std::nullopt;
    return not_found(kInvitationToThingNotFound);
  }
  NORN_ASSIGN(auto membership, things_.find(thing_id, user_id));
  std::vector<Action> actions;
  invitations_.remove(found.invitation, actions);
  if (!membership) {
    NORN_ASSIGN(const bool is_full, things_.is_in_most(user_id));
    if (is_full) {
      return conflict(
          kInTooManyThings(description().limits.things_per_person, description().thing));
    }
    membership = new_membership(thing_id, user_id, found.invitation.role);
    NORN_TRY(things_.add(*membership, actions));
    things_.record({thing_id, user_id, std::nullopt, membership}, actions);
    NORN_TRY(need(things_.is_there(thing_id), actions));
    NORN_TRY(need(
        things_.still_may(found.invitation.invited_by, thing_id, needed_for(found.invitation.role)),
        actions));
    actions.push_back(has_address(context_, found.user));
    actions.push_back(has_proved_address(context_, found.user));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return std::move(*membership);
}

Result<std::optional<apps::Done>> Members::try_decline(const std::string& user_id,
                                                       const std::string& thing_id) {
  NORN_ASSIGN(const OwnFound found, find_own(user_id, thing_id));
  NORN_ASSIGN(const bool dropped, drop(found.invitation));
  if (!dropped) return std::nullopt;
  return apps::Done{};
}

Result<void> Members::add_inviter_names(std::vector<OwnInvitation>& invitations) {
  std::vector<std::string> ids;
  ids.reserve(invitations.size());
  for (const OwnInvitation& one : invitations) ids.push_back(one.invitation.invited_by);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  NORN_ASSIGN(const auto users, context_.users.find_all(ids));
  std::map<std::string, std::string> names;
  for (const accounts::User& user : users) names.emplace(user.id, user.name);
  for (OwnInvitation& one : invitations) one.inviter_name = names[one.invitation.invited_by];
  return {};
}

Result<std::vector<OwnInvitation>> Members::counting(const std::string& email) {
  std::vector<OwnInvitation> all;
  NORN_ASSIGN(auto invitations, invitations_.of_address(email));
  for (Invitation& invitation : invitations) {
    auto name = name_if_it_counts(invitation);
    // It can be accepted when the thing is repaired.
    if (!name && name.error().code == ErrorCode::kUnreadable) continue;
    if (!name) return std::unexpected(std::move(name).error());
    if (*name) all.push_back({std::move(invitation), std::move(**name), ""});
  }
  NORN_TRY(add_inviter_names(all));
  std::ranges::sort(all, {}, [](const OwnInvitation& one) {
    return std::pair<std::string_view, std::string_view>(one.thing_name, one.invitation.thing_id);
  });
  return all;
}

Result<std::vector<OwnInvitation>> Members::own_invitations(const std::string& user_id) {
  std::vector<OwnInvitation> own;
  NORN_ASSIGN(const auto user, find_invitee(user_id));
  if (!user) return own;
  NORN_ASSIGN(auto all, counting(user->email));
  for (OwnInvitation& one : all) {
    const auto there = things_.find(one.invitation.thing_id, user_id);
    // A member, too, whose item cannot be read.
    if (!there && there.error().code == ErrorCode::kUnreadable) continue;
    if (!there) return std::unexpected(there.error());
    if (!*there) own.push_back(std::move(one));
  }
  return own;
}

Result<std::vector<accounts::Awaiting>> Members::awaiting(const std::string& email) {
  NORN_ASSIGN(auto all, counting(email));
  std::vector<accounts::Awaiting> things;
  things.reserve(all.size());
  for (OwnInvitation& one : all) {
    things.push_back({.kind = description().thing,
                      .name = std::move(one.thing_name),
                      .role = std::move(one.invitation.role),
                      .invited_by = std::move(one.inviter_name)});
  }
  return things;
}

Result<Membership> Members::accept(const std::string& user_id, const std::string& thing_id) {
  return apps::decide_and_write([&] { return try_accept(user_id, thing_id); });
}

Result<void> Members::decline(const std::string& user_id, const std::string& thing_id) {
  const auto attempt = [&] { return try_decline(user_id, thing_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  return {};
}

Result<bool> Members::welcome(const std::string& user_id) {
  NORN_ASSIGN(const auto user, find_invitee(user_id));
  if (!user) return false;
  NORN_ASSIGN(const auto thing_ids, invitations_.things_of_address(user->email));
  for (const std::string& thing_id : thing_ids) {
    const auto accepted = accept(user_id, thing_id);
    if (accepted || accepted.error().code == ErrorCode::kNotFound) continue;
    const ErrorCode code = accepted.error().code;
    if (code != ErrorCode::kConflict && code != ErrorCode::kUnreadable) {
      return std::unexpected(accepted.error());
    }
    log::warn("an invitation of {} stays open: {}", user_id, accepted.error().message);
  }
  return false;
}

}  // namespace norn::sharing
