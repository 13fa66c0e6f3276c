#include "apps/calendars/person_files.h"

#include <utility>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/feeds/entry_export.h"
#include "apps/events/exchange/export.h"
#include "base/json_writer.h"

namespace norn::calendars {

Result<void> add_person_files(const Context& context, Calendars& calendars,
                              Subscriptions& subscriptions, const std::string& user_id,
                              apps::PersonFiles& files) {
  const events::Context of_events = events::context_of(context);
  NORN_ASSIGN(const auto all, calendars.list(user_id));
  for (const Access& access : all) {
    if (access.membership.role != Role::kOwner) continue;
    const Calendar& calendar = access.calendar;
    NORN_ASSIGN(
        events::CalendarExport file,
        events::CalendarExport::begin(of_events, {.owners = {event_partition(calendar.id)},
                                                  .further = {exported_entries(context)},
                                                  .name = calendar.name,
                                                  .color = calendar.color,
                                                  .guests = events::ExportedGuests::kWith}));
    NORN_TRY(files.begin("calendars", calendar.name, "ics", "a calendar of yours"));
    NORN_TRY(files.add_all(std::move(file)));
  }
  NORN_ASSIGN(const auto feeds, subscriptions.list(user_id));
  if (feeds.empty()) return {};
  std::string json;
  ListWriter list(json);
  for (const Subscription& feed : feeds) {
    ObjectWriter object(list.next());
    object.text("name", feed.name);
    object.text("address", feed.address);
    object.text("color", feed.color);
    object.close();
  }
  list.close();
  return files.add_file("calendars", "subscriptions", "json",
                        "calendar feeds that you subscribe to", json + "\n");
}

}  // namespace norn::calendars
