#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/views/view_item.h"
#include "apps/events/views/view_reading.h"
#include "apps/events/views/views.h"
#include "apps/search/text.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/work_budget.h"
#include "ical/civil.h"
#include "ical/time_zone.h"

// Search by words of titles. It reads the titles and times of everything that a person has, and
// whole items for the results only.
namespace norn::events {
namespace {

using ical::kDaySeconds;

// Whether it has not ended yet.
bool is_ahead(const Instants& instants, int64_t now_s) {
  return instants.end_s > now_s || instants.start_s >= now_s;
}

// Finds the occurrence of a series that is nearest to now: the next one, or else the last one.
class SeriesNow {
 public:
  // `exceptions` are all of the series, in the order of their tags. Both have to outlive this
  // object.
  SeriesNow(const ViewItem& master, const std::vector<const ViewItem*>& exceptions,
            const ical::TimeZone& zone, int64_t now_s);

  struct Nearest {
    bool is_ahead = false;
    int64_t start_s = 0;  // An instant.
    When when;
    std::string id;
  };

  // If it never occurs, the start of the series.
  Nearest nearest() const;
  // Among some of its exceptions; nullopt if none of them is valid.
  std::optional<Nearest> nearest_of(const std::vector<const ViewItem*>& exceptions) const;

 private:
  bool is_overridden(const ical::Occurrence& occurrence) const;
  Nearest made(const When& when, std::string id) const;
  std::optional<Nearest> next(const Series& series) const;
  std::optional<Nearest> last(const Series& series) const;

