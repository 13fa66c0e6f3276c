#include "ical/zone_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/faults.h"
#include "ical/recurrence.h"
#include "ical/rule.h"
#include "ical/rule_parts.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

std::unexpected<Error> wrong_zone(Said said) {
  return invalid("vtimezone", std::move(said));
}

// "+0100" or "-013045"
Result<int64_t> read_offset(const Component& observance, std::string_view name) {
  const ContentLine* const line = observance.line(name);
  if (line == nullptr) return wrong_zone(kZoneLineMissing(name));
  std::string_view text = line->value;
  const bool west = text.starts_with('-');
  if (west || text.starts_with('+')) text.remove_prefix(1);
  const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() != 4 && text.size() != 6)) {
    return wrong_zone(kZoneOffsetForm(name, line->value));
  }
  const auto two = [&text](size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const int64_t seconds = two(0) * 3600 + two(2) * 60 + (text.size() == 6 ? two(4) : 0);
  if (seconds >= kDaySeconds) return wrong_zone(kZoneOffsetTooLarge(name));
  return west ? -seconds : seconds;
}

// The wall times, by the clocks from before, at which one kind of time begins.
Result<std::vector<Occurrence>> onsets(const Component& observance, int64_t before_s) {
  const ContentLine* const start = observance.line("DTSTART");
  if (start == nullptr) return wrong_zone(kZoneLineMissing("DTSTART"));
  Series series;
  NORN_ASSIGN(series.start, parse_date_time(start->value));
  // It is always the first, whatever the rule.
  series.dates.push_back({.start = series.start});
  for (const ContentLine& line : observance.lines) {
    if (line.name == "RDATE") {
      for (const std::string_view value : split_values(line.value)) {
        NORN_ASSIGN(series.dates.emplace_back(), parse_recurrence_date(value));
      }
    } else if (line.name == "RRULE") {
      NORN_ASSIGN(series.rule, parse_rule(line.value));
    }
  }
  // UNTIL is in UTC, and everything here is on the wall.
  if (series.rule && series.rule->until && series.rule->until->form == TimeForm::kUtc) {
    series.rule->until = DateTime{TimeForm::kLocal, series.rule->until->second + before_s};
  }
  NORN_ASSIGN(const Recurrence recurrence, Recurrence::create(series));
  NORN_ASSIGN(Expanded expanded, recurrence.expand({}, kMaxZoneChanges));
  return std::move(expanded.occurrences);
}

using Change = ZoneRules::Change;

// Changes that follow no simple rule are listed up to this year, and what follows one up to here
// counts as a rule for ever.
constexpr int kLastWrittenYear = 2060;
// A rule that came this often is taken for one.
constexpr size_t kFewestForRule = 4;

std::string offset_text(int64_t offset_s) {
  const int64_t size = std::abs(offset_s);
  std::string text =
      fmt::format("{}{:02}{:02}", offset_s < 0 ? '-' : '+', size / 3600, size / 60 % 60);
  if (size % 60 != 0) text += fmt::format("{:02}", size % 60);
  return text;
}

int64_t onset(const Change& change) {
  return change.utc_s + change.before_s;
}

// The rule that changes on the wall follow year by year: the n-th or the last such day of a month.
struct YearlyDay {
  int month;
  int64_t second_of_day;
  Weekday weekday;
  int ordinal;

  static YearlyDay of(const Change& change, bool last) {
    const Day day = day_of_second(onset(change));
    const CivilDate date = civil_date(day);
    return {date.month, onset(change) - day * kDaySeconds, static_cast<Weekday>(weekday_of(day)),
            last ? -1 : (date.day - 1) / kWeekDays + 1};
  }

  bool is_real(const Change& change) const {
    const CivilDate date = civil_date(day_of_second(onset(change)));
    return ordinal > 0 || date.day + kWeekDays > month_length(is_leap(date.year), date.month);
  }

  bool operator==(const YearlyDay&) const = default;
};

int year_of(const Change& change) {
  return civil_date(day_of_second(onset(change))).year;
}

