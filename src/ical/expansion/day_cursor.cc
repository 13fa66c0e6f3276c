#include "ical/expansion/day_cursor.h"

#include <algorithm>

namespace norn::ical {

DayCursor::DayCursor(const Plan& plan, int64_t from, int64_t last)
    : plan_(plan),
      times_(plan.times.data()),
      times_count_(plan.times.size()),
      month_(Month::of_day(day_of_second(from))),
      last_month_(-1),
      last_(last) {
  if (plan.times.empty() || from > last) return;
  last_month_ = Month::of_day(day_of_second(last)).index();
  const Day day = day_of_second(from);
  if (!load() || !month_.has(day)) return;
  // It begins within this month.
  days_ &= ~DayBits{0} << (day - month_.first);
  if (days_ == 0 || std::countr_zero(days_) != day - month_.first) return;
  const int64_t second = from - day * kDaySeconds;
  time_ = static_cast<size_t>(std::ranges::lower_bound(plan.times, second) - plan.times.begin());
  if (time_ < times_count_) return;
  time_ = 0;
  days_ &= days_ - 1;
}

// Goes on to the first month that FREQ and INTERVAL allow and BYMONTH does not leave out, at or
// after month_.
void DayCursor::step_over() {
  int64_t index = month_.index();
  if (plan_.frequency == Frequency::kMonthly) {
    index += floor_mod(plan_.origin - index, plan_.interval);
  } else if (plan_.frequency == Frequency::kYearly) {
    const int64_t years = floor_mod(plan_.origin - month_.year, plan_.interval);
    if (years != 0) index = (month_.year + years) * 12;
  }
  if (index > last_month_) {
    month_.year = kLastYear + 1;
    return;
  }
  if (index != month_.index()) month_ = Month::of_index(static_cast<int>(index));
  const uint32_t months = plan_.days.months() >> month_.month;
  if ((months & 1) != 0) return;
  // A month of the same year, or the next January: it may be one that INTERVAL leaves out, but
  // then there is nothing in it.
  const int ahead = months == 0 ? 12 - month_.month : std::countr_zero(months);
  month_ = Month::of_index(month_.index() + ahead);
}

bool DayCursor::load() {
  if (loaded_) month_.advance();
  loaded_ = true;
  while (true) {
    step_over();
    if (month_.index() > last_month_) return false;
    days_ = plan_.days.days_of(month_, cache_) & in_interval();
    if (days_ != 0) return true;
    month_.advance();
  }
}

// The days of this month that are INTERVAL days or weeks from DTSTART; of months and years,
// step_over has chosen all but those that it could not see.
DayBits DayCursor::in_interval() const {
  const int64_t interval = plan_.interval;
  if (interval == 1) return ~DayBits{0};
  switch (plan_.frequency) {
    case Frequency::kYearly:
      return floor_mod(month_.year - plan_.origin, interval) == 0 ? ~DayBits{0} : 0;
    case Frequency::kMonthly:
      return floor_mod(month_.index() - plan_.origin, interval) == 0 ? ~DayBits{0} : 0;
    case Frequency::kWeekly:
      return in_weeks();
    default:
      break;
  }
  DayBits days = 0;
  for (int64_t day = floor_mod(plan_.origin - month_.first, interval); day < month_.length;
       day += interval) {
    days |= DayBits{1} << day;
  }
  return days;
}

DayBits DayCursor::in_weeks() const {
  constexpr uint64_t kWeek = (1 << kWeekDays) - 1;
  const int64_t step = plan_.interval * kWeekDays;
  // The first day of the last such week that begins before this month, as a day of this month.
  int64_t begin = floor_mod(plan_.origin - month_.first, step) - step;
  DayBits days = 0;
  for (; begin < month_.length; begin += step) {
    if (begin <= -kWeekDays) continue;
    days |= static_cast<DayBits>(begin < 0 ? kWeek >> -begin : kWeek << begin);
  }
  return days;
}

bool DayCursor::skip(int64_t count) {
  while (true) {
    if (days_ == 0 && !load()) return false;
    const int64_t here =
        std::popcount(days_) * static_cast<int64_t>(times_count_) - static_cast<int64_t>(time_);
    if (here > count) break;
    count -= here;
    days_ = 0;
    time_ = 0;
  }
  const auto times = static_cast<int64_t>(time_) + count;
  for (int64_t day = times / static_cast<int64_t>(times_count_); day > 0; --day) {
    days_ &= days_ - 1;
  }
  time_ = static_cast<size_t>(times % static_cast<int64_t>(times_count_));
  return true;
}

}  // namespace norn::ical