  const ViewItem& item_;
  const std::vector<const ViewItem*>& exceptions_;
  const ical::TimeZone& zone_;
  const int64_t now_s_;
};

// How many occurrences are expanded to find one that is neither over nor changed; the first number
// is nearly always enough.
constexpr size_t kFirstLook = 8;
constexpr size_t kLastLook = 4'096;

// What is ahead is nearer than what is over; then the earlier of what is ahead, the later of what
// is over.
bool is_nearer(const SeriesNow::Nearest& left, const SeriesNow::Nearest& right) {
  if (left.is_ahead != right.is_ahead) return left.is_ahead;
  return left.is_ahead ? left.start_s < right.start_s : left.start_s > right.start_s;
}

void keep_nearer(std::optional<SeriesNow::Nearest>& nearest,
                 std::optional<SeriesNow::Nearest> other) {
  if (other && (!nearest || is_nearer(*other, *nearest))) nearest = std::move(other);
}

// The last occurrence that starts in the window, by bisection.
std::optional<ical::Occurrence> last_in(const Series& series, ical::Window window) {
  auto found = series.first_occurrences(window, 1);
  while (found && !found->empty()) {
    const int64_t first_s = series.start_of(found->front());
    const int64_t middle_s = first_s + (window.to_s - first_s) / 2 + 1;
    auto later = series.first_occurrences({middle_s, window.to_s}, 1);
    if (later && !later->empty()) {
      found = std::move(later);
    } else if (middle_s - first_s <= 1) {
      return found->front();
    } else {
      // None in the second half: continue in the first one, after the known occurrence.
      auto between = series.first_occurrences({first_s + 1, middle_s}, 1);
      if (!between || between->empty()) return found->front();
      found = std::move(between);
      window.to_s = middle_s;
    }
  }
  return std::nullopt;
}

SeriesNow::SeriesNow(const ViewItem& master, const std::vector<const ViewItem*>& exceptions,
                     const ical::TimeZone& zone, int64_t now_s)
    : item_(master), exceptions_(exceptions), zone_(zone), now_s_(now_s) {}

bool SeriesNow::is_overridden(const ical::Occurrence& occurrence) const {
  return std::ranges::any_of(exceptions_, [&](const ViewItem* exception) {
    const bool has_time = exception->tag().size() > 8;
    return exception->tag() ==
           (has_time ? time_tag(occurrence.utc_s) : day_tag(occurrence.local_s));
  });
}

SeriesNow::Nearest SeriesNow::made(const When& when, std::string id) const {
  const Instants instants = instants_of(when, zone_);
  return {.is_ahead = is_ahead(instants, now_s_),
          .start_s = instants.start_s,
          .when = when,
          .id = std::move(id)};
}

std::optional<SeriesNow::Nearest> SeriesNow::nearest_of(
    const std::vector<const ViewItem*>& exceptions) const {
  std::optional<Nearest> nearest;
  for (const ViewItem* const exception : exceptions) {
    if (exception->status() == Status::kCancelled || !item_.still_has(*exception)) continue;
    keep_nearer(nearest, made(exception->when(), exception->id()));
  }
  return nearest;
}

std::optional<SeriesNow::Nearest> SeriesNow::next(const Series& series) const {
  // A day more for wall times.
  const ical::Window window = {.from_s = now_s_ - series.longest_s() - kDaySeconds,
                               .to_s = std::numeric_limits<int64_t>::max()};
  for (size_t limit = kFirstLook; limit <= kLastLook; limit *= kFirstLook) {
    const auto occurrences = series.first_occurrences(window, limit);
    if (!occurrences) return std::nullopt;
    for (const ical::Occurrence& occurrence : *occurrences) {
      if (is_overridden(occurrence)) continue;
      Nearest found = made(series.when_of(occurrence), {});
      if (!found.is_ahead) continue;
      found.id = instance_id(item_.id(), series.tag_of(occurrence));
      return found;
    }
    if (occurrences->size() < limit) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<SeriesNow::Nearest> SeriesNow::last(const Series& series) const {
  ical::Window window = {.from_s = ical::kFirstSecond, .to_s = now_s_ + kDaySeconds};
  for (size_t tries = 0; tries <= exceptions_.size(); ++tries) {
    const auto occurrence = last_in(series, window);
    if (!occurrence) return std::nullopt;
    if (!is_overridden(*occurrence)) {
      return made(series.when_of(*occurrence), instance_id(item_.id(), series.tag_of(*occurrence)));
    }
    window.to_s = series.start_of(*occurrence);
  }
  return std::nullopt;
}

SeriesNow::Nearest SeriesNow::nearest() const {
  std::optional<Nearest> nearest = nearest_of(exceptions_);
  const auto series = Series::of(item_.master());
  if (series) {
    keep_nearer(nearest, next(*series));
    if (!nearest || !nearest->is_ahead) keep_nearer(nearest, last(*series));
  } else {
    log::warn("The series {} cannot be expanded. {}", item_.id(), series.error().message);
  }
  if (nearest) return std::move(*nearest);
  Nearest begin = made(item_.when(), item_.id());
  begin.is_ahead = false;
  return begin;
}

// A match, before its whole item is read.
struct Match {
  std::string sort_key;
  bool is_ahead = false;  // Or now.
  int64_t start_s = 0;    // The instant of the next occurrence, or of the last one.
  std::optional<When> next = {};
  std::string next_id = {};
};

// What is ahead by time, then what is over, the latest first.
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
  // Matches a series by its title or by those of its exceptions.
  void match_series(const ViewItem& master, const std::vector<const ViewItem*>& exceptions);
  const Context& context_;
  const std::string& user_id_;
  const search::SearchWords words_;
  const ical::TimeZone& zone_;
  const int64_t now_s_;
  std::vector<Match> matches_;
};

Result<void> Search::find_events() {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :events)";
  // What event_from needs, without descriptions and links.
  request.projection =
      "SK, entityType, eventId, title, #status, isAllDay, startDate, endDate, startLocal, "
      "endLocal, startTzid, endTzid, startUtc, endUtc, version, createdAt, updatedAt, icalUid, "
      "#ttl";
  request.placeholders.names = {{"#status", "status"}, {"#ttl", "ttl"}};
  request.placeholders.values = {{":pk", keys::user(user_id_)},
                                 {":events", std::string(keys::kEvents)}};
  request.consistent = true;
  for (size_t pages = 0; pages < kMaxPagesRead; ++pages) {
    NORN_ASSIGN(auto page, context_.store.query(request));
    const size_t before = matches_.size();
    for (const store::ItemView item : page.items) match_event(item);
    NORN_TRY(WorkBudget::collect((matches_.size() - before) * sizeof(Match)));
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
  }
  return invalid("q", kTooManyToSearch);
}

void Search::match_event(store::ItemView item) {
  if (!words_.are_in(apps::text_of(item, "title"))) return;
  const auto event = event_from(item);
  if (!event || has_expired(event->details, now_s_ * 1000)) return;
  const When& when = event->when;
  const Instants instants = instants_of(when, zone_);
  Match match{.sort_key = keys::event(event->id),
              .is_ahead = is_ahead(instants, now_s_),
              .start_s = instants.start_s};
  if (match.is_ahead) {
    match.next = when;
    match.next_id = event->id;
  }
  matches_.push_back(std::move(match));
}

Result<void> Search::find_series() {
  ViewItems masters;
  NORN_TRY(ViewReader(context_, user_id_, masters).read_masters());
  ViewItems instances;
  NORN_TRY(ViewReader(context_, user_id_, instances).read_all(keys::kInstances));
  std::map<std::string_view, std::vector<const ViewItem*>> exceptions;
  for (const ViewItem* const instance : instances.all()) {
    exceptions[instance->master_id()].push_back(instance);
  }
  for (const ViewItem* const master : masters.all()) {
    NORN_TRY(WorkBudget::check());
    match_series(*master, exceptions[master->id()]);
  }
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
    if (item == by_key.end()) continue;  // Deleted meanwhile.
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
  if (search::SearchWords(text).empty()) return invalid("q", kSearchEmpty);
  if (limit < 1 || limit > kMaxSearchResults) {
    return invalid("limit", kSearchLimit(kMaxSearchResults));
  }
  NORN_ASSIGN(const ViewMeta meta, read_view_meta(context_, user_id));
  Search search(context_, user_id, text, zone_of(meta.default_tzid));
  NORN_TRY(search.find_events());
  NORN_TRY(search.find_series());
  return search.best(limit);
}

}  // namespace norn::events
