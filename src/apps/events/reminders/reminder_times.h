#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/context.h"
#include "apps/events/series/event_id.h"
#include "apps/events/views/views.h"
#include "base/error.h"

namespace norn::events {

// The current reminder of an event or an occurrence, whenever it is due; nullopt if there is none:
// it was deleted or cancelled, or has no such reminder.
Result<std::optional<Reminder>> find_reminder(const Context& context, const std::string& user_id,
                                              const EventId& id, int64_t minutes,
                                              const ReminderWindow& window);

}  // namespace norn::events
