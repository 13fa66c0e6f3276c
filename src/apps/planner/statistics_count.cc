#include "apps/planner/statistics_count.h"

#include <algorithm>

#include "apps/planner/keys.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

bool is_counted(store::ItemView item) {
  const std::string type = apps::text_of(item, "entityType");
  return type == "EVENT" || type == "MASTER";
}

}  // namespace

std::string person_of(store::ItemView key) {
  const std::string partition = apps::text_of(key, "PK");
  const std::string prefix = keys::user("");
  return partition.starts_with(prefix) ? partition.substr(prefix.size()) : "";
}

void add_item(Counts& counts, store::ItemView item) {
  const std::string person = person_of(item);
  if (person.empty() || !is_counted(item)) return;
  Count& count = counts[person];
  ++count.events;
  count.last_created = std::max(count.last_created, apps::text_of(item, "createdAt"));
}

void add_change(Counts& counts, const store::StreamRecord& record) {
  const bool was_there = record.old_image && is_counted(*record.old_image);
  const bool is_there = record.new_image && is_counted(*record.new_image);
  if (is_there && !was_there) add_item(counts, *record.new_image);
  if (!was_there || is_there) return;
  const std::string person = person_of(*record.old_image);
  if (!person.empty()) --counts[person].events;
}

}  // namespace norn::planner
