#include "apps/events/series/series.h"

#include <gtest/gtest.h>

#include "apps/events/limits.h"
#include "apps/events/series/test_series.h"
#include "apps/events/series/when_text.h"

namespace norn::events {
namespace {

TEST(EngineSeries, OccursByItsRule) {
  const Master master = weekly_standup();
  EXPECT_EQ(starts(master, "2025-12-01", "2026-01-01"),
            "2025-12-01T15:00:00Z 2025-12-08T15:00:00Z 2025-12-15T15:00:00Z "
            "2025-12-22T15:00:00Z 2025-12-29T15:00:00Z ");
  EXPECT_EQ(tags(master, "2025-12-01", "2025-12-16"), "20251201 20251208 20251215 ");
  // Not before the first.
  EXPECT_EQ(starts(master, "2024-12-01", "2025-01-07"), "2025-01-06T15:00:00Z ");
}

// The design's example leaves out 25 December and 1 January, Thursdays: none of the series.
TEST(EngineSeries, TheDesignsExdatesAreNoneOfItsOccurrences) {
  Master master = weekly_standup();
  const std::string all = starts(master, "2025-12-01", "2026-01-15");
  master.repeats.exdate = {"20251225", "20260101"};
  EXPECT_EQ(starts(master, "2025-12-01", "2026-01-15"), all);
  const Series series = must(Series::of(master));
  EXPECT_FALSE(must(series.find("20251225")));
  EXPECT_FALSE(must(series.find("20251224")));
}

TEST(EngineSeries, ExdateLeavesOutDays) {
  Master master = weekly_standup();
  master.repeats.exdate = {"20251208", "20251222"};
  EXPECT_EQ(tags(master, "2025-12-01", "2026-01-01"), "20251201 20251215 20251229 ");
  const Series series = must(Series::of(master));
  EXPECT_TRUE(series.is_left_out("20251208"));
  EXPECT_FALSE(series.is_left_out("20251215"));
  // It can still be found, to be restored.
  EXPECT_EQ(must(series.find("20251208")).value().utc_s, second("2025-12-08T15:00:00Z"));
}

TEST(EngineSeries, RdateAddsDaysAtItsTimeOfDay) {
  Master master = weekly_standup();
  master.repeats.rdate = {"20250704", "20251224", "20251222"};
  EXPECT_EQ(starts(master, "2025-12-20", "2026-01-01"),
            "2025-12-22T15:00:00Z 2025-12-24T15:00:00Z 2025-12-29T15:00:00Z ");
  EXPECT_EQ(starts(master, "2025-07-01", "2025-07-07"), "2025-07-04T14:00:00Z ");
  EXPECT_FALSE(must(Series::of(master)).is_sub_daily());
}

TEST(EngineSeries, RdateAddsTimesOfTheirOwn) {
  Master master = weekly_standup();
  master.repeats.rdate = {"20251224T120000Z", "20251226T080000Z/PT2H"};
  const Series series = must(Series::of(master));
  EXPECT_TRUE(series.is_sub_daily());  // So its tags have times.
  EXPECT_EQ(tags(master, "2025-12-22", "2025-12-27"),
            "20251222T150000Z 20251224T120000Z 20251226T080000Z ");
  EXPECT_EQ(series.longest_s(), 7'200);
  const auto longer = must(series.find("20251226T080000Z"));
  ASSERT_TRUE(longer);
  EXPECT_EQ(series.when_of(*longer).duration_s(), 7'200);
  const auto usual = must(series.find("20251224T120000Z"));
  ASSERT_TRUE(usual);
  EXPECT_EQ(series.when_of(*usual).duration_s(), 900);
}

TEST(EngineSeries, OfFurtherDatesAlone) {
  Master master = weekly_standup();
  master.repeats.rrule = "";
  master.repeats.rdate = {"20250110", "20250120"};
  EXPECT_EQ(tags(master, "2025-01-01", "2026-01-01"), "20250106 20250110 20250120 ");
}

TEST(EngineSeries, RruleUntilEndsEverything) {
  Master master = weekly_standup();
  master.repeats.rdate = {"20251224"};
  master.repeats.until_s = second("2025-12-15T15:00:00Z");
  EXPECT_EQ(tags(master, "2025-12-01", "2026-01-01"), "20251201 20251208 20251215 ");
  master.repeats.until_s = second("2025-12-15T14:59:59Z");
  EXPECT_EQ(tags(master, "2025-12-01", "2026-01-01"), "20251201 20251208 ");
  const Series series = must(Series::of(master));
  EXPECT_FALSE(must(series.find("20251215")));
  EXPECT_FALSE(must(series.find("20251224")));
  EXPECT_TRUE(must(series.find("20251208")));
}

TEST(EngineSeries, CountAndUntilOfTheRuleEndIt) {
  Master master = weekly_standup();
  master.repeats.rrule = "FREQ=WEEKLY;BYDAY=MO;COUNT=3";
  EXPECT_EQ(tags(master, "2025-01-01", "2026-01-01"), "20250106 20250113 20250120 ");
  master.repeats.rrule = "FREQ=WEEKLY;BYDAY=MO;UNTIL=20250113T150000Z";
  EXPECT_EQ(tags(master, "2025-01-01", "2026-01-01"), "20250106 20250113 ");
}

TEST(EngineSeries, WholeDays) {
  Master master = weekly_standup();
  master.when = {
      .kind = TimeKind::kAllDay, .start_s = second("2024-12-31"), .end_s = second("2025-01-02")};
  master.repeats.rrule = "FREQ=MONTHLY;BYMONTHDAY=-1";
  master.repeats.exdate = {"20250131"};
  master.repeats.rdate = {"20250215"};
  EXPECT_EQ(starts(master, "2024-12-01", "2025-04-01"),
            "2024-12-31 2025-02-15 2025-02-28 2025-03-31 ");
  const Series series = must(Series::of(master));
  EXPECT_FALSE(series.is_sub_daily());
  const auto last = must(series.find("20250331"));
  ASSERT_TRUE(last);
  const When when = series.when_of(*last);
  EXPECT_EQ(when.kind, TimeKind::kAllDay);
  EXPECT_EQ(date_text_of(*when.end_s), "2025-04-02");
  // Times of day in the rule are ignored for whole days (RFC 5545, 3.3.10).
  master.repeats = {.rrule = "FREQ=DAILY;BYHOUR=9,17"};
  EXPECT_EQ(tags(master, "2025-01-01", "2025-01-03"), "20250101 20250102 ");
}

TEST(EngineSeries, Floating) {
  Master master = weekly_standup();
  master.when = {.kind = TimeKind::kFloating,
                 .start_s = second("2025-03-08T07:00:00"),
                 .end_s = second("2025-03-08T08:00:00")};
  master.repeats.rrule = "FREQ=DAILY";
  master.repeats.exdate = {"20250309"};
  EXPECT_EQ(starts(master, "2025-03-08", "2025-03-12"),
            "2025-03-08T07:00:00 2025-03-10T07:00:00 2025-03-11T07:00:00 ");
  // With times, in wall time; the Z only says that it is a whole time.
  master.repeats.rdate = {"20250310T120000Z"};
  EXPECT_EQ(tags(master, "2025-03-10", "2025-03-11"), "20250310T070000Z 20250310T120000Z ");
  master.repeats.exdate = {"20250310T070000Z"};
  EXPECT_EQ(tags(master, "2025-03-10", "2025-03-11"), "20250310T120000Z ");
}

TEST(EngineSeries, SubDailyOnesHaveTagsWithTimes) {
  struct Case {
    const char* rrule;
    bool is_sub_daily;
  };
  for (const Case& c :
       {Case{"FREQ=HOURLY;INTERVAL=36", true}, Case{"FREQ=MINUTELY", true},
        Case{"FREQ=SECONDLY;INTERVAL=3600", true}, Case{"FREQ=DAILY;BYHOUR=9,17", true},
        Case{"FREQ=WEEKLY;BYDAY=MO;BYMINUTE=0,30", true}, Case{"FREQ=DAILY;BYSECOND=0,1", true},
        Case{"FREQ=DAILY;BYHOUR=9", false},
        Case{"FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=1", false}, Case{"FREQ=YEARLY", false}}) {
    Master master = weekly_standup();
    master.repeats.rrule = c.rrule;
    EXPECT_EQ(must(Series::of(master)).is_sub_daily(), c.is_sub_daily) << c.rrule;
  }
  Master master = weekly_standup();
  master.repeats.rrule = "FREQ=DAILY;BYHOUR=9,17";
  master.repeats.exdate = {"20250708T130000Z", "20250709"};
  EXPECT_EQ(tags(master, "2025-07-08", "2025-07-11"),
            "20250708T210000Z 20250710T130000Z 20250710T210000Z ");
  const Series series = must(Series::of(master));
  EXPECT_TRUE(series.is_left_out("20250708T130000Z"));
  EXPECT_FALSE(series.is_left_out("20250708T210000Z"));
  EXPECT_TRUE(series.is_left_out("20250709T130000Z"));  // The whole day is.
  EXPECT_TRUE(must(series.find("20250708T130000Z")));
  EXPECT_FALSE(must(series.find("20250708T130001Z")));
  EXPECT_FALSE(must(series.find("20250708")));
}

TEST(EngineSeries, OnlyItsOwnTagsAreFound) {
  const Master master = weekly_standup();
  const Series series = must(Series::of(master));
  EXPECT_TRUE(must(series.find("20250106")));
  for (const char* tag : {"20250105", "20250107", "20241230", "20250106T150000Z", "", "x",
                          "2025-01-06", "20250106T100000"}) {
    EXPECT_FALSE(must(series.find(tag))) << tag;
  }
  // Each is found by the tag that it has.
  for (const auto& occurrence : must(series.occurrences(window("2025-01-01", "2027-01-01"), 200))) {
    ASSERT_EQ(must(series.find(series.tag_of(occurrence))), occurrence);
  }
}

TEST(EngineSeries, AnOccurrenceIsAsTheSeriesSays) {
  Master master = weekly_standup();
  master.when.end_tzid = "America/Chicago";
  master.details.tags = {"work"};
  const Series series = must(Series::of(master));
  const Instance instance = series.instance_of(must(series.find("20250707")).value());
  EXPECT_EQ(instance.id(), "inst_20250707_00000000-0000-4000-8000-0000000000aa");
  EXPECT_EQ(instance.recurrence_s, second("2025-07-07T14:00:00Z"));
  EXPECT_EQ(instance.recurrence_kind, TimeKind::kTimed);
  EXPECT_EQ(instance.details, master.details);
  EXPECT_EQ(instance.when.start_s, instance.recurrence_s);
  EXPECT_EQ(instance.when.end_s, instance.recurrence_s + 900);
  EXPECT_EQ(instance.when.start_tzid, master.when.start_tzid);
  EXPECT_EQ(instance.when.end_tzid, master.when.end_tzid);
  EXPECT_EQ(instance.stamp.version, 0);
  EXPECT_TRUE(instance.modified_fields.empty());
}

TEST(EngineSeries, AMomentStaysOne) {
  Master master = weekly_standup();
  master.when.end_s.reset();
  const Series series = must(Series::of(master));
  EXPECT_FALSE(series.when_of(must(series.find("20250707")).value()).end_s);
}

TEST(EngineSeries, MoreThanTheLimitIsAnError) {
  Master master = weekly_standup();
  master.repeats.rrule = "FREQ=DAILY";
  const Series series = must(Series::of(master));
  const ical::Window ten_days = window("2025-02-01", "2025-02-11");
  EXPECT_EQ(must(series.occurrences(ten_days, 10)).size(), 10);
  EXPECT_TRUE(fails(series.occurrences(ten_days, 9), ErrorCode::kInvalid, "to"));
  EXPECT_EQ(must(series.first_occurrences(ten_days, 3)).size(), 3);
  EXPECT_EQ(must(series.first_occurrences(ten_days, 30)).size(), 10);
  EXPECT_EQ(must(series.first_occurrences({}, 1)).at(0).utc_s, second("2025-01-06T15:00:00Z"));
}

TEST(EngineSeries, WhatCannotBeOneIsRefused) {
  struct Case {
    const char* field;
    Repeats repeats;
  };
  const std::vector<std::string> too_many(kMaxListedTags + 1, "20251224");
  for (const Case& c : std::vector<Case>{
           {"rrule", {.rrule = "FREQ=SOMETIMES"}},
           {"rrule", {.rrule = "every Monday"}},
           {"rrule", {.rrule = "FREQ=WEEKLY;COUNT=1;UNTIL=20251224"}},
           {"rrule", {.rrule = "FREQ=DAILY;COUNT=0"}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"2025-12-24"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"20251224T150000"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"20251224T150000Z/20251224T160000Z"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"20251224T150000Z/-PT1H"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"20251224T150000Z/P4000D"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = {"20251224/PT1H"}}},
           {"rdate", {.rrule = "FREQ=DAILY", .rdate = too_many}},
           {"exdate", {.rrule = "FREQ=DAILY", .exdate = {"christmas"}}},
           {"exdate", {.rrule = "FREQ=DAILY", .exdate = {"20251224T150000"}}},
           {"exdate", {.rrule = "FREQ=DAILY", .exdate = {"20250229"}}},
           {"exdate", {.rrule = "FREQ=DAILY", .exdate = too_many}},
       }) {
    Master master = weekly_standup();
    master.repeats = c.repeats;
    EXPECT_TRUE(fails(Series::of(master), ErrorCode::kInvalid, c.field))
        << c.repeats.rrule << (c.repeats.rdate.empty() ? "" : c.repeats.rdate[0]);
  }
  Master days = weekly_standup();
  days.when = {
      .kind = TimeKind::kAllDay, .start_s = second("2025-01-06"), .end_s = second("2025-01-07")};
  days.repeats = {.rrule = "FREQ=HOURLY"};
  EXPECT_TRUE(fails(Series::of(days), ErrorCode::kInvalid, "rrule"));
  days.repeats = {.rrule = "FREQ=DAILY", .rdate = {"20250110T100000Z"}};
  EXPECT_TRUE(fails(Series::of(days), ErrorCode::kInvalid, "rdate"));
  days.repeats = {.rrule = "FREQ=DAILY", .exdate = {"20250110T100000Z"}};
  EXPECT_TRUE(fails(Series::of(days), ErrorCode::kInvalid, "exdate"));
}

// Bounded, whatever the rule: an error that names it, or nothing.
TEST(EngineSeries, HostileRulesEnd) {
  for (const char* rrule :
       {"FREQ=HOURLY;INTERVAL=7;BYDAY=MO;BYHOUR=0", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;INTERVAL=86399;BYMONTHDAY=31;BYMONTH=2"}) {
    Master master = weekly_standup();
    master.repeats.rrule = rrule;
    const Series series = must(Series::of(master));
    const auto found = series.first_occurrences({}, 1);
    EXPECT_TRUE(found || fails(found, ErrorCode::kInvalid, "rrule")) << rrule;
  }
  Master master = weekly_standup();
  master.repeats.rrule = "FREQ=SECONDLY";
  const Series series = must(Series::of(master));
  EXPECT_TRUE(fails(series.occurrences({}, 1'000), ErrorCode::kInvalid, "to"));
}

TEST(EngineSeries, MayComeEveryHalfAnHour) {
  for (const char* rrule : {"FREQ=MINUTELY;INTERVAL=30", "FREQ=SECONDLY;COUNT=1500", "FREQ=YEARLY",
                            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"}) {
    Master master = weekly_standup();
    master.repeats.rrule = rrule;
    EXPECT_TRUE(must(Series::of(master)).check_how_often()) << rrule;
  }
  for (const char* rrule :
       {"FREQ=MINUTELY;INTERVAL=29", "FREQ=SECONDLY;COUNT=1501", "FREQ=SECONDLY",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8;BYMINUTE=0,9,19,"
        "29,39,49"}) {
    Master master = weekly_standup();
    master.repeats.rrule = rrule;
    EXPECT_TRUE(fails(must(Series::of(master)).check_how_often(), ErrorCode::kInvalid, "rrule"))
        << rrule;
  }
}

TEST(EngineSeries, MayNotComeTooOftenInALaterMonth) {
  Master master = weekly_standup();
  master.when.start_s = must(ical::parse_date_time("20251130T234000Z")).second;
  master.when.end_s = master.when.start_s + 1;
  master.when.start_tzid = "UTC";
  for (const char* rrule : {"FREQ=SECONDLY;BYMONTH=11", "FREQ=MINUTELY;BYMONTH=11"}) {
    master.repeats.rrule = rrule;
    EXPECT_TRUE(fails(must(Series::of(master)).check_how_often(), ErrorCode::kInvalid, "rrule"))
        << rrule;
  }
  master.repeats.rrule = "FREQ=MINUTELY;INTERVAL=30;BYMONTH=11";
  EXPECT_TRUE(must(Series::of(master)).check_how_often());
}

}  // namespace
}  // namespace norn::events
