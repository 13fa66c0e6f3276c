#pragma once

#include <string>
#include <string_view>

#include "apps/events/series/series.h"
#include "apps/events/test_world.h"

// Helpers for tests of series.
namespace norn::events {

// The design's example: Mondays at ten in New York, for a quarter of an hour, from 2025-01-06 on.
inline Master weekly_standup() {
  const std::string id = "mst_00000000-0000-4000-8000-0000000000aa";
  return {.id = id,
          .details = {.title = "Weekly Team Standup"},
          .when = {.kind = TimeKind::kTimed,
                   .start_s = second("2025-01-06T15:00:00Z"),
                   .end_s = second("2025-01-06T15:15:00Z"),
                   .start_tzid = "America/New_York"},
          .repeats = {.rrule = "FREQ=WEEKLY;BYDAY=MO"},
          .stamp = {3, "2024-12-20T10:00:00Z", "2025-11-15T09:00:00Z"},
          .ical = {.uid = id + "@norn", .sequence = 2}};
}

// Midnights in UTC, or wall time.
inline ical::Window window(std::string_view from, std::string_view to) {
  return {.from_s = second(from), .to_s = second(to)};
}

// The starts of a series in a window: "2025-12-15T15:00:00Z 2025-12-22T15:00:00Z ".
inline std::string starts(const Master& master, std::string_view from, std::string_view to) {
  const Series series = must(Series::of(master));
  std::string texts;
  for (const auto& occurrence : must(series.occurrences(window(from, to), 1'000))) {
    texts += time_text(master.when.kind, series.start_of(occurrence)) + " ";
  }
  return texts;
}

// Their tags: "20251215 20251222 ".
inline std::string tags(const Master& master, std::string_view from, std::string_view to) {
  const Series series = must(Series::of(master));
  std::string texts;
  for (const auto& occurrence : must(series.occurrences(window(from, to), 1'000))) {
    texts += series.tag_of(occurrence) + " ";
  }
  return texts;
}

}  // namespace norn::events
