#include "ical/recurrence.h"

#include <gtest/gtest.h>

#include "ical/test_series.h"

namespace norn::ical::testing {
namespace {

TEST(Recurrence, FollowsItsRule) {
  const struct {
    WrittenSeries series;
    Texts expected;
  } rows[] = {
      {{"20250106T100000", "FREQ=WEEKLY;BYDAY=MO"},
       {"20250106T100000", "20250113T100000", "20250120T100000"}},
      {{"20250131", "FREQ=MONTHLY"}, {"20250131", "20250331", "20250531"}},
      {{"20240229", "FREQ=YEARLY"}, {"20240229", "20280229", "20320229"}},
      {{"20250106T100000Z", "FREQ=DAILY;BYHOUR=9,10"},
       {"20250106T100000Z", "20250107T090000Z", "20250107T100000Z"}},
      // DTSTART is none when the rule does not say so.
      {{"20250107T100000", "FREQ=WEEKLY;BYDAY=MO"},
       {"20250113T100000", "20250120T100000", "20250127T100000"}},
      // BYWEEKNO without BYDAY: the weekday of DTSTART.
      {{"19970512T090000", "FREQ=YEARLY;BYWEEKNO=20"},
       {"19970512T090000", "19980511T090000", "19990517T090000"}},
      // A week belongs to the calendar year of each of its days.
      {{"19971229T090000", "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO"},
       {"19971229T090000", "19990104T090000", "20010101T090000"}},
      {{"20240101T000000", "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO,SU"},
       {"20241223T000000", "20241229T000000", "20251222T000000"}},
      // Where BYMONTHDAY is, a numbered BYDAY limits.
      {{"20250101T090000", "FREQ=MONTHLY;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=2MO,TU"},
       {"20250113T090000", "20250114T090000", "20250210T090000"}},
      {{"20250101T090000", "FREQ=YEARLY;BYDAY=MO,-1TU,53WE"},
       {"20250106T090000", "20250113T090000", "20250120T090000"}},
      {{"20250101T235959", "FREQ=MINUTELY;BYSECOND=60"},
       {"20250101T235959", "20250102T000059", "20250102T000159"}},
      // Times of whole days are ignored.
      {{"20250101", "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=30"}, {"20250101", "20250102", "20250103"}},
      {{"20250101T090000", "FREQ=SECONDLY;BYSETPOS=-1,1;BYHOUR=9"},
       {"20250101T090000", "20250101T090001", "20250101T090002"}},
      {{"20250101T090000", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17;BYSETPOS=-1,-3,2"},
       {"20250101T170000", "20251230T170000", "20251231T170000"}},
      {{"20250101T090000", "FREQ=WEEKLY;BYDAY=SA,SU,MO;WKST=SA;BYSETPOS=-1"},
       {"20250106T090000", "20250113T090000", "20250120T090000"}},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(occurrences(row.series, 3), row.expected) << row.series.rule;
  }
}

TEST(Recurrence, WithoutARuleItIsTheStartAndTheDates) {
  EXPECT_EQ(occurrences({"20250106T100000", ""}, 9), Texts{"20250106T100000"});
  EXPECT_EQ(occurrences({.start = "20250106",
                         .rule = "",
                         .dates = {"20250301", "20250201", "20250106"},
                         .exceptions = {"20250201"}},
                        9),
            (Texts{"20250106", "20250301"}));
}

TEST(Recurrence, EndsByCountOrUntil) {
  const struct {
    WrittenSeries series;
    Texts expected;
  } rows[] = {
      {{"20250106T100000", "FREQ=DAILY;COUNT=2"}, {"20250106T100000", "20250107T100000"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107T100000"},
       {"20250106T100000", "20250107T100000"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107T095959"}, {"20250106T100000"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107"}, {"20250106T100000", "20250107T100000"}},
      {{"20250106", "FREQ=DAILY;UNTIL=20250107"}, {"20250106", "20250107"}},
      {{"20250106", "FREQ=DAILY;UNTIL=20250107T120000Z"}, {"20250106", "20250107"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107T145959Z", "America/New_York"},
       {"20250106T100000 20250106T150000Z"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107T150000Z", "America/New_York"},
       {"20250106T100000 20250106T150000Z", "20250107T100000 20250107T150000Z"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250107T100000", "America/New_York"},
       {"20250106T100000 20250106T150000Z", "20250107T100000 20250107T150000Z"}},
      {{"20250106T100000", "FREQ=DAILY;UNTIL=20250105T000000Z"}, {}},
      {{"20250106T100000", "FREQ=HOURLY;BYHOUR=10,11;COUNT=3"},
       {"20250106T100000", "20250106T110000", "20250107T100000"}},
      {{"20250106T100000", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;COUNT=2"},
       {"20250106T100000", "20250203T100000"}},
      {{"99991230", "FREQ=DAILY"}, {"99991230", "99991231"}},
      {{"99991230", "FREQ=DAILY;COUNT=5"}, {"99991230", "99991231"}},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(occurrences(row.series, 9), row.expected) << row.series.rule;
  }
}

TEST(Recurrence, AddsAndLeavesOutDates) {
  const WrittenSeries zoned{
      .start = "20250106T100000",
      .rule = "FREQ=DAILY;COUNT=4",
      .zone = "America/New_York",
      .dates = {"20250106T180000Z/PT2H", "20250107T100000", "20250109T100000/20250109T113000"},
      .exceptions = {"20250107T150000Z", "20250108", "20250109T100001"}};
  EXPECT_EQ(occurrences(zoned, 9),
            (Texts{"20250106T100000 20250106T150000Z", "20250106T130000 20250106T180000Z PT2H",
                   "20250109T100000 20250109T150000Z PT1H30M"}));
  // The second of two equal wall times is another instant, and another occurrence.
  const WrittenSeries repeated{.start = "20241103T013000",
                               .rule = "FREQ=DAILY;COUNT=1",
                               .zone = "America/New_York",
                               .dates = {"20241103T063000Z"}};
  EXPECT_EQ(occurrences(repeated, 9),
            (Texts{"20241103T013000 20241103T053000Z", "20241103T013000 20241103T063000Z"}));
  // COUNT counts what is left out.
  EXPECT_EQ(occurrences({.start = "20250106",
                         .rule = "FREQ=DAILY;COUNT=3",
                         .exceptions = {"20250106", "20250108"}},
                        9),
            Texts{"20250107"});
}

TEST(Recurrence, RefusesWhatCannotBe) {
  const struct {
    WrittenSeries series;
    const char* message;
  } rows[] = {
      {{"20250106", "FREQ=HOURLY"},
       "FREQ: HOURLY needs a start with a time of day; this one is a whole day. Use DAILY, WEEKLY, "
       "MONTHLY or YEARLY."},
      {{.start = "20250106", .rule = "", .dates = {"20250107T100000"}},
       "RDATE 20250107T100000 and DTSTART must both be days, or both have a time."},
      {{.start = "20250106T100000", .rule = "", .dates = {"20250107"}},
       "RDATE 20250107 and DTSTART must both be days, or both have a time."},
      {{.start = "20250106", .rule = "", .exceptions = {"20250107T100000"}},
       "EXDATE 20250107T100000 has a time, but DTSTART is a whole day: write the day alone, as in "
       "20250106."},
      {{.start = "20250106", .rule = "", .dates = Texts(kMaxListedDates + 1, "20250107")},
       "rdate has 10001 values; 10000 are possible."},
      {{"20250101T000000", "FREQ=SECONDLY;INTERVAL=7;BYDAY=MO;COUNT=900000000"},
       "COUNT: 900000000 cannot be counted with this rule, which occurs too often or never; end it "
       "with UNTIL."},
  };
  for (const auto& row : rows) {
    const auto recurrence = read_series(row.series);
    ASSERT_FALSE(recurrence) << row.series.rule;
    EXPECT_EQ(recurrence.error().message, row.message);
  }
}

TEST(Recurrence, KnowsWhatItContains) {
  const auto recurrence =
      *read_series({"20250106T100000", "FREQ=WEEKLY;BYDAY=MO", "America/New_York"});
  const auto contains = [&](const char* text) {
    return *recurrence.contains(*parse_date_time(text));
  };
  EXPECT_TRUE(contains("20750107T100000"));
  EXPECT_TRUE(contains("20750107T150000Z"));
  EXPECT_TRUE(contains("20750107"));
  EXPECT_FALSE(contains("20750107T100001"));
  EXPECT_FALSE(contains("20750108"));
  EXPECT_FALSE(contains("20250105"));
}

TEST(Recurrence, ContainsWallTimesThatNoWallHasShown) {
  const auto apia = *read_series({"20111201T100000", "FREQ=DAILY", "Pacific/Apia"});
  EXPECT_TRUE(*apia.contains(*parse_date_time("20111230")));
  EXPECT_TRUE(*apia.contains(*parse_date_time("20111230T100000")));
  const auto skipped = *read_series({"20240301T025959", "FREQ=DAILY", "America/New_York"});
  EXPECT_TRUE(*skipped.contains(*parse_date_time("20240310T025959")));
  EXPECT_TRUE(*skipped.contains(*parse_date_time("20240310T075959Z")));
  EXPECT_FALSE(*skipped.contains(*parse_date_time("20240310T035959")));
}

}  // namespace
}  // namespace norn::ical::testing
