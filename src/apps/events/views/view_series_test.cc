#include <gtest/gtest.h>

#include "apps/events/views/view_reading.h"
#include "apps/events/views/view_test_world.h"

// Series in views: expanded, and with what is different in single occurrences.
namespace norn::events {
namespace {

class EngineViewSeries : public ViewsTest {
 protected:
  // Mondays at ten, since long ago.
  Master weekly() {
    return add_series("weekly", timed_when("2015-01-05T10:00:00", "2015-01-05T11:00:00", kBerlin),
                      "FREQ=WEEKLY");
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineViewSeries);

TEST_P(EngineViewSeries, OccurInYearsAfterTheyBegan) {
  weekly();
  EXPECT_EQ(shown("2025-12-15", "2025-12-28"),
            (Lines{"2025-12-15T10:00:00 weekly", "2025-12-22T10:00:00 weekly"}));
}

TEST_P(EngineViewSeries, HaveOccurrencesThatBeganBeforeTheDays) {
  add_series("shift", timed_when("2025-12-01T22:00:00", "2025-12-02T06:00:00", kBerlin),
             "FREQ=DAILY;INTERVAL=2");
  add_series("camp", all_day_when("2025-01-01", "2025-01-08"), "FREQ=MONTHLY");
  EXPECT_EQ(shown("2025-12-04", "2025-12-04"),
            (Lines{"2025-12-01 camp", "2025-12-03T22:00:00 shift"}));
}

TEST_P(EngineViewSeries, LeaveOutExdatesAndEndAtRruleUntil) {
  Master daily = series("daily", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin),
                        "FREQ=DAILY");
  daily.repeats.exdate = {"20251202"};
  daily.repeats.until_s = second("2025-12-04T09:00:00Z") - 1;
  write(daily);
  EXPECT_EQ(shown("2025-12-01", "2025-12-31"),
            (Lines{"2025-12-01T10:00:00 daily", "2025-12-03T10:00:00 daily"}));
}

TEST_P(EngineViewSeries, HaveFurtherDates) {
  Master some =
      series("some", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin), "");
  some.repeats.rdate = {"20251210", "20251212T200000Z/PT30H"};
  write(some);
  const View days = view("2025-12-02", "2025-12-31");
  EXPECT_EQ(lines_of(days), (Lines{"2025-12-10T10:00:00 some", "2025-12-12T21:00:00 some"}));
  EXPECT_EQ(days.placed[1].duration_s, 30 * 3600);
  EXPECT_TRUE(days.id(days.placed[1]).starts_with("inst_20251212T200000Z_"));
  // It takes longer than the series usually does.
  EXPECT_EQ(shown("2025-12-14", "2025-12-14"), Lines{"2025-12-12T21:00:00 some"});
}

// Series and what is different in them are read at once as long as there are few of them.
TEST_P(EngineViewSeries, AreTheSameHoweverMuchThereIs) {
  Master master = weekly();
  Master daily = add_series(
      "daily", timed_when("2015-01-01T08:00:00", "2015-01-01T08:30:00", "UTC"), "FREQ=DAILY");
  add_exception(master, "20251222", "2025-12-22T09:00:00Z",
                timed_when("2025-12-23T15:00:00", "2025-12-23T16:00:00", kBerlin));
  add_exception(daily, "20251223", "2025-12-23T08:00:00Z",
                timed_when("2025-12-23T12:00:00", "2025-12-23T12:30:00", "UTC"));
  const Lines before = {"2025-12-22T08:00:00 daily", "2025-12-23T12:00:00 daily (moved)",
                        "2025-12-23T14:00:00 weekly (moved)", "2025-12-24T08:00:00 daily"};
  EXPECT_EQ(shown("2025-12-22", "2025-12-24", "UTC"), before);
  for (int64_t i = 0; i < kFewItems; ++i) {
    const Date date = day("2016-01-01") + std::chrono::days(i);
    add_exception(daily, tag_day(date), date_text(date) + "T08:00:00Z",
                  timed_when(date_text(date) + "T09:00:00", date_text(date) + "T09:30:00", "UTC"));
    // Around the bound, and far beyond it.
    if (i < kFewItems - 8 && i > 0) continue;
    ASSERT_EQ(shown("2025-12-22", "2025-12-24", "UTC"), before) << i;
  }
  EXPECT_EQ(shown("2016-01-31", "2016-02-01", "UTC"),
            (Lines{"2016-01-31T09:00:00 daily (moved)", "2016-02-01T09:00:00 daily (moved)",
                   "2016-02-01T09:00:00 weekly"}));
}

TEST_P(EngineViewSeries, ShowWhatWasMovedWhereItIsNow) {
  Master master = weekly();
  add_exception(master, "20251222", "2025-12-22T09:00:00Z",
                timed_when("2025-12-23T15:00:00", "2025-12-23T16:00:00", kBerlin));
  EXPECT_EQ(shown("2025-12-22", "2025-12-28"), Lines{"2025-12-23T15:00:00 weekly (moved)"});
  EXPECT_EQ(shown("2025-12-22", "2025-12-22"), Lines{});
  EXPECT_EQ(shown("2025-12-23", "2025-12-23"), Lines{"2025-12-23T15:00:00 weekly (moved)"});
}

TEST_P(EngineViewSeries, ShowWhatWasMovedOutOfAndIntoAWindowFarAway) {
  Master master = weekly();
  add_exception(master, "20251222", "2025-12-22T09:00:00Z",
                timed_when("2026-03-04T15:00:00", "2026-03-04T16:00:00", kBerlin));
  EXPECT_EQ(shown("2025-12-22", "2025-12-28"), Lines{});
  EXPECT_EQ(shown("2026-03-03", "2026-03-08"), Lines{"2026-03-04T15:00:00 weekly (moved)"});
}

TEST_P(EngineViewSeries, ShowWhatWasMovedAcrossTheYear) {
  Master master = weekly();
  add_exception(master, "20251229", "2025-12-29T09:00:00Z",
                timed_when("2026-01-02T15:00:00", "2026-01-02T16:00:00", kBerlin));
  add_exception(master, "20260105", "2026-01-05T09:00:00Z",
                timed_when("2025-12-30T15:00:00", "2025-12-30T16:00:00", kBerlin));
  EXPECT_EQ(shown("2025-12-29", "2025-12-31"), Lines{"2025-12-30T15:00:00 weekly (moved)"});
  EXPECT_EQ(shown("2026-01-01", "2026-01-06"), Lines{"2026-01-02T15:00:00 weekly (moved)"});
}

TEST_P(EngineViewSeries, DoNotShowWhatWasCancelled) {
  Master master = weekly();
  Instance cancelled = exception(master, "20251222", "2025-12-22T09:00:00Z",
                                 timed_when("2025-12-22T10:00:00", "2025-12-22T11:00:00", kBerlin));
  cancelled.details.status = Status::kCancelled;
  write(cancelled);
  master.repeats.has_exceptions = true;
  write(master);
  EXPECT_EQ(shown("2025-12-15", "2025-12-28"), Lines{"2025-12-15T10:00:00 weekly"});
}

TEST_P(EngineViewSeries, ShowOccurrencesThatBecameLongAndWholeDays) {
  Master master = weekly();
  add_exception(master, "20251201", "2025-12-01T09:00:00Z",
                all_day_when("2025-12-02", "2025-12-20"));
  EXPECT_EQ(shown("2025-12-19", "2025-12-19"), Lines{"2025-12-02 weekly (moved)"});
  EXPECT_EQ(shown("2025-12-20", "2025-12-20"), Lines{});
}

TEST_P(EngineViewSeries, NeverShowOccurrencesOfWhatIsGone) {
  const Master gone = series(
      "gone", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin), "FREQ=WEEKLY");
  write(exception(gone, "20251222", "2025-12-22T09:00:00Z",
                  timed_when("2025-12-22T10:00:00", "2025-12-22T11:00:00", kBerlin)));
  EXPECT_EQ(shown("2025-12-22", "2025-12-22"), Lines{});
}

