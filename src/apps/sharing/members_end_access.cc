#include <algorithm>
#include <utility>

#include "apps/sharing/members.h"
#include "base/time_text.h"

// The owner of an address takes over the account that another person created with it: what that
// person gave to others ends.
namespace norn::sharing {
namespace {

constexpr size_t kThingsPerTakeoverPart = 25;

// Whether it was given by then. A time that cannot be read was.
bool is_given_until(const std::string& created_at, int64_t until_ms) {
  return parse_timestamp_ms(created_at).value_or(0) <= until_ms;
}

}  // namespace

Result<bool> Members::end_invitations(const std::string& thing_id,
                                      const std::function<bool(const Invitation&)>& applies) {
  NORN_ASSIGN(const auto open, invitations_.of_thing(thing_id));
  bool found_any = false;
  for (const Invitation& invitation : open) {
    if (!applies(invitation)) continue;
    std::vector<Action> actions;
    invitations_.remove(invitation, actions);
    // If the condition fails, the invitation was accepted, withdrawn or replaced meanwhile, which
    // the next part sees.
    NORN_TRY(apps::write_all(context_.store, std::move(actions)));
    found_any = true;
  }
  return found_any;
}

Result<bool> Members::end_access_to(const std::string& thing_id, const std::string& user_id,
                                    int64_t until_ms) {
  NORN_ASSIGN(const bool exists, things_.exists(thing_id));
  if (!exists) {
    NORN_ASSIGN(const bool may_return, things_.is_in_bin(thing_id));
    if (!may_return) return false;
  }
  NORN_ASSIGN(const Company company, company_of(thing_id, user_id));
  if (!company.own) return false;
  // A thing that another person created, and shared with this account, stays theirs.
  const bool is_creator =
      company.own->owns() && std::ranges::all_of(company.others, [&](const Membership& other) {
        return company.own->created_at <= other.created_at;
      });
  // Invitations go first: one that is accepted in between makes a member, who goes after it.
  NORN_ASSIGN(bool found_any, end_invitations(thing_id, [&](const Invitation& invitation) {
                return (is_creator || invitation.invited_by == user_id) &&
                       is_given_until(invitation.created_at, until_ms);
              }));
  if (!is_creator) return found_any;
  for (const Membership& other : company.others) {
    if (!is_given_until(other.created_at, until_ms)) continue;
    const auto removed = exists ? remove(user_id, thing_id, other.user_id) : remove_in_bin(other);
    // The member may have left meanwhile.
    if (!removed && removed.error().code != ErrorCode::kNotFound) {
      return std::unexpected(removed.error());
    }
    found_any = true;
  }
  return found_any;
}

// If the condition fails, the member has left or has another role, which the next part sees.
Result<void> Members::remove_in_bin(const Membership& member) {
  std::vector<Action> actions;
  NORN_TRY(things_.remove(member, actions));
  things_.add_to_removal(member, actions);
  NORN_TRY(apps::write_all(context_.store, std::move(actions)));
  return {};
}

Result<bool> Members::end_access(const std::string& user_id, int64_t until_ms) {
  size_t ended = 0;
  NORN_TRY(things_.visit_things_of(user_id, [&](const std::string& thing_id) -> Result<bool> {
    NORN_ASSIGN(const bool found_any, end_access_to(thing_id, user_id, until_ms));
    ended += found_any ? 1 : 0;
    return ended < kThingsPerTakeoverPart;
  }));
  return ended > 0;
}

}  // namespace norn::sharing
