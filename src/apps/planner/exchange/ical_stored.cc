#include "apps/planner/exchange/ical_stored.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

Result<std::vector<store::Item>> read_all(const Context& context, const std::string& user_id,
                                          std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :sk)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":sk", std::string(prefix)}};
  request.consistent = true;
  return apps::query_all(context.store, request);
}

}  // namespace

const Instance* find_exception(const std::vector<Instance>& exceptions, std::string_view tag) {
  const auto found = std::ranges::lower_bound(exceptions, tag, {}, &Instance::tag);
  return found != exceptions.end() && found->tag == tag ? &*found : nullptr;
}

Result<StoredEvents> read_stored(const Context& context, const std::string& user_id) {
  StoredEvents stored;
  NORN_ASSIGN(const auto events, read_all(context, user_id, keys::kEvents));
  stored.events = apps::readable(events, event_from);
  NORN_ASSIGN(const auto masters, read_all(context, user_id, keys::kMasters));
  std::map<std::string, size_t> places;
  for (Master& master : apps::readable(masters, master_from)) {
    places.emplace(master.id, stored.series.size());
    stored.series.push_back({.master = std::move(master), .exceptions = {}});
  }
  NORN_ASSIGN(const auto instances, read_all(context, user_id, keys::kInstances));
  for (Instance& instance : apps::readable(instances, instance_from)) {
    // Exceptions of a deleted series are about to be swept.
    const auto place = places.find(instance.master_id);
    if (place == places.end()) continue;
    stored.series[place->second].exceptions.push_back(std::move(instance));
  }
  return stored;
}

}  // namespace norn::planner
