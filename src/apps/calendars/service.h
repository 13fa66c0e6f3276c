#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/throttle.h"
#include "apps/accounts/users.h"
#include "apps/calendars/model.h"
#include "apps/context.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::calendars {

using apps::Context;

// A calendar and what somebody is in it.
struct Access {
  Calendar calendar;
  Membership membership;
};

// THE check of who may do what: kNotFound for those who are no members (and for calendars that are
// not there), kForbidden for members whose role is less than `needed`. Reads the table itself,
// never an index.
Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& calendar_id, Role needed);
// For a transaction: that this still is so when it is written.
store::TransactWriteRequest::Action still_has_role(const Context& context,
                                                   const std::string& user_id,
                                                   const std::string& calendar_id, Role needed);

// Bounds of what is read at a time. They are counted before something is added, so those who add at
// the same moment may come to a little more.
constexpr int64_t kMaxCalendarsPerPerson = 500;
// Members, and those who are invited.
constexpr int64_t kMaxMembersPerCalendar = 500;
constexpr int64_t kMaxInvitationsPerHour = 100;  // Of one person.

struct CalendarInput {
  std::string name;   // 1 to 100 characters.
  std::string color;  // "#rrggbb"
  std::optional<std::string> description;
};

// What is changed: absent members stay as they are.
struct CalendarPatch {
  std::optional<std::string> name = {};
  std::optional<std::string> color = {};
  std::optional<std::optional<std::string>> description = {};
};

// Calendars and who is in them. The service's errors are those of base/faults.h.
class Calendars {
 public:
  // Also tells the sweeps how to sweep a calendar.
  explicit Calendars(Context context);

  // Whoever makes a calendar is its owner. kConflict when they are in too many.
  Result<Access> create(const std::string& user_id, const CalendarInput& input,
                        const apps::Creation& creation);
  // All calendars of a person, by name. From an index, so a new one may come a moment later.
  Result<std::vector<Access>> list(const std::string& user_id);
  Result<Access> get(const std::string& user_id, const std::string& calendar_id);
  // Owners. kStale when the state is not that of `etag`.
  Result<Access> change(const std::string& user_id, const std::string& calendar_id,
                        const CalendarPatch& patch, const std::string& etag);
  // Owners. Gone for everybody at once; its entries and memberships are swept after that.
  Result<void> remove(const std::string& user_id, const std::string& calendar_id);
  // The sweep of a calendar that is gone.
  Result<bool> sweep(const std::string& calendar_id);

 private:
  Context context_;
};

struct Member {
  Membership membership;
  std::optional<accounts::User> user;  // Nullopt for somebody who is gone.
  bool email_verified = false;         // Whether it was proved that the address is theirs.
};

struct PendingInvitation {
  std::string calendar_id;
  std::string email;
  Role role = Role::kReader;
  std::string invited_by;
  std::string created_at;
};

// Members of calendars, and those who are invited and have no account yet: they become members in
// the transaction that creates their account, when it is proved that the address is theirs. A
// calendar always has an owner.
class Members final : public accounts::UserHook {
 public:
  explicit Members(Context context);

  Result<std::vector<Member>> list(const std::string& user_id, const std::string& calendar_id);
  Result<std::vector<PendingInvitation>> pending(const std::string& user_id,
                                                 const std::string& calendar_id);  // Owners.

  struct Invited {
    std::optional<Member> member;              // Somebody with an account is a member at once.
    std::optional<PendingInvitation> pending;  // Anybody else when they sign up.
  };
  // Owners. `email` as it was typed. kConflict when they are in it already, when there are too many
  // of anything, and of "role" when somebody whose address is not proved would be an owner at once.
  // kTooManyRequests for somebody who invites too often.
  Result<Invited> invite(const std::string& user_id, const std::string& calendar_id,
                         const std::string& email, Role role);
  Result<void> withdraw(const std::string& user_id, const std::string& calendar_id,
                        const std::string& email);  // Owners.
  // Owners. kConflict when the last owner would be none any more; kStale as everywhere.
  Result<Member> change_role(const std::string& user_id, const std::string& calendar_id,
                             const std::string& member_id, Role role, const std::string& etag);
  // Owners remove anybody; everybody removes themselves. The last owner stays (kConflict).
  Result<void> remove(const std::string& user_id, const std::string& calendar_id,
                      const std::string& member_id);

  // Invitations of a new person become memberships, when those who invited them are still owners;
  // otherwise they are worth nothing any more. They stay as they are for an address that is not
  // proved.
  Result<std::vector<accounts::Action>> on_create(const accounts::User& user,
                                                  bool email_verified) override;
  // Those who are the last owner of a calendar with other members hand it over first.
  Result<void> may_delete(const std::string& user_id) override;
  // Leaves all calendars; those with no other member go. Should a calendar be without an owner by
  // then, whoever has been in it longest becomes one.
  Result<bool> forget(const std::string& user_id) override;

 private:
  Context context_;
  accounts::Throttle throttle_;
};

}  // namespace norn::calendars
