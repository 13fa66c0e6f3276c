#include "apps/planner/views/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/planner/series/event_id.h"
#include "apps/planner/series/series.h"
#include "apps/planner/views/view_gathering.h"
#include "apps/planner/views/view_order.h"
#include "apps/planner/series/when_zone.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/log.h"

namespace norn::planner {
namespace {

// Puts what was gathered into a view.
class Placing {
 public:
  Placing(Gathering& gathering, ViewWindow& window, const std::vector<std::string>& tags)
      : gathering_(gathering), window_(window) {
    for (const std::string& tag : tags) append_json_string(quoted_tags_.emplace_back(), tag);
  }

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
  bool has_tags(uint32_t place) const {
    const ViewItem& item = gathering_.items()[place];
    return std::ranges::all_of(quoted_tags_,
                               [&](const std::string& tag) { return item.has_tag(tag); });
  }

  // Something as its own item says.
  Placed whole(Placed::Kind kind, uint32_t place, uint32_t master) const {
    const ViewItem& item = gathering_.items()[place];
    Placed placed;
    placed.kind = kind;
    placed.has_end = item.has_end();
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
      placed.has_end = item.has_end() || occurrence.duration_s > 0;
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
  std::vector<std::string> quoted_tags_;
  std::vector<Placed> placed_;
};

}  // namespace

Result<void> check_days(const ViewRequest& request) {
  if (request.to < request.from) {
    return invalid("to", "The end of the days must not be before their beginning.");
  }
  if ((request.to - request.from).count() >= kMaxViewDays) {
    return invalid("to", fmt::format("A view must not have more than {} days.", kMaxViewDays));
  }
  return {};
}

std::string View::id(const Placed& thing) const {
  if (thing.kind != Placed::Kind::kOccurrence) return std::string(items[thing.item].id());
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
  Gathering gathering(context_, user_id);
  NORN_ASSIGN(const ViewMeta meta, gathering.read_person());
  View view;
  view.from = request.from;
  view.to = request.to;
  view.tzid = request.tzid.empty() ? meta.default_tzid : request.tzid;
  NORN_ASSIGN(const ical::TimeZone zone, checked_zone("tzid", view.tzid));
  ViewWindow window(request.from, request.to, zone);
  NORN_TRY(gathering.read(window, meta.longest_event_minutes));
  Placing placing(gathering, window, request.tags);
  placing.place_events();
  NORN_TRY(placing.place_series());
  placing.place_exceptions();
  view.placed = std::move(placing).take();
  if (view.placed.size() > kMaxViewOccurrences) return too_much();
  ReadItems read = std::move(gathering).take();
  view.items = std::move(read.items);
  view.pages = std::move(read.pages);
  sort_placed(view);
  return view;
}

}  // namespace norn::planner
