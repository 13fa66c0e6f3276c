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

// The id of a reminder: "<event id>.<minutes>".
struct ReminderId {
  EventId event;
  int64_t minutes = 0;

  std::string text() const;
};
// Returns nullopt for other texts, so that they never become keys.
std::optional<ReminderId> parse_reminder_id(std::string_view text);

// The current reminder; nullopt if there is none: the event was deleted or cancelled, or has no
// such reminder.
Result<std::optional<Reminder>> find_reminder(const Context& context, const std::string& user_id,
                                              const ReminderId& id);

}  // namespace norn::planner
