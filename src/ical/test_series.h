#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ical/recurrence.h"

// Series and their occurrences as text, for tests that read like calendars.
namespace norn::ical::testing {

using Texts = std::vector<std::string>;

// A series as it is written down. Empty means that it is not there.
struct WrittenSeries {
  std::string start;
  std::string rule;
  std::string zone = "";
  Texts dates = {};
  Texts exceptions = {};
};

inline Result<Recurrence> read_series(const WrittenSeries& written) {
  Series series;
  NORN_ASSIGN(series.start, parse_date_time(written.start));
  if (!written.zone.empty()) {
    NORN_ASSIGN(series.zone, TimeZone::find(written.zone));
  }
  if (!written.rule.empty()) {
    NORN_ASSIGN(series.rule, parse_rule(written.rule));
  }
  for (const std::string& text : written.dates) {
    NORN_ASSIGN(series.dates.emplace_back(), parse_recurrence_date(text));
  }
  for (const std::string& text : written.exceptions) {
    NORN_ASSIGN(series.exceptions.emplace_back(), parse_date_time(text));
  }
  return Recurrence::create(series);
}

inline std::string local_text(const Recurrence& recurrence, const Occurrence& occurrence) {
  return date_time_text({recurrence.form(), occurrence.local_s});
}

inline std::string utc_text(const Occurrence& occurrence) {
  return date_time_text({TimeForm::kUtc, occurrence.utc_s});
}

// Wall times; with a zone, each with its instant: "20250106T100000 20250106T150000Z". What goes
// wrong is the only text.
inline Texts occurrences(const WrittenSeries& written, size_t limit, std::string_view from = "",
                         std::string_view to = "") {
  const auto recurrence = read_series(written);
  if (!recurrence) return {recurrence.error().message};
  Window window;
  if (!from.empty()) window.from_s = recurrence->instant_of(*parse_date_time(from));
  if (!to.empty()) window.to_s = recurrence->instant_of(*parse_date_time(to));
  const auto expanded = recurrence->expand(window, limit);
  if (!expanded) return {expanded.error().message};
  Texts texts;
  for (const Occurrence& occurrence : expanded->occurrences) {
    std::string text = local_text(*recurrence, occurrence);
    if (recurrence->has_zone()) text += " " + utc_text(occurrence);
    if (occurrence.duration_s != 0) text += " " + duration_text(occurrence.duration_s);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace norn::ical::testing