// Another tool may end a series, or leave out an occurrence, without looking for what is changed.
TEST_P(EngineViewSeries, NeverShowOccurrencesThatTheSeriesNoLongerHas) {
  Master master = weekly();
  add_exception(master, "20251208", "2025-12-08T09:00:00Z",
                timed_when("2025-12-09T10:00:00", "2025-12-09T11:00:00", kBerlin));
  add_exception(master, "20251222", "2025-12-22T09:00:00Z",
                timed_when("2025-12-23T10:00:00", "2025-12-23T11:00:00", kBerlin));
  master.repeats.exdate = {"20251208"};
  master.repeats.until_s = second("2025-12-22T08:59:59Z");
  write(master);
  EXPECT_EQ(shown("2025-12-08", "2025-12-31"), Lines{"2025-12-15T10:00:00 weekly"});
}

TEST_P(EngineViewSeries, HaveTagsOfSecondsWhenTheyComeMoreThanOnceADay) {
  Master often = series("often", timed_when("2025-12-15T10:00:00", "2025-12-15T10:15:00", kBerlin),
                        "FREQ=DAILY;BYHOUR=10,14");
  often.repeats.exdate = {"20251216T090000Z"};
  write(often);
  add_exception(often, "20251216T130000Z", "2025-12-16T13:00:00Z",
                timed_when("2025-12-16T20:00:00", "2025-12-16T20:15:00", kBerlin));
  const View days = view("2025-12-15", "2025-12-16");
  EXPECT_EQ(lines_of(days), (Lines{"2025-12-15T10:00:00 often", "2025-12-15T14:00:00 often",
                                   "2025-12-16T20:00:00 often (moved)"}));
  EXPECT_TRUE(days.id(days.placed[1]).starts_with("inst_20251215T130000Z_"));
}

