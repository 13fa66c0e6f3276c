#include "apps/planner/live_feed.h"

#include <set>
#include <string_view>
#include <utility>

#include "apps/events/guests/guest_items.h"
#include "apps/events/model.h"
#include "apps/planner/keys.h"
#include "apps/planner/tasks/keys.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
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
  if (!key.starts_with(prefix)) return "";
  std::string user = key.substr(prefix.size());
  return apps::is_reserved_id(user) ? "" : user;
}

std::string_view kind_of(std::string_view entity_type) {
  if (entity_type == "EVENT") return "event";
  if (entity_type == "MASTER") return "series";
  if (entity_type == "INSTANCE") return "occurrence";
  if (entity_type == "TASK") return "task";
  return "";
}

// The key is the contract: another program may have left out `taskId`.
std::string task_id_in(const StreamRecord& record) {
  const std::string sort_key = apps::text_of(record.keys, "SK");
  return sort_key.starts_with(keys::kTasks) ? sort_key.substr(keys::kTasks.size()) : "";
}

// What was changed is an invitation for the guests of an event, whoever owns it, and the items that
// lead them there come and go with it.
void add_invitations(const StreamRecord& record, live::Events& events) {
  const std::string partition = apps::text_of(record.keys, "PK");
  const std::string sort_key = apps::text_of(record.keys, "SK");
  const std::string prefix = keys::user("");
  if (!partition.starts_with(prefix)) return;
  const std::string owner = partition.substr(prefix.size());
  const auto add = [&](std::string user, const std::string& owner_id, const std::string& event_id,
                       bool is_gone) {
    live::Event event{"planner-invitation", "", {std::move(user)}, std::string(kScope)};
    ObjectWriter object(event.data);
    object.text("ownerId", owner_id);
    object.text("eventId", event_id);
    if (is_gone) object.boolean("gone", true);
    object.close();
    events.push_back(std::move(event));
  };
  if (const auto key = events::guest_key_from(sort_key)) {
    if (!apps::is_reserved_id(owner)) add(owner, key->owner_id, key->event_id, !record.new_image);
    return;
  }
  const bool has_guests =
      sort_key.starts_with(keys::kEvents) || sort_key.starts_with(keys::kMasters);
  if (!has_guests || !record.new_image || !record.old_image) return;
  std::set<std::string> told;
  for (const events::Guest& guest : events::guests_in(*record.new_image)) {
    if (guest.user_id.empty() || !told.insert(guest.user_id).second) continue;
    add(guest.user_id, owner, sort_key.substr(sort_key.find('#') + 1), false);
  }
}

live::Event change_event(const StreamRecord& record, std::string_view kind, std::string user) {
  const store::Item& item = latest(record);
  live::Event event{"planner", "", {std::move(user)}, std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("id", kind == "task" ? task_id_in(record) : apps::text_of(item, "eventId"));
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
  live::Events events;
  if (!record.new_image && !record.old_image) return events;
  add_invitations(record, events);
  std::string user = user_of(record);
  if (user.empty()) return events;
  const std::string type = apps::text_of(latest(record), "entityType");
  if (const auto kind = kind_of(type); !kind.empty()) {
    events.push_back(change_event(record, kind, std::move(user)));
  } else if (type == "USER_META" && chose_anew(record)) {
    events.push_back({"planner-preferences", "{}", {std::move(user)}, std::string(kScope)});
  }
  return events;
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
