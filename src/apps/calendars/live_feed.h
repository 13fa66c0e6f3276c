#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/entries/entry_view.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::calendars {

// The live event of an entry that became an event, and of an event that became an entry.
live::Event replaced_event(std::string_view calendar_id, std::string_view id,
                           std::string_view replaced_by, std::vector<std::string> users);

// Turns changes of calendars into live events for their members. Null stands for deleted:
//   entry       {"calendarId","id","entry":{...} or null}
//   replaced    {"calendarId","id","replacedBy"}, instead, of an entry that became an event
//   calendar    {"calendarId","calendar":{...} or null}
//   membership  {"calendarId","userId","role" or null}; the former member receives it, too
class CalendarChanges final : public live::Feed {
 public:
  explicit CalendarChanges(const Context& context)
      : context_(context), sharing_(context), audiences_(sharing_) {}

  std::string table() const override { return context_.tables.calendars(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { audiences_.begin_round(); }

 private:
  using Events = live::Events;
  using Change = apps::Change;

  Result<Events> events_of(const Change& change);
  Result<Events> of_entry(const Change& change);
  Result<Events> of_calendar(const Change& change);
  Result<Events> of_membership(const Change& change);
  // All members; none if the calendar was deleted.
  Result<std::vector<std::string>> readers_of(const std::string& calendar_id);

  Context context_;
  CalendarSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::calendars
