#include "apps/events/views/view_window.h"

#include <algorithm>

#include "apps/events/limits.h"
#include "apps/events/series/when.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

Date date_of(int64_t second) {
  const int64_t day =
      std::clamp<int64_t>(ical::floor_div(second, kDaySeconds), ical::kFirstDay, ical::kLastDay);
  return Date(std::chrono::days(day));
}

int64_t second_of(Date date) {
  return date.time_since_epoch().count() * kDaySeconds;
}

}  // namespace

ViewWindow::ViewWindow(Date from, Date to, const ical::TimeZone& zone)
    : zone_(&zone),
      offsets_(zone),
      wall_{.from_s = second_of(from), .to_s = second_of(to + std::chrono::days(1))} {
  instants_ = {.from_s = zone.utc_of(wall_.from_s), .to_s = zone.utc_of(wall_.to_s)};
}

ViewWindow::ViewWindow(int64_t from_s, int64_t to_s, const ical::TimeZone& zone)
    : zone_(&zone),
      offsets_(zone),
      instants_{.from_s = from_s, .to_s = to_s},
      wall_{.from_s = zone.local_of(from_s), .to_s = zone.local_of(to_s)} {}

KeyDays key_days(const ViewWindow& window, int64_t longest_minutes) {
  const int64_t longest_s = std::clamp<int64_t>(longest_minutes, 0, kMaxEventDays * 24 * 60) * 60;
  return {.first = date_of(window.wall().from_s - longest_s - kDaySeconds),
          .last = date_of(window.wall().to_s + 2 * kDaySeconds - 1)};
}

}  // namespace norn::events
