#include "apps/bookings/person_files.h"

#include <utility>

#include "apps/bookings/feeds/calendar_feed.h"
#include "apps/bookings/render.h"
#include "apps/shared/csv_row.h"
#include "apps/shared/item_reader.h"
#include "base/time_text.h"
#include "ical/calendar_file.h"

namespace norn::bookings {
namespace {

constexpr int64_t kPersonPageEvents = 500;
constexpr Date kFirstDay = Date(std::chrono::year(1) / 1 / 1);
constexpr Date kLastDay = Date(std::chrono::year(9999) / 12 / 31);

// Both files of a place under construction.
struct StayFiles {
  std::string calendar;
  std::string table;
  bool has_stays = false;
};

void add_stay(StayFiles& files, const Access& access, const Event& event,
              const std::string& user_id) {
  files.has_stays = true;
  files.calendar += stay_component(access, event);
  apps::append_csv_row(files.table, {date_text(event.stay.start), date_text(event.stay.end),
                                     std::to_string(event.stay.nights()), event.title,
                                     std::string(to_text(event.kind)), event.note.value_or(""),
                                     std::to_string(event.total), event.currency,
                                     event.user_id == user_id ? "yes" : "no", event.created_at});
}

Result<StayFiles> stays_at(const Context& context, const Access& access,
                           const std::string& user_id) {
  StayFiles files;
  ical::CalendarFile about;
  about.name = access.place.settings.name;
  files.calendar = ical::calendar_begin(about, {});
  apps::append_csv_row(files.table, {"arrival", "departure", "nights", "title", "kind", "note",
                                     "total", "currency", "yours", "createdAt"});
  store::QueryRequest request = query_events(context, access.place.id, kFirstDay, kLastDay);
  request.limit = kPersonPageEvents;
  do {
    NORN_ASSIGN(auto page, context.store.query(request));
    for (const Event& event : apps::readable(page.items, event_from)) {
      if (access.is_administrator() || event.user_id == user_id) {
        add_stay(files, access, event, user_id);
      }
    }
    request.start_after = std::move(page.last_key);
  } while (request.start_after);
  files.calendar += ical::kCalendarEnd;
  return files;
}

}  // namespace

Result<void> add_person_files(const Context& context, Places& places, const std::string& user_id,
                              apps::PersonFiles& files) {
  NORN_ASSIGN(const auto all, places.list(user_id));
  for (const Access& access : all) {
    const std::string& name = access.place.settings.name;
    NORN_ASSIGN(const StayFiles stays, stays_at(context, access, user_id));
    if (stays.has_stays) {
      NORN_TRY(files.add_file("bookings", name, "ics", "stays at this place", stays.calendar));
      NORN_TRY(files.add_file("bookings", name, "csv",
                              "the same stays as a table; prices are in the "
                              "smallest unit of the currency",
                              stays.table));
    }
    if (!access.is_administrator()) continue;
    std::string json;
    append_json(json, access);
    NORN_TRY(files.add_file("bookings", name, "json", "settings of a place that you administer",
                            json + "\n"));
  }
  return {};
}

}  // namespace norn::bookings
