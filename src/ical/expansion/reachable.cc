#include "ical/expansion/reachable.h"

#include <numeric>

namespace norn::ical {
namespace {

constexpr uint32_t kAllWeekdays = (1 << kWeekDays) - 1;

// Which units a walk reaches, judged by where they lie within a minute, hour, day or week.
class Reach {
 public:
  explicit Reach(const Plan& plan)
      : plan_(plan),
        hours_(plan.hours),
        // With whole hours or minutes it is about the first of them.
        minutes_(plan.unit_s <= kMinuteSeconds ? plan.minutes : 1),
        seconds_(plan.unit_s == 1 ? plan.seconds : 1) {
    keep(seconds_, 60, [this](int64_t second) { return reaches(second, kMinuteSeconds); });
    keep(minutes_, 60,
         [this](int64_t minute) { return reaches_minute(minute * kMinuteSeconds, kHourSeconds); });
    keep(hours_, 24,
         [this](int64_t hour) { return reaches_hour(hour * kHourSeconds, kDaySeconds); });
  }

  uint64_t hours() const { return hours_; }
  uint64_t minutes() const { return minutes_; }
  uint64_t seconds() const { return seconds_; }

  uint32_t weekdays() const {
    uint32_t weekdays = 0;
    for (Day day = 0; day < kWeekDays; ++day) {
      if (reaches_day(day * kDaySeconds)) weekdays |= 1U << weekday_of(day);
    }
    return weekdays;
  }

 private:
  // Keeps those of `bits` that are reached.
  template <typename Reached>
  static void keep(uint64_t& bits, int size, const Reached& reached) {
    for (int index = 0; index < size; ++index) {
      if (has_bit(bits, index) && !reached(index)) bits &= ~(uint64_t{1} << index);
    }
  }

  // The unit that begins `second` seconds after the start of any span that long.
  bool reaches(int64_t second, int64_t span_s) const {
    const int64_t units = span_s / plan_.unit_s;
    if (units == 0) return true;
    const int64_t step = std::gcd(plan_.interval, units);
    return floor_mod(second / plan_.unit_s - plan_.origin, step) == 0;
  }

  bool reaches_minute(int64_t begin, int64_t span_s) const {
    for (int64_t second = 0; second < 60; ++second) {
      if (has_bit(seconds_, second) && reaches(begin + second, span_s)) return true;
    }
    return false;
  }

  bool reaches_hour(int64_t begin, int64_t span_s) const {
    for (int64_t minute = 0; minute < 60; ++minute) {
      if (has_bit(minutes_, minute) && reaches_minute(begin + minute * kMinuteSeconds, span_s)) {
        return true;
      }
    }
    return false;
  }

  bool reaches_day(int64_t begin) const {
    for (int64_t hour = 0; hour < 24; ++hour) {
      if (has_bit(hours_, hour) && reaches_hour(begin + hour * kHourSeconds, kWeekSeconds))
        return true;
    }
    return false;
  }

  const Plan& plan_;
  uint64_t hours_;
  uint64_t minutes_;
  uint64_t seconds_;
};

}  // namespace

std::optional<uint32_t> drop_unreachable(Plan& plan) {
  const Reach reach(plan);
  const uint32_t weekdays = reach.weekdays();
  plan.hours = reach.hours();
  if (plan.unit_s <= kMinuteSeconds) plan.minutes = reach.minutes();
  if (plan.unit_s == 1) plan.seconds = reach.seconds();
  if (weekdays == 0) plan.times.clear();
  if (weekdays == kAllWeekdays) return std::nullopt;
  return weekdays;
}

}  // namespace norn::ical
