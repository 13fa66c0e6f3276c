#pragma once

#include <string>

#include "apps/calendars/service.h"
#include "apps/calendars/transaction.h"

namespace norn::calendars {

// A calendar always has an owner: whatever takes that away from `member_id` is written in one
// transaction with the condition that somebody else is one, the witness. kConflict when there is
// nobody else.
Result<Action> another_owner(const Context& context, const std::string& calendar_id,
                             const std::string& member_id);

}  // namespace norn::calendars
