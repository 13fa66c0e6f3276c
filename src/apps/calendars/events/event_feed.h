#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::calendars {

// Turns changes of the events of calendars into live events for the members:
//   calendar-event  {"calendarId","id","kind","masterId" of an occurrence,"gone":true if deleted}
//   replaced        {"calendarId","id","replacedBy"}, instead, of what became an entry
// They tell what to read again, and not the new state, which depends on the view.
class CalendarEventChanges final : public live::Feed {
 public:
  explicit CalendarEventChanges(const Context& context)
      : context_(context), sharing_(context), audiences_(sharing_) {}

  std::string table() const override { return context_.tables.planner(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { audiences_.begin_round(); }

 private:
  Result<live::Events> of_change(const apps::Change& change);
  Result<std::string> replacement_of(const std::string& calendar_id, std::string_view kind,
                                     store::ItemView item);

  Context context_;
  CalendarSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::calendars
