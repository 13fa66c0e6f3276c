#include "apps/events/routes/routes.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "apps/events/limits.h"
#include "apps/events/routes/reading_routes.h"
#include "apps/events/routes/routes_parts.h"
#include "apps/shared/import_notes.h"
#include "apps/shared/items.h"

namespace norn::events {
namespace {

constexpr std::string_view kWallSchema =
    R"({"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$"})";

apps::Placeholders placeholders() {
  return {{"$DATE", kDateSchema},
          {"$INSTANT", kInstantSchema},
          {"$WALL", std::string(kWallSchema)},
          {"$MAX_TITLE", fmt::to_string(kMaxTitleCharacters)},
          {"$MAX_EVENT_DAYS", fmt::to_string(kMaxEventDays)},
          {"$MAX_IMPORT_FILE", fmt::to_string(kMaxImportFileBytes)},
          {"$MAX_DESCRIPTION", fmt::to_string(kMaxDescriptionBytes)},
          {"$MAX_LOCATION", fmt::to_string(kMaxLocationCharacters)},
          {"$MAX_TAGS", fmt::to_string(kMaxTags)},
          {"$MAX_ONE_TAG", fmt::to_string(kMaxTagCharacters)},
          {"$MAX_REMINDERS", fmt::to_string(kMaxReminders)},
          {"$MAX_REMINDER_MINUTES", fmt::to_string(kMaxReminderMinutes)},
          {"$MAX_LINKS", fmt::to_string(kMaxLinks)},
          {"$MAX_LINK_TARGET", fmt::to_string(kMaxLinkTargetCharacters)},
          {"$MAX_LINK_TITLE", fmt::to_string(kMaxLinkTitleCharacters)},
          {"$MAX_TTL", fmt::to_string(kMaxTtl)},
          {"$MAX_RULE", fmt::to_string(kMaxRuleCharacters)},
          {"$MAX_LISTED", fmt::to_string(kMaxListedTags)},
          {"$GUESTS_MOST", fmt::to_string(kMaxGuests)},
          {"$NOTES", apps::kImportNotesSchema}};
}

}  // namespace

void add_schemas(rest::Api& api) {
  add_event_schemas(api);
  add_view_schemas(api);
  add_exchange_schemas(api);
  add_guest_schemas(api);
}

void add_routes(rest::Api& api, const EventRoutes& routes) {
  add_reading_routes(api, routes);
  add_event_routes(api, routes);
  add_exchange_routes(api, routes);
  add_guest_routes(api, routes);
}

void add_reading_routes(rest::Api& api, const EventRoutes& routes) {
  add_view_routes(api, routes);
  add_event_reading_routes(api, routes);
}

void owner_of_change(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
}

std::string filled_in(std::string schema) {
  return apps::filled_in(std::move(schema), placeholders());
}

}  // namespace norn::events
