#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/service.h"
#include "apps/calendars/transaction.h"

// What becomes of the entries of a calendar that gets another color. Each entry has a color of its
// own, which is that of the calendar unless somebody chose another: those that have it follow, and
// the others stay as they are. There may be many, so it is done in the background.
namespace norn::calendars {

constexpr std::string_view kRecolorSweep = "recolor";

// For the transaction that changes the color.
Action begin_recolor(const Context& context, const std::string& calendar_id,
                     std::string_view old_color);

// Gives some entries the color that the calendar has now; true when there may be more. `subject` is
// that of the sweep.
Result<bool> recolor_entries(const Context& context, const std::string& subject);

}  // namespace norn::calendars
