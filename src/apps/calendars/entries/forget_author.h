#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/access.h"

// Removes the id of a deleted account from the entries of a calendar that the person was in. A
// calendar can have many entries, and the index that finds them may lag, so a sweep does it.
namespace norn::calendars {

constexpr std::string_view kForgetAuthorSweep = "entry-author";

// For the transaction after which the person writes no more entries of the calendar.
Action begin_forget_author(const Context& context, const std::string& calendar_id,
                           const std::string& user_id);

// The work of the sweep: updates some entries, and returns true if there may be more.
Result<bool> forget_author(const Context& context, const std::string& subject);

}  // namespace norn::calendars
