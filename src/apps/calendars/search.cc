#include "apps/calendars/search.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/keys.h"
#include "apps/search/text.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::calendars {
namespace {

// Entries that are compared with the query: in all calendars, and at least in each.
constexpr size_t kMaxComparedEntries = 1'000;
constexpr size_t kMinComparedPerCalendar = 10;

// What the index should have of an entry; `item` is nullptr if it is gone.
std::optional<search::IndexedThing> indexed_entry(const std::string& key, const store::Item* item) {
  // Other programs may have written a key that is too long for the index.
  if (!key.starts_with(keys::kEntryPrefix)) return std::nullopt;
  if (!apps::is_id(key.substr(keys::kEntryPrefix.size()))) return std::nullopt;
  search::IndexedThing thing = {.thing = key};
  if (item == nullptr) return thing;
  const auto entry = EntryView::of(*item);
  if (!entry || !apps::is_id(entry->calendar_id())) return thing;
  thing.groups = {std::string(entry->calendar_id())};
  thing.words = search::index_words(search::parts_of(entry->title()), search::kMaxWordsPerThing);
  return thing;
}

// A day, or a time wherever the reader is.
std::string start_of(const Entry& entry) {
  const auto* const timed = std::get_if<Timed>(&entry.kind);
  return date_text(entry.date) + (timed != nullptr ? "T" + timed->start : "");
}

search::Hit hit_of(const Entry& entry, const std::string& calendar_name) {
  return {.kind = "entry",
          .id = entry.id,
          .title = entry.title,
          .within = search::Hit::Within{"calendar", entry.calendar_id, calendar_name},
          .at = start_of(entry)};
}

}  // namespace

Result<void> EntryIndexing::follow(const std::vector<store::StreamRecord>& records) {
  std::vector<search::IndexedThing> things;
  for (const store::StreamRecord& record : records) {
    const std::string pk = apps::text_of(record.keys, "PK");
    if (apps::text_of(record.keys, "SK") != pk) continue;
    auto thing = indexed_entry(pk, record.new_image ? &*record.new_image : nullptr);
    if (thing) things.push_back(*std::move(thing));
  }
  return index_.update(things);
}

Result<void> EntryIndexing::see(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (apps::text_of(item, "SK") != pk) return {};
  const store::Item copy = store::Item::copy_of(item);
  auto thing = indexed_entry(pk, &copy);
  if (thing) seen_.push_back(*std::move(thing));
  return seen_.size() < search::kThingsIndexedAtOnce ? Result<void>() : seen_all();
}

Result<void> EntryIndexing::seen_all() {
  return index_.update(std::exchange(seen_, {}));
}

Result<std::vector<Entry>> CalendarSearch::entries_with(const std::vector<Access>& calendars,
                                                        const search::IndexQuery& query) const {
  const size_t per_calendar = std::max(kMinComparedPerCalendar,
                                       kMaxComparedEntries / std::max<size_t>(1, calendars.size()));
  std::set<std::string> found;  // An entry that was just moved can be found in two calendars.
  for (const Access& access : calendars) {
    if (found.size() >= kMaxComparedEntries) break;
    NORN_ASSIGN(auto entries, index_.find(access.calendar.id, query, per_calendar,
                                          search::Index::Effort::kThorough));
    std::ranges::move(entries.things, std::inserter(found, found.end()));
  }
  std::vector<store::Item> wanted;
  wanted.reserve(found.size());
  for (const std::string& key : found) wanted.push_back(apps::key_of(key, key));
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.calendars(), wanted));
  std::vector<Entry> entries;
  for (const store::Item& item : items) {
    NORN_TRY(WorkBudget::check());
    auto entry = entry_from(item);
    if (!entry) continue;
    // It may be in a calendar by now that the person may not read.
    const bool may_read = std::ranges::any_of(
        calendars, [&](const Access& access) { return access.calendar.id == entry->calendar_id; });
    if (may_read && query.is_in(search::parts_of(entry->title)))
      entries.push_back(*std::move(entry));
  }
  return entries;
}

Result<std::vector<search::Hit>> CalendarSearch::search(const std::string& user_id,
                                                        const std::string& text, size_t limit) {
  NORN_ASSIGN(const auto calendars, calendars_.list(user_id));
  NORN_ASSIGN(
      auto hits, search::search_names(text, limit, [&]() -> Result<std::vector<search::Hit>> {
        std::vector<search::Hit> all;
        for (const Access& access : calendars) {
          all.push_back(
              {.kind = "calendar", .id = access.calendar.id, .title = access.calendar.name});
        }
        return all;
      }));
  if (hits.size() < limit) {
    NORN_ASSIGN(auto events, events_.search(calendars, text, limit - hits.size()));
    std::ranges::move(events, std::back_inserter(hits));
  }
  if (subscriptions_ != nullptr && hits.size() < limit) {
    NORN_ASSIGN(const auto subscriptions, subscriptions_->list(user_id));
    NORN_ASSIGN(auto events, events_.search(subscriptions, text, limit - hits.size()));
    std::ranges::move(events, std::back_inserter(hits));
  }
  NORN_ASSIGN(auto entries, entries_with(calendars, search::IndexQuery(text)));
  const Date today =
      std::chrono::floor<std::chrono::days>(std::chrono::sys_time<std::chrono::milliseconds>(
          std::chrono::milliseconds(context_.clock.now_ms())));
  const auto order = [&](const Entry& entry) {
    const bool is_past = entry.last_day() < today;
    const auto days = (entry.date - today).count();
    return std::tuple(is_past, is_past ? -days : days, start_of(entry), entry.id);
  };
  std::ranges::sort(entries, {}, order);
  std::map<std::string, std::string> names;
  for (const Access& access : calendars) names.emplace(access.calendar.id, access.calendar.name);
  for (const Entry& entry : entries) {
    if (hits.size() >= limit) break;
    hits.push_back(hit_of(entry, names[entry.calendar_id]));
  }
  return hits;
}

}  // namespace norn::calendars
