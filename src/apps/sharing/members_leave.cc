#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/sharing/members.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"

// Deleting an account: leaving things, handing them over, deleting those without members.
namespace norn::sharing {
namespace {

constexpr size_t kThingsPerPart = 25;
// The error names this many of the things that have to be handed over.
constexpr size_t kMaxNames = 20;
// The question before an account is deleted names this many.
constexpr size_t kMaxLosses = 500;

// "Home", "Work", with the quotes.
std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

// Whether nothing is left of a thing that could be named: nobody sees one that cannot be read.
bool is_out(const Error& error) {
  return error.code == ErrorCode::kNotFound || error.code == ErrorCode::kUnreadable;
}

}  // namespace

Result<Members::Company> Members::company_of(const std::string& thing_id,
                                             const std::string& user_id) {
  NORN_ASSIGN(auto members, things_.members_of(thing_id));
  Company company;
  NORN_ASSIGN(const bool has_others, things_.has_members_besides(user_id, thing_id));
  company.is_alone = !has_others;
  for (Membership& member : members) {
    if (member.user_id == user_id) {
      company.own = std::move(member);
    } else {
      company.others_own = company.others_own || member.owns();
      company.others.push_back(std::move(member));
    }
  }
  return company;
}

const Membership& Members::heir_of(const std::vector<Membership>& members) const {
  return *std::ranges::min_element(members, {}, [&](const Membership& member) {
    const bool is_last_choice = description().writers_inherit && !member.rights.has(Right::kWrite);
    return std::tuple<bool, std::string_view, std::string_view>(is_last_choice, member.created_at,
                                                                member.user_id);
  });
}

Result<std::string> Members::promote_one(const std::vector<Membership>& members,
                                         std::vector<Action>& actions) const {
  const Membership& heir = heir_of(members);
  Membership next = heir;
  next.role = description().owner().name;
  next.rights = description().owner().rights;
  next.updated_at = now_text(context_);
  NORN_TRY(things_.replace(heir, next, actions));
  things_.record({heir.thing_id, heir.user_id, heir, next}, actions);
  return heir.user_id;
}

// Takes somebody out of a thing. Who is alone in it goes first and the thing after that: whoever
// accepts an invitation needs an inviter who is a member, so nobody comes in between. Should this
// process end in between, the sweep removes the thing.
Result<std::optional<apps::Done>> Members::try_step_out(const std::string& thing_id,
                                                        const std::string& user_id,
                                                        bool& was_member) {
  NORN_ASSIGN(const bool exists, things_.exists(thing_id));
  if (!exists) return apps::Done{};
  NORN_ASSIGN(const Company company, company_of(thing_id, user_id));
  if (description().owners == Owners::kExactlyOne && company.own && company.own->owns()) {
    was_member = true;
    return try_leave_owned(thing_id, company);
  }
  const bool lacks_owner = !company.others.empty() && !company.others_own;
  if (!company.own && !company.is_alone && !lacks_owner) return apps::Done{};
  std::vector<Action> actions;
  if (company.own) {
    NORN_TRY(things_.step_out(*company.own, actions));
    things_.record({thing_id, user_id, company.own, std::nullopt}, actions);
  }
  std::string owner;
  if (lacks_owner) {
    NORN_ASSIGN(owner, promote_one(company.others, actions));
  }
  if (company.own && company.own->owns() && company.others_own) {
    NORN_ASSIGN(owner, another_owner(thing_id, user_id));
    NORN_TRY(need(things_.still_may(owner, thing_id, Right::kOwn), actions));
  }
  if (!owner.empty()) NORN_TRY(hold(thing_id, true, user_id, owner, actions));
  const bool thing_goes = !company.own && company.is_alone;
  if (thing_goes) {
    NORN_TRY(things_.remove_thing(thing_id, actions));
  } else if (company.is_alone) {
    actions.push_back(context_.sweeps.begin(abandoned_sweep(), thing_id));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  was_member = was_member || company.own.has_value();
  if (company.is_alone) context_.sweeps.wake();
  // Decided again from the state at that time.
  if (company.is_alone && !thing_goes) return std::nullopt;
  return apps::Done{};
}

Result<std::optional<apps::Done>> Members::try_leave_owned(const std::string& thing_id,
                                                           const Company& company) {
  std::vector<Membership> heirs;
  for (const Membership& other : company.others) {
    NORN_ASSIGN(const bool can_inherit, things_.can_inherit(thing_id, other.user_id));
    if (can_inherit) heirs.push_back(other);
  }
  std::vector<Action> actions;
  if (heirs.empty()) {
    NORN_TRY(things_.remove_thing(thing_id, actions));
    if (company.is_alone) NORN_TRY(need(things_.is_unshared(thing_id), actions));
  } else {
    NORN_TRY(things_.hand_over(thing_id, heir_of(heirs).user_id, actions));
    if (actions.empty()) return apps::Done{};  // It has begun already.
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  context_.sweeps.wake();
  return apps::Done{};
}

Result<Cleared> Members::leave(const std::string& thing_id, const std::string& user_id) {
  bool was_member = false;
  const auto attempt = [&] { return try_step_out(thing_id, user_id, was_member); };
  NORN_TRY(apps::decide_and_write(attempt));
  NORN_ASSIGN(const Cleared cleared, things_.clear(thing_id, user_id));
  return was_member && cleared == Cleared::kNothing ? Cleared::kAll : cleared;
}

Result<bool> Members::sweep_abandoned(const std::string& thing_id) {
  bool was_member = false;
  const auto attempt = [&] { return try_step_out(thing_id, "", was_member); };
  NORN_TRY(apps::decide_and_write(attempt));
  return false;
}

Result<void> Members::may_delete(const std::string& user_id) {
  std::vector<std::string> names;
  const auto look_at = [&](const std::string& thing_id) -> Result<bool> {
    NORN_ASSIGN(const Company company, company_of(thing_id, user_id));
    const bool is_last_owner = company.own && company.own->owns() && !company.others_own;
    if (!is_last_owner || company.others.empty()) return true;
    const auto access = things_.authorize(user_id, thing_id, Right::kRead);
    if (!access && is_out(access.error())) return true;
    if (!access) return std::unexpected(access.error());
    names.push_back(access->name);
    return names.size() < kMaxNames;
  };
  NORN_TRY(things_.visit_things_of(user_id, look_at));
  if (names.empty()) return {};
  std::ranges::sort(names);
  return conflict(kLastOwnerOfThings(description().owner().name, quoted_list(names)));
}

Result<std::vector<accounts::Loss>> Members::losses(const std::string& user_id) {
  std::vector<accounts::Loss> losses;
  const auto look_at = [&](const std::string& thing_id) -> Result<bool> {
    const auto access = things_.authorize(user_id, thing_id, Right::kRead);
    if (!access && is_out(access.error())) return true;
    if (!access) return std::unexpected(access.error());
    NORN_ASSIGN(const Company company, company_of(thing_id, user_id));
    losses.push_back(
        {.kind = description().thing, .name = access->name, .stays = !company.is_alone});
    return losses.size() < kMaxLosses;
  };
  NORN_TRY(things_.visit_things_of(user_id, look_at));
  std::ranges::sort(losses, {}, &accounts::Loss::name);
  return losses;
}

Result<bool> Members::forget(const std::string& user_id) {
  size_t left = 0;
  bool has_more = false;
  const auto leave_one = [&](const std::string& thing_id) -> Result<bool> {
    NORN_ASSIGN(const Cleared cleared, leave(thing_id, user_id));
    has_more = cleared == Cleared::kMore;
    left += cleared == Cleared::kNothing ? 0 : 1;
    return !has_more && left < kThingsPerPart;
  };
  NORN_TRY(things_.visit_things_of(user_id, leave_one));
  // Memberships come first: a person removed from a thing meanwhile was still a member then.
  if (has_more || left > 0) return true;
  return things_.forget_former(user_id);
}

}  // namespace norn::sharing
