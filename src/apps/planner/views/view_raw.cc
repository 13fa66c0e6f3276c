#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/views/view_gathering.h"
#include "apps/planner/views/views.h"
#include "apps/planner/series/when_zone.h"
#include "base/json_text.h"
#include "base/log.h"

// Views that are not expanded: for programs that expand series themselves.
namespace norn::planner {
namespace {

class RawItems {
 public:
  RawItems(Gathering& gathering, const ViewWindow& window, const std::vector<std::string>& tags)
      : gathering_(gathering), window_(window) {
    for (const std::string& tag : tags) append_json_string(quoted_tags_.emplace_back(), tag);
  }

  void add_events() {
    for (const uint32_t place : gathering_.events()) {
      if (has_tags(place)) add(event_from(gathering_.items()[place].source()));
    }
  }

  // The series that occur, and all that is to be known for expanding them: also what was moved out
  // of the days, or cancelled.
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
    for (const uint32_t place : occurring) add(master_from(gathering_.items()[place].source()));
    for (SeriesOccurrence& exception : exceptions) things_.emplace_back(std::move(exception));
    return {};
  }

  std::vector<Thing> take() && { return std::move(things_); }

 private:
  bool has_tags(uint32_t place) const {
    const ViewItem& item = gathering_.items()[place];
    return std::ranges::all_of(quoted_tags_,
                               [&](const std::string& tag) { return item.has_tag(tag); });
  }

  bool occurs(const Gathering::OpenSeries& opened) const {
    ical::Window window = window_.on_scale(opened.master.when.kind);
    window.from_s -= opened.series->longest_s();
    const int64_t duration_s = opened.master.when.duration_s();
    return std::ranges::any_of(
        gathering_.occurrences(opened, window, kMaxViewOccurrences), [&](const auto& occurrence) {
          return window_.overlaps(opened.master.when.kind, opened.series->start_of(occurrence),
                                  std::max(duration_s, occurrence.duration_s));
        });
  }

  // Nullopt when neither it nor what it stands for is in these days.
  std::optional<SeriesOccurrence> read_exception(const Gathering::Exception& exception) const {
    const auto instance = instance_from(gathering_.items()[exception.item].source());
    const auto master = master_from(gathering_.items()[exception.master].source());
    if (!instance || !master) return std::nullopt;
    const When& when = instance->when;
    if (!window_.overlaps(when.kind, when.start_s, when.duration_s()) &&
        !window_.overlaps(instance->recurrence_kind, instance->recurrence_s,
                          master->when.duration_s())) {
      return std::nullopt;
    }
    return SeriesOccurrence{*master, *instance};
  }

  template <typename Kind>
  void add(Result<Kind> read) {
    if (read) {
      things_.emplace_back(std::move(*read));
    } else {
      log::warn("An item is left out of a view. {}", read.error().message);
    }
  }

  Gathering& gathering_;
  const ViewWindow& window_;
  std::vector<std::string> quoted_tags_;
  std::vector<Thing> things_;
};

}  // namespace

Result<std::vector<Thing>> Views::raw(const std::string& user_id, const ViewRequest& request) {
  NORN_TRY(check_days(request));
  Gathering gathering(context_, user_id);
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

}  // namespace norn::planner
