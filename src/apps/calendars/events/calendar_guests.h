#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "apps/accounts/users/users.h"
#include "apps/calendars/access.h"
#include "apps/events/guests/guests.h"
#include "base/error.h"

namespace norn::calendars {

// Withdraws the invitations of an account that is taken over to events of calendars: in a calendar
// that its creator made, all of them; in others, those that the account made. The members of such
// calendars have gone before.
class CalendarGuests final : public accounts::UserHook {
 public:
  // What is handed in outlives it.
  CalendarGuests(Context context, events::GuestLists& guests)
      : context_(std::move(context)), guests_(guests) {}

  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;

 private:
  Result<void> withdraw(const std::string& user_id, const std::string& calendar_id,
                        int64_t until_ms);

  const Context context_;
  events::GuestLists& guests_;
};

}  // namespace norn::calendars
