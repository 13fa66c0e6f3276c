#include "apps/agenda/source.h"

#include "ical/civil.h"

namespace norn::agenda {
namespace {

int64_t midnight_s(Date day) {
  return day.time_since_epoch().count() * ical::kDaySeconds;
}

}  // namespace

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
