#include "apps/projects/model/event.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/model/attributes.h"
#include "apps/projects/model/times.h"

namespace norn::projects {
namespace {

using apps::ItemReader;
using store::ItemView;
using store::Map;
using store::Value;

}  // namespace

int64_t Event::start_ms() const {
  const int64_t start = parse_timestamp_ms(start_date).value_or(0);
  return all_day ? start - (start % kMsPerDay + kMsPerDay) % kMsPerDay : start;
}

int64_t Event::end_ms() const {
  const int64_t end = parse_timestamp_ms(end_date).value_or(0);
  return all_day ? end - (end % kMsPerDay + kMsPerDay) % kMsPerDay + kMsPerDay : end;
}

store::Item to_item(const Event& event) {
  Map item = thing_map(keys::event(event.id), "EVENT",
                       {{"GSI2PK", keys::kAllEvents},
                        {"GSI2SK", event.start_date},
                        {"title", event.title},
                        {"description", apps::text_or_null(event.description)},
                        {"startDate", event.start_date},
                        {"endDate", event.end_date},
                        {"allDay", Value::boolean(event.all_day)},
                        {"color", event.color},
                        {"projectId", event.project_id},
                        {"createdAt", event.created_at},
                        {"updatedAt", event.updated_at}});
  put_texts(item, "projectIds", event.project_ids);
  put_authors(item, event);
  return store::Item::from_map(item);
}

const std::vector<std::string>& event_attributes() {
  static const std::vector<std::string> names = {
      "entityType", "GSI2PK",    "GSI2SK",    "title",     "description",
      "startDate",  "endDate",   "allDay",    "color",     "projectId",
      "projectIds", "createdAt", "updatedAt", "createdBy", "updatedBy"};
  return names;
}

// An end that is missing, or before the start, reads as the start.
Result<Event> event_from(ItemView item) {
  ItemReader reader(item);
  Event event;
  event.id = id_in(reader, keys::kEventPrefix);
  event.title = reader.text("title");
  event.description = reader.optional_text("description");
  const auto start = moment_in(reader, "startDate", "T00:00:00Z");
  reader.require(start.has_value(), "startDate");
  event.start_date = start.value_or(std::string(kUnknownTime));
  event.end_date = moment_in(reader, "endDate", "T00:00:00Z").value_or(event.start_date);
  if (event.end_date < event.start_date) event.end_date = event.start_date;
  event.all_day = reader.optional_boolean("allDay").value_or(false);
  event.color = color_in(reader);
  event.project_id = other_id(reader, "projectId").value_or("");
  read_times(reader, event);
  event.project_ids = other_ids(reader, "projectIds");
  if (!event.project_id.empty() &&
      std::ranges::find(event.project_ids, event.project_id) == event.project_ids.end()) {
    event.project_ids.insert(event.project_ids.begin(), event.project_id);
  }
  read_authors(reader, event);
  if (!reader.is_sound()) return reader.error("event");
  event.etag = apps::etag_of(item.json());
  return event;
}

}  // namespace norn::projects
