#include <gtest/gtest.h>

#include "apps/events/series/series.h"
#include "apps/events/series/test_series.h"
#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"

// Series and the clocks: what is at nine stays at nine, in every zone and whatever its clocks do.
namespace norn::events {
namespace {

// A series that begins at a wall time of a zone, for an hour.
Master series_at(std::string_view local, std::string_view tzid, std::string_view rrule) {
  Master master = weekly_standup();
  const WhenChange change = {.start_local_s = second(local),
                             .start_tzid = std::optional<std::string>(tzid)};
  master.when = must(applied(std::nullopt, change, "UTC"));
  master.when.end_s = master.when.start_s + 3'600;
  master.repeats.rrule = rrule;
  return master;
}

TEST(EngineSeriesDst, NewYorkStaysAtNine) {
  const Master spring = series_at("2025-03-08T09:00:00", "America/New_York", "FREQ=DAILY");
  EXPECT_EQ(starts(spring, "2025-03-08", "2025-03-11"),
            "2025-03-08T14:00:00Z 2025-03-09T13:00:00Z 2025-03-10T13:00:00Z ");
  const Master autumn = series_at("2025-11-01T09:00:00", "America/New_York", "FREQ=DAILY");
  EXPECT_EQ(starts(autumn, "2025-11-01", "2025-11-04"),
            "2025-11-01T13:00:00Z 2025-11-02T14:00:00Z 2025-11-03T14:00:00Z ");
}

// 02:30 does not exist on 9 March: it is read with the offset before, which is 03:30 on the wall.
TEST(EngineSeriesDst, NewYorkInTheGap) {
  const Master master = series_at("2025-03-08T02:30:00", "America/New_York", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2025-03-08", "2025-03-11"),
            "2025-03-08T07:30:00Z 2025-03-09T07:30:00Z 2025-03-10T06:30:00Z ");
  EXPECT_EQ(tags(master, "2025-03-08", "2025-03-11"), "20250308 20250309 20250310 ");
  // It takes an hour all the same.
  const Series series = must(Series::of(master));
  EXPECT_EQ(series.when_of(must(series.find("20250309")).value()).duration_s(), 3'600);
}

// 01:30 comes twice on 2 November: the first counts, and it comes once.
TEST(EngineSeriesDst, NewYorkInTheOverlap) {
  const Master master = series_at("2025-11-01T01:30:00", "America/New_York", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2025-11-01", "2025-11-04"),
            "2025-11-01T05:30:00Z 2025-11-02T05:30:00Z 2025-11-03T06:30:00Z ");
}

TEST(EngineSeriesDst, LondonStaysAtNine) {
  const Master master = series_at("2025-03-23T09:00:00", "Europe/London", "FREQ=WEEKLY");
  EXPECT_EQ(starts(master, "2025-03-20", "2025-04-10"),
            "2025-03-23T09:00:00Z 2025-03-30T08:00:00Z 2025-04-06T08:00:00Z ");
  EXPECT_EQ(starts(master, "2025-10-19", "2025-11-03"),
            "2025-10-19T08:00:00Z 2025-10-26T09:00:00Z 2025-11-02T09:00:00Z ");
}

// Its clocks move by half an hour.
TEST(EngineSeriesDst, LordHoweStaysAtNine) {
  const Master master = series_at("2025-04-05T09:00:00", "Australia/Lord_Howe", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2025-04-04", "2025-04-07"),
            "2025-04-04T22:00:00Z 2025-04-05T22:30:00Z 2025-04-06T22:30:00Z ");
  EXPECT_EQ(starts(master, "2025-10-03", "2025-10-06"),
            "2025-10-03T22:30:00Z 2025-10-04T22:00:00Z 2025-10-05T22:00:00Z ");
  // The day of its tag is that of its own clocks, not that of UTC.
  EXPECT_EQ(tags(master, "2025-04-04", "2025-04-06"), "20250405 20250406 ");
}

TEST(EngineSeriesDst, KolkataNeverChanges) {
  const Master master = series_at("2025-01-01T00:15:00", "Asia/Kolkata", "FREQ=MONTHLY");
  EXPECT_EQ(starts(master, "2025-02-25", "2025-05-01"),
            "2025-02-28T18:45:00Z 2025-03-31T18:45:00Z 2025-04-30T18:45:00Z ");
  EXPECT_EQ(tags(master, "2025-02-25", "2025-05-01"), "20250301 20250401 20250501 ");
}

// Samoa went from 29 to 31 December 2011. The 30th is read with the offset before, and so falls on
// the same instant as the 31st; both have tags of their own.
TEST(EngineSeriesDst, ApiaHasADayLess) {
  const Master master = series_at("2011-12-28T09:00:00", "Pacific/Apia", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2011-12-28", "2012-01-02"),
            "2011-12-28T19:00:00Z 2011-12-29T19:00:00Z 2011-12-30T19:00:00Z "
            "2011-12-30T19:00:00Z 2011-12-31T19:00:00Z 2012-01-01T19:00:00Z ");
  EXPECT_EQ(tags(master, "2011-12-28", "2012-01-02"),
            "20111228 20111229 20111230 20111231 20120101 20120102 ");
  const Series series = must(Series::of(master));
  for (const char* tag : {"20111229", "20111230", "20111231", "20120101"}) {
    const auto found = must(series.find(tag));
    ASSERT_TRUE(found) << tag;
    EXPECT_EQ(series.tag_of(*found), tag);
  }
}

// There is no midnight in Sao Paulo when its clocks go forward.
TEST(EngineSeriesDst, SaoPauloHasNoMidnight) {
  const Master master = series_at("2018-11-03T00:00:00", "America/Sao_Paulo", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2018-11-03", "2018-11-06"),
            "2018-11-03T03:00:00Z 2018-11-04T03:00:00Z 2018-11-05T02:00:00Z ");
  EXPECT_EQ(tags(master, "2018-11-03", "2018-11-06"), "20181103 20181104 20181105 ");
  // 17 February 2018 had its last hour twice.
  const Master late = series_at("2018-02-16T23:30:00", "America/Sao_Paulo", "FREQ=DAILY");
  EXPECT_EQ(starts(late, "2018-02-17", "2018-02-20"),
            "2018-02-17T01:30:00Z 2018-02-18T01:30:00Z 2018-02-19T02:30:00Z ");
}

// Below a day the rule is about the wall, too; two times that fall on one instant are one.
TEST(EngineSeriesDst, HourlyInTheGapComesOnce) {
  const Master master = series_at("2025-03-09T00:30:00", "America/New_York", "FREQ=HOURLY");
  EXPECT_EQ(tags(master, "2025-03-09T05:00:00", "2025-03-09T10:00:00"),
            "20250309T053000Z 20250309T063000Z 20250309T073000Z 20250309T083000Z "
            "20250309T093000Z ");
  const Master often =
      series_at("2025-03-09T01:00:00", "America/New_York", "FREQ=MINUTELY;INTERVAL=20");
  EXPECT_EQ(tags(often, "2025-03-09T06:40:00", "2025-03-09T08:01:00"),
            "20250309T064000Z 20250309T070000Z 20250309T072000Z 20250309T074000Z "
            "20250309T080000Z ");
}

// However many of them fall together, as many come as were asked for.
TEST(EngineSeriesDst, TheFirstOfManyAreAsManyInTheGap) {
  const Master master = series_at("2025-03-09T01:59:00", "America/New_York", "FREQ=MINUTELY");
  const Series series = must(Series::of(master));
  const auto found = must(series.first_occurrences({}, 100));
  ASSERT_EQ(found.size(), 100);
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].utc_s, second("2025-03-09T06:59:00Z") + static_cast<int64_t>(i) * 60);
  }
  const ical::Window hours = window("2025-03-09T06:59:00", "2025-03-09T09:00:00");
  EXPECT_EQ(must(series.occurrences(hours, 121)).size(), 121);
  EXPECT_TRUE(fails(series.occurrences(hours, 120), ErrorCode::kInvalid, "to"));
}

