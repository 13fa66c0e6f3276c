#include <fmt/format.h>

#include <algorithm>

#include "base/faults.h"
#include "ical/recurrence.h"
#include "ical/zone_component.h"

namespace norn::ical {
namespace {

std::unexpected<Error> wrong(std::string_view what) {
  return invalid("vtimezone", fmt::format("The time zone cannot be read: {}", what));
}

// "+0100" or "-013045"
Result<int64_t> read_offset(const Component& observance, std::string_view name) {
  const ContentLine* const line = observance.line(name);
  if (line == nullptr) return wrong(fmt::format("{} is missing.", name));
  std::string_view text = line->value;
  const bool west = text.starts_with('-');
  if (west || text.starts_with('+')) text.remove_prefix(1);
  const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() != 4 && text.size() != 6)) {
    return wrong(fmt::format("{} is '{}'; it must be like +0100.", name, line->value));
  }
  const auto two = [&text](size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const int64_t seconds = two(0) * 3600 + two(2) * 60 + (text.size() == 6 ? two(4) : 0);
  if (seconds >= kDaySeconds) return wrong(fmt::format("{} is more than a day.", name));
  return west ? -seconds : seconds;
}

// The wall times, by the clocks from before, at which one kind of time begins.
Result<std::vector<Occurrence>> onsets(const Component& observance, int64_t before_s) {
  const ContentLine* const start = observance.line("DTSTART");
  if (start == nullptr) return wrong("DTSTART is missing.");
  Series series;
  NORN_ASSIGN(series.start, parse_date_time(start->value));
  // It is always the first, whatever the rule says.
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

}  // namespace

Result<TimeZone> read_zone(const Component& vtimezone) {
  const ContentLine* const name = vtimezone.line("TZID");
  if (name == nullptr) return wrong("TZID is missing.");
  std::vector<ZoneRules::Change> changes;
  for (const Component& observance : vtimezone.components) {
    if (observance.name != "STANDARD" && observance.name != "DAYLIGHT") continue;
    NORN_ASSIGN(const int64_t before_s, read_offset(observance, "TZOFFSETFROM"));
    NORN_ASSIGN(const int64_t after_s, read_offset(observance, "TZOFFSETTO"));
    NORN_ASSIGN(const std::vector<Occurrence> times, onsets(observance, before_s));
    for (const Occurrence& time : times) {
      changes.push_back({time.local_s - before_s, before_s, after_s});
    }
    if (changes.size() > kMaxListedDates) return wrong("it has too many changes.");
  }
  if (changes.empty()) return wrong("it has neither STANDARD nor DAYLIGHT.");
  return TimeZone::of_rules(ZoneRules(name->value, std::move(changes)));
}

}  // namespace norn::ical
