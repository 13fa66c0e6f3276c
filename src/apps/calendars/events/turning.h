#pragma once

#include <optional>
#include <string>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/model.h"
#include "apps/events/model.h"
#include "apps/events/series/event_change.h"
#include "apps/events/series/event_id.h"
#include "base/error.h"

// An entry that is given something that it cannot say (a rule, a time zone, reminders, a night)
// becomes an event of its calendar, and such an event an entry again, each in one transaction over
// both tables. The event has the id of the entry behind its prefix. Errors are those of `authorize`
// for writers, and kNotFound if the thing is not in this calendar.
namespace norn::calendars {

// Returns kStale if the entry does not have this tag, and kConflict of a task: it is no event.
Result<events::Thing> turn_into_event(const Context& context, const std::string& user_id,
                                      const std::string& calendar_id, const std::string& entry_id,
                                      const events::EventChange& change, const std::string& etag);

// Returns kConflict if the event does not have this tag, or has something that an entry cannot say.
// With `said`, what the entry said before it became an event, for the undo of that: the entry says
// this again, whatever the event says, and a series with all that was changed in it becomes the
// entry, too. Returns kConflict if there are guests, who are no part of the tag, or if these are
// more items than a transaction can write.
Result<Entry> turn_into_entry(const Context& context, const std::string& user_id,
                              const std::string& calendar_id, const events::EventId& id,
                              const std::optional<EntryInput>& said, const std::string& etag);

// The path of the event that an entry has become, in one of the user's calendars or, if the caller
// may read it, in their planner; nullopt if there is none.
Result<std::optional<std::string>> path_of_turned(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& entry_id,
                                                  bool may_read_planner);

// For live feeds: the id of the event in place of an entry of the calendar, and of the entry in
// place of an event; empty if there is none.
Result<std::string> event_in_place_of(const Context& context, const std::string& calendar_id,
                                      const std::string& entry_id);
Result<std::string> entry_in_place_of(const Context& context, const std::string& calendar_id,
                                      const std::string& event_id);

}  // namespace norn::calendars
