#include "apps/planner/live_feed.h"

#include <set>
#include <string_view>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::planner {
namespace {

using store::StreamRecord;

constexpr std::string_view kScope = "planner:read";

const store::Item& latest(const StreamRecord& record) {
  return record.new_image ? *record.new_image : *record.old_image;
}

std::string user_of(const StreamRecord& record) {
  const std::string key = apps::text_of(record.keys, "PK");
  const std::string prefix = keys::user("");
  return key.starts_with(prefix) ? key.substr(prefix.size()) : "";
}

std::string_view kind_of(std::string_view entity_type) {
  if (entity_type == "EVENT") return "event";
  if (entity_type == "MASTER") return "series";
  if (entity_type == "INSTANCE") return "occurrence";
  return "";
}

live::Event change_event(const StreamRecord& record, std::string_view kind, std::string user) {
  const store::Item& item = latest(record);
  live::Event event{"planner", "", {std::move(user)}, std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("id", apps::text_of(item, "eventId"));
  object.text("kind", kind);
  if (kind == "occurrence") object.text("masterId", apps::text_of(item, "masterId"));
  if (!record.new_image) object.boolean("gone", true);
  object.close();
  return event;
}

// A change of the statistics in USER_META is no change of the preferences.
bool chose_anew(const StreamRecord& record) {
  return record.new_image && record.old_image &&
         apps::integer_of(*record.new_image, "version") !=
             apps::integer_of(*record.old_image, "version");
}

}  // namespace

Result<live::Events> PlannerChanges::events_of(const StreamRecord& record) {
  std::string user = user_of(record);
  if (user.empty() || (!record.new_image && !record.old_image)) return live::Events();
  const std::string type = apps::text_of(latest(record), "entityType");
  if (const auto kind = kind_of(type); !kind.empty()) {
    return live::Events{change_event(record, kind, std::move(user))};
  }
  if (type == "USER_META" && chose_anew(record)) {
    return live::Events{{"planner-preferences", "{}", {std::move(user)}, std::string(kScope)}};
  }
  return live::Events();
}

// A person's own items: access does not change over time. Of several changes of one item the last
// one is enough.
Result<std::vector<live::Events>> PlannerChanges::catch_up(
    const std::vector<StreamRecord>& records) {
  std::vector<live::Events> all(records.size());
  std::set<std::pair<std::string, std::string>> told;
  for (size_t i = records.size(); i-- > 0;) {
    const store::Item& keys = records[i].keys;
    NORN_ASSIGN(live::Events events, events_of(records[i]));
    if (events.empty()) continue;
    if (!told.emplace(apps::text_of(keys, "PK"), apps::text_of(keys, "SK")).second) continue;
    all[i] = std::move(events);
  }
  return all;
}

}  // namespace norn::planner
