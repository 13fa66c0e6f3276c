#include "apps/events/series/series.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "base/faults.h"
#include "ical/rule.h"
#include "ical/sentences.h"

namespace norn::events {
namespace {

using ical::DateTime;
using ical::kDaySeconds;
using ical::Occurrence;
using ical::TimeForm;

constexpr size_t kMaxShownText = 64;

// The first occurrence as DTSTART.
DateTime first_time(const When& when, const ical::TimeZone& zone) {
  switch (when.kind) {
    case TimeKind::kAllDay:
      return {TimeForm::kDate, when.start_s};
    case TimeKind::kFloating:
      return {TimeForm::kLocal, when.start_s};
    case TimeKind::kTimed:
      break;
  }
  return {TimeForm::kLocal, zone.local_of(when.start_s)};
}

// Whether the rule has more than one time of day. All-day rules ignore these parts.
bool has_several_times(const ical::Rule& rule) {
  return std::max({rule.by_hour.size(), rule.by_minute.size(), rule.by_second.size()}) > 1;
}

Result<void> check_size(std::string_view field, const std::vector<std::string>& tags) {
  if (tags.size() <= kMaxListedTags) return {};
  return invalid(field, ical::kTooManyValues(field, tags.size(), kMaxListedTags));
}

// Sorts by instant and removes duplicates: in a sub-daily series, two wall times may be one instant
// if the first one does not exist.
void sort_by_instant(std::vector<Occurrence>& occurrences) {
  std::ranges::stable_sort(occurrences, {}, &Occurrence::utc_s);
}

void drop_repeated(std::vector<Occurrence>& occurrences) {
  const auto repeated = std::ranges::unique(occurrences, {}, &Occurrence::utc_s);
  occurrences.erase(repeated.begin(), repeated.end());
}

}  // namespace

std::string day_tag(int64_t local_s) {
  std::string tag = date_text_of(local_s);
  tag.erase(7, 1).erase(4, 1);
  return tag;
}

std::string time_tag(int64_t second) {
  std::string tag = utc_text_of(second);
  tag.erase(16, 1).erase(13, 1).erase(7, 1).erase(4, 1);
  return tag;
}

Result<Series> Series::of(const Master& master) {
  Series made(master);
  NORN_ASSIGN(ical::Series series, made.read());
  if (!master.repeats.exdate.empty()) NORN_TRY(made.read_exceptions(series));
  NORN_ASSIGN(made.recurrence_, ical::Recurrence::create(series));
  return made;
}

Result<ical::Series> Series::read() {
  const When& when = master_->when;
  longest_s_ = when.duration_s();
  ical::Series series;
  if (when.kind == TimeKind::kTimed) series.zone = zone_of(when.start_tzid);
  series.start = first_time(when, series.zone.value_or(ical::TimeZone::utc()));
  NORN_TRY(read_rule(series));
  NORN_TRY(read_dates(series));
  return series;
}

Result<void> Series::read_rule(ical::Series& series) {
  const std::string& text = master_->repeats.rrule;
  if (text.empty()) return {};
  NORN_ASSIGN(series.rule, ical::parse_rule(text));
  is_sub_daily_ = series.rule->frequency > ical::Frequency::kDaily ||
                  (series.start.form != TimeForm::kDate && has_several_times(*series.rule));
  is_sub_hourly_ = series.rule->frequency > ical::Frequency::kHourly ||
                   std::max(series.rule->by_minute.size(), series.rule->by_second.size()) > 1;
  return {};
}

Result<void> Series::read_dates(ical::Series& series) {
  const std::vector<std::string>& dates = master_->repeats.rdate;
  NORN_TRY(check_size("rdate", dates));
  const bool is_all_day = series.start.form == TimeForm::kDate;
  const int64_t time_of_day = ical::floor_mod(series.start.second, kDaySeconds);
  for (const std::string& text : dates) {
    auto date = ical::parse_recurrence_date(text);
    const bool has_time = date && date->start.form == TimeForm::kUtc && !is_all_day;
    const bool is_day = date && date->start.form == TimeForm::kDate && date->duration_s == 0;
    if ((!has_time && !is_day) || date->has_end || date->duration_s < 0 ||
        date->duration_s > kMaxEventDays * kDaySeconds) {
      const auto& form = is_all_day ? kRdateFormAllDay : kRdateForm;
      return invalid("rdate", form(text.substr(0, kMaxShownText)));
    }
    is_sub_daily_ = is_sub_daily_ || has_time;
    longest_s_ = std::max(longest_s_, date->duration_s);
    if (is_day && !is_all_day) {
      date->start = {TimeForm::kLocal, date->start.second + time_of_day};
    }
    series.dates.push_back(*date);
  }
  return {};
}

Result<void> Series::read_exceptions(ical::Series& series) const {
  const std::vector<std::string>& tags = master_->repeats.exdate;
  NORN_TRY(check_size("exdate", tags));
  const bool is_all_day = series.start.form == TimeForm::kDate;
  series.exceptions.reserve(tags.size());
  for (const std::string& text : tags) {
    const auto time = ical::parse_date_time(text);
    if (!time || !is_tag(text) || (is_all_day && time->form != TimeForm::kDate)) {
      const auto& form = is_all_day ? kExdateFormAllDay : kExdateForm;
      return invalid("exdate", form(text.substr(0, kMaxShownText)));
    }
    series.exceptions.push_back(*time);
  }
  return {};
}

ical::Window Series::clipped(const ical::Window& window) const {
  const std::optional<int64_t>& until_s = master_->repeats.until_s;
  if (!until_s || *until_s >= window.to_s) return window;
  return {window.from_s, *until_s + 1};
}

// In a sub-daily series, occurrences may coincide when the clocks go forward and count once, so
// more than the first `limit` of the rule may be needed.
Result<ical::Expanded> Series::expand(const ical::Window& window, size_t limit) const {
  for (size_t asked = limit;; asked *= 2) {
    NORN_ASSIGN(ical::Expanded expanded, recurrence_->expand(clipped(window), asked));
    if (!recurrence_->has_zone()) return expanded;
    std::vector<Occurrence>& occurrences = expanded.occurrences;
    if (!std::ranges::is_sorted(occurrences, {}, &Occurrence::utc_s)) sort_by_instant(occurrences);
    if (is_sub_daily_) drop_repeated(occurrences);
    if (expanded.more && occurrences.size() < limit) continue;
    if (occurrences.size() <= limit) return expanded;
    occurrences.resize(limit);
    expanded.more = true;
    return expanded;
  }
}

Result<std::vector<Occurrence>> Series::occurrences(const ical::Window& window,
                                                    size_t limit) const {
  NORN_ASSIGN(ical::Expanded expanded, expand(window, limit));
  if (!expanded.more) return std::move(expanded.occurrences);
  return invalid("to", kOccursTooOften(master_->details.title, limit));
}

Result<std::vector<Occurrence>> Series::first_occurrences(const ical::Window& window,
                                                          size_t limit) const {
  NORN_ASSIGN(ical::Expanded expanded, expand(window, limit));
  return std::move(expanded.occurrences);
}

Result<void> Series::check_how_often() const {
  constexpr int64_t kMonthSeconds = 31 * ical::kDaySeconds;
  // Of a series that is as frequent as allowed, this is more than a year, and rules repeat in
  // years.
  constexpr size_t kLookedAt = 14 * kMaxOccurrencesPerMonth;
  static_assert(kMaxOccurrencesPerMonth >= 31 * 24);
  if (!is_sub_hourly_ && master_->repeats.rdate.empty()) return {};
  NORN_ASSIGN(const auto first, first_occurrences({}, 1));
  if (first.empty()) return {};
  const int64_t start_s = start_of(first.front());
  NORN_ASSIGN(const auto occurrences,
              first_occurrences({start_s, start_s + 24 * kMonthSeconds}, kLookedAt));
  for (size_t i = kMaxOccurrencesPerMonth; i < occurrences.size(); ++i) {
    const int64_t month_ago_s = start_of(occurrences[i]) - kMonthSeconds;
    if (start_of(occurrences[i - kMaxOccurrencesPerMonth]) > month_ago_s) {
      return invalid("rrule", kSeriesTooOften(kMaxOccurrencesPerMonth));
    }
  }
  return {};
}

std::string Series::tag_of(const Occurrence& occurrence) const {
  return is_sub_daily_ ? time_tag(occurrence.utc_s) : day_tag(occurrence.local_s);
}

Result<ical::Recurrence> Series::complete() const {
  if (master_->repeats.exdate.empty()) return *recurrence_;
  NORN_ASSIGN(const ical::Series series, Series(*master_).read());
  return ical::Recurrence::create(series);
}

Result<std::optional<Occurrence>> Series::find(std::string_view tag) const {
  const auto time = ical::parse_date_time(tag);
  const TimeForm form = is_sub_daily_ ? TimeForm::kUtc : TimeForm::kDate;
  if (!time || time->form != form || !is_tag(tag)) return std::nullopt;
  // Wall times differ from UTC by less than a day, and no change of clocks was ever longer than a
  // day.
  const ical::Window window =
      is_sub_daily_ ? ical::Window{time->second, time->second + 1}
                    : ical::Window{time->second - 2 * kDaySeconds, time->second + 3 * kDaySeconds};
  NORN_ASSIGN(const ical::Recurrence recurrence, complete());
  ical::Expansion expansion(recurrence, clipped(window));
  Occurrence occurrence;
  while (expansion.next(occurrence)) {
    if (tag_of(occurrence) == tag) return occurrence;
  }
  NORN_TRY(expansion.outcome());
  return std::nullopt;
}

Occurrence Series::occurrence_at(int64_t second) const {
  const When& when = master_->when;
  const bool is_timed = when.kind == TimeKind::kTimed;
  return {.local_s = is_timed ? zone_of(when.start_tzid).local_of(second) : second,
          .utc_s = second,
          .duration_s = 0};
}

bool is_left_out(const Master& master, std::string_view tag) {
  const std::vector<std::string>& exdate = master.repeats.exdate;
  if (std::ranges::find(exdate, tag) != exdate.end()) return true;
  if (tag.size() == kDayTagSize || exdate.empty()) return false;
  // A day in exdate excludes all occurrences on it, in wall time.
  const auto time = ical::parse_date_time(tag);
  if (!time) return false;
  const When& when = master.when;
  const int64_t local_s = when.kind == TimeKind::kTimed
                              ? zone_of(when.start_tzid).local_of(time->second)
                              : time->second;
  return std::ranges::find(exdate, day_tag(local_s)) != exdate.end();
}

When Series::when_of(const Occurrence& occurrence) const {
  const When& first = master_->when;
  When when{.kind = first.kind,
            .start_s = occurrence.utc_s,
            .end_s = {},
            .start_tzid = first.start_tzid,
            .end_tzid = first.end_tzid};
  if (occurrence.duration_s > 0) {
    when.end_s = occurrence.utc_s + occurrence.duration_s;
  } else if (first.end_s) {
    when.end_s = occurrence.utc_s + first.duration_s();
  }
  return when;
}

Instance Series::instance_of(const Occurrence& occurrence) const {
  return {.master_id = master_->id,
          .tag = tag_of(occurrence),
          .recurrence_s = occurrence.utc_s,
          .recurrence_kind = master_->when.kind,
          .details = master_->details,
          .when = when_of(occurrence),
          .stamp = {.version = 0,
                    .created_at = master_->stamp.created_at,
                    .updated_at = master_->stamp.updated_at,
                    .updated_by = master_->stamp.updated_by}};
}

}  // namespace norn::events
