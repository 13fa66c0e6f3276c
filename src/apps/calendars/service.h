#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
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
constexpr size_t kMaxInvitationsPerAddress = 50;
constexpr size_t kMaxInvitationsPerCalendar = 90;
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

}  // namespace norn::calendars
