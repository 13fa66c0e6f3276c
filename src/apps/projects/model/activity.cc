#include "apps/projects/model/activity.h"

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

constexpr std::array<std::string_view, 10> kActions = {
    "CREATE", "UPDATE", "DELETE", "MOVE", "ASSIGN", "STATUS", "COMMENT", "JOIN", "LEAVE", "ROLE"};

std::vector<FieldChange> changes_in(const ItemReader& reader) {
  std::vector<FieldChange> changes;
  const auto list = reader.filled_list("changes");
  if (!list) return changes;
  for (const Value& member : *list) {
    const auto* const map = member.get_if<Map>();
    const std::string* const field = map != nullptr ? text_member(*map, "field") : nullptr;
    if (field == nullptr) continue;
    FieldChange& change = changes.emplace_back();
    change.field = *field;
    if (const std::string* const from = text_member(*map, "from")) change.from = *from;
    if (const std::string* const to = text_member(*map, "to")) change.to = *to;
  }
  return changes;
}

}  // namespace

std::string_view to_text(ActivityAction action) {
  return name_in(kActions, action);
}

std::optional<ActivityAction> activity_action_from(std::string_view text) {
  return one_of<ActivityAction>(kActions, text);
}

store::Item to_item(const Activity& activity) {
  Map item = thing_map(keys::activity(activity.id), activity.entity_type,
                       {{"action", to_text(activity.action)},
                        {"entityId", activity.entity_id},
                        {"userId", activity.user_id},
                        {"details", activity.details},
                        {"timestamp", activity.timestamp},
                        {"projectId", activity.project_id}});
  store::List changes;
  for (const FieldChange& change : activity.changes) {
    changes.emplace_back(Map{{"field", change.field},
                             {"from", apps::text_or_null(change.from)},
                             {"to", apps::text_or_null(change.to)}});
  }
  if (!changes.empty()) item.emplace("changes", std::move(changes));
  put_text(item, "taskId", activity.task_id);
  if (activity.column_seconds) {
    item.emplace("columnSeconds", store::Value::number(*activity.column_seconds));
  }
  if (activity.is_repeated) item.emplace("repeated", store::Value::boolean(true));
  return store::Item::from_map(item);
}

Result<Activity> activity_from(ItemView item) {
  ItemReader reader(item);
  Activity activity;
  activity.id = id_in(reader, keys::kActivityPrefix);
  activity.action = reader.parsed("action", activity_action_from);
  activity.entity_type = reader.optional_text("entityType").value_or("");
  activity.entity_id = reader.optional_text("entityId").value_or("");
  activity.user_id = other_id(reader, "userId").value_or("");
  activity.details = reader.optional_text("details").value_or("");
  activity.timestamp = time_in(reader, "timestamp");
  activity.project_id = other_id(reader, "projectId").value_or("");
  activity.task_id = other_id(reader, "taskId");
  activity.changes = changes_in(reader);
  activity.column_seconds = reader.optional_integer("columnSeconds");
  activity.is_repeated = reader.optional_boolean("repeated").value_or(false);
  if (!reader.is_sound()) return reader.error("activity");
  return activity;
}

std::vector<store::Item> relations_of(const Activity& activity) {
  const std::string sort_key = keys::activity_at(activity.timestamp, activity.id);
  const auto under = [&](const std::string& owner, std::string_view entity_type) {
    return store::Item::from_map({{"PK", owner},
                                  {"SK", sort_key},
                                  {"GSI1PK", keys::activity(activity.id)},
                                  {"GSI1SK", owner},
                                  {"entityType", entity_type}});
  };
  std::vector<store::Item> relations = {under(keys::user(activity.user_id), "USER_ACTIVITY")};
  const bool ends_project =
      activity.entity_type == "PROJECT" && activity.action == ActivityAction::kDelete;
  if (!ends_project) {
    relations.push_back(under(keys::project(activity.project_id), "PROJECT_ACTIVITY"));
  }
  const bool is_of_task = activity.entity_type == "TASK";
  if (is_of_task || activity.task_id) {
    const std::string& task_id = is_of_task ? activity.entity_id : *activity.task_id;
    // Another program may have written something that is no id, and too long for a key.
    if (apps::is_id(task_id)) relations.push_back(under(keys::task(task_id), "TASK_ACTIVITY"));
  }
  return relations;
}

}  // namespace norn::projects
