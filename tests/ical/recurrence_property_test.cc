#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "ical/random_rules.h"
#include "ical/recurrence.h"
#include "ical/reference.h"

// Random rules: what the engine finds is what brute force finds, in all and in any window.
namespace norn::ical::testing {
namespace {

// Rapidcheck does a hundred cases.
constexpr int kSeriesPerCase = 20;

std::string text_of(const RandomSeries& series) {
  return date_time_text(series.start) + " " + series.zone + " " + rule_text(series.rule);
}

Recurrence make(const RandomSeries& series) {
  Series made{.start = series.start, .rule = series.rule};
  if (!series.zone.empty()) made.zone = TimeZone::find(series.zone).value();
  return Recurrence::create(made).value();
}

std::vector<int64_t> local_times(const std::vector<Occurrence>& occurrences) {
  std::vector<int64_t> times;
  for (const Occurrence& occurrence : occurrences) times.push_back(occurrence.local_s);
  return times;
}

int64_t random_time(int64_t from, int64_t to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to));
}

void check_against_brute_force() {
  const RandomSeries series = *random_series();
  RC_LOG(text_of(series));
  const bool all_day = series.start.form == TimeForm::kDate;
  const auto expected = reference_times(series.rule, series.start.second, all_day, series.end);
  const Recurrence recurrence = make(series);
  const auto whole = recurrence.expand({.to_s = series.end}, expected.size() + 1);
  RC_ASSERT(whole.has_value());
  RC_ASSERT(local_times(whole->occurrences) == expected);

  for (int i = 0; i < 5; ++i) {
    const int64_t from = random_time(series.start.second - 100'000, series.end);
    const int64_t to = random_time(from, series.end + 1);
    const auto first = std::ranges::lower_bound(expected, from);
    const auto last = std::ranges::lower_bound(expected, to);
    const auto part = recurrence.expand({from, to}, expected.size() + 1);
    RC_ASSERT(part.has_value());
    RC_ASSERT(local_times(part->occurrences) == std::vector<int64_t>(first, last));
  }
}

RC_GTEST_PROP(RecurrenceProperty, FindsWhatBruteForceFinds, ()) {
  for (int i = 0; i < kSeriesPerCase; ++i) check_against_brute_force();
}

RC_GTEST_PROP(RecurrenceProperty, InstantsAreThoseOfTheZone, ()) {
  RandomSeries series = *random_zoned_series();
  // An UNTIL in UTC ends by the instant, of which the reference for walls knows nothing.
  int64_t last_utc_s = std::numeric_limits<int64_t>::max();
  Rule on_the_wall = series.rule;
  if (series.rule.until && series.rule.until->form == TimeForm::kLocal) {
    series.rule.until->form = TimeForm::kUtc;
    last_utc_s = series.rule.until->second;
    on_the_wall.until.reset();
  }
  RC_LOG(text_of(series));
  const Recurrence recurrence = make(series);
  const auto local = reference_times(on_the_wall, series.start.second, false, series.end);
  const ReferenceZone zone(series.zone);
  std::vector<Occurrence> expected;
  // Enough to pass through some changes of clocks, few enough for the slow reference.
  constexpr size_t kMost = 400;
  for (const int64_t time : local) {
    if (expected.size() == kMost) break;
    const Occurrence occurrence{time, zone.utc_of(time)};
    if (occurrence.utc_s <= last_utc_s) expected.push_back(occurrence);
  }
  const auto found = recurrence.expand({}, expected.size());
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->occurrences == expected);

  // A window of instants, around one of them.
  RC_PRE(!expected.empty());
  const Occurrence& middle =
      expected[static_cast<size_t>(random_time(0, static_cast<int64_t>(expected.size())))];
  const int64_t from = middle.utc_s - random_time(0, 100'000);
  const int64_t to = std::min(middle.utc_s + random_time(0, 100'000), expected.back().utc_s);
  std::vector<Occurrence> inside;
  std::ranges::copy_if(expected, std::back_inserter(inside), [&](const Occurrence& occurrence) {
    return occurrence.utc_s >= from && occurrence.utc_s < to;
  });
  const auto part = recurrence.expand({from, to}, expected.size() + 1);
  RC_ASSERT(part.has_value());
  RC_ASSERT(part->occurrences == inside);
}

RC_GTEST_PROP(RecurrenceProperty, RulesAreReadAsTheyAreWritten, ()) {
  const RandomSeries series = *random_series();
  const std::string text = rule_text(series.rule);
  const auto again = parse_rule(text);
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == series.rule);
  RC_ASSERT(rule_text(*again) == text);
}

}  // namespace
}  // namespace norn::ical::testing
