#include "apps/events/series/edit_split.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/events/sentences.h"
#include "apps/events/series/edit_shift.h"
#include "apps/events/series/when.h"
#include "base/faults.h"
#include "ical/civil.h"
#include "ical/rule.h"

namespace norn::events {
namespace {

// How many occurrences are counted at most to determine the rest of COUNT.
constexpr size_t kMaxCounted = 1'000'000;

// The same series with its rule alone.
Master rule_alone(const Master& master) {
  Master rule = with_all(master);
  rule.repeats.rdate.clear();
  return rule;
}

// The tags of exdate whose occurrences have a start for which `is_in` is true.
Result<std::vector<std::string>> part_of_exdate(const Master& master,
                                                const std::function<bool(int64_t)>& is_in) {
  const Master all = with_all(master);
  NORN_ASSIGN(const Series series, Series::of(all));
  std::vector<std::string> part;
  for (const std::string& tag : master.repeats.exdate) {
    NORN_ASSIGN(const auto found, series.find(tag));
    if (found && is_in(series.start_of(*found))) part.push_back(tag);
  }
  return part;
}

std::vector<std::string> part_of_rdate(const Master& master,
                                       const std::function<bool(int64_t)>& is_in) {
  std::vector<std::string> part;
  for (const std::string& rdate : master.repeats.rdate) {
    if (is_in(start_of_rdate(rdate, master.when))) part.push_back(rdate);
  }
  return part;
}

// COUNT counts the occurrences of the rule, regardless of exdate and rdate.
Result<std::string> rule_from(const Master& master, int64_t start_s) {
  if (master.repeats.rrule.empty()) return master.repeats.rrule;
  NORN_ASSIGN(ical::Rule rule, ical::parse_rule(master.repeats.rrule));
  if (!rule.count) return master.repeats.rrule;
  const Master by_rule = rule_alone(master);
  NORN_ASSIGN(const Series series, Series::of(by_rule));
  NORN_ASSIGN(const auto before, series.first_occurrences({.to_s = start_s}, kMaxCounted + 1));
  if (before.size() > kMaxCounted) {
    return invalid("scope", kTooManyBeforeSplit);
  }
  *rule.count -= static_cast<int64_t>(before.size());
  return ical::rule_text(rule);
}

// Whether a series that starts with this occurrence would have the same times of day.
bool can_start_with(const Master& master, const ical::Occurrence& occurrence, const When& when) {
  if (start_local_s(when) != occurrence.local_s) return false;  // The wall time does not exist.
  if (!master.repeats.rrule.empty()) return true;
  const auto time_of_day = [](int64_t local_s) {
    return ical::floor_mod(local_s, ical::kDaySeconds);
  };
  return occurrence.duration_s == 0 &&
         time_of_day(occurrence.local_s) == time_of_day(start_local_s(master.when));
}

}  // namespace

Result<bool> is_first(const Series& series, const ical::Occurrence& occurrence) {
  NORN_ASSIGN(const auto before,
              series.first_occurrences({.to_s = series.start_of(occurrence)}, 1));
  return before.empty();
}

Result<bool> is_of_rule(const Master& master, const ical::Occurrence& occurrence) {
  const Master by_rule = rule_alone(master);
  if (by_rule.repeats.rrule.empty()) return true;
  NORN_ASSIGN(const Series series, Series::of(by_rule));
  const int64_t start_s = series.start_of(occurrence);
  NORN_ASSIGN(const auto found,
              series.first_occurrences({.from_s = start_s, .to_s = start_s + 1}, 1));
  return !found.empty();
}

Result<Master> head_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence) {
  const int64_t start_s = series.start_of(occurrence);
  const auto is_before = [&](int64_t second) { return second < start_s; };
  Master head = master;
  NORN_ASSIGN(head.repeats.exdate, part_of_exdate(master, is_before));
  head.repeats.rdate = part_of_rdate(master, is_before);
  head.repeats.until_s = start_s - 1;
  NORN_ASSIGN(const Series left, Series::of(head));
  // An rdate with a time makes all tags have times. If removing rdates changed the form of the
  // tags, they stay: they are after the end and do not occur.
  if (left.is_sub_daily() != series.is_sub_daily()) head.repeats.rdate = master.repeats.rdate;
  return head;
}

Result<Master> tail_of(const Master& master, const Series& series,
                       const ical::Occurrence& occurrence) {
  const int64_t start_s = series.start_of(occurrence);
  const auto is_after = [&](int64_t second) { return second > start_s; };
  const When when = series.when_of(occurrence);
  NORN_ASSIGN(const bool of_rule, is_of_rule(master, occurrence));
  if (!of_rule || !can_start_with(master, occurrence, when)) {
    return invalid("scope", kCannotSplitHere);
  }
  Master tail = master;
  tail.when = when;
  NORN_ASSIGN(tail.repeats.rrule, rule_from(master, start_s));
  NORN_ASSIGN(tail.repeats.exdate, part_of_exdate(master, is_after));
  tail.repeats.rdate = part_of_rdate(master, is_after);
  return tail;
}

}  // namespace norn::events
