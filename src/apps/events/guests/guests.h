#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/credentials/throttle.h"
#include "apps/accounts/users/users.h"
#include "apps/events/context.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/series/event_id.h"
#include "base/error.h"

namespace norn::events {

// A guest as those see who may read the event.
struct ListedGuest {
  Guest guest;
  std::string name = {};  // Of a member.
};

// Whom to invite: one of the two.
struct NewGuest {
  std::string email = {};    // As it was typed.
  std::string user_id = {};  // A member of what owns the event.
};

// The guests of events and series, for those whose events they are. An id of an occurrence means
// its series. The app of the owner decides who may read, and before every change who may change.
//
// Nothing that is said here tells whether an address has an account: a guest by address is listed
// by that address, and waits until somebody answers.
//
// Thread-safe. Each change is one transaction on the condition that the state it was decided on is
// unchanged. Errors are those of base/faults.h.
class GuestLists final : public accounts::UserHook {
 public:
  GuestLists(Context context, accounts::Users& users);

  Result<std::vector<ListedGuest>> list(const Owner& owner, const EventId& id);
  // Somebody who is invited already stays as they are. Returns kInvalid of "email" and "userId",
  // kConflict if there are too many guests, kTooManyRequests if the caller invites too often.
  using IsMember = std::function<Result<bool>(const Owner& owner, const std::string& user_id)>;
  Result<ListedGuest> invite(const Owner& owner, const EventId& id, const NewGuest& guest,
                             const IsMember& is_member);
  Result<void> remove(const Owner& owner, const EventId& id, const std::string& guest_id);
  // The event as a file that invites this guest, for those outside: METHOD:REQUEST of RFC 5546. It
  // names no other guest. Returns kConflict for a member.
  Result<std::string> invitation_file(const Owner& owner, const EventId& id,
                                      const std::string& guest_id);

  // Withdraws the invitations to the owner's events that were made until then: all of them, or
  // those that one person made.
  Result<void> withdraw(const Owner& owner, int64_t until_ms,
                        const std::optional<std::string>& invited_by = {});
  // Withdraws what the person has invited others to in their planner until then.
  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  // Removes the account from the events of others, where an address stays; and the guests of the
  // events of the person from their agendas.
  Result<bool> forget(const std::string& user_id) override;

 private:
  using Edit = std::function<Result<void>(Guests& guests)>;
  // Applies `edit` to the guests of the event, on a condition. Returns the result.
  using Condition = std::optional<store::ConditionCheck>;
  Result<Guests> change(const Owner& owner, const EventId& id, const Edit& edit,
                        const Condition& condition = {});
  Result<std::optional<Guests>> try_change(const Owner& owner, const EventId& id, const Edit& edit,
                                           const Condition& condition);
  Result<Guest> new_guest(const Owner& owner, const NewGuest& guest);
  Result<std::vector<ListedGuest>> with_names(const Guests& guests);
  // Visits the events and series of an owner that have guests, as they are stored.
  Result<void> visit_own(const std::string& owner_id,
                         const std::function<Result<void>(store::ItemView)>& visit);
  // Changes the guests of an event, if it is there, whatever quotas say. Does not ask whether the
  // acting person may.
  Result<void> change_freely(const Owner& owner, const EventId& id,
                             const std::function<void(Guests& guests)>& edit);
  Result<void> forget_as_guest(const std::string& user_id, const std::string& sort_key);

  const Context context_;
  accounts::Users& users_;
  accounts::Throttle throttle_;
};

}  // namespace norn::events
