#include "apps/planner/meter.h"

#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::planner {

static_assert(apps::quota_kind(apps::kSeriesQuota).highest == int64_t{kMaxSeriesPerPerson});

std::optional<apps::Use> PlannerMeter::use_of(store::ItemView item) const {
  const std::string partition = apps::text_of(item, "PK");
  const std::string prefix = keys::user("");
  if (!partition.starts_with(prefix)) return std::nullopt;
  const std::string person = partition.substr(prefix.size());
  if (!apps::is_id(person)) return std::nullopt;
  apps::Use use{.owner = apps::of_person(person)};
  const std::string sort_key = apps::text_of(item, "SK");
  if (sort_key.starts_with(keys::kEvents)) use.kind = apps::kEventsQuota;
  if (sort_key.starts_with(keys::kMasters)) use.kind = apps::kSeriesQuota;
  return use;
}

}  // namespace norn::planner
