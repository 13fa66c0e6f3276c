#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/views/search_series.h"
#include "apps/planner/views/search_text.h"
#include "apps/planner/views/view_reading.h"
#include "apps/planner/views/views.h"
#include "apps/planner/series/when.h"
#include "apps/planner/series/when_zone.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"

// Things by the words of their titles. Everything that a person has is looked at, and only what is
// shown is read as a whole.
namespace norn::planner {
namespace {

// What has the words, before it is read as a whole.
struct Match {
  std::string sort_key;
  bool is_ahead = false;  // Or under way.
  int64_t start_s = 0;    // The instant of what is ahead, or of the last that was.
  std::optional<When> next = {};
  std::string next_id = {};
};

// What is ahead by time, then what was, the newest first.
bool comes_before(const Match& left, const Match& right) {
  if (left.is_ahead != right.is_ahead) return left.is_ahead;
  if (left.start_s != right.start_s) return (left.start_s < right.start_s) == left.is_ahead;
  return left.sort_key < right.sort_key;
}

Result<Thing> thing_from(store::ItemView item) {
  if (apps::text_of(item, "entityType") == kEventType) return event_from(item);
  return master_from(item);
}

class Search {
 public:
  Search(const Context& context, const std::string& user_id, std::string_view text,
         const ical::TimeZone& zone)
      : context_(context),
        user_id_(user_id),
        words_(text),
        zone_(zone),
        now_s_(context.clock.now_s()) {}

  Result<void> find_events();
  Result<void> find_series();
  Result<std::vector<Found>> best(size_t limit);

 private:
  void match_event(store::ItemView item);
  // Of a series with the words in its title, or in those of some of its occurrences.
  void match_series(const ViewItem& master, const std::vector<const ViewItem*>& exceptions);
  const Context& context_;
  const std::string& user_id_;
  const SearchWords words_;
  const ical::TimeZone& zone_;
  const int64_t now_s_;
  std::vector<Match> matches_;
};

Result<void> Search::find_events() {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :events)";
  request.projection =
      "SK, entityType, eventId, title, #status, isAllDay, startDate, endDate, startLocal, "
      "endLocal, "
      "startTzid, startUtc, endUtc, version, updatedAt, #ttl";
  request.placeholders.names = {{"#status", "status"}, {"#ttl", "ttl"}};
  request.placeholders.values = {{":pk", keys::user(user_id_)},
                                 {":events", std::string(keys::kEvents)}};
  request.consistent = true;
  for (size_t pages = 0; pages < kMaxPagesRead; ++pages) {
    NORN_ASSIGN(auto page, context_.store.query(request));
    for (const store::ItemView item : page.items) match_event(item);
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
  }
  return invalid("q", "There are too many events to be searched.");
}

void Search::match_event(store::ItemView item) {
  if (!words_.are_in(apps::text_of(item, "title"))) return;
  ViewItem event;
  if (!event.read(item) || event.has_expired(now_s_ * 1000)) return;
  const When when = event.when();
  const Instants instants = instants_of(when, zone_);
  Match match{.sort_key = keys::event(event.id()),
              .is_ahead = is_ahead(instants, now_s_),
              .start_s = instants.start_s};
  if (match.is_ahead) {
    match.next = when;
    match.next_id = event.id();
  }
  matches_.push_back(std::move(match));
}

Result<void> Search::find_series() {
  ReadItems masters;
  NORN_TRY(ViewReader(context_, user_id_, masters).read_masters());
  ReadItems instances;
  NORN_TRY(ViewReader(context_, user_id_, instances).read_all(keys::kInstances));
  std::map<std::string_view, std::vector<const ViewItem*>> exceptions;
  for (const ViewItem& instance : instances.items) {
    exceptions[instance.master_id()].push_back(&instance);
  }
  for (const ViewItem& master : masters.items) match_series(master, exceptions[master.id()]);
  return {};
}

void Search::match_series(const ViewItem& master, const std::vector<const ViewItem*>& exceptions) {
  const bool has_words = words_.are_in(master.title());
  std::vector<const ViewItem*> matching;
  for (const ViewItem* const exception : exceptions) {
    if (has_words || words_.are_in(exception->title())) matching.push_back(exception);
  }
  if (!has_words && matching.empty()) return;
  const SeriesNow now(master, exceptions, zone_, now_s_);
  auto nearest = has_words ? std::optional(now.nearest()) : now.nearest_of(matching);
  if (!nearest) return;
  Match match{.sort_key = keys::master(master.id()),
              .is_ahead = nearest->is_ahead,
              .start_s = nearest->start_s};
  if (nearest->is_ahead) {
    match.next = std::move(nearest->when);
    match.next_id = std::move(nearest->id);
  }
  matches_.push_back(std::move(match));
}

Result<std::vector<Found>> Search::best(size_t limit) {
  const size_t count = std::min(limit, matches_.size());
  const auto end = matches_.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::partial_sort(matches_, end, comes_before);
  std::vector<store::Item> wanted;
  for (auto match = matches_.begin(); match != end; ++match) {
    wanted.push_back(apps::key_of(keys::user(user_id_), match->sort_key));
  }
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.planner(), wanted));
  std::map<std::string, const store::Item*> by_key;
  for (const store::Item& item : items) by_key.emplace(apps::text_of(item, "SK"), &item);
  std::vector<Found> found;
  for (auto match = matches_.begin(); match != end; ++match) {
    const auto item = by_key.find(match->sort_key);
    if (item == by_key.end()) continue;  // It went meanwhile.
    auto thing = thing_from(*item->second);
    if (!thing) {
      log::warn("An item is left out of what was found. {}", thing.error().message);
      continue;
    }
    found.push_back({.thing = std::move(*thing),
                     .next = std::move(match->next),
                     .next_id = std::move(match->next_id)});
  }
  return found;
}

}  // namespace

Result<std::vector<Found>> Views::search(const std::string& user_id, const std::string& text,
                                         size_t limit) {
  if (SearchWords(text).empty()) return invalid("q", "Write at least one word of the title.");
  if (limit < 1 || limit > kMaxSearchResults) {
    return invalid("limit", fmt::format("`limit` must be 1 to {}.", kMaxSearchResults));
  }
  NORN_ASSIGN(const ViewMeta meta, read_view_meta(context_, user_id));
  Search search(context_, user_id, text, zone_of(meta.default_tzid));
  NORN_TRY(search.find_events());
  NORN_TRY(search.find_series());
  return search.best(limit);
}

}  // namespace norn::planner
