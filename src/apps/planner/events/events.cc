#include "apps/planner/events/events.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "apps/planner/events/details.h"
#include "apps/planner/events/events_access.h"
#include "apps/planner/keys.h"
#include "apps/planner/events/sweep.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// Events that are read.
namespace norn::planner {
namespace {

// What one question may cost: the keys of the indexes of series and links do not say whose they
// are.
constexpr size_t kMaxItemsRead = 20'000;

store::QueryRequest query_own(const Context& context, const std::string& user_id,
                              std::string_view index, std::string_view condition,
                              const std::string& value) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.index = index;
  request.key_condition = condition;
  request.filter = "PK = :pk";
  request.placeholders.values = {{":key", value}, {":pk", keys::user(user_id)}};
  return request;
}

bool links_to(const Thing& thing, const std::string& target) {
  const Details& details = std::visit(
      [](const auto& it) -> const Details& {
        if constexpr (requires { it.instance; }) {
          return it.instance.details;
        } else {
          return it.details;
        }
      },
      thing);
  return std::ranges::find(details.links, target, &Link::target) != details.links.end();
}

}  // namespace

Events::Events(Context context) : context_(std::move(context)) {
  context_.sweeps.add(std::string(kSeriesSweep), [context = context_](const std::string& subject) {
    return sweep_series(context, subject);
  });
}

Result<Thing> Events::get(const std::string& user_id, const EventId& id) {
  switch (id.kind) {
    case EventId::Kind::kEvent:
      return read_event(context_, user_id, id.text);
    case EventId::Kind::kMaster:
      return read_master(context_, user_id, id.master_id);
    case EventId::Kind::kInstance:
      break;
  }
  NORN_ASSIGN(const auto found, read_occurrence(context_, user_id, id));
  if (found.is_left_out) return not_found("event");
  return found.thing();
}

// Whether it is there says the table; the index only finds what belongs to it.
Result<WholeSeries> Events::series(const std::string& user_id, const std::string& master_id) {
  const auto id = parse_event_id(master_id);
  if (!id || id->kind != EventId::Kind::kMaster) return not_found("event");
  NORN_ASSIGN(Master master, read_master(context_, user_id, master_id));
  NORN_ASSIGN(const auto items,
              apps::query_all(context_.store,
                              query_own(context_, user_id, "GSI2-RecurrenceLookup", "GSI2PK = :key",
                                        keys::series(master_id)),
                              kMaxItemsRead));
  const int64_t now_ms = context_.clock.now_ms();
  std::vector<Instance> exceptions;
  for (const store::Item& item : items) {
    if (apps::text_of(item, "entityType") == kMasterType) continue;
    NORN_ASSIGN(auto instance, instance_from(item));
    if (!has_expired(instance.details, now_ms)) exceptions.push_back(std::move(instance));
  }
  std::ranges::sort(exceptions, {}, &Instance::tag);
  return WholeSeries{std::move(master), std::move(exceptions)};
}

// The index only says what may link; the table says what does.
Result<std::vector<Thing>> Events::linked(const std::string& user_id, const std::string& target) {
  if (!is_link_target(target)) {
    return invalid("target", "The target must be an id: letters, digits, _ and -.");
  }
  NORN_ASSIGN(const auto items, apps::query_all(context_.store,
                                                query_own(context_, user_id, "GSI4",
                                                          "GSI4PK = :key", keys::linked_to(target)),
                                                kMaxItemsRead));
  std::set<std::string> seen;
  std::vector<Thing> things;
  for (const store::Item& item : items) {
    const auto id = parse_event_id(apps::text_of(item, "eventId"));
    if (!id || !seen.insert(id->text).second) continue;
    auto thing = get(user_id, *id);
    if (!thing && thing.error().code == ErrorCode::kNotFound) continue;
    if (!thing) return std::unexpected(std::move(thing).error());
    if (links_to(*thing, target)) things.push_back(*std::move(thing));
  }
  return things;
}

Result<bool> Events::sweep(const std::string& subject) {
  return sweep_series(context_, subject);
}

}  // namespace norn::planner
