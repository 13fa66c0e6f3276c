#include "ical/expansion/unit_cursor.h"

#include <algorithm>
#include <bit>

namespace norn::ical {
namespace {

// The next one in `bits` behind `index`, or `size`.
int64_t next_bit(uint64_t bits, int64_t index, int64_t size) {
  const uint64_t behind = bits >> index >> 1;
  return behind == 0 ? size : index + 1 + std::countr_zero(behind);
}

}  // namespace

UnitCursor::UnitCursor(const Plan& plan, int64_t from, int64_t last)
    : plan_(plan),
      last_(plan.times.empty() ? kFirstSecond - 1 : last),
      unit_(floor_div(from, plan.unit_s)),
      month_(Month::of_day(day_of_second(from))),
      days_(plan.days.days_of(month_, cache_)) {
  go_to(unit_ * plan.unit_s);
  if (!settle()) return;
  const int64_t second = from - unit_ * plan.unit_s;
  time_ = static_cast<size_t>(std::ranges::lower_bound(plan.times, second) - plan.times.begin());
  if (time_ == plan.times.size()) leave_unit();
}

// The first unit of the interval that does not begin before that.
void UnitCursor::go_to(int64_t second) {
  const int64_t unit = floor_div(second + plan_.unit_s - 1, plan_.unit_s);
  unit_ = unit + floor_mod(plan_.origin - unit, plan_.interval);
}

bool UnitCursor::has_day(Day day) {
  if (!month_.has(day)) {
    month_ = Month::of_day(day);
    days_ = plan_.days.days_of(month_, cache_);
  }
  return has_bit(days_, day - month_.first);
}

// The next day that fits, which is beyond the last one when there is none. `day` is in month_.
Day UnitCursor::next_day(Day day) {
  DayBits behind = days_ & ~all_days(day - month_.first + 1);
  while (behind == 0) {
    month_.advance();
    if (month_.year > kLastYear) return kLastDay + 1;
    days_ = behind = plan_.days.days_of(month_, cache_);
  }
  return month_.first + std::countr_zero(behind);
}

// Finds the first unit that fits, at or after unit_.
bool UnitCursor::settle() {
  for (int64_t step = 0; step < kMaxVainSteps; ++step) {
    const int64_t second = unit_ * plan_.unit_s;
    if (second > last_) return false;
    const Day day = day_of_second(second);
    if (!has_day(day)) {
      go_to(next_day(day) * kDaySeconds);
      continue;
    }
    settled_ = plan_.every_unit || settle_in_day(day, second);
    if (settled_) return true;
  }
  gave_up_ = true;
  return false;
}

// Whether the unit that begins then fits. Otherwise goes on to one that may.
bool UnitCursor::settle_in_day(Day day, int64_t second) {
  const int64_t midnight = day * kDaySeconds;
  const int64_t hour = (second - midnight) / kHourSeconds;
  if (!has_bit(plan_.hours, hour)) {
    go_to(midnight + next_bit(plan_.hours, hour, 24) * kHourSeconds);
    return false;
  }
  if (plan_.unit_s > kMinuteSeconds) return true;
  const int64_t minute = (second - midnight) / kMinuteSeconds % 60;
  if (!has_bit(plan_.minutes, minute)) {
    const int64_t next = next_bit(plan_.minutes, minute, 60);
    go_to(midnight + hour * kHourSeconds + next * kMinuteSeconds);
    return false;
  }
  if (plan_.unit_s > 1) return true;
  const int64_t of_minute = (second - midnight) % 60;
  if (has_bit(plan_.seconds, of_minute)) return true;
  go_to(second - of_minute + next_bit(plan_.seconds, of_minute, 60));
  return false;
}

// How many units of a day fit; the same for all days when INTERVAL divides the day, and otherwise
// 0, for not known.
int64_t UnitCursor::units_of_day() const {
  const int64_t units = kDaySeconds / plan_.unit_s;
  if (units % plan_.interval != 0) return 0;
  int64_t count = 0;
  for (int64_t unit = floor_mod(plan_.origin, plan_.interval); unit < units;
       unit += plan_.interval) {
    const int64_t second = unit * plan_.unit_s;
    const bool fits =
        has_bit(plan_.hours, second / kHourSeconds) &&
        (plan_.unit_s > kMinuteSeconds || has_bit(plan_.minutes, second / kMinuteSeconds % 60)) &&
        (plan_.unit_s > 1 || has_bit(plan_.seconds, second % 60));
    if (fits) ++count;
  }
  return count;
}

bool UnitCursor::skip(int64_t count) {
  const auto times = static_cast<int64_t>(plan_.times.size());
  if (!settled_ && !settle()) return false;
  if (!plan_.every_unit) return skip_one_by_one(count);
  const int64_t skipped = static_cast<int64_t>(time_) + count;
  unit_ += skipped / times * plan_.interval;
  time_ = static_cast<size_t>(skipped % times);
  return unit_ * plan_.unit_s <= last_;
}

// Whole days at once where they are all alike, and otherwise unit by unit.
bool UnitCursor::skip_one_by_one(int64_t count) {
  const auto times = static_cast<int64_t>(plan_.times.size());
  const int64_t of_day = count > times ? units_of_day() * times : 0;
  Day day = day_of_second(unit_ * plan_.unit_s);
  bool begins_day = false;
  for (int64_t counted = 0; count > 0; ++counted) {
    if (counted == kMaxCountedUnits) {
      gave_up_ = true;
      return false;
    }
    if (begins_day && of_day > 0 && count >= of_day) {
      count -= of_day;
      go_to((day + 1) * kDaySeconds);
      settled_ = false;
    } else {
      const int64_t here = std::min(count, times - static_cast<int64_t>(time_));
      count -= here;
      time_ += static_cast<size_t>(here);
      if (time_ == plan_.times.size()) leave_unit();
    }
    if (!settled_ && !settle()) return false;
    const Day next = day_of_second(unit_ * plan_.unit_s);
    begins_day = next != day;
    day = next;
  }
  return true;
}

}  // namespace norn::ical
