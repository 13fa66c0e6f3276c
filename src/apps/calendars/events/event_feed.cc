#include "apps/calendars/events/event_feed.h"

#include <string_view>
#include <utility>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/events/turning.h"
#include "apps/calendars/live_feed.h"
#include "apps/events/model.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

std::string_view kind_of_event(std::string_view entity_type) {
  if (entity_type == events::kEventType) return "event";
  if (entity_type == events::kMasterType) return "series";
  if (entity_type == events::kInstanceType) return "occurrence";
  return "";
}

}  // namespace

Result<live::Events> CalendarEventChanges::events_of(const store::StreamRecord& record) {
  return apps::events_of_change(apps::change_of(record),
                                [this](const apps::Change& change) { return of_change(change); });
}

Result<std::vector<live::Events>> CalendarEventChanges::catch_up(
    const std::vector<store::StreamRecord>& records) {
  return apps::catch_up(context_.store, table(), records,
                        [this](const apps::Change& change) { return of_change(change); });
}

// The entry that an event or a series became.
Result<std::string> CalendarEventChanges::replacement_of(const std::string& calendar_id,
                                                         std::string_view kind,
                                                         store::ItemView item) {
  if (kind == "occurrence") return std::string();
  return entry_in_place_of(context_, calendar_id, apps::text_of(item, "eventId"));
}

Result<live::Events> CalendarEventChanges::of_change(const apps::Change& change) {
  const std::string calendar_id = calendar_of_partition(change.pk);
  if (calendar_id.empty()) return live::Events();
  const store::Item* const item = change.now != nullptr ? change.now : change.before;
  if (item == nullptr) return live::Events();
  const std::string_view kind = kind_of_event(apps::text_of(*item, "entityType"));
  if (kind.empty()) return live::Events();
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(calendar_id));
  if (!audience->thing_exists) return live::Events();
  std::vector<std::string> readers = audience->with(sharing::Right::kRead);
  const std::string id = apps::text_of(*item, "eventId");
  if (change.now == nullptr) {
    NORN_ASSIGN(const std::string entry_id, replacement_of(calendar_id, kind, *item));
    if (!entry_id.empty()) {
      return live::Events{replaced_event(calendar_id, id, entry_id, std::move(readers))};
    }
  }
  live::Event event{"calendar-event", "", std::move(readers), "calendars:read"};
  ObjectWriter object(event.data);
  object.text("calendarId", calendar_id);
  object.text("id", id);
  object.text("kind", kind);
  if (kind == "occurrence") object.text("masterId", apps::text_of(*item, "masterId"));
  if (change.now == nullptr) object.boolean("gone", true);
  object.close();
  return live::Events{std::move(event)};
}

}  // namespace norn::calendars
