#include <fmt/format.h>

#include <algorithm>

#include "base/faults.h"
#include "ical/recurrence.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

// No wall is further from UTC, so nothing is lost, and no sum overflows.
constexpr int64_t kSlackSeconds = 2 * kDaySeconds;

Window clipped(const Window& window) {
  return {std::clamp(window.from_s, kFirstSecond - kSlackSeconds, kLastSecond + kSlackSeconds),
          std::clamp(window.to_s, kFirstSecond - kSlackSeconds, kLastSecond + kSlackSeconds)};
}

}  // namespace

Expansion::Expansion(const Recurrence& recurrence, const Window& window)
    : recurrence_(recurrence),
      window_(clipped(window)),
      zone_(recurrence.zone_),
      has_other_exceptions_(!recurrence.utc_exceptions_.empty() ||
                            !recurrence.day_exceptions_.empty()) {
  const LocalRange range = local_range(recurrence.zone_, window_.from_s, window_.to_s);
  const std::vector<Occurrence>& dates = recurrence.dates_;
  const auto date = std::ranges::lower_bound(dates, range.from, {}, &Occurrence::local_s);
  date_ = dates.data() + (date - dates.begin());
  dates_end_ = dates.data() + dates.size();
  const std::vector<int64_t>& exceptions = recurrence.local_exceptions_;
  exception_ =
      exceptions.data() + (std::ranges::lower_bound(exceptions, range.from) - exceptions.begin());
  exceptions_end_ = exceptions.data() + exceptions.size();
  if (!recurrence.plan_) return;
  const int64_t from = std::max(range.from, recurrence.plan_->start);
  int64_t last = std::min(range.to - 1, recurrence.last_s_);
  if (recurrence.last_utc_s_ < window_.to_s) {
    const int64_t end = recurrence.last_utc_s_ + 1;
    last = std::min(last, local_range(recurrence.zone_, end, end).to - 1);
  }
  if (from > last) return;
  rule_.emplace(*recurrence.plan_, from, last);
  has_rule_time_ = rule_->next(rule_time_);
}

// The next of the rule and of RDATE, each once.
bool Expansion::take_next(Occurrence& occurrence) {
  while (has_rule_time_ && (date_ == dates_end_ || rule_time_ <= date_->local_s)) {
    occurrence.local_s = rule_time_;
    occurrence.utc_s = zone_.utc_of(rule_time_);
    occurrence.duration_s = 0;
    has_rule_time_ = rule_->next(rule_time_);
    if (occurrence.utc_s > recurrence_.last_utc_s_) continue;
    if (date_ == dates_end_ || date_->local_s != occurrence.local_s) return true;
    if (date_->utc_s == occurrence.utc_s) occurrence.duration_s = (date_++)->duration_s;
    return true;
  }
  if (date_ == dates_end_) return false;
  occurrence = *date_++;
  return true;
}

bool Expansion::is_excepted(const Occurrence& occurrence) {
  while (exception_ != exceptions_end_ && *exception_ < occurrence.local_s) ++exception_;
  if (exception_ != exceptions_end_ && *exception_ == occurrence.local_s) return true;
  if (!has_other_exceptions_) return false;
  return std::ranges::binary_search(recurrence_.utc_exceptions_, occurrence.utc_s) ||
         std::ranges::binary_search(recurrence_.day_exceptions_, day_of_second(occurrence.local_s));
}

bool Expansion::next(Occurrence& occurrence) {
  while (take_next(occurrence)) {
    if (occurrence.utc_s < window_.from_s || occurrence.utc_s >= window_.to_s) continue;
    if (!is_excepted(occurrence)) return true;
  }
  return false;
}

Result<void> Expansion::outcome() const {
  if (!rule_ || !rule_->gave_up()) return {};
  return invalid("rrule", kRuleComesInVain(kMaxVainSteps));
}

}  // namespace norn::ical
