#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/exchange/calendar_exchange.h"
#include "apps/planner/exchange/export_items.h"
#include "apps/planner/exchange/ical_stored.h"

namespace norn::planner {
namespace {

constexpr ical::DateTime kEpoch{ical::TimeForm::kUtc, 0};

void add(const StoredSeries& series, std::vector<ical::CalendarItem>& items) {
  auto item = calendar_item(series.master);
  if (!item) return;
  items.push_back(std::move(*item));
  for (const Instance& instance : series.exceptions) {
    items.push_back(calendar_item(series.master, instance));
  }
}

}  // namespace

Result<std::string> export_calendar(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const StoredEvents stored, read_stored(context, user_id));
  ical::CalendarFile file;
  file.name = "Norn";
  const int64_t now_ms = context.clock.now_ms();
  for (const Event& event : stored.events) {
    if (!has_expired(event.details, now_ms)) file.items.push_back(calendar_item(event));
  }
  for (const StoredSeries& series : stored.series) {
    if (!has_expired(series.master.details, now_ms)) add(series, file.items);
  }
  // By what stays the same when it is taken in somewhere else; a series stands before its changed
  // occurrences, which are in order already.
  std::ranges::stable_sort(file.items, {}, &ical::CalendarItem::uid);
  return ical::write_calendar(file, kEpoch);
}

}  // namespace norn::planner
