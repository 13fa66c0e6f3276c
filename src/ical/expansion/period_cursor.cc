#include "ical/expansion/period_cursor.h"

#include <algorithm>
#include <bit>

namespace norn::ical {

void PeriodCursor::Days::add(Day first, DayBits days) {
  if (days == 0) return;
  parts[size++] = {first, days};
  count += std::popcount(days);
}

Day PeriodCursor::Days::at(int64_t index) const {
  for (size_t i = 0;; ++i) {
    DayBits days = parts[i].days;
    const int here = std::popcount(days);
    if (index >= here) {
      index -= here;
      continue;
    }
    for (; index > 0; --index) days &= days - 1;
    return parts[i].first + std::countr_zero(days);
  }
}

PeriodCursor::PeriodCursor(const Plan& plan, int64_t from, int64_t last)
    : plan_(plan),
      from_(from),
      last_(last),
      step_(plan.frequency == Frequency::kWeekly ? plan.interval * kWeekDays : plan.interval) {
  picked_.reserve(plan.positions.size());
  // One step before the first period of the interval that does not end before `from`.
  const int64_t here = period_of(day_of_second(from));
  period_ = here + floor_mod(plan.origin - here, step_) - step_;
}

int64_t PeriodCursor::period_of(Day day) const {
  if (plan_.frequency == Frequency::kYearly) return civil_date(day).year;
  if (plan_.frequency == Frequency::kMonthly) return Month::of_day(day).index();
  return day - floor_mod(day - plan_.week_start, kWeekDays);
}

// A day beyond the last one for periods that no calendar has.
Day PeriodCursor::first_day_of_period() const {
  if (plan_.frequency == Frequency::kWeekly) {
    return static_cast<Day>(std::min<int64_t>(period_, kLastDay + 1));
  }
  const int64_t months = plan_.frequency == Frequency::kYearly ? period_ * 12 : period_;
  if (months > kLastYear * 12 + 11) return kLastDay + 1;
  return Month::of_index(static_cast<int>(months)).first;
}

bool PeriodCursor::load() {
  picked_.clear();
  at_ = 0;
  if (plan_.times.empty()) return false;
  while (picked_.empty()) {
    period_ += step_;
    if (first_day_of_period() * kDaySeconds > last_) return false;
    pick();
  }
  return true;
}

void PeriodCursor::pick() {
  const Days days = days_of_period();
  const auto times = static_cast<int64_t>(plan_.times.size());
  const int64_t size = days.count * times;
  for (const int position : plan_.positions) {
    const int64_t index = position > 0 ? position - 1 : size + position;
    if (index < 0 || index >= size) continue;
    const int64_t time = int64_t{days.at(index / times)} * kDaySeconds +
                         plan_.times[static_cast<size_t>(index % times)];
    if (time >= from_) picked_.push_back(time);
  }
  std::ranges::sort(picked_);
  const auto repeated = std::ranges::unique(picked_);
  picked_.erase(repeated.begin(), repeated.end());
}

PeriodCursor::Days PeriodCursor::days_of_period() {
  if (plan_.frequency == Frequency::kWeekly) return days_of_week();
  Days days;
  const bool yearly = plan_.frequency == Frequency::kYearly;
  Month month = Month::of_index(static_cast<int>(yearly ? period_ * 12 : period_));
  for (int left = yearly ? 12 : 1; left > 0; --left) {
    days.add(month.first, plan_.days.days_of(month, cache_));
    month.advance();
  }
  return days;
}

PeriodCursor::Days PeriodCursor::days_of_week() {
  Days days;
  const auto week = static_cast<Day>(period_);
  // The week of the first days that there are may begin before them.
  Month month = Month::of_day(std::max(week, kFirstDay));
  while (month.first < week + kWeekDays && month.year <= kLastYear) {
    const int begin = std::max(week - month.first, 0);
    const int end = std::min(week + kWeekDays - month.first, month.length);
    const DayBits of_week = all_days(end) & ~all_days(begin);
    days.add(month.first, plan_.days.days_of(month, cache_) & of_week);
    month.advance();
  }
  return days;
}

bool PeriodCursor::skip(int64_t count) {
  while (true) {
    if (at_ == picked_.size() && !load()) return false;
    const auto here = static_cast<int64_t>(picked_.size() - at_);
    if (here > count) break;
    count -= here;
    at_ = picked_.size();
  }
  at_ += static_cast<size_t>(count);
  return true;
}

}  // namespace norn::ical
