#include "apps/availability/intervals.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "ical/civil.h"

namespace norn::availability {
namespace {

constexpr int64_t kQuarterSeconds = 900;
constexpr std::string_view kDeclined = "no";
constexpr std::string_view kCancelled = "CANCELLED";

std::optional<Interval> interval_of(int64_t start_s, int64_t end_s) {
  if (end_s <= start_s) return std::nullopt;
  return Interval{start_s, end_s};
}

std::optional<Interval> time_of_stay(const agenda::StayState& stay, const ical::TimeZone& zone) {
  const auto arrival = parse_date(stay.arrival);
  const auto departure = parse_date(stay.departure);
  if (!stay.is_own || !arrival || !departure) return std::nullopt;
  const int64_t in_s = second_of_clock(stay.check_in).value_or(0);
  const int64_t out_s = second_of_clock(stay.check_out).value_or(0);
  return interval_of(zone.utc_of(midnight_s(*arrival) + in_s),
                     zone.utc_of(midnight_s(*departure) + out_s));
}

// By the clock in the zone, whose quarters are not those of UTC everywhere.
int64_t next_quarter_s(int64_t instant_s, const ical::TimeZone& zone) {
  const int64_t local_s = zone.local_of(instant_s);
  const int64_t over_s = local_s - ical::floor_div(local_s, kQuarterSeconds) * kQuarterSeconds;
  return over_s == 0 ? instant_s : instant_s + kQuarterSeconds - over_s;
}

}  // namespace

std::optional<int64_t> second_of_clock(std::string_view text) {
  constexpr size_t kClockCharacters = 5;
  if (text.size() != kClockCharacters) return std::nullopt;
  return parse_time_of_day_s(std::string(text).append(":00"));
}

int64_t midnight_s(Date day) {
  return day.time_since_epoch().count() * ical::kDaySeconds;
}

std::optional<Interval> busy_time_of(const agenda::Item& item, const ical::TimeZone& zone) {
  if (item.stay) return time_of_stay(*item.stay, zone);
  const bool takes_time = item.kind == agenda::Kind::kEvent || item.kind == agenda::Kind::kEntry;
  if (!takes_time || item.times.all_day || !item.times.end_s || !item.times.start_utc_s) {
    return std::nullopt;
  }
  if (item.is_free || item.status == kCancelled || item.answer == kDeclined) return std::nullopt;
  const auto& end_utc_s = item.times.end_utc_s;
  return interval_of(*item.times.start_utc_s,
                     end_utc_s ? *end_utc_s : zone.utc_of(*item.times.end_s));
}

std::vector<Interval> merged(std::vector<Interval> intervals, const Interval& bounds) {
  std::ranges::sort(intervals, {}, &Interval::start_s);
  std::vector<Interval> result;
  for (const Interval& one : intervals) {
    const Interval within{std::max(one.start_s, bounds.start_s), std::min(one.end_s, bounds.end_s)};
    if (within.end_s <= within.start_s) continue;
    if (!result.empty() && within.start_s <= result.back().end_s) {
      result.back().end_s = std::max(result.back().end_s, within.end_s);
    } else {
      result.push_back(within);
    }
  }
  return result;
}

std::vector<Interval> free_slots(const std::vector<Interval>& busy, const SlotRequest& request,
                                 const ical::TimeZone& zone, size_t most) {
  std::vector<Interval> slots;
  const int64_t length_s = request.minutes * 60;
  for (Date day = request.from; day <= request.to; day += std::chrono::days(1)) {
    const int64_t end_s = zone.utc_of(midnight_s(day) + request.latest_s);
    int64_t start_s =
        std::max(zone.utc_of(midnight_s(day) + request.earliest_s), request.not_before_s);
    for (start_s = next_quarter_s(start_s, zone); start_s + length_s <= end_s;) {
      if (slots.size() >= most) return slots;
      const auto taken = std::ranges::find_if(busy, [&](const Interval& one) {
        return one.start_s < start_s + length_s && one.end_s > start_s;
      });
      if (taken == busy.end()) slots.push_back({start_s, start_s + length_s});
      start_s = next_quarter_s(taken == busy.end() ? start_s + length_s : taken->end_s, zone);
    }
  }
  return slots;
}

}  // namespace norn::availability