TEST_P(EngineViewSeries, HaveTheIdsOfTheDaysOnTheirOwnWall) {
  const Master master = add_series(
      "evening", timed_when("2025-12-01T20:00:00", "2025-12-01T21:00:00", "America/New_York"),
      "FREQ=DAILY");
  const View days = view("2025-12-16", "2025-12-16");
  ASSERT_EQ(lines_of(days), Lines{"2025-12-16T02:00:00 evening"});
  EXPECT_EQ(days.id(days.placed[0]), instance_id(master.id, "20251215"));
}

TEST_P(EngineViewSeries, OfAnotherStatusAreShown) {
  Master maybe = series("maybe", all_day_when("2025-12-15", "2025-12-16"), "FREQ=DAILY;COUNT=1");
  maybe.details.status = Status::kCancelled;
  write(maybe);
  EXPECT_EQ(shown("2025-12-15", "2025-12-16"), Lines{"2025-12-15 maybe"});
}

// The table is right where the index is behind.
class EngineViewLag : public ViewsTest {
 protected:
  Lines now(std::string_view from, std::string_view to) {
    return lines_of(must(views.range(ada, {.from = day(from), .to = day(to)})));
  }
};
INSTANTIATE_TEST_SUITE_P(, EngineViewLag, ::testing::Values(StoreKind::kLagging), name_of_store);

TEST_P(EngineViewLag, ShowsChangesThatTheIndexDoesNotHaveYet) {
  Master master = add_series(
      "weekly", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin), "FREQ=WEEKLY");
  EXPECT_EQ(now("2025-12-15", "2025-12-21"), Lines{"2025-12-15T10:00:00 weekly"});
  add_exception(master, "20251215", "2025-12-15T09:00:00Z",
                timed_when("2025-12-16T15:00:00", "2025-12-16T16:00:00", kBerlin));
  EXPECT_EQ(now("2025-12-15", "2025-12-21"), Lines{"2025-12-16T15:00:00 weekly (moved)"});
}

TEST_P(EngineViewLag, PrefersWhatTheTableHas) {
  Master master = add_series(
      "weekly", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin), "FREQ=WEEKLY");
  Instance moved = add_exception(master, "20251215", "2025-12-15T09:00:00Z",
                                 timed_when("2025-12-16T15:00:00", "2025-12-16T16:00:00", kBerlin));
  settle();
  moved.when = timed_when("2025-12-17T08:00:00", "2025-12-17T09:00:00", kBerlin);
  write(moved);
  EXPECT_EQ(now("2025-12-15", "2025-12-21"), Lines{"2025-12-17T08:00:00 weekly (moved)"});
  store::DeleteRequest remove;
  remove.table = tables.planner();
  remove.key = apps::key_of(keys::user(ada), keys::instance(master.id, "20251215"));
  must(store_.remove(remove));
  EXPECT_EQ(now("2025-12-15", "2025-12-21"), Lines{"2025-12-15T10:00:00 weekly"});
  master.repeats.has_exceptions = false;
  write(master);
  EXPECT_EQ(now("2025-12-15", "2025-12-21"), Lines{"2025-12-15T10:00:00 weekly"});
}

}  // namespace
}  // namespace norn::events
