#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/service.h"
#include "apps/calendars/transaction.h"

// Invitations of people who have no account yet, or none whose address is proved, in the table
// `norn`: two items each, one found by the address and one by the calendar.
namespace norn::calendars {

// So many become memberships in the transaction that creates an account, which takes five actions
// each and at most 60 in all.
constexpr size_t kMaxPendingPerAddress = 11;
// So many go with a calendar in the transaction of its last member, which has at most 100 actions.
constexpr size_t kMaxPendingPerCalendar = 90;

Result<std::vector<PendingInvitation>> pending_of_calendar(const Context& context,
                                                           const std::string& calendar_id);
Result<std::vector<PendingInvitation>> pending_of_address(const Context& context,
                                                          const std::string& email);

// The keys of both items; that of the address stands first.
std::vector<store::Item> pending_keys(const PendingInvitation& invitation);
// Puts both items, also instead of those of an earlier invitation.
void put_pending(const Context& context, const PendingInvitation& invitation,
                 std::vector<Action>& actions);
// Deletes both items; with `has_to_exist` under the condition that they are there.
void remove_pending(const Context& context, const PendingInvitation& invitation, bool has_to_exist,
                    std::vector<Action>& actions);
// Deletes the one that is found by the address, under the condition that it is there. The other one
// is left to the sweep of the calendar.
Action remove_for_invitee(const Context& context, const PendingInvitation& invitation);

// The mark that changes with every invitation of an address. Who invites changes it and who signs
// up removes it, both under the condition that it is what they read: so no invitation is written
// between the reading of invitations and the account.
class LatestInvitation {
 public:
  static Result<LatestInvitation> read(const Context& context, const std::string& email);
  Action changed(const Context& context) const;
  Action removed(const Context& context) const;

 private:
  std::string email_;
  std::optional<std::string> mark_;
};

}  // namespace norn::calendars
