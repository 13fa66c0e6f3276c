#include "apps/events/service/events_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/render.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/service/events.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::events {
namespace {

store::QueryRequest query_exceptions(const Context& context, const std::string& user_id,
                                     const Master& master) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":prefix", keys::instances_of(master.id)}};
  request.consistent = true;
  return request;
}

Result<std::optional<Instance>> find_stored_exception(const Context& context,
                                                      const std::string& user_id,
                                                      const EventId& id) {
  NORN_ASSIGN(const auto item, find_stored(context, user_id, keys::instance(id.master_id, id.tag)));
  if (!item) return std::nullopt;
  NORN_ASSIGN(auto instance, instance_from(*item));
  return instance;
}

}  // namespace

Result<std::optional<store::Item>> find_stored(const Context& context, const std::string& user_id,
                                               const std::string& sort_key) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(user_id), sort_key);
  request.consistent = true;
  NORN_ASSIGN(auto result, context.store.get(request));
  return std::move(result.item);
}

Result<Event> read_event(const Context& context, const std::string& user_id,
                         const std::string& event_id) {
  NORN_ASSIGN(const auto item, find_stored(context, user_id, keys::event(event_id)));
  if (!item) return not_found(kEventNotFound);
  NORN_ASSIGN(auto event, event_from(*item));
  if (has_expired(event.details, context.clock.now_ms())) return not_found(kEventNotFound);
  return event;
}

Result<Master> read_master(const Context& context, const std::string& user_id,
                           const std::string& master_id) {
  NORN_ASSIGN(const auto item, find_stored(context, user_id, keys::master(master_id)));
  if (!item) return not_found(kEventNotFound);
  NORN_ASSIGN(auto master, master_from(*item));
  if (has_expired(master.details, context.clock.now_ms())) return not_found(kEventNotFound);
  return master;
}

Result<EventId> located(const Context& context, const std::string& user_id, EventId id) {
  if (id.kind == EventId::Kind::kInstance || is_norn_id(id)) return id;
  NORN_ASSIGN(const auto series, find_stored(context, user_id, keys::master(id.text)));
  if (series) {
    id.kind = EventId::Kind::kMaster;
    id.master_id = id.text;
    return id;
  }
  id.kind = EventId::Kind::kEvent;
  id.master_id.clear();
  return id;
}

Result<FoundOccurrence> read_occurrence(const Context& context, const std::string& user_id,
                                        const EventId& id) {
  NORN_ASSIGN(auto read, read_master(context, user_id, id.master_id));
  NORN_TRY(write_exdate_as_tags(read));
  auto master = std::make_unique<const Master>(std::move(read));
  NORN_ASSIGN(auto series, Series::of(*master));
  NORN_ASSIGN(auto occurrence, series.find(id.tag));
  std::optional<Instance> exception;
  if (master->repeats.has_exceptions) {
    NORN_ASSIGN(exception, find_stored_exception(context, user_id, id));
  }
  // Other programs may have written exceptions of days on which the series does not occur.
  if (!occurrence && exception) occurrence = series.occurrence_at(exception->recurrence_s);
  if (!occurrence) return not_found(kEventNotFound);
  Instance instance = exception ? *std::move(exception) : series.instance_of(*occurrence);
  const bool is_left_out = series.is_left_out(id.tag);
  return FoundOccurrence{.master = std::move(master),
                         .series = std::move(series),
                         .occurrence = *occurrence,
                         .instance = std::move(instance),
                         .is_left_out = is_left_out};
}

Result<std::vector<Instance>> read_exceptions(const Context& context, const std::string& user_id,
                                              const Master& master) {
  if (!master.repeats.has_exceptions) return std::vector<Instance>();
  NORN_ASSIGN(const auto items,
              apps::query_all(context.store, query_exceptions(context, user_id, master),
                              kMaxExceptionsRead));
  return apps::readable(items, instance_from);
}

Result<std::vector<Instance>> read_every_exception(const Context& context,
                                                   const std::string& user_id,
                                                   const Master& master) {
  NORN_ASSIGN(const auto items,
              apps::query_all(context.store, query_exceptions(context, user_id, master),
                              kMaxExceptionsRead));
  std::vector<Instance> exceptions;
  exceptions.reserve(items.size());
  for (const store::Item& item : items) {
    NORN_ASSIGN(exceptions.emplace_back(), instance_from(item));
  }
  return exceptions;
}

Result<void> visit_exceptions(const Context& context, const std::string& user_id,
                              const Master& master,
                              const std::function<void(Instance instance)>& visit) {
  if (!master.repeats.has_exceptions) return {};
  size_t read = 0;
  const auto visit_one = [&](store::ItemView item) -> Result<void> {
    if (++read > kMaxExceptionsRead) {
      return fail(ErrorCode::kLimitExceeded, "A series has more exceptions than are read.");
    }
    if (auto instance = instance_from(item)) visit(*std::move(instance));
    return {};
  };
  return apps::query_each(context.store, query_exceptions(context, user_id, master), visit_one);
}

Result<bool> has_other_exceptions(const Context& context, const std::string& user_id,
                                  const Master& master, const std::string& tag) {
  if (!master.repeats.has_exceptions) return false;
  store::QueryRequest request = query_exceptions(context, user_id, master);
  request.projection = "SK";
  request.limit = 2;
  NORN_ASSIGN(const auto page, context.store.query(request));
  const std::string own = keys::instance(master.id, tag);
  for (const store::ItemView item : page.items) {
    if (apps::text_of(item, "SK") != own) return true;
  }
  return false;
}

Result<void> check_series_limit(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", keys::kMasters}};
  request.select = store::Select::kCount;
  size_t count = 0;
  while (count < kMaxSeriesPerPerson) {
    NORN_ASSIGN(auto page, context.store.query(request));
    count += static_cast<size_t>(page.count);
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  if (count < kMaxSeriesPerPerson) return {};
  return conflict(kTooManySeries(count, kMaxSeriesPerPerson));
}

std::unexpected<Error> stale_event(const Thing& current) {
  return version_conflict("event", json_of(current), etag_of(current));
}

}  // namespace norn::events
