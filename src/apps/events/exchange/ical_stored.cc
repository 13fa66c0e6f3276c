#include "apps/events/exchange/ical_stored.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/events/keys.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::events {
namespace {

Result<void> read_each(const Context& context, const std::string& user_id, std::string_view prefix,
                       const std::function<Result<void>(store::ItemView)>& visit) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :sk)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":sk", std::string(prefix)}};
  request.consistent = true;
  return apps::query_each(context.store, std::move(request), visit);
}

}  // namespace

const Instance* find_exception(const std::vector<Instance>& exceptions, std::string_view tag) {
  const auto found = std::ranges::lower_bound(exceptions, tag, {}, &Instance::tag);
  return found != exceptions.end() && found->tag == tag ? &*found : nullptr;
}

Result<StoredEvents> read_stored(const Context& context, const std::string& user_id,
                                 const std::function<bool(const std::string& uid)>& is_wanted) {
  StoredEvents stored;
  NORN_TRY(read_each(context, user_id, keys::kEvents, [&](store::ItemView item) -> Result<void> {
    auto event = event_from(item);
    if (!event || !is_wanted(event->ical.uid)) return {};
    stored.events.push_back(*std::move(event));
    return WorkBudget::collect(item.json().size());
  }));
  std::map<std::string, size_t> places;
  NORN_TRY(read_each(context, user_id, keys::kMasters, [&](store::ItemView item) -> Result<void> {
    auto master = master_from(item);
    if (!master) return {};
    ++stored.series_count;
    if (!is_wanted(master->ical.uid)) return {};
    places.emplace(master->id, stored.series.size());
    stored.series.push_back({.master = *std::move(master), .exceptions = {}});
    return WorkBudget::collect(item.json().size());
  }));
  NORN_TRY(read_each(context, user_id, keys::kInstances, [&](store::ItemView item) -> Result<void> {
    auto instance = instance_from(item);
    if (!instance) return {};
    // Exceptions of a deleted series are about to be swept.
    const auto place = places.find(instance->master_id);
    if (place == places.end()) return {};
    stored.series[place->second].exceptions.push_back(*std::move(instance));
    return WorkBudget::collect(item.json().size());
  }));
  return stored;
}

}  // namespace norn::events
