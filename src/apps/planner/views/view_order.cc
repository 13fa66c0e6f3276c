#include "apps/planner/views/view_order.h"

#include <algorithm>
#include <tuple>

#include "ical/civil.h"

namespace norn::planner {

void sort_placed(View& view) {
  // By the instant and not by the clocks, which show an hour of an autumn night twice.
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

}  // namespace norn::planner
