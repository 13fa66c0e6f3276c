#include "apps/planner/reminder_source.h"

#include "apps/events/reminders/event_reminders.h"
#include "apps/planner/agenda.h"
#include "apps/planner/keys.h"

namespace norn::planner {

Result<reminders::Part> PlannerReminders::due(const std::string& user_id,
                                              const reminders::Query& query) {
  reminders::Part part;
  part.owners.push_back(keys::user(user_id));
  NORN_TRY(events::add_reminders(views_, agenda_origin(user_id), query, part.reminders));
  return part;
}

Result<std::optional<reminders::Reminder>> PlannerReminders::find(const std::string& user_id,
                                                                  const reminders::ReminderId& id,
                                                                  const reminders::Query& query) {
  if (id.owner_id != user_id) return std::nullopt;
  return events::reminder_of(context_, agenda_origin(user_id), id, query);
}

}  // namespace norn::planner
