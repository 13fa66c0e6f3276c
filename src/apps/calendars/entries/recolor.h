#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/access.h"

// Updates the entries of a calendar whose color has changed. Each entry stores a color: entries
// with the calendar's old color get the new one, all others keep theirs. A calendar can have many
// entries, so a sweep does it.
namespace norn::calendars {

constexpr std::string_view kRecolorSweep = "recolor";

// For the transaction that changes the color: begins the sweep.
Action begin_recolor(const Context& context, const std::string& calendar_id,
                     std::string_view old_color);

// The work of the sweep: updates some entries, and returns true if there may be more.
Result<bool> recolor_entries(const Context& context, const std::string& subject);

}  // namespace norn::calendars
