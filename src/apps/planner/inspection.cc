#include "apps/planner/inspection.h"

#include <algorithm>
#include <utility>

#include "apps/events/model.h"
#include "apps/events/owner_meta.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/task.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

constexpr size_t kMaxKnownPersons = 10'000;

std::string user_of(store::ItemView item) {
  const std::string partition = apps::text_of(item, "PK");
  const std::string prefix = keys::user("");
  return partition.starts_with(prefix) ? partition.substr(prefix.size()) : "";
}

template <typename T>
std::optional<Error> error_of(const Result<T>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

std::optional<Error> series_error(store::ItemView item) {
  const auto master = master_from(item);
  if (!master) return master.error();
  const auto series = Series::of(*master);
  if (!series) return series.error();
  return error_of(series->check_how_often());
}

std::optional<Error> planner_error(store::ItemView item) {
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kEvents)) return error_of(event_from(item));
  if (sort_key.starts_with(keys::kMasters)) return series_error(item);
  if (sort_key.starts_with(keys::kInstances)) return error_of(instance_from(item));
  if (sort_key.starts_with(keys::kTasks)) return error_of(task_from(item));
  return std::nullopt;
}

// The duration of an event or an occurrence; 0 for other items.
int64_t minutes_in(store::ItemView item) {
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kEvents)) {
    const auto event = event_from(item);
    return event ? minutes_of(event->when) : 0;
  }
  if (!sort_key.starts_with(keys::kInstances)) return 0;
  const auto instance = instance_from(item);
  return instance ? minutes_of(instance->when) : 0;
}

}  // namespace

std::optional<apps::ItemFault> PlannerInspector::inspect(store::ItemView item) const {
  const auto error = planner_error(item);
  if (!error) return std::nullopt;
  apps::ItemFault fault{.reason = said_by(*error), .owner = {}};
  std::string user_id = user_of(item);
  if (user_id.starts_with(apps::kCalendarPartition)) {
    fault.owner = {"calendar", user_id.substr(apps::kCalendarPartition.size())};
  } else if (apps::is_id(user_id)) {
    fault.owner = {"user", std::move(user_id)};
  }
  return fault;
}

Result<void> LongestEvents::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    if (record.new_image) NORN_TRY(see(*record.new_image));
  }
  return {};
}

Result<void> LongestEvents::see(store::ItemView item) {
  const int64_t minutes = std::min(minutes_in(item), kMaxEventDays * 24 * 60);
  const std::string user_id = user_of(item);
  if (minutes == 0 || user_id.empty()) return {};
  const auto known = known_minutes_.find(user_id);
  if (known != known_minutes_.end() && known->second >= minutes) return {};
  return raise(user_id, minutes);
}

Result<void> LongestEvents::raise(const std::string& user_id, int64_t minutes) {
  const auto meta = read_owner_meta(context_, user_id);
  // A partition without USER_META has no views.
  if (!meta && meta.error().code == ErrorCode::kNotFound) return {};
  if (!meta) return std::unexpected(meta.error());
  if (!meta->exists) return {};
  if (auto action = raise_longest(context_, user_id, *meta, minutes)) {
    // If the condition fails, the person is gone or the value is higher by now.
    NORN_TRY(apps::write_all(context_.store, {std::move(*action)}));
  }
  if (known_minutes_.size() >= kMaxKnownPersons) known_minutes_.clear();
  known_minutes_[user_id] = std::max(minutes, meta->longest_event_minutes);
  return {};
}

}  // namespace norn::planner
