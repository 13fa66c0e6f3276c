#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "apps/agenda/item.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

// Times as intervals of instants. Knows no store.
namespace norn::availability {

struct Interval {
  int64_t start_s = 0;
  int64_t end_s = 0;  // Exclusive.
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The second of the day of "09:30"; nullopt if it is no time.
std::optional<int64_t> second_of_clock(std::string_view text);
// Midnight, in wall time as if it were UTC.
int64_t midnight_s(Date day);

// When something in an agenda takes a person's time; `zone` is that of the agenda. Nullopt if it
// does not: whole days, which rather say what a day is about, stays of others, and what is
// declined, cancelled or said to leave the time free.
std::optional<Interval> busy_time_of(const agenda::Item& item, const ical::TimeZone& zone);

// In order, those that touch or overlap as one, and nothing outside of `bounds`.
std::vector<Interval> merged(std::vector<Interval> intervals, const Interval& bounds);

struct SlotRequest {
  Date from;  // The first and the last day.
  Date to;
  int64_t minutes = 60;
  int64_t earliest_s = 0;  // Of each day, in seconds by the clock.
  int64_t latest_s = 0;
  int64_t not_before_s = 0;  // An instant.
};
// The first times of so many minutes in which nothing of `busy`, merged, is; at most `most`. They
// begin at a quarter of an hour and do not overlap.
std::vector<Interval> free_slots(const std::vector<Interval>& busy, const SlotRequest& request,
                                 const ical::TimeZone& zone, size_t most);

}  // namespace norn::availability
