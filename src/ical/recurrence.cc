#include "ical/recurrence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/faults.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

bool in_range(const DateTime& time) {
  return time.second >= kFirstSecond && time.second <= kLastSecond;
}

Result<void> check_times(std::string_view field, const DateTime& time) {
  if (in_range(time)) return {};
  return invalid(field, kOutsideYears(field, kFirstYear, kLastYear));
}

Result<void> check_size(std::string_view field, size_t size) {
  if (size <= kMaxListedDates) return {};
  return invalid(field, kTooManyValues(field, size, kMaxListedDates));
}

}  // namespace

Result<Recurrence> Recurrence::create(const Series& series) {
  Recurrence made;
  made.form_ = series.start.form;
  if (series.zone && series.start.form == TimeForm::kLocal) made.zone_ = *series.zone;
  NORN_TRY(check_times("dtstart", series.start));
  NORN_TRY(made.add_dates(series.dates));
  NORN_TRY(made.add_exceptions(series.exceptions));
  if (series.rule) {
    NORN_TRY(made.add_rule(*series.rule, series.start.second));
  } else {
    made.dates_.push_back({series.start.second, made.zone_.utc_of(series.start.second)});
  }
  made.sort_dates();
  return made;
}

Result<void> Recurrence::add_rule(const Rule& rule, int64_t start) {
  NORN_ASSIGN(plan_, make_plan(rule, start, form_ == TimeForm::kDate));
  if (rule.until) add_until(*rule.until);
  if (!rule.count) return {};
  RuleCursor cursor(*plan_, start, kLastSecond);
  int64_t last = 0;
  if (cursor.skip(*rule.count - 1) && cursor.next(last)) {
    last_s_ = last;
  } else if (cursor.gave_up()) {
    return invalid("rrule", kRuleCount(*rule.count));
  }
  return {};
}

// UNTIL includes its own time. It should have the form of DTSTART; where it has not, a date means
// the whole day, and a time on whole days its day.
void Recurrence::add_until(const DateTime& until) {
  const int64_t midnight = day_of_second(until.second) * kDaySeconds;
  if (form_ == TimeForm::kDate) {
    last_s_ = midnight;
  } else if (until.form == TimeForm::kDate) {
    last_s_ = midnight + kDaySeconds - 1;
  } else if (until.form == TimeForm::kUtc && has_zone()) {
    last_utc_s_ = until.second;
  } else {
    last_s_ = until.second;
  }
}

Result<void> Recurrence::add_dates(const std::vector<RecurrenceDate>& dates) {
  NORN_TRY(check_size("rdate", dates.size()));
  const auto utc_of = [this](const DateTime& time) {
    return time.form == TimeForm::kUtc ? time.second : zone_.utc_of(time.second);
  };
  for (const RecurrenceDate& date : dates) {
    NORN_TRY(check_times("rdate", date.start));
    if ((date.start.form == TimeForm::kDate) != (form_ == TimeForm::kDate)) {
      return invalid("rdate", kDateUnlikeStart(date_time_text(date.start)));
    }
    const int64_t utc_s = utc_of(date.start);
    const bool in_utc = date.start.form == TimeForm::kUtc;
    const int64_t duration_s = date.has_end ? utc_of(date.end) - utc_s : date.duration_s;
    dates_.push_back({in_utc ? zone_.local_of(utc_s) : date.start.second, utc_s, duration_s});
  }
  return {};
}

Result<void> Recurrence::add_exceptions(const std::vector<DateTime>& exceptions) {
  NORN_TRY(check_size("exdate", exceptions.size()));
  for (const DateTime& time : exceptions) {
    NORN_TRY(check_times("exdate", time));
    if (time.form == TimeForm::kDate) {
      day_exceptions_.push_back(day_of_second(time.second));
    } else if (form_ == TimeForm::kDate) {
      return invalid("exdate", kExceptionHasTime(date_time_text(time)));
    } else if (time.form == TimeForm::kUtc && has_zone()) {
      utc_exceptions_.push_back(time.second);
    } else {
      local_exceptions_.push_back(time.second);
    }
  }
  std::ranges::sort(local_exceptions_);
  std::ranges::sort(utc_exceptions_);
  std::ranges::sort(day_exceptions_);
  return {};
}

// In order, each once; of two at the same time, the one with a length.
void Recurrence::sort_dates() {
  std::ranges::sort(dates_, [](const Occurrence& left, const Occurrence& right) {
    if (left.local_s != right.local_s) return left.local_s < right.local_s;
    if (left.utc_s != right.utc_s) return left.utc_s < right.utc_s;
    return left.duration_s > right.duration_s;
  });
  const auto repeated =
      std::ranges::unique(dates_, [](const Occurrence& left, const Occurrence& right) {
        return left.local_s == right.local_s && left.utc_s == right.utc_s;
      });
  dates_.erase(repeated.begin(), repeated.end());
}

Result<Expanded> Recurrence::expand(const Window& window, size_t limit) const {
  Expanded expanded;
  Expansion expansion(*this, window);
  Occurrence occurrence;
  while (expansion.next(occurrence)) {
    if (expanded.occurrences.size() == limit) {
      expanded.more = true;
      return expanded;
    }
    expanded.occurrences.push_back(occurrence);
  }
  NORN_TRY(expansion.outcome());
  return expanded;
}

Result<bool> Recurrence::contains(const DateTime& time) const {
  const int64_t instant = instant_of(time);
  const bool whole_day = time.form == TimeForm::kDate;
  // Days may be longer and shorter by as much as a day. Two wall times may be one instant.
  Expansion expansion(*this, whole_day ? Window{instant - kDaySeconds, instant + 2 * kDaySeconds}
                                       : Window{instant, instant + 1});
  Occurrence occurrence;
  while (expansion.next(occurrence)) {
    if (time.form == TimeForm::kUtc || occurrence.local_s == time.second) return true;
    if (whole_day && day_of_second(occurrence.local_s) == day_of_second(time.second)) return true;
  }
  NORN_TRY(expansion.outcome());
  return false;
}

int64_t Recurrence::instant_of(const DateTime& time) const {
  return time.form == TimeForm::kUtc ? time.second : zone_.utc_of(time.second);
}

}  // namespace norn::ical
