#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/service.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/reminders/source.h"

namespace norn::calendars {

// The reminders of the events of all calendars of a person. What an event says is the calendar's
// suggestion, which each member may replace for the calendar, an event or a series.
class CalendarReminders final : public reminders::ReminderSource {
 public:
  CalendarReminders(Context context, Calendars& calendars, events::Events& events,
                    events::Views& views)
      : context_(std::move(context)), calendars_(calendars), events_(events), views_(views) {}

  std::string app() const override { return "calendars"; }
  Result<reminders::Part> due(const std::string& user_id, const reminders::Query& query) override;
  Result<std::optional<reminders::Reminder>> find(const std::string& user_id,
                                                  const reminders::ReminderId& id,
                                                  const reminders::Query& query) override;
  Result<std::optional<std::string>> override_name(const std::string& user_id,
                                                   const std::string& owner,
                                                   const std::string& thing_id) override;

 private:
  // Nullopt if the person is not in the calendar, and if the calendar cannot be read.
  Result<std::optional<Access>> access_of(const std::string& user_id,
                                          const std::string& calendar_id);

  Context context_;
  Calendars& calendars_;
  events::Events& events_;
  events::Views& views_;
};

}  // namespace norn::calendars