TEST(EngineSeriesDst, YearEnds) {
  // In Auckland it is the new year already when UTC has half a day of the old one left.
  const Master master = series_at("2024-12-30T09:00:00", "Pacific/Auckland", "FREQ=DAILY");
  EXPECT_EQ(starts(master, "2024-12-30", "2025-01-01"),
            "2024-12-30T20:00:00Z 2024-12-31T20:00:00Z ");
  EXPECT_EQ(tags(master, "2024-12-30", "2025-01-01"), "20241231 20250101 ");
  const Master weeks =
      series_at("2024-12-30T23:30:00", "America/New_York", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO");
  EXPECT_EQ(tags(weeks, "2024-12-01", "2027-12-31"), "20241230 20251229 20270104 ");
}

TEST(EngineSeriesDst, LeapDays) {
  const Master master = series_at("2020-02-29T09:00:00", "Europe/Berlin", "FREQ=YEARLY");
  EXPECT_EQ(tags(master, "2020-01-01", "2033-01-01"), "20200229 20240229 20280229 20320229 ");
  const Master century = series_at("2096-02-29T09:00:00", "Europe/Berlin", "FREQ=YEARLY");
  EXPECT_EQ(tags(century, "2096-01-01", "2109-01-01"), "20960229 21040229 21080229 ");
  const Master monthly = series_at("2024-01-31T09:00:00", "Europe/Berlin", "FREQ=MONTHLY");
  EXPECT_EQ(tags(monthly, "2024-01-01", "2024-06-01"), "20240131 20240331 20240531 ");
}

// From before New York's clocks changed at all as they do now, to far ahead of now.
TEST(EngineSeriesDst, BegunYearsAgo) {
  const Master master =
      series_at("1985-01-07T09:00:00", "America/New_York", "FREQ=WEEKLY;BYDAY=MO,WE,FR");
  EXPECT_EQ(starts(master, "2025-11-01", "2025-11-08"),
            "2025-11-03T14:00:00Z 2025-11-05T14:00:00Z 2025-11-07T14:00:00Z ");
  EXPECT_EQ(starts(master, "2095-07-01", "2095-07-06"),
            "2095-07-01T13:00:00Z 2095-07-04T13:00:00Z ");
  // In 2006 the clocks went forward in April.
  EXPECT_EQ(starts(master, "2006-03-31", "2006-04-04"),
            "2006-03-31T14:00:00Z 2006-04-03T13:00:00Z ");
}

// Every occurrence of a year has the time of day of the series on the wall, but in gaps.
TEST(EngineSeriesDst, TheWallShowsTheSameTimeAllYear) {
  for (const char* tzid : {"America/New_York", "Europe/London", "Australia/Lord_Howe",
                           "Asia/Kolkata", "Pacific/Apia", "America/Sao_Paulo"}) {
    const Master master = series_at("2015-01-01T12:34:56", tzid, "FREQ=DAILY");
    const Series series = must(Series::of(master));
    const auto year = must(series.occurrences(window("2025-01-02", "2026-01-02"), 400));
    EXPECT_EQ(year.size(), 365) << tzid;
    for (const auto& occurrence : year) {
      const std::string wall = wall_text_of(start_local_s(series.when_of(occurrence)));
      ASSERT_EQ(wall.substr(11), "12:34:56") << tzid << " " << wall;
      ASSERT_EQ(series.tag_of(occurrence),
                wall.substr(0, 4) + wall.substr(5, 2) + wall.substr(8, 2));
    }
  }
}

}  // namespace
}  // namespace norn::events
