#include "apps/planner/views/search_series.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "apps/planner/series/event_id.h"
#include "base/log.h"
#include "ical/civil.h"

namespace norn::planner {
namespace {

using ical::kDaySeconds;

// How many occurrences are looked at for one that is neither over nor changed: few at first, which
// is nearly always enough.
constexpr size_t kFirstLook = 8;
constexpr size_t kLastLook = 4'096;

// Of two, the one that is ahead; of two that are, the earlier; of two that were, the later.
bool is_nearer(const SeriesNow::Nearest& left, const SeriesNow::Nearest& right) {
  if (left.is_ahead != right.is_ahead) return left.is_ahead;
  return left.is_ahead ? left.start_s < right.start_s : left.start_s > right.start_s;
}

void keep_nearer(std::optional<SeriesNow::Nearest>& nearest,
                 std::optional<SeriesNow::Nearest> other) {
  if (other && (!nearest || is_nearer(*other, *nearest))) nearest = std::move(other);
}

// The last that starts in the window, by halving it.
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
      // Nothing in the second half: look on in the first, behind what is known.
      auto between = series.first_occurrences({first_s + 1, middle_s}, 1);
      if (!between || between->empty()) return found->front();
      found = std::move(between);
      window.to_s = middle_s;
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_ahead(const Instants& instants, int64_t now_s) {
  return instants.end_s > now_s || instants.start_s >= now_s;
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
    keep_nearer(nearest, made(exception->when(), std::string(exception->id())));
  }
  return nearest;
}

std::optional<SeriesNow::Nearest> SeriesNow::next(const Series& series) const {
  // A day more for times on the wall.
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
  Master master;
  item_.read_times_into(master);
  const auto series = Series::of(master);
  if (series) {
    keep_nearer(nearest, next(*series));
    if (!nearest || !nearest->is_ahead) keep_nearer(nearest, last(*series));
  } else {
    log::warn("The series {} cannot be expanded. {}", item_.id(), series.error().message);
  }
  if (nearest) return std::move(*nearest);
  Nearest begin = made(item_.when(), std::string(item_.id()));
  begin.is_ahead = false;
  return begin;
}

}  // namespace norn::planner
