#include "apps/agenda/source.h"

#include <cstddef>
#include <utility>

#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::agenda {
namespace {

int64_t midnight_s(Date day) {
  return day.time_since_epoch().count() * ical::kDaySeconds;
}

// What an item takes beside its texts, by the accounting of stored data.
constexpr size_t kItemBytes = 512;

size_t bytes_of(const Item& item) {
  return kItemBytes + item.title.size() + item.location.size() + item.owner.name.size() +
         item.file_title.size();
}

}  // namespace

Result<void> Part::add(Item item) {
  NORN_TRY(WorkBudget::collect(bytes_of(item)));
  items.push_back(std::move(item));
  return {};
}

bool Query::overlaps(const Times& times) const {
  const int64_t first_s = midnight_s(from);
  if (times.start_s >= midnight_s(to) + ical::kDaySeconds) return false;
  return times.start_s >= first_s || times.end_s.value_or(times.start_s) > first_s;
}

Times Query::timed(int64_t start_utc_s, std::optional<int64_t> end_utc_s) const {
  Times times;
  times.start_s = zone.local_of(start_utc_s);
  if (end_utc_s) times.end_s = zone.local_of(*end_utc_s);
  times.start_utc_s = start_utc_s;
  times.end_utc_s = end_utc_s;
  return times;
}

Times Query::days(Date first, Date last) {
  return {
      .all_day = true, .start_s = midnight_s(first), .end_s = midnight_s(last) + ical::kDaySeconds};
}

}  // namespace norn::agenda
