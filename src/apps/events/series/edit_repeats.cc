#include "apps/events/series/edit_repeats.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_shift.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when.h"
#include "base/faults.h"
#include "ical/civil.h"
#include "ical/rule.h"

namespace norn::events {
namespace {

using ical::kDaySeconds;

Result<std::string> checked_rule(const std::string& text) {
  NORN_ASSIGN(const ical::Rule rule, ical::parse_rule(text));
  return ical::rule_text(rule);
}

// The tags that a value of exdate stands for.
Result<std::vector<std::string>> tags_of(const Series& series, const When& first,
                                         const std::string& text) {
  const bool is_day = text.size() == kDayTagSize;
  if (is_day != series.is_sub_daily()) return std::vector<std::string>{text};
  const auto time = ical::parse_date_time(text);
  if (!time) return std::vector<std::string>{text};  // Refused when it is parsed.
  if (!is_day) return std::vector<std::string>{day_tag(on_wall(first, time->second))};
  const ical::Window day = {on_scale(first, time->second),
                            on_scale(first, time->second + kDaySeconds)};
  NORN_ASSIGN(const auto occurrences, series.first_occurrences(day, kMaxListedTags + 1));
  std::vector<std::string> tags;
  for (const ical::Occurrence& occurrence : occurrences) tags.push_back(series.tag_of(occurrence));
  return tags;
}

}  // namespace

std::vector<std::string> in_order(std::vector<std::string> tags) {
  std::ranges::sort(tags);
  const auto repeated = std::ranges::unique(tags);
  tags.erase(repeated.begin(), repeated.end());
  return tags;
}

bool makes_series(const RepeatsChange& repeats) {
  const bool has_rule = repeats.rrule && *repeats.rrule && !(*repeats.rrule)->empty();
  return has_rule || (repeats.rdate && !repeats.rdate->empty());
}

bool ends_repeating(const Repeats& now, const RepeatsChange& change) {
  if (!change.rrule && !change.rdate) return false;
  const bool keeps_rule = !change.rrule && !now.rrule.empty();
  const bool keeps_dates = !change.rdate && !now.rdate.empty();
  return !makes_series(change) && !keeps_rule && !keeps_dates;
}

Result<void> check_repeats_alone(const RepeatsChange& repeats) {
  if (makes_series(repeats)) return {};
  if (repeats.exdate && !repeats.exdate->empty()) return invalid("exdate", kRepeatsNeedRule);
  if (repeats.until_s && *repeats.until_s) return invalid("rruleUntil", kRepeatsNeedRule);
  return {};
}

Result<void> set_repeats(Master& master, const RepeatsChange& change) {
  Repeats& repeats = master.repeats;
  if (change.rrule) {
    repeats.rrule.clear();
    if (*change.rrule && !(*change.rrule)->empty()) {
      NORN_ASSIGN(repeats.rrule, checked_rule(**change.rrule));
    }
  }
  if (change.until_s) repeats.until_s = *change.until_s;
  if (change.rdate) repeats.rdate = in_order(*change.rdate);
  if (repeats.rrule.empty() && repeats.rdate.empty()) {
    return invalid("rrule", kSeriesNeedsRule);
  }
  return {};
}

Result<void> start_with_first(Master& master) {
  Master by_rule = with_all(master);
  NORN_TRY(Series::of(by_rule));  // The rest requires valid dates.
  if (!by_rule.repeats.rrule.empty()) {
    by_rule.repeats.rdate.clear();
    NORN_ASSIGN(const Series series, Series::of(by_rule));
    NORN_ASSIGN(const auto first, series.first_occurrences({}, 1));
    if (first.empty()) {
      return invalid("rrule", kSeriesNeverOccurs);
    }
    master.when = series.when_of(first.front());
    NORN_TRY(check_event_year("rrule", first.front().local_s));
  }
  return {};
}

Result<void> check_rdate(const Master& master) {
  for (const std::string& rdate : master.repeats.rdate) {
    if (start_of_rdate(rdate, master.when) >= master.when.start_s) continue;
    return invalid("rdate", kRdateBeforeStart(rdate));
  }
  return {};
}

Result<void> set_exdate(Master& master, const std::vector<std::string>& exdate) {
  const Master all = with_all(master);
  NORN_ASSIGN(const Series series, Series::of(all));
  std::vector<std::string> tags;
  for (const std::string& text : exdate) {
    NORN_ASSIGN(auto named, tags_of(series, master.when, text));
    std::ranges::move(named, std::back_inserter(tags));
    if (tags.size() > 2 * kMaxListedTags) break;  // Refused below.
  }
  master.repeats.exdate = in_order(std::move(tags));
  NORN_TRY(Series::of(master));
  return {};
}

Result<void> write_exdate_as_tags(Master& master) {
  if (master.repeats.exdate.empty()) return {};
  NORN_ASSIGN(const Series series, Series::of(master));
  const auto is_tag_of_series = [&](const std::string& text) {
    return (text.size() == kDayTagSize) != series.is_sub_daily();
  };
  if (std::ranges::all_of(master.repeats.exdate, is_tag_of_series)) return {};
  return set_exdate(master, std::vector<std::string>(master.repeats.exdate));
}

Result<void> check_occurs(const Master& master) {
  NORN_ASSIGN(const Series series, Series::of(master));
  NORN_ASSIGN(const auto first, series.first_occurrences({}, 1));
  if (!first.empty()) return series.check_how_often();
  return invalid("exdate", kNoOccurrenceLeft);
}

Result<void> check_event_year(std::string_view field, int64_t local_s) {
  if (is_in_event_years(local_s)) return {};
  return invalid(field, kSeriesYears(kFirstEventYear, kLastEventYear));
}

}  // namespace norn::events
