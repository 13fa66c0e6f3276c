#include "apps/bin/routes.h"

#include <string>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/events/routes/routes.h"

// The bins of calendars: deleted entries and events of a calendar, and deleted calendars of a
// person.
namespace norn::calendars {
namespace {

Result<std::string> calendar_id_of(const rest::Call& call) {
  return apps::id_of(call, "calendarId", kCalendarNotFound);
}

Result<void> restore_event(const Parts& parts, rest::Call& call, const std::string& calendar_id,
                           const std::string& id) {
  NORN_ASSIGN(const events::Owner owner,
              owner_of_events(parts.context, call.caller().user_id, calendar_id, Role::kWriter));
  NORN_ASSIGN(const events::Thing thing, parts.events.restore_deleted(owner, id));
  events::render_event(call, call.json(), thing);
  return {};
}

bin::BinRoutes entry_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/calendars/{calendarId}/bin";
  routes.what = "deleted entries and events";
  routes.where = "a calendar that you may write in";
  routes.operations = {.list = "listCalendarBin",
                       .restore = "restoreEntry",
                       .remove = "deleteEntryForGood",
                       .empty = "emptyCalendarBin"};
  routes.restored_schema = "EntryOrEvent";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(const std::string id, calendar_id_of(call));
    NORN_ASSIGN(auto found, parts.bin.entries(call.caller().user_id, id, limit, after));
    return bin::Listed{std::move(found.page), found.may_delete};
  };
  routes.restore = [parts](rest::Call& call, const std::string& entry_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, calendar_id_of(call));
    const std::string& user_id = call.caller().user_id;
    NORN_ASSIGN(const bool is_entry, parts.bin.is_entry(user_id, id, entry_id));
    if (!is_entry) return restore_event(parts, call, id, entry_id);
    NORN_ASSIGN(const Entry entry, parts.entries.restore(user_id, id, entry_id));
    call.set_etag(etag_of(entry));
    append_json(call.json(), entry);
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& entry_id) -> Result<void> {
    NORN_ASSIGN(const std::string id, calendar_id_of(call));
    return parts.bin.remove_entry(call.caller().user_id, id, entry_id);
  };
  routes.empty = [parts](const rest::Call& call) -> Result<void> {
    NORN_ASSIGN(const std::string id, calendar_id_of(call));
    return parts.bin.remove_entries(call.caller().user_id, id);
  };
  return routes;
}

bin::BinRoutes calendar_bin(const Parts& parts) {
  bin::BinRoutes routes;
  routes.path = "/api/v1/calendar-bin";
  routes.what = "deleted calendars";
  routes.where = "yours";
  routes.operations = {.list = "listDeletedCalendars",
                       .restore = "restoreCalendar",
                       .remove = "deleteCalendarForGood",
                       .empty = "deleteCalendarsForGood"};
  routes.restored_schema = "Calendar";
  routes.list = [parts](const rest::Call& call, int64_t limit,
                        const std::string& after) -> Result<bin::Listed> {
    NORN_ASSIGN(auto page, parts.bin.calendars(call.caller().user_id, limit, after));
    return bin::Listed{std::move(page)};
  };
  routes.restore = [parts](rest::Call& call, const std::string& calendar_id) -> Result<void> {
    NORN_ASSIGN(const Access access, parts.calendars.restore(call.caller().user_id, calendar_id));
    call.set_etag(etag_of(access.calendar));
    append_json(call.json(), access.calendar, access.membership.role);
    return {};
  };
  routes.remove = [parts](const rest::Call& call, const std::string& calendar_id) {
    return parts.bin.remove_calendar(call.caller().user_id, calendar_id);
  };
  routes.empty = [parts](const rest::Call& call) {
    return parts.bin.remove_calendars(call.caller().user_id);
  };
  return routes;
}

}  // namespace

void add_bin_routes(rest::Api& api, const Parts& parts) {
  api.add_schema("EntryOrEvent", R"({"oneOf":[{"$ref":"#/components/schemas/Entry"},
    {"$ref":"#/components/schemas/PlannerEvent"}]})");
  for (bin::BinRoutes routes : {entry_bin(parts), calendar_bin(parts)}) {
    routes.tag = kTag;
    routes.read_scope = kReadScope;
    routes.write_scope = kWriteScope;
    bin::add_routes(api, routes, &parts.users);
  }
}

}  // namespace norn::calendars
