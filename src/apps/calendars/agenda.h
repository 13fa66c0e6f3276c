#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/calendars/access.h"
#include "apps/calendars/service.h"
#include "apps/calendars/subscriptions/subscriptions.h"
#include "apps/events/agenda_items.h"
#include "apps/events/views/views.h"

namespace norn::calendars {

// How far back open tasks are looked for that are shown on today. What was forgotten for longer is
// found on its day alone: an agenda must not cost more with every year of a calendar.
constexpr std::chrono::days kLateTaskDays{90};

// What the events of a calendar have in common, for the member.
events::AgendaOrigin agenda_origin(const Access& access);

// Whether a calendar that could not be read is left out, and the others are shown: there is too
// much in it, or something of another program. An error of the store, and a request that has no
// time left, concern the others as well.
bool is_of_calendar_alone(const Error& error);

// The entries and events of all calendars of a person, and the events of the calendar feeds that
// they subscribe to, for the agenda. Entries are at the same wall time wherever the reader is.
class CalendarAgenda final : public agenda::AgendaSource {
 public:
  // Without `subscriptions` there are none.
  CalendarAgenda(Context context, Calendars& calendars, events::Views& views,
                 Subscriptions* subscriptions = nullptr)
      : context_(std::move(context)),
        calendars_(calendars),
        views_(views),
        subscriptions_(subscriptions) {}

  std::string app() const override { return "calendars"; }
  std::string scope() const override { return "calendars:read"; }
  agenda::Kinds kinds() const override {
    return agenda::Kinds::of({agenda::Kind::kEntry, agenda::Kind::kEvent, agenda::Kind::kTask});
  }
  Result<agenda::Part> items(const std::string& user_id, const agenda::Query& query) override;
  std::vector<agenda::Watched> watched() const override;

 private:
  Result<void> add_entries(const Access& access, const agenda::Query& query, agenda::Part& part);
  Result<void> add_late_tasks(const Access& access, const agenda::Query& query, agenda::Part& part);
  Result<void> add_events(const Access& access, const agenda::Query& query, agenda::Part& part);
  Result<void> add_calendar(const Access& access, const agenda::Query& query, agenda::Part& part);
  Result<void> add_subscribed(const std::string& user_id, const agenda::Query& query,
                              agenda::Part& part);

  Context context_;
  Calendars& calendars_;
  events::Views& views_;
  Subscriptions* subscriptions_;
};

}  // namespace norn::calendars
