#include "apps/events/views/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/tags.h"
#include "apps/events/views/view_gathering.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

// Places what was gathered in the days of a view.
class Placing {
 public:
  Placing(Gathering& gathering, ViewWindow& window, const std::vector<std::string>& tags)
      : gathering_(gathering), window_(window), tags_(tags) {}

  void place_events() {
    for (const uint32_t place : gathering_.events()) {
      if (has_tags(place)) add(whole(Placed::Kind::kEvent, place, place));
    }
  }

  Result<void> place_series() {
    for (const uint32_t place : gathering_.masters()) {
      Gathering::OpenSeries opened;
      NORN_ASSIGN(const bool occurs, gathering_.open(place, opened));
      if (occurs && has_tags(place)) NORN_TRY(place_occurrences(opened));
    }
    return {};
  }

  void place_exceptions() {
    for (const Gathering::Exception& exception : gathering_.exceptions()) {
      const ViewItem& item = gathering_.items()[exception.item];
      if (!window_.overlaps(item.time_kind(), item.start_s(), item.duration_s())) continue;
      if (!has_tags(exception.item)) continue;
      add(whole(Placed::Kind::kException, exception.item, exception.master));
    }
  }

  std::vector<Placed> take() && { return std::move(placed_); }

 private:
  bool has_tags(uint32_t place) const { return gathering_.items()[place].has_tags(tags_); }

  // An event or an exception.
  Placed whole(Placed::Kind kind, uint32_t place, uint32_t master) const {
    const ViewItem& item = gathering_.items()[place];
    Placed placed;
    placed.kind = kind;
    placed.has_end = item.when().end_s.has_value();
    placed.item = place;
    placed.master = master;
    placed.start_s = item.start_s();
    placed.duration_s = item.duration_s();
    return placed;
  }

  Result<void> place_occurrences(const Gathering::OpenSeries& opened) {
    const ViewItem& item = gathering_.items()[opened.item];
    const Series& series = *opened.series;
    ical::Window window = window_.on_scale(item.time_kind());
    window.from_s -= series.longest_s();
    const size_t room = kMaxViewOccurrences - std::min(placed_.size(), kMaxViewOccurrences);
    const auto occurrences = gathering_.occurrences(opened, window, room);
    if (occurrences.size() > room) return too_much();
    placed_.reserve(placed_.size() + occurrences.size());
    for (const ical::Occurrence& occurrence : occurrences) {
      Placed placed;
      placed.kind = Placed::Kind::kOccurrence;
      placed.has_end = item.when().end_s.has_value() || occurrence.duration_s > 0;
      placed.has_tag_time = series.is_sub_daily();
      placed.item = opened.item;
      placed.master = opened.item;
      placed.tag_s = series.is_sub_daily() ? occurrence.utc_s : occurrence.local_s;
      placed.start_s = series.start_of(occurrence);
      placed.duration_s = occurrence.duration_s > 0 ? occurrence.duration_s : item.duration_s();
      if (window_.overlaps(item.time_kind(), placed.start_s, placed.duration_s)) add(placed);
    }
    return {};
  }

  void add(Placed placed) {
    const TimeKind kind = gathering_.items()[placed.item].time_kind();
    placed.instant_s = window_.instant_of(kind, placed.start_s);
    placed.start_local_s = window_.local_of(kind, placed.start_s);
    placed.end_local_s = placed.duration_s == 0
                             ? placed.start_local_s
                             : window_.local_of(kind, placed.start_s + placed.duration_s);
    placed_.push_back(placed);
  }

  Gathering& gathering_;
  ViewWindow& window_;
  const std::vector<std::string>& tags_;
  std::vector<Placed> placed_;
};

// The items of a view as they are stored, for programs that expand series themselves.
class RawItems {
 public:
  RawItems(Gathering& gathering, const ViewWindow& window, const std::vector<std::string>& tags)
      : gathering_(gathering), window_(window), tags_(tags) {}

  void add_events() {
    for (const uint32_t place : gathering_.events()) {
      if (has_tags(place)) things_.emplace_back(gathering_.items()[place].event());
    }
  }

