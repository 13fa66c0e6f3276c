#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// The log of what people did.
namespace norn::projects {

// From what to what an attribute was changed.
struct FieldChange {
  std::string field;  // The name of the attribute: "status".
  std::optional<std::string> from;
  std::optional<std::string> to;
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

enum class ActivityAction : uint8_t {
  kCreate,
  kUpdate,
  kDelete,
  kMove,
  kAssign,
  kStatus,
  kComment,
  kJoin,
  kLeave,
  kRole,
};
std::string_view to_text(ActivityAction action);  // "CREATE", ...
std::optional<ActivityAction> activity_action_from(std::string_view text);

// What somebody did.
struct Activity {
  std::string id;  // A UUIDv7.
  ActivityAction action = ActivityAction::kUpdate;
  std::string entity_type;  // Of what was changed: "TASK".
  std::string entity_id;
  std::string user_id;  // Who did it.
  std::string details;  // A sentence.
  std::string timestamp;
  // Not in the design:
  std::string project_id;
  std::optional<std::string> task_id = {};  // Of a change of something that belongs to a task.
  std::vector<FieldChange> changes = {};
  // Of a change of a task's status: how long it was in the column that it left, and whether it was
  // done and is due again.
  std::optional<int64_t> column_seconds = {};
  bool is_repeated = false;
  friend bool operator==(const Activity&, const Activity&) = default;
};

store::Item to_item(const Activity& activity);
Result<Activity> activity_from(store::ItemView item);

// The relations of an activity: to its project, to the person, to its task. That a project was
// deleted is only known to the person who did it.
std::vector<store::Item> relations_of(const Activity& activity);

}  // namespace norn::projects
