#include "apps/calendars/events/event_search.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "apps/calendars/events/calendar_events.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/search/text.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::calendars {
namespace {

constexpr const char* kEventIndex = "calendar-events";
// Other programs may have written ids that are too long for a key of the index.
constexpr size_t kMaxThingBytes = 600;
// Calendars that are searched for one question.
constexpr size_t kMaxSearchedCalendars = 100;

// What the index should have of an event or a series; `item` is nullptr if it is gone.
std::optional<search::IndexedThing> indexed_event(store::ItemView keys, const store::Item* item) {
  const std::string calendar_id = calendar_of_partition(apps::text_of(keys, "PK"));
  const std::string sort_key = apps::text_of(keys, "SK");
  const bool is_found =
      sort_key.starts_with(events::keys::kEvents) || sort_key.starts_with(events::keys::kMasters);
  if (calendar_id.empty() || !is_found) return std::nullopt;
  search::IndexedThing thing = {.thing = calendar_id + "/" + sort_key};
  if (thing.thing.size() > kMaxThingBytes) return std::nullopt;
  if (item == nullptr) return thing;
  thing.groups = {calendar_id};
  thing.words = search::index_words(search::parts_of(apps::text_of(*item, "title")),
                                    search::kMaxWordsPerThing);
  return thing;
}

search::Hit event_hit(const events::Found& found, const search::Hit::Within& within) {
  search::Hit hit;
  if (const auto* const event = std::get_if<events::Event>(&found.thing)) {
    hit = {.kind = "event", .id = event->id, .title = event->details.title};
  } else if (const auto* const series = std::get_if<events::Master>(&found.thing)) {
    hit = {.kind = "series", .id = series->id, .title = series->details.title};
  }
  hit.within = within;
  if (found.next) hit.at = events::start_key(*found.next);
  return hit;
}

// Those that are ahead first, in their order.
void order_hits(std::vector<search::Hit>& hits, size_t limit) {
  const auto order = [](const search::Hit& hit) {
    return std::tuple(!hit.at.has_value(), hit.at.value_or(""), hit.id);
  };
  std::ranges::stable_sort(hits, {}, order);
  if (hits.size() > limit) hits.resize(limit);
}

}  // namespace

EventIndexing::EventIndexing(const Context& context)
    : table_(context.tables.planner()), index_(context.store, context.tables, kEventIndex) {}

Result<void> EventIndexing::follow(const std::vector<store::StreamRecord>& records) {
  std::vector<search::IndexedThing> things;
  for (const store::StreamRecord& record : records) {
    auto thing = indexed_event(record.keys, record.new_image ? &*record.new_image : nullptr);
    if (thing) things.push_back(*std::move(thing));
  }
  return index_.update(things);
}

Result<void> EventIndexing::see(store::ItemView item) {
  const store::Item copy = store::Item::copy_of(item);
  auto thing = indexed_event(item, &copy);
  if (thing) seen_.push_back(*std::move(thing));
  return seen_.size() < search::kThingsIndexedAtOnce ? Result<void>() : seen_all();
}

Result<void> EventIndexing::seen_all() {
  return index_.update(std::exchange(seen_, {}));
}

EventSearch::EventSearch(const Context& context)
    : views_(events::context_of(context)), index_(context.store, context.tables, kEventIndex) {}

Result<std::vector<search::Hit>> EventSearch::search(const std::vector<Access>& calendars,
                                                     const std::string& text, size_t limit) {
  const search::IndexQuery query(text);
  std::vector<search::Hit> hits;
  size_t searched = 0;
  for (const Access& access : calendars) {
    NORN_ASSIGN(const auto known,
                index_.find(access.calendar.id, query, 1, search::Index::Effort::kQuick));
    if (known.things.empty()) continue;
    if (++searched > kMaxSearchedCalendars) break;
    NORN_TRY(search_partition(event_partition(access.calendar.id),
                              {"calendar", access.calendar.id, access.calendar.name}, text, limit,
                              hits));
  }
  order_hits(hits, limit);
  return hits;
}

Result<std::vector<search::Hit>> EventSearch::search(const std::vector<Subscription>& subscriptions,
                                                     const std::string& text, size_t limit) {
  std::vector<search::Hit> hits;
  for (const Subscription& one : subscriptions) {
    NORN_TRY(search_partition(subscription_partition(one.id), {"subscription", one.id, one.name},
                              text, limit, hits));
  }
  order_hits(hits, limit);
  return hits;
}

Result<void> EventSearch::search_partition(const std::string& partition,
                                           const search::Hit::Within& within,
                                           const std::string& text, size_t limit,
                                           std::vector<search::Hit>& hits) {
  const auto found =
      views_.search(partition, text, std::clamp<size_t>(limit, 1, events::kMaxSearchResults));
  if (!found) {
    if (found.error().code != ErrorCode::kInvalid) return std::unexpected(found.error());
    return WorkBudget::check();
  }
  for (const events::Found& one : *found) hits.push_back(event_hit(one, within));
  return {};
}

}  // namespace norn::calendars