  // The series that occur, and everything that is needed to expand them: also exceptions that were
  // moved out of the days or cancelled.
  Result<void> add_series() {
    std::vector<uint32_t> occurring;
    for (const uint32_t place : gathering_.masters()) {
      Gathering::OpenSeries opened;
      NORN_ASSIGN(const bool may_occur, gathering_.open(place, opened));
      if (may_occur && has_tags(place) && occurs(opened)) occurring.push_back(place);
    }
    std::vector<SeriesOccurrence> exceptions;
    for (const Gathering::Exception& exception : gathering_.stored_exceptions()) {
      if (!has_tags(exception.item)) continue;
      const auto read = read_exception(exception);
      if (!read) continue;
      exceptions.push_back(*read);
      occurring.push_back(exception.master);
    }
    std::ranges::sort(occurring);
    const auto repeated = std::ranges::unique(occurring);
    occurring.erase(repeated.begin(), repeated.end());
    for (const uint32_t place : occurring) {
      things_.emplace_back(gathering_.items()[place].master());
    }
    for (SeriesOccurrence& exception : exceptions) things_.emplace_back(std::move(exception));
    return {};
  }

  std::vector<Thing> take() && { return std::move(things_); }

 private:
  bool has_tags(uint32_t place) const { return gathering_.items()[place].has_tags(tags_); }

  bool occurs(const Gathering::OpenSeries& opened) const {
    const ViewItem& item = gathering_.items()[opened.item];
    ical::Window window = window_.on_scale(item.time_kind());
    window.from_s -= opened.series->longest_s();
    return std::ranges::any_of(
        gathering_.occurrences(opened, window, kMaxViewOccurrences), [&](const auto& occurrence) {
          return window_.overlaps(item.time_kind(), opened.series->start_of(occurrence),
                                  std::max(item.duration_s(), occurrence.duration_s));
        });
  }

  // Nullopt if neither the exception nor the occurrence that it replaces is in the window.
  std::optional<SeriesOccurrence> read_exception(const Gathering::Exception& exception) const {
    const Instance& instance = gathering_.items()[exception.item].instance();
    const Master& master = gathering_.items()[exception.master].master();
    const When& when = instance.when;
    if (!window_.overlaps(when.kind, when.start_s, when.duration_s()) &&
        !window_.overlaps(instance.recurrence_kind, instance.recurrence_s,
                          master.when.duration_s())) {
      return std::nullopt;
    }
    return SeriesOccurrence{master, instance};
  }

  Gathering& gathering_;
  const ViewWindow& window_;
  const std::vector<std::string>& tags_;
  std::vector<Thing> things_;
};

// Counts what starts in [from, to).
class Starts {
 public:
  Starts(const ical::TimeZone& zone, int64_t from_s, int64_t to_s)
      : zone_(zone), from_s_(from_s), to_s_(to_s) {}

  void add(const When& when) {
    const int64_t start_s = instants_of(when, zone_).start_s;
    if (start_s >= from_s_ && start_s < to_s_) ++count_;
  }
  int64_t count() const { return count_; }

 private:
  const ical::TimeZone& zone_;
  const int64_t from_s_;
  const int64_t to_s_;
  int64_t count_ = 0;
};

// By the day in the view's zone, all-day first, then by start, title and id.
void sort_placed(View& view) {
  // By the instant and not by wall time, in which an hour of an autumn night exists twice.
  const auto time_of = [&](const Placed& placed) {
    const bool has_time = view.items[placed.item].time_kind() != TimeKind::kAllDay;
    return std::tuple(ical::day_of_second(placed.start_local_s), has_time, placed.instant_s);
  };
  std::ranges::sort(view.placed, [&](const Placed& left, const Placed& right) {
    const auto times = time_of(left) <=> time_of(right);
    if (times != 0) return times < 0;
    const auto titles = view.item(left).title() <=> view.item(right).title();
    return titles != 0 ? titles < 0 : view.id(left) < view.id(right);
  });
}

}  // namespace

Result<void> check_days(const ViewRequest& request) {
  if (request.to < request.from) {
    return invalid("to", apps::kRangeEndsBeforeStart);
  }
  if ((request.to - request.from).count() >= kMaxViewDays) {
    return invalid("to", apps::kRangeTooLong(kMaxViewDays));
  }
  return {};
}

std::string View::id(const Placed& thing) const {
  if (thing.kind != Placed::Kind::kOccurrence) return items[thing.item].id();
  return instance_id(items[thing.item].id(),
                     thing.has_tag_time ? time_tag(thing.tag_s) : day_tag(thing.tag_s));
}

