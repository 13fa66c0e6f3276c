#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/planner/context.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/views/views.h"
#include "base/error.h"
#include "ical/time_zone.h"

namespace norn::planner {

// At most so many are listed, the first; and of one series.
constexpr size_t kMaxListedReminders = 1'000;

// Which reminder of what: "<event id>.<minutes>".
struct ReminderId {
  EventId event;
  int64_t minutes = 0;

  std::string text() const;
};
// Nullopt when it has another form: such a reminder cannot be, and never becomes a key.
std::optional<ReminderId> parse_reminder_id(std::string_view text);

// The reminder as it is now; nullopt when there is none (any more): the event is gone, or
// cancelled, or does not remind so early.
Result<std::optional<Reminder>> find_reminder(const Context& context, const std::string& user_id,
                                              const ReminderId& id);

}  // namespace norn::planner