// How many of the last changes come once a year by one rule, up to the end of the list.
size_t count_by_rule(const std::vector<Change>& changes, bool last) {
  if (changes.empty() || year_of(changes.back()) != kLastWrittenYear) return 0;
  const YearlyDay rule = YearlyDay::of(changes.back(), last);
  size_t count = 0;
  while (count < changes.size()) {
    const Change& change = changes[changes.size() - 1 - count];
    const bool next_year = year_of(change) == kLastWrittenYear - static_cast<int>(count);
    if (!next_year || YearlyDay::of(change, last) != rule || !rule.is_real(change)) break;
    ++count;
  }
  return count < kFewestForRule ? 0 : count;
}

Component observance(const Change& change) {
  const bool daylight = change.after_s > change.before_s;
  return {.name = daylight ? "DAYLIGHT" : "STANDARD",
          .lines = {{.name = "DTSTART", .value = date_time_text({TimeForm::kLocal, onset(change)})},
                    {.name = "TZOFFSETFROM", .value = offset_text(change.before_s)},
                    {.name = "TZOFFSETTO", .value = offset_text(change.after_s)}}};
}

// Changes between the same two offsets, as one observance with a rule and one with a list.
void add_observances(const std::vector<Change>& changes, Component& vtimezone) {
  const size_t from_start = count_by_rule(changes, false);
  const size_t from_end = count_by_rule(changes, true);
  const bool last = from_end > from_start;
  const size_t by_rule = std::max(from_start, from_end);
  const size_t listed = changes.size() - by_rule;
  if (listed > 0) {
    Component list = observance(changes.front());
    for (size_t i = 1; i < listed; ++i) {
      list.lines.push_back(
          {.name = "RDATE", .value = date_time_text({TimeForm::kLocal, onset(changes[i])})});
    }
    vtimezone.components.push_back(std::move(list));
  }
  if (by_rule == 0) return;
  const YearlyDay day = YearlyDay::of(changes.back(), last);
  Rule rule;
  rule.frequency = Frequency::kYearly;
  rule.by_month = {static_cast<int16_t>(day.month + 1)};
  rule.by_day = {{day.ordinal, day.weekday}};
  Component ruled = observance(changes[listed]);
  ruled.lines.push_back({.name = "RRULE", .value = rule_text(rule)});
  vtimezone.components.push_back(std::move(ruled));
}

}  // namespace

Result<TimeZone> read_zone(const Component& vtimezone) {
  const ContentLine* const name = vtimezone.line("TZID");
  if (name == nullptr) return wrong_zone(kZoneLineMissing("TZID"));
  std::vector<ZoneRules::Change> changes;
  for (const Component& observance : vtimezone.components) {
    if (observance.name != "STANDARD" && observance.name != "DAYLIGHT") continue;
    NORN_ASSIGN(const int64_t before_s, read_offset(observance, "TZOFFSETFROM"));
    NORN_ASSIGN(const int64_t after_s, read_offset(observance, "TZOFFSETTO"));
    NORN_ASSIGN(const std::vector<Occurrence> times, onsets(observance, before_s));
    for (const Occurrence& time : times) {
      changes.push_back({time.local_s - before_s, before_s, after_s});
    }
    if (changes.size() > kMaxListedDates) return wrong_zone(kZoneTooManyChanges);
  }
  if (changes.empty()) return wrong_zone(kZoneEmpty);
  return TimeZone::of_rules(ZoneRules(name->value, std::move(changes)));
}

Component zone_component(const TimeZone& zone, int first_year) {
  Component vtimezone{.name = "VTIMEZONE", .lines = {{.name = "TZID", .value = zone.name()}}};
  const int year = std::clamp(first_year, kFirstYear, kLastWrittenYear);
  const int64_t begin = first_day_of_year(year) * kDaySeconds;
  const int64_t offset_s = zone.offset_at(begin);
  Component first = observance({begin - offset_s, offset_s, offset_s});
  vtimezone.components.push_back(std::move(first));
  std::vector<Change> left = changes_of(zone, year, kLastWrittenYear);
  while (!left.empty()) {
    const Change kind = left.front();
    const auto same = [&kind](const Change& change) {
      return change.before_s == kind.before_s && change.after_s == kind.after_s;
    };
    std::vector<Change> changes;
    std::ranges::copy_if(left, std::back_inserter(changes), same);
    std::erase_if(left, same);
    add_observances(changes, vtimezone);
  }
  return vtimezone;
}

}  // namespace norn::ical
