#pragma once

#include <string>
#include <vector>

#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/service.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::calendars {

// What changes of calendars mean to the open pages of their members:
//   entry       {"calendarId","id","entry":{...} or null when it is gone}
//   calendar    {"calendarId","calendar":{...} or null}
//   membership  {"calendarId","userId","role" or null}; also to the one whom it is about
class CalendarFeed final : public live::Feed {
 public:
  explicit CalendarFeed(const Context& context)
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
  // Those who may see what is in it: nobody once it is gone.
  Result<std::vector<std::string>> readers_of(const std::string& calendar_id);

  Context context_;
  CalendarSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::calendars
