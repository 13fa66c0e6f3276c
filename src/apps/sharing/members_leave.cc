#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/sharing/members.h"
#include "base/faults.h"

// Deleting an account: leaving things, handing them over, deleting those without members.
namespace norn::sharing {
namespace {

constexpr size_t kThingsPerPart = 25;
// The error names this many of the things that have to be handed over.
constexpr size_t kMaxNames = 20;

// "Home", or "Home" and "Work".
std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

}  // namespace

Result<Members::Company> Members::company_of(const std::string& thing_id,
                                             const std::string& user_id) {
  NORN_ASSIGN(auto members, things_.members_of(thing_id));
  Company company;
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

void Members::promote_one(const std::vector<Membership>& members,
                          std::vector<Action>& actions) const {
  const auto& heir = *std::ranges::min_element(members, {}, [&](const Membership& member) {
    const bool is_last_choice = description().writers_inherit && !member.rights.has(Right::kWrite);
    return std::tuple<bool, std::string_view, std::string_view>(is_last_choice, member.created_at,
                                                                member.user_id);
  });
  Membership next = heir;
  next.role = description().owner().name;
  next.rights = description().owner().rights;
  next.updated_at = now_text(context_);
  things_.replace(heir, next, actions);
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
  const bool is_alone = company.others.empty();
  const bool lacks_owner = !is_alone && !company.others_own;
  if (!company.own && !is_alone && !lacks_owner) return apps::Done{};
  std::vector<Action> actions;
  if (company.own) things_.step_out(*company.own, actions);
  if (lacks_owner) promote_one(company.others, actions);
  if (company.own && company.own->owns() && company.others_own) {
    NORN_ASSIGN(auto witness, another_owner(thing_id, user_id));
    actions.push_back(std::move(witness));
  }
  const bool thing_goes = !company.own && is_alone;
  if (thing_goes) {
    things_.remove_thing(thing_id, actions);
  } else if (is_alone) {
    actions.push_back(context_.sweeps.begin(abandoned_sweep(), thing_id));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  was_member = was_member || company.own.has_value();
  if (is_alone) context_.sweeps.wake();
  // Decided again from the state at that time.
  if (is_alone && !thing_goes) return std::nullopt;
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
    if (!access && access.error().code == ErrorCode::kNotFound) return true;
    if (!access) return std::unexpected(access.error());
    names.push_back(access->name);
    return names.size() < kMaxNames;
  };
  NORN_TRY(things_.visit_things_of(user_id, look_at));
  if (names.empty()) return {};
  std::ranges::sort(names);
  const std::string& owner = description().owner().name;
  return conflict(fmt::format(
      "You are the only {} of {}, which others use too. Make somebody else "
      "{} first, or delete {}.",
      owner, quoted_list(names), with_article(owner), names.size() == 1 ? "it" : "them"));
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
