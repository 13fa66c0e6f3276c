#pragma once

#include <cstdint>

#include "apps/planner/model.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "ical/recurrence.h"
#include "ical/time_zone.h"

namespace norn::planner {

using ical::kDaySeconds;

// Some days by the clocks of a zone. Things with a zone of their own are compared with the instants
// at which these days begin and end; whole days and floating times with the days themselves.
class ViewWindow {
 public:
  // The days from one to another, both included.
  ViewWindow(Date from, Date to, const ical::TimeZone& zone);
  // From one instant to before another.
  ViewWindow(int64_t from_s, int64_t to_s, const ical::TimeZone& zone);

  // On the scale of such times: [from, to).
  ical::Window on_scale(TimeKind kind) const {
    return kind == TimeKind::kTimed ? instants_ : wall_;
  }
  const ical::Window& wall() const { return wall_; }

  // Whether something of it is in the window. A moment is in it when it is not before its beginning
  // and before its end, and so is what ends when it starts.
  bool overlaps(TimeKind kind, int64_t start_s, int64_t duration_s) const {
    const ical::Window& window = kind == TimeKind::kTimed ? instants_ : wall_;
    if (start_s >= window.to_s || window.from_s >= window.to_s) return false;
    return start_s >= window.from_s || start_s + duration_s > window.from_s;
  }

  // By the clocks of the zone.
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

// The days whose keys in GSI1 may be of something in the window, from the first to before the last:
// those of wall times and of UTC differ by less than a day, and what lasts `longest_minutes` began
// so much earlier.
struct KeyDays {
  Date first;
  Date last;
};
KeyDays key_days(const ViewWindow& window, int64_t longest_minutes);

}  // namespace norn::planner