When View::when(const Placed& thing) const {
  When when = items[thing.item].when();
  when.start_s = thing.start_s;
  when.end_s = thing.has_end ? std::optional(thing.start_s + thing.duration_s) : std::nullopt;
  return when;
}

Result<View> Views::range(const std::string& user_id, const ViewRequest& request) {
  NORN_TRY(check_days(request));
  Gathering gathering(context_, kept_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  View view;
  view.from = request.from;
  view.to = request.to;
  view.tzid = request.tzid.empty() ? meta.default_tzid : request.tzid;
  NORN_ASSIGN(const ical::TimeZone zone, checked_zone("tzid", view.tzid));
  if (!meta.has_events) return view;
  ViewWindow window(request.from, request.to, zone);
  NORN_TRY(gathering.read(window, meta.longest_event_minutes));
  Placing placing(gathering, window, request.tags);
  placing.place_events();
  NORN_TRY(placing.place_series());
  placing.place_exceptions();
  view.placed = std::move(placing).take();
  if (view.placed.size() > kMaxViewOccurrences) return too_much();
  view.items = std::move(gathering).take();
  sort_placed(view);
  return view;
}

Result<std::vector<Thing>> Views::raw(const std::string& user_id, const ViewRequest& request) {
  NORN_TRY(check_days(request));
  Gathering gathering(context_, kept_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  NORN_ASSIGN(const ical::TimeZone zone,
              checked_zone("tzid", request.tzid.empty() ? meta.default_tzid : request.tzid));
  const ViewWindow window(request.from, request.to, zone);
  NORN_TRY(gathering.read(window, meta.longest_event_minutes));
  RawItems raw(gathering, window, request.tags);
  raw.add_events();
  NORN_TRY(raw.add_series());
  return std::move(raw).take();
}

Result<int64_t> Views::upcoming(const std::string& user_id, int64_t days) {
  Gathering gathering(context_, kept_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  const ical::TimeZone& zone = zone_of(meta.default_tzid);
  const int64_t from_s = context_.clock.now_s();
  const int64_t to_s = from_s + days * kDaySeconds;
  // A day more on both sides, for wall times.
  const ViewWindow window(from_s - kDaySeconds, to_s + kDaySeconds, zone);
  NORN_TRY(gathering.read(window, 0));
  Starts starts(zone, from_s, to_s);
  const ViewItems& items = gathering.items();
  for (const uint32_t place : gathering.events()) {
    if (items[place].status() != Status::kCancelled) starts.add(items[place].when());
  }
  for (const uint32_t place : gathering.masters()) {
    Gathering::OpenSeries opened;
    NORN_ASSIGN(const bool occurs, gathering.open(place, opened));
    if (!occurs || items[place].status() == Status::kCancelled) continue;
    const ical::Window on_scale = window.on_scale(items[place].time_kind());
    for (const auto& occurrence : gathering.occurrences(opened, on_scale, kMaxViewOccurrences)) {
      starts.add(opened.series->when_of(occurrence));
    }
  }
  for (const auto& exception : gathering.exceptions()) starts.add(items[exception.item].when());
  return starts.count();
}

Result<std::vector<std::string>> Views::tags(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  // EVENT#, INSTANCE#, LINK# and MASTER# are adjacent.
  request.key_condition = "PK = :pk AND SK BETWEEN :first AND :last";
  request.projection = "tags, #ttl";
  request.placeholders.names = {{"#ttl", "ttl"}};
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":first", std::string(keys::kEvents)},
                                 {":last", std::string(keys::kMasters) + "~"}};
  request.consistent = true;
  std::set<std::string> tags;
  for (size_t pages = 0; pages < kMaxPagesRead; ++pages) {
    NORN_ASSIGN(auto page, context_.store.query(request));
    for (const store::ItemView item : page.items) {
      const auto ttl = item.value("ttl");
      const auto* const number = ttl ? ttl->get_if<store::Number>() : nullptr;
      int64_t ttl_s = 0;
      const bool expires = number != nullptr && number->to_int64(ttl_s);
      if (expires && ttl_s <= context_.clock.now_s()) continue;
      const auto value = item.value("tags");
      const auto* const set = value ? value->get_if<store::StringSet>() : nullptr;
      if (set != nullptr) tags.insert(set->members().begin(), set->members().end());
    }
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  return each_tag_once({tags.begin(), tags.end()});
}

}  // namespace norn::events
