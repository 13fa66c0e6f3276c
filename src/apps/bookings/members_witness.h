#pragma once

#include <string>
#include <vector>

#include "apps/bookings/members.h"

namespace norn::bookings {

// A place always has an administrator: whatever takes that away from `member_id` is written in one
// transaction with the condition that somebody else is one, the witness. kConflict when there is
// nobody else.
Result<Action> another_administrator(const Context& context, const std::string& place_id,
                                     const std::string& member_id);

// Memberships with the people whose they are, in the same order.
Result<std::vector<Member>> with_people(const Context& context,
                                        std::vector<Membership> memberships);

// Wishes of somebody who is no member any more.
Result<void> remove_wishes(const Context& context, const std::string& place_id,
                           const std::string& user_id);

}  // namespace norn::bookings
