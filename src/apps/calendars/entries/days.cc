#include <algorithm>

#include "apps/calendars/entries/entries.h"
#include "base/check.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

const Date kFirstDate = Date(std::chrono::year(1) / 1 / 1);
const Date kLastDate = Date(std::chrono::year(9999) / 12 / 31);

bool is_possible(Date date) {
  return date >= kFirstDate && date <= kLastDate;
}

Result<void> check_times(const Timed& timed) {
  const auto start = parse_time_of_day_s(timed.start);
  const auto end = parse_time_of_day_s(timed.end);
  if (!start) return invalid("kind.start", "The start must be a time of day, like 09:00:00.");
  if (!end) return invalid("kind.end", "The end must be a time of day, like 09:30:00.");
  if (*end <= *start) return invalid("kind.end", "The end must be later than the start.");
  return {};
}

Result<void> check_days(const MultiDay& multi, Date date) {
  if (multi.start != date) {
    return invalid("kind.start",
                   "An entry of several days begins on its date: both must be equal.");
  }
  if (!is_possible(multi.end)) {
    return invalid("kind.end", "The end must be in the years 0001 to 9999.");
  }
  if (multi.end < multi.start) {
    return invalid("kind.end", "The end must not be before the start.");
  }
  if ((multi.end - multi.start).count() >= kMaxSpanDays) {
    return invalid("kind.end", "An entry must not last longer than 3,660 days.");
  }
  return {};
}

// The entries of a day are in order but for those of several days, which come before all others
// and stand by the days on which they began.
void sort_first(std::vector<size_t>& places, const std::vector<EntryView>& entries) {
  const auto end = std::ranges::find_if(
      places, [&](size_t place) { return !entries[place].has_several_days(); });
  std::sort(places.begin(), end, [&](size_t left, size_t right) {
    return comes_before(entries[left].place(), entries[right].place());
  });
}

}  // namespace

bool comes_before(const Entry& left, const Entry& right) {
  return comes_before(place_of(left.kind, left.title, left.id),
                      place_of(right.kind, right.title, right.id));
}

std::vector<Day> days_of(const std::vector<EntryView>& sorted, Date from, Date to) {
  NORN_CHECK(from <= to && (to - from).count() < kMaxRangeDays, "a range has been checked");
  std::vector<Day> all;
  all.reserve(static_cast<size_t>((to - from).count() + 1));
  for (Date date = from; date <= to; date += std::chrono::days(1)) all.push_back({date, {}});
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Date last = std::min(sorted[i].last_day(), to);
    for (Date date = std::max(sorted[i].date(), from); date <= last; date += std::chrono::days(1)) {
      all[static_cast<size_t>((date - from).count())].entries.push_back(i);
    }
  }
  std::erase_if(all, [](const Day& day) { return day.entries.empty(); });
  for (Day& day : all) sort_first(day.entries, sorted);
  return all;
}

Result<void> check_kind(const Kind& kind, Date date) {
  if (!is_possible(date)) return invalid("date", "The date must be in the years 0001 to 9999.");
  if (const auto* const timed = std::get_if<Timed>(&kind)) return check_times(*timed);
  if (const auto* const multi = std::get_if<MultiDay>(&kind)) return check_days(*multi, date);
  return {};
}

}  // namespace norn::calendars
