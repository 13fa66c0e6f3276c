#include <gtest/gtest.h>

#include "apps/events/views/view_test_world.h"

// Clocks that are moved, and other turns of the calendar, as views show them.
namespace norn::events {
namespace {

struct ZoneCase {
  const char* name;
  const char* tzid;
  const char* start;  // Of the series, on the wall of its zone.
  const char* end;
  const char* rrule;
  const char* from;  // The days, by the clocks of
  const char* to;
  const char* viewer;
  std::vector<std::string> starts;  // As they are shown.
};

class EngineZones : public ViewsTest {
 protected:
  Lines starts(const ZoneCase& row) {
    add_series("x", timed_when(row.start, row.end, row.tzid), row.rrule);
    Lines lines = shown(row.from, row.to, row.viewer);
    for (std::string& line : lines) line.erase(line.size() - 2);
    return lines;
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineZones);

const std::vector<ZoneCase> kZoneCases = {
    {"nine stays nine in New York",
     "America/New_York",
     "2015-01-01T09:00:00",
     "2015-01-01T10:00:00",
     "FREQ=DAILY",
     "2025-03-08",
     "2025-03-10",
     "America/New_York",
     {"2025-03-08T09:00:00", "2025-03-09T09:00:00", "2025-03-10T09:00:00"}},
    {"and moves for somebody in London",
     "America/New_York",
     "2015-01-01T09:00:00",
     "2015-01-01T10:00:00",
     "FREQ=DAILY",
     "2025-03-08",
     "2025-03-10",
     "Europe/London",
     {"2025-03-08T14:00:00", "2025-03-09T13:00:00", "2025-03-10T13:00:00"}},
    {"until London's clocks are moved, too",
     "America/New_York",
     "2015-01-01T09:00:00",
     "2015-01-01T10:00:00",
     "FREQ=DAILY",
     "2025-03-29",
     "2025-03-31",
     "Europe/London",
     {"2025-03-29T13:00:00", "2025-03-30T14:00:00", "2025-03-31T14:00:00"}},
    {"a time that is skipped in New York",
     "America/New_York",
     "2025-03-01T02:30:00",
     "2025-03-01T03:00:00",
     "FREQ=DAILY",
     "2025-03-08",
     "2025-03-10",
     "America/New_York",
     {"2025-03-08T02:30:00", "2025-03-09T03:30:00", "2025-03-10T02:30:00"}},
    {"a time that comes twice in New York",
     "America/New_York",
     "2025-10-30T01:30:00",
     "2025-10-30T01:45:00",
     "FREQ=DAILY",
     "2025-11-01",
     "2025-11-03",
     "UTC",
     {"2025-11-01T05:30:00", "2025-11-02T05:30:00", "2025-11-03T06:30:00"}},
    {"a gap in London",
     "Europe/London",
     "2025-03-28T01:30:00",
     "2025-03-28T02:00:00",
     "FREQ=DAILY",
     "2025-03-29",
     "2025-03-31",
     "Europe/London",
     {"2025-03-29T01:30:00", "2025-03-30T02:30:00", "2025-03-31T01:30:00"}},
    {"half an hour in Lord Howe",
     "Australia/Lord_Howe",
     "2025-10-01T02:15:00",
     "2025-10-01T02:20:00",
     "FREQ=DAILY",
     "2025-10-04",
     "2025-10-06",
     "Australia/Lord_Howe",
     {"2025-10-04T02:15:00", "2025-10-05T02:45:00", "2025-10-06T02:15:00"}},
    {"the half hour that Lord Howe has twice",
     "Australia/Lord_Howe",
     "2025-04-01T01:45:00",
     "2025-04-01T01:50:00",
     "FREQ=DAILY",
     "2025-04-05",
     "2025-04-07",
     "UTC",
     {"2025-04-05T14:45:00", "2025-04-06T15:15:00", "2025-04-07T15:15:00"}},
    {"no changes in Kolkata",
     "Asia/Kolkata",
     "2015-06-01T00:15:00",
     "2015-06-01T00:45:00",
     "FREQ=WEEKLY;BYDAY=MO",
     "2025-12-14",
     "2025-12-15",
     "Asia/Kolkata",
     {"2025-12-15T00:15:00"}},
    {"Kolkata from New York",
     "Asia/Kolkata",
     "2015-06-01T00:15:00",
     "2015-06-01T00:45:00",
     "FREQ=WEEKLY;BYDAY=MO",
     "2025-12-14",
     "2025-12-14",
     "America/New_York",
     {"2025-12-14T13:45:00"}},
    {"the day that Apia left out",
     "Pacific/Apia",
     "2011-12-01T09:00:00",
     "2011-12-01T10:00:00",
     "FREQ=WEEKLY;BYDAY=TH,SA",
     "2011-12-28",
     "2012-01-01",
     "Pacific/Apia",
     {"2011-12-29T09:00:00", "2011-12-31T09:00:00"}},
    {"midnight that Sao Paulo skipped",
     "America/Sao_Paulo",
     "2018-11-01T00:00:00",
     "2018-11-01T00:30:00",
     "FREQ=DAILY",
     "2018-11-03",
     "2018-11-05",
     "America/Sao_Paulo",
     {"2018-11-03T00:00:00", "2018-11-04T01:00:00", "2018-11-05T00:00:00"}},
    {"the hour that Sao Paulo had twice",
     "America/Sao_Paulo",
     "2018-02-01T23:30:00",
     "2018-02-01T23:45:00",
     "FREQ=DAILY",
     "2018-02-17",
     "2018-02-18",
     "America/Sao_Paulo",
     {"2018-02-17T23:30:00", "2018-02-18T23:30:00"}},
    {"the end of the year",
     "Asia/Tokyo",
     "2000-01-01T08:00:00",
     "2000-01-01T09:00:00",
     "FREQ=YEARLY",
     "2025-12-31",
     "2025-12-31",
     "America/New_York",
     {"2025-12-31T18:00:00"}},
    {"leap days",
     "Europe/London",
     "2000-02-29T12:00:00",
     "2000-02-29T13:00:00",
     "FREQ=YEARLY",
     "2024-02-01",
     "2025-03-01",
     "Europe/London",
     {"2024-02-29T12:00:00"}},
    {"the last day of February",
     "Europe/London",
     "2000-01-31T12:00:00",
     "2000-01-31T13:00:00",
     "FREQ=MONTHLY;BYMONTHDAY=-1",
     "2024-02-01",
     "2024-03-01",
     "Europe/London",
     {"2024-02-29T12:00:00"}},
    {"a night shift when the clocks go on",
     "Europe/London",
     "2025-03-28T22:00:00",
     "2025-03-29T06:00:00",
     "FREQ=DAILY",
     "2025-03-30",
     "2025-03-30",
     "Europe/London",
     {"2025-03-29T22:00:00", "2025-03-30T22:00:00"}},
};

TEST_P(EngineZones, ShowWhatTheClocksShow) {
  for (size_t at = 0; at < kZoneCases.size(); ++at) {
    const ZoneCase& row = kZoneCases[at];
    SCOPED_TRACE(row.name);
    // Each for a person of their own.
    ada = fmt::format("00000000-0000-4000-8000-{:012}", at);
    add_person(ada);
    EXPECT_EQ(starts(row), row.starts);
  }
}

// What takes eight hours takes them also in a night that has seven on the clock.
TEST_P(EngineZones, KeepHowLongThingsTake) {
  add_series("shift", timed_when("2025-03-27T22:00:00", "2025-03-28T06:00:00", "Europe/London"),
             "FREQ=DAILY");
  const View days = view("2025-03-30", "2025-03-30", "Europe/London");
  ASSERT_EQ(days.placed.size(), 2);
  EXPECT_EQ(wall_text_of(days.placed[0].end_local_s), "2025-03-30T07:00:00");
}

// The hour that comes twice is shown in the order in which it happens.
TEST_P(EngineZones, HaveAnOrderWhenTheClocksGoBack) {
  Event second_pass = event("second", moment("2025-11-02T01:10:00", "America/New_York"));
  second_pass.when.start_s += 3600;
  write(second_pass);
  add_event("first", moment("2025-11-02T01:50:00", "America/New_York"));
  EXPECT_EQ(shown("2025-11-02", "2025-11-02", "America/New_York"),
            (Lines{"2025-11-02T01:50:00 first", "2025-11-02T01:10:00 second"}));
}

TEST_P(EngineZones, HaveNothingOnADayThatNeverWas) {
  add_event("over it", timed_when("2011-12-29T09:00:00", "2012-01-02T09:00:00", "Pacific/Apia"));
  EXPECT_EQ(shown("2011-12-30", "2011-12-30", "Pacific/Apia"), Lines{});
  EXPECT_EQ(shown("2011-12-31", "2011-12-31", "Pacific/Apia"),
            Lines{"2011-12-29T09:00:00 over it"});
}

TEST_P(EngineZones, HaveFloatingSeriesAtTheSameTimeEverywhere) {
  add_series("pill", floating_when("2015-01-01T02:30:00", "2015-01-01T02:35:00"), "FREQ=DAILY");
  for (const char* zone : {"America/New_York", "Pacific/Apia", "Asia/Kolkata"}) {
    EXPECT_EQ(shown("2025-03-09", "2025-03-09", zone), Lines{"2025-03-09T02:30:00 pill"});
  }
}

TEST_P(EngineZones, HaveWholeDaysOfSeriesOnTheirDays) {
  add_series("day off", all_day_when("2015-01-02", "2015-01-03"), "FREQ=WEEKLY;BYDAY=FR");
  for (const char* zone : {"America/New_York", "Pacific/Kiritimati", "Asia/Kolkata"}) {
    EXPECT_EQ(shown("2025-10-31", "2025-11-06", zone), Lines{"2025-10-31 day off"});
  }
}

TEST_P(EngineZones, ShowJourneys) {
  Event flight =
      event("flight", timed_when("2025-12-15T10:00:00", "2025-12-15T12:00:00", "Europe/London"));
  flight.when.end_s = zone_of("America/New_York").utc_of(second("2025-12-15T13:00:00"));
  flight.when.end_tzid = "America/New_York";
  write(flight);
  const View days = view("2025-12-15", "2025-12-15", "America/New_York");
  ASSERT_EQ(lines_of(days), Lines{"2025-12-15T05:00:00 flight"});
  EXPECT_EQ(wall_text_of(days.placed[0].end_local_s), "2025-12-15T13:00:00");
}

}  // namespace
}  // namespace norn::events
