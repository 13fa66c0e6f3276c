#include "apps/planner/routes/routes.h"

#include <utility>

#include "apps/planner/routes/routes_parts.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::planner {

void add_routes(rest::Api& api, const Parts& parts) {
  add_schemas(api);
  add_input_schemas(api);
  add_view_routes(api, parts);
  add_event_routes(api, parts);
  add_person_routes(api, parts);
  add_reminder_routes(api, parts);
  add_exchange_routes(api, parts);
}

void person_of_change(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
}

rest::Route route(std::string method, std::string_view path, std::string_view scope) {
  rest::Route made;
  made.method = std::move(method);
  made.path = std::string("/api/v1/planner").append(path);
  made.tag = "planner";
  made.access = rest::Access::kPerson;
  made.scope = scope;
  return made;
}

Result<EventId> event_id_of(const rest::Call& call) {
  auto id = parse_event_id(call.path("eventId"));
  if (!id) return not_found("event");
  return *std::move(id);
}

}  // namespace norn::planner
