#pragma once

#include <optional>
#include <vector>

#include "apps/events/agenda_items.h"
#include "apps/events/context.h"
#include "apps/events/views/views.h"
#include "apps/reminders/source.h"
#include "base/error.h"

// The reminders of a partition's events as those of the person who reads them: what the events
// suggest, or what the person has set in its place.
namespace norn::events {

Result<void> add_reminders(Views& views, const AgendaOrigin& origin, const reminders::Query& query,
                           std::vector<reminders::Reminder>& into);
// Nullopt if there is none: the event was deleted or cancelled, or has no such reminder.
Result<std::optional<reminders::Reminder>> reminder_of(const Context& context,
                                                       const AgendaOrigin& origin,
                                                       const reminders::ReminderId& id,
                                                       const reminders::Query& query);

}  // namespace norn::events
