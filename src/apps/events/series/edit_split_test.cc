#include "apps/events/series/edit_split.h"

#include <gtest/gtest.h>

#include "apps/events/service/test_events.h"

namespace norn::events {
namespace {

struct SplitCase {
  const char* rrule;
  TimeKind kind = TimeKind::kTimed;
  Texts exdate = {};
  Texts rdate = {};
};

Master series_of(const SplitCase& test) {
  Master master;
  master.id = master_id(accounts::CountingIds::id_of(1));
  master.when = {.kind = test.kind,
                 .start_s = second("2025-01-06T08:00:00Z"),
                 .end_s = second("2025-01-06T09:00:00Z")};
  if (test.kind == TimeKind::kTimed) master.when.start_tzid = "Europe/Berlin";
  if (test.kind == TimeKind::kAllDay) {
    master.when.start_s = second("2025-01-06");
    master.when.end_s = second("2025-01-07");
  }
  master.repeats = {.rrule = test.rrule, .exdate = test.exdate, .rdate = test.rdate};
  return master;
}

std::vector<int64_t> starts(const Master& master) {
  const Series series = must(Series::of(master));
  std::vector<int64_t> starts;
  for (const auto& occurrence :
       must(series.occurrences({.to_s = second("2025-12-24T00:00:00Z")}, 10'000))) {
    starts.push_back(series.start_of(occurrence));
  }
  return starts;
}

const SplitCase kSplitCases[] = {
    {"FREQ=DAILY"},
    {"FREQ=DAILY;COUNT=40"},
    {"FREQ=DAILY;INTERVAL=3;COUNT=40", TimeKind::kAllDay},
    {"FREQ=DAILY;UNTIL=20250401T220000Z"},
    {"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;WKST=SU"},
    {"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;COUNT=21", TimeKind::kFloating},
    {"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1;COUNT=17"},
    {"FREQ=MONTHLY;BYMONTHDAY=6,-1"},
    {"FREQ=YEARLY;BYMONTH=1,4,6;BYDAY=MO"},
    {"FREQ=YEARLY;BYWEEKNO=2,20,40;BYDAY=MO,TH", TimeKind::kAllDay},
    {"FREQ=HOURLY;INTERVAL=37;COUNT=90"},
    {"FREQ=DAILY;BYHOUR=9,17;COUNT=60", TimeKind::kFloating},
    {"FREQ=DAILY;COUNT=30", TimeKind::kTimed, {"20250108", "20250120"}},
    {"FREQ=DAILY;COUNT=30", TimeKind::kTimed, {"20250108"}, {"20250301", "20250302", "20250109"}},
    {"FREQ=WEEKLY;COUNT=9", TimeKind::kAllDay, {"20250113"}, {"20250110", "20250211"}},
    {"", TimeKind::kTimed, {"20250110"}, {"20250110", "20250211", "20250305"}},
};

// Wherever it is cut, both parts together are the whole.
TEST(EngineSplit, HeadAndTailAreTheWhole) {
  for (const SplitCase& test : kSplitCases) {
    const Master master = series_of(test);
    const Series series = must(Series::of(master));
    const auto all = must(series.first_occurrences({.to_s = second("2025-12-24")}, 50));
    for (size_t i = 1; i < all.size(); ++i) {
      ASSERT_FALSE(must(is_first(series, all[i])));
      const Master head = must(head_of(master, series, all[i]));
      std::vector<int64_t> both = starts(head);
      EXPECT_EQ(both.size(), i) << test.rrule;
      EXPECT_EQ(must(Series::of(head)).is_sub_daily(), series.is_sub_daily());
      const auto tail = tail_of(master, series, all[i]);
      if (!must(is_of_rule(master, all[i]))) {
        EXPECT_TRUE(fails(tail, ErrorCode::kInvalid, "scope"));
        continue;
      }
      EXPECT_EQ(must(tail).when.start_s, series.start_of(all[i]));
      std::ranges::copy(starts(*tail), std::back_inserter(both));
      ASSERT_EQ(both, starts(master)) << test.rrule << " at " << i;
    }
    EXPECT_TRUE(must(is_first(series, all.front())));
  }
}

TEST(EngineSplit, WhatIsLeftOutBeforeIsNoFirst) {
  const Master master = series_of({"FREQ=DAILY", TimeKind::kTimed, {"20250106", "20250107"}});
  const Series series = must(Series::of(master));
  EXPECT_TRUE(must(is_first(series, must(series.find("20250108")).value())));
  EXPECT_FALSE(must(is_first(series, must(series.find("20250109")).value())));
}

TEST(EngineSplit, DatesGoWhereTheyBelong) {
  const Master master = series_of({"FREQ=DAILY;COUNT=20",
                                   TimeKind::kTimed,
                                   {"20250107", "20250115"},
                                   {"20250301", "20250302T100000Z/PT2H"}});
  const Series series = must(Series::of(master));
  // A further date with a time makes tags with times.
  EXPECT_FALSE(must(series.find("20250110")));
  const auto tenth = must(series.find("20250110T080000Z")).value();
  const Master head = must(head_of(master, series, tenth));
  EXPECT_EQ(head.repeats.until_s, second("2025-01-10T07:59:59Z"));
  EXPECT_EQ(head.repeats.rdate, master.repeats.rdate) << "or the tags would change";
  EXPECT_EQ(head.repeats.rrule, "FREQ=DAILY;COUNT=20");
  const Master tail = must(tail_of(master, series, tenth));
  EXPECT_EQ(tail.repeats.rdate, master.repeats.rdate);
  EXPECT_EQ(tail.repeats.rrule, "FREQ=DAILY;COUNT=16");
}

// The clocks go from 02:00 to 03:00 on 2025-03-30: a series that starts then would be at another
// time ever after.
TEST(EngineSplit, NoSeriesStartsWithWhatTheClocksSkip) {
  Master master = series_of({"FREQ=DAILY"});
  master.when.start_s = second("2025-03-01T01:30:00Z");
  master.when.end_s = second("2025-03-01T01:45:00Z");
  const Series series = must(Series::of(master));
  const auto skipped = must(series.find("20250330")).value();
  EXPECT_TRUE(fails(tail_of(master, series, skipped), ErrorCode::kInvalid, "scope"));
  EXPECT_TRUE(tail_of(master, series, must(series.find("20250331")).value()));
}

}  // namespace
}  // namespace norn::events
