#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/calendars/access.h"

// Removes the id of a deleted account from the entries and events of a calendar that the person was
// in. A calendar can have many, and the index that finds entries may lag, so a sweep does it.
namespace norn::calendars {

constexpr std::string_view kForgetAuthorSweep = "entry-author";

// For the transaction that brings something that this person created to a calendar, which they may
// never have been in: records them, so that the deletion of their account finds it. Nullopt if the
// account is gone.
Result<std::optional<std::vector<Action>>> bring_author(const Context& context,
                                                        const std::string& calendar_id,
                                                        const std::string& user_id);

// For the transaction after which the person writes no more in the calendar.
Action begin_forget_author(const Context& context, const std::string& calendar_id,
                           const std::string& user_id);

// The work of the sweep: updates some of them, and returns true if there may be more.
Result<bool> forget_author(const Context& context, const std::string& subject);

}  // namespace norn::calendars
