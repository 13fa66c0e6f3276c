#include "apps/sharing/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/shared/names.h"
#include "apps/sharing/members_json.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"
#include "base/log.h"

// Who is in a thing, and as what.
namespace norn::sharing {
namespace {

// The place of a role in the ladder.
size_t rank_of(const Description& description, const std::string& role) {
  const auto found = std::ranges::find(description.ladder, role, &Role::name);
  return static_cast<size_t>(found - description.ladder.begin());
}

bool comes_before(const Description& description, const Member& left, const Member& right) {
  if (description.lists_by_role) {
    const size_t left_rank = rank_of(description, left.membership.role);
    const size_t right_rank = rank_of(description, right.membership.role);
    if (left_rank != right_rank) return left_rank > right_rank;
  }
  const auto names =
      apps::compare_names(left.user ? left.user->name : "", right.user ? right.user->name : "");
  return names != 0 ? names < 0 : left.membership.user_id < right.membership.user_id;
}

}  // namespace

Members::Members(Context context, SharedThings& things)
    : context_(std::move(context)),
      things_(things),
      invitations_(context_.store, things.description()),
      throttle_(context_.store, context_.tables, context_.clock) {
  context_.sweeps.add(
      abandoned_sweep(), [this](const std::string& thing_id) { return sweep_abandoned(thing_id); },
      apps::Sweeps::Settling::kNone);
}

Result<Membership> Members::member_of(const std::string& thing_id, const std::string& member_id) {
  NORN_ASSIGN(auto found, things_.find(thing_id, member_id));
  if (!found) return not_found(kMemberNotFound);
  return std::move(*found);
}

Result<Member> Members::with_person(Membership membership) {
  NORN_ASSIGN(auto members, with_people(context_, description(), {std::move(membership)}));
  return std::move(members.front());
}

Membership Members::new_membership(const std::string& thing_id, const std::string& user_id,
                                   const std::string& role) const {
  const std::string now = now_text(context_);
  return {.thing_id = thing_id,
          .user_id = user_id,
          .role = role,
          .rights = description().role(role)->rights,
          .created_at = now,
          .updated_at = now};
}

Right Members::needed_for(const std::string& role) const {
  return description().role(role)->rights.has(Right::kOwn) ? Right::kOwn : Right::kManage;
}

Result<void> Members::check_giving(const std::string& user_id, const std::string& thing_id,
                                   const Rights& before, const Rights& next) {
  for (const Right right : {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn}) {
    const bool is_given = next.has(right) && !before.has(right);
    if (is_given) NORN_TRY(things_.authorize(user_id, thing_id, right));
  }
  return {};
}

Result<std::string> Members::another_owner(const std::string& thing_id,
                                           const std::string& member_id) {
  NORN_ASSIGN(const auto members, things_.members_of(thing_id));
  const auto other = std::ranges::find_if(members, [&](const Membership& member) {
    return member.owns() && member.user_id != member_id;
  });
  if (other == members.end()) {
    return conflict(kLastOwner(description().thing, description().owner().name));
  }
  return other->user_id;
}

Result<void> Members::hold(const std::string& thing_id, bool loses_owner,
                           const std::string& member_id, const std::string& owner,
                           std::vector<Action>& actions) const {
  if (!loses_owner) {
    return need(things_.is_there(thing_id), actions);
  }
  return need(things_.is_there_without(thing_id, member_id, owner), actions);
}

Result<void> Members::need(Result<Action> condition, std::vector<Action>& actions) {
  if (!condition) return std::unexpected(std::move(condition).error());
  actions.push_back(*std::move(condition));
  return {};
}

Result<void> Members::check_role(const std::string& role) const {
  if (description().role(role) != nullptr) return {};
  return invalid("role", kRoleUnknown(role));
}

Result<void> Members::check_single_owner(std::string_view field, bool concerns_owner) const {
  if (!concerns_owner || description().owners == Owners::kAtLeastOne) return {};
  return conflict(field, kExactlyOneOwner(description().thing, description().owner().name));
}

Result<std::vector<Member>> Members::list(const std::string& user_id, const std::string& thing_id) {
  NORN_TRY(things_.authorize(user_id, thing_id, Right::kRead));
  NORN_ASSIGN(auto memberships, things_.members_of(thing_id));
  NORN_ASSIGN(auto members, with_people(context_, description(), std::move(memberships)));
  std::ranges::sort(members, [&](const Member& left, const Member& right) {
    return comes_before(description(), left, right);
  });
  return members;
}

Result<std::optional<Membership>> Members::try_change_role(const std::string& user_id,
                                                           const std::string& thing_id,
                                                           const std::string& member_id,
                                                           const std::string& role,
                                                           const std::string& etag) {
  NORN_TRY(things_.authorize(user_id, thing_id, Right::kManage));
  NORN_ASSIGN(Membership found, member_of(thing_id, member_id));
  if (things_.etag_of(found) != etag) {
    NORN_ASSIGN(const auto member, with_person(found));
    std::string current;
    append_json(current, description(), member, things_.etag_of(found), true);
    return things_.stale(std::move(current), things_.etag_of(found));
  }
  if (found.role == role) return found;
  Membership next = found;
  next.role = role;
  next.rights = description().role(role)->rights;
  next.updated_at = now_text(context_);
  const bool concerns_owner = found.owns() || next.owns();
  const Right needed = concerns_owner ? Right::kOwn : Right::kManage;
  NORN_TRY(things_.authorize(user_id, thing_id, needed));
  NORN_TRY(check_giving(user_id, thing_id, found.rights, next.rights));
  NORN_TRY(check_single_owner("role", concerns_owner));
  std::vector<Action> actions;
  NORN_TRY(things_.replace(found, next, actions));
  things_.record({thing_id, user_id, found, next}, actions);
  std::string owner = user_id;
  if (user_id != member_id) {
    // The caller remains an owner, so no other owner is needed.
    NORN_TRY(need(things_.still_may(user_id, thing_id, needed), actions));
  } else if (found.owns()) {
    NORN_ASSIGN(owner, another_owner(thing_id, member_id));
    NORN_TRY(need(things_.still_may(owner, thing_id, Right::kOwn), actions));
  }
  NORN_TRY(hold(thing_id, found.owns() && !next.owns(), member_id, owner, actions));
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return next;
}

Result<Member> Members::change_role(const std::string& user_id, const std::string& thing_id,
                                    const std::string& member_id, const std::string& role,
                                    const std::string& etag) {
  NORN_TRY(check_role(role));
  const auto attempt = [&] { return try_change_role(user_id, thing_id, member_id, role, etag); };
  NORN_ASSIGN(auto membership, apps::decide_and_write(attempt));
  return with_person(std::move(membership));
}

Result<std::optional<apps::Done>> Members::try_remove(const std::string& user_id,
                                                      const std::string& thing_id,
                                                      const std::string& member_id) {
  const bool leaves = user_id == member_id;
  NORN_TRY(things_.authorize(user_id, thing_id, leaves ? Right::kRead : Right::kManage));
  NORN_ASSIGN(const Membership found, member_of(thing_id, member_id));
  NORN_TRY(check_single_owner("", found.owns()));
  std::vector<Action> actions;
  NORN_TRY(things_.remove(found, actions));
  things_.record({thing_id, user_id, found, std::nullopt}, actions);
  things_.add_to_removal(found, actions);
  std::string owner = user_id;
  if (!leaves) {
    const Right needed = found.owns() ? Right::kOwn : Right::kManage;
    NORN_TRY(things_.authorize(user_id, thing_id, needed));
    NORN_TRY(need(things_.still_may(user_id, thing_id, needed), actions));
  } else if (found.owns()) {
    NORN_ASSIGN(owner, another_owner(thing_id, member_id));
    NORN_TRY(need(things_.still_may(owner, thing_id, Right::kOwn), actions));
  }
  NORN_TRY(hold(thing_id, found.owns(), member_id, owner, actions));
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

Result<void> Members::remove(const std::string& user_id, const std::string& thing_id,
                             const std::string& member_id) {
  const auto attempt = [&] { return try_remove(user_id, thing_id, member_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  // They are out of it, whatever becomes of this.
  const auto followed = things_.after_removal(thing_id, member_id);
  if (!followed) log::warn("something of a former member is left: {}", followed.error().message);
  return {};
}

Result<void> Members::add_company_of(const std::string& user_id, std::set<std::string>& ids) {
  return things_.visit_things_of(user_id, [&](const std::string& thing_id) -> Result<bool> {
    const auto access = things_.authorize(user_id, thing_id, Right::kRead);
    // The person has left it, it is in the bin, or an item of another program says nonsense.
    if (!access && access.error().code != ErrorCode::kNotFound &&
        access.error().code != ErrorCode::kForbidden &&
        access.error().code != ErrorCode::kUnreadable) {
      return std::unexpected(access.error());
    }
    if (!access) return true;
    NORN_ASSIGN(const auto members, things_.members_of(thing_id));
    for (const Membership& member : members) ids.insert(member.user_id);
    return true;
  });
}

}  // namespace norn::sharing
