#include "apps/planner/meter.h"

#include "apps/planner/limits.h"
#include "apps/planner/tasks/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"

namespace norn::planner {

static_assert(apps::quota_kind(apps::kSeriesQuota).highest == int64_t{events::kMaxSeriesPerPerson});

std::optional<apps::Use> PlannerMeter::use_of(store::ItemView item) const {
  const std::string partition = apps::text_of(item, "PK");
  const std::string prefix = keys::user("");
  if (!partition.starts_with(prefix)) return std::nullopt;
  const std::string person = partition.substr(prefix.size());
  if (!apps::is_id(person) || apps::is_reserved_id(person)) return std::nullopt;
  const std::string sort_key = apps::text_of(item, "SK");
  // Others invite: that is not for the guest to have room for.
  if (sort_key.starts_with(keys::kGuests)) return std::nullopt;
  apps::Use use{.owner = apps::of_person(person)};
  if (sort_key.starts_with(keys::kEvents)) use.kind = apps::kEventsQuota;
  if (sort_key.starts_with(keys::kMasters)) use.kind = apps::kSeriesQuota;
  if (sort_key.starts_with(keys::kTasks)) use.kind = apps::kPlannerTasksQuota;
  return use;
}

}  // namespace norn::planner
