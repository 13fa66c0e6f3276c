#pragma once

#include <cstdint>

#include "apps/events/model.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "ical/recurrence.h"
#include "ical/time_zone.h"

namespace norn::events {

using ical::kDaySeconds;

// A range of days in a zone. Timed events are compared with the instants at which the days begin
// and end, all-day and floating ones with the wall times.
class ViewWindow {
 public:
  // The first and the last day.
  ViewWindow(Date from, Date to, const ical::TimeZone& zone);
  // [from, to) in instants.
  ViewWindow(int64_t from_s, int64_t to_s, const ical::TimeZone& zone);

  // The window on the scale of such times.
  ical::Window on_scale(TimeKind kind) const {
    return kind == TimeKind::kTimed ? instants_ : wall_;
  }
  const ical::Window& wall() const { return wall_; }

  // Whether it overlaps the window. Without a duration it does if its start is in [from, to).
  bool overlaps(TimeKind kind, int64_t start_s, int64_t duration_s) const {
    const ical::Window& window = kind == TimeKind::kTimed ? instants_ : wall_;
    if (start_s >= window.to_s || window.from_s >= window.to_s) return false;
    return start_s >= window.from_s || start_s + duration_s > window.from_s;
  }

  // The wall time in the zone.
  int64_t local_of(TimeKind kind, int64_t second) {
    return kind == TimeKind::kTimed ? offsets_.local_of(second) : second;
  }
  int64_t instant_of(TimeKind kind, int64_t second) const {
    return kind == TimeKind::kTimed ? second : zone_->utc_of(second);
  }

 private:
  const ical::TimeZone* zone_;
  ical::OffsetCursor offsets_;
  ical::Window instants_;
  ical::Window wall_;
};

// The range of GSI1 keys, [first, last), of items that may overlap the window: wall times and UTC
// differ by less than a day, and an item may start up to `longest_minutes` before the window.
struct KeyDays {
  Date first;
  Date last;
};
KeyDays key_days(const ViewWindow& window, int64_t longest_minutes);

}  // namespace norn::events
