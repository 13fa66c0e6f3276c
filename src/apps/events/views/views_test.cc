#include "apps/events/views/views.h"

#include <gtest/gtest.h>

#include "apps/events/views/view_test_world.h"
#include "base/work_budget.h"

namespace norn::events {
namespace {

class EngineViews : public ViewsTest {};
NORN_ENGINE_FOR_EVERY_OWNER(EngineViews);

// AP1
TEST_P(EngineViews, ShowWhatOverlapsTheDays) {
  add_event("before", timed_when("2025-12-14T10:00:00", "2025-12-14T11:00:00", kBerlin));
  add_event("into", timed_when("2025-12-14T23:00:00", "2025-12-15T01:00:00", kBerlin));
  add_event("over", timed_when("2025-12-10T10:00:00", "2025-12-30T11:00:00", kBerlin));
  add_event("first", timed_when("2025-12-15T00:00:00", "2025-12-15T01:00:00", kBerlin));
  add_event("last", timed_when("2025-12-21T23:59:59", "2025-12-22T09:00:00", kBerlin));
  add_event("after", timed_when("2025-12-22T00:00:00", "2025-12-22T01:00:00", kBerlin));
  add_event("ends as it begins", timed_when("2025-12-14T23:00:00", "2025-12-15T00:00:00", kBerlin));
  EXPECT_EQ(shown("2025-12-15", "2025-12-21"),
            (Lines{"2025-12-10T10:00:00 over", "2025-12-14T23:00:00 into",
                   "2025-12-15T00:00:00 first", "2025-12-21T23:59:59 last"}));
}

TEST_P(EngineViews, HaveMomentsFromTheFirstSecondToBeforeTheEnd) {
  add_event("before", moment("2025-12-14T23:59:59", kBerlin));
  add_event("at the beginning", moment("2025-12-15T00:00:00", kBerlin));
  add_event("at the end", moment("2025-12-16T00:00:00", kBerlin));
  add_event("no time at all", timed_when("2025-12-15T00:00:00", "2025-12-15T00:00:00", kBerlin));
  EXPECT_EQ(shown("2025-12-15", "2025-12-15"),
            (Lines{"2025-12-15T00:00:00 at the beginning", "2025-12-15T00:00:00 no time at all"}));
}

TEST_P(EngineViews, StandInTheOrderOfTheDay) {
  add_event("b", timed_when("2025-12-15T09:00:00", "2025-12-15T10:00:00", kBerlin));
  add_event("a", timed_when("2025-12-15T09:00:00", "2025-12-15T12:00:00", kBerlin));
  add_event("early", floating_when("2025-12-15T00:00:00", "2025-12-15T01:00:00"));
  add_event("whole", all_day_when("2025-12-15", "2025-12-16"));
  add_event("day before", all_day_when("2025-12-14", "2025-12-16"));
  add_event("next day", all_day_when("2025-12-16", "2025-12-17"));
  EXPECT_EQ(shown("2025-12-15", "2025-12-16"),
            (Lines{"2025-12-14 day before", "2025-12-15 whole", "2025-12-15T00:00:00 early",
                   "2025-12-15T09:00:00 a", "2025-12-15T09:00:00 b", "2025-12-16 next day"}));
}

TEST_P(EngineViews, OfTheSameTitleStandByTheirIds) {
  const Event one =
      add_event("same", timed_when("2025-12-15T09:00:00", "2025-12-15T10:00:00", kBerlin));
  const Event two =
      add_event("same", timed_when("2025-12-15T09:00:00", "2025-12-15T10:00:00", kBerlin));
  const View shown_days = view("2025-12-15", "2025-12-15");
  ASSERT_EQ(shown_days.placed.size(), 2);
  EXPECT_EQ(shown_days.id(shown_days.placed[0]), std::min(one.id, two.id));
}

TEST_P(EngineViews, AreByTheClocksOfAnyZone) {
  add_event("evening",
            timed_when("2025-12-15T22:00:00", "2025-12-15T23:00:00", "America/New_York"));
  EXPECT_EQ(shown("2025-12-15", "2025-12-15"), Lines{});
  EXPECT_EQ(shown("2025-12-16", "2025-12-16"), Lines{"2025-12-16T04:00:00 evening"});
  EXPECT_EQ(shown("2025-12-15", "2025-12-15", "America/New_York"),
            Lines{"2025-12-15T22:00:00 evening"});
  EXPECT_EQ(shown("2025-12-16", "2025-12-16", "Pacific/Kiritimati"),
            Lines{"2025-12-16T17:00:00 evening"});
}

TEST_P(EngineViews, HaveWholeDaysAndFloatingTimesWhereverOneIs) {
  add_event("holiday", all_day_when("2025-12-15", "2025-12-16"));
  add_event("pill", floating_when("2025-12-15T23:30:00", "2025-12-15T23:45:00"));
  for (const char* zone : {"Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"}) {
    EXPECT_EQ(shown("2025-12-15", "2025-12-15", zone),
              (Lines{"2025-12-15 holiday", "2025-12-15T23:30:00 pill"}));
    EXPECT_EQ(shown("2025-12-14", "2025-12-14", zone), Lines{});
    EXPECT_EQ(shown("2025-12-16", "2025-12-16", zone), Lines{});
  }
}

// AP1 over the turn of the year: two partitions of GSI1.
TEST_P(EngineViews, GoOverTheTurnOfTheYear) {
  add_event("old", timed_when("2025-12-31T20:00:00", "2025-12-31T21:00:00", kBerlin));
  add_event("party", timed_when("2025-12-31T22:00:00", "2026-01-01T04:00:00", kBerlin));
  add_event("new", timed_when("2026-01-01T12:00:00", "2026-01-01T13:00:00", kBerlin));
  add_event("week", all_day_when("2025-12-29", "2026-01-05"));
  EXPECT_EQ(shown("2025-12-29", "2026-01-04"),
            (Lines{"2025-12-29 week", "2025-12-31T20:00:00 old", "2025-12-31T22:00:00 party",
                   "2026-01-01T12:00:00 new"}));
  EXPECT_EQ(shown("2026-01-01", "2026-01-01"),
            (Lines{"2025-12-29 week", "2025-12-31T22:00:00 party", "2026-01-01T12:00:00 new"}));
  EXPECT_EQ(shown("2025-12-31", "2025-12-31"),
            (Lines{"2025-12-29 week", "2025-12-31T20:00:00 old", "2025-12-31T22:00:00 party"}));
}

// In UTC it is another year than on the wall.
TEST_P(EngineViews, HaveWhatIsInAnotherYearElsewhere) {
  add_event("noon", timed_when("2026-01-01T00:30:00", "2026-01-01T00:45:00", "Pacific/Kiritimati"));
  add_event("late", timed_when("2025-12-31T23:30:00", "2025-12-31T23:45:00", "Pacific/Pago_Pago"));
  EXPECT_EQ(shown("2026-01-01", "2026-01-01", "Pacific/Kiritimati"),
            Lines{"2026-01-01T00:30:00 noon"});
  EXPECT_EQ(shown("2025-12-31", "2025-12-31", "Pacific/Pago_Pago"),
            Lines{"2025-12-31T23:30:00 late"});
}

TEST_P(EngineViews, LookBackAsFarAsTheLongestEventIsLong) {
  add_event("years", all_day_when("2020-06-01", "2026-06-01"));
  add_event("short", timed_when("2022-01-10T10:00:00", "2022-01-10T11:00:00", kBerlin));
  EXPECT_EQ(shown("2026-05-31", "2026-05-31"), Lines{"2020-06-01 years"});
  EXPECT_EQ(shown("2026-06-01", "2026-06-01"), Lines{});
}

TEST_P(EngineViews, OfMonthsAndYears) {
  add_series("monthly", timed_when("2024-01-31T10:00:00", "2024-01-31T11:00:00", kBerlin),
             "FREQ=MONTHLY");
  add_event("one", timed_when("2025-02-03T10:00:00", "2025-02-03T11:00:00", kBerlin));
  EXPECT_EQ(shown("2025-02-01", "2025-02-28"), Lines{"2025-02-03T10:00:00 one"});
  const Lines year = shown("2025-01-01", "2025-12-31");
  EXPECT_EQ(year.size(), 8);
  EXPECT_EQ(year.back(), "2025-12-31T10:00:00 monthly");
}

TEST_P(EngineViews, OfADayOfAPersonWithoutAnything) {
  EXPECT_EQ(shown("2025-01-01", "2025-01-01"), Lines{});
}

TEST_P(EngineViews, AreOfOnePerson) {
  add_event("mine", all_day_when("2025-12-15", "2025-12-16"));
  EXPECT_TRUE(
      must(views.range(bob, {.from = day("2025-12-15"), .to = day("2025-12-15")})).placed.empty());
}

TEST_P(EngineViews, AreAtTheEndsOfTheCalendarToo) {
  add_series("daily", all_day_when("1900-01-01", "1900-01-02"), "FREQ=DAILY");
  EXPECT_EQ(shown("9999-12-31", "9999-12-31"), Lines{"9999-12-31 daily"});
  EXPECT_EQ(shown("0001-01-01", "0001-01-02"), Lines{});
}

TEST_P(EngineViews, RefuseWhatTheyCannotShow) {
  const auto ask = [&](std::string_view from, std::string_view to, std::string tzid) {
    return views.range(ada, {.from = day(from), .to = day(to), .tzid = std::move(tzid)});
  };
  EXPECT_TRUE(fails(ask("2025-12-15", "2025-12-14", ""), ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(fails(ask("2025-01-01", "2026-02-05", ""), ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(fails(ask("2025-12-15", "2025-12-15", "Mars/Olympus"), ErrorCode::kInvalid, "tzid"));
  EXPECT_TRUE(ask("2025-01-01", "2026-02-04", ""));
  const auto nobody = views.range("nobody", {.from = day("2025-12-15"), .to = day("2025-12-15")});
  EXPECT_TRUE(fails(nobody, ErrorCode::kNotFound));
}

TEST_P(EngineViews, RefuseTooMuchAtOnce) {
  constexpr int kSeries = 14;
  for (int i = 0; i < kSeries; ++i) {
    add_series("often", timed_when("2025-01-01T00:00:00", "2025-01-01T00:00:30", kBerlin),
               "FREQ=MINUTELY;INTERVAL=30");
  }
  EXPECT_EQ(view("2025-12-15", "2025-12-15").placed.size(), kSeries * 48);
  const auto much = views.range(ada, {.from = day("2025-12-01"), .to = day("2025-12-31")});
  ASSERT_TRUE(fails(much, ErrorCode::kInvalid, "to"));
  EXPECT_NE(much.error().message.find("fewer days"), std::string::npos);
}

// Norn refuses such rules, but other programs can write them.
TEST_P(EngineViews, LeaveOutSeriesThatOccurTooOften) {
  const When when = timed_when("2025-01-01T00:00:00", "2025-01-01T00:00:30", kBerlin);
  add_series("a", when, "FREQ=SECONDLY");
  add_series("b", when, "FREQ=MINUTELY");
  add_series("c", when, "FREQ=DAILY");
  EXPECT_EQ(view("2025-12-15", "2025-12-15").placed.size(), 1);
}

TEST_P(EngineViews, EndWhenTheirWorkBudgetIsSpent) {
  add_series("daily", all_day_when("2025-12-01", "2025-12-02"), "FREQ=DAILY");
  settle();
  const ViewRequest today = {.from = day("2025-12-15"), .to = day("2025-12-15")};
  must(views.range(ada, today));
  const WorkBudget none({.ms = 0});
  EXPECT_TRUE(fails(views.range(ada, today), ErrorCode::kInvalid));
  EXPECT_TRUE(fails(views.search(ada, "daily", 10), ErrorCode::kInvalid));
}

// AP10
TEST_P(EngineViews, ShowOnlyWhatHasAllTheTags) {
  const auto tagged = [&](std::string title, std::vector<std::string> tags) {
    Event made = event(std::move(title), all_day_when("2025-12-15", "2025-12-16"));
    made.details.tags = std::move(tags);
    write(made);
  };
  tagged("both", {"home", "work"});
  tagged("one", {"work"});
  tagged("none", {});
  tagged("odd", {",", "with \"quotes\" and \\"});
  Master weekly = series("series", all_day_when("2025-12-01", "2025-12-02"), "FREQ=WEEKLY");
  weekly.details.tags = {"work"};
  write(weekly);
  const auto with = [&](std::vector<std::string> tags) {
    return lines_of(view("2025-12-15", "2025-12-15", "", std::move(tags)));
  };
  EXPECT_EQ(with({"work"}), (Lines{"2025-12-15 both", "2025-12-15 one", "2025-12-15 series"}));
  EXPECT_EQ(with({"work", "home"}), Lines{"2025-12-15 both"});
  EXPECT_EQ(with({","}), Lines{"2025-12-15 odd"});
  EXPECT_EQ(with({"with \"quotes\" and \\"}), Lines{"2025-12-15 odd"});
  EXPECT_EQ(with({"WORK"}), with({"work"}));
  EXPECT_EQ(with({"wor"}), Lines{});
}

TEST_P(EngineViews, LeaveOutWhatShouldBeGone) {
  Event gone = event("gone", all_day_when("2025-12-15", "2025-12-16"));
  gone.details.ttl = clock.now_s();
  write(gone);
  Event stays = event("stays", all_day_when("2025-12-15", "2025-12-16"));
  stays.details.ttl = clock.now_s() + 1;
  write(stays);
  Master ended = series("ended", all_day_when("2025-12-01", "2025-12-02"), "FREQ=DAILY");
  ended.details.ttl = clock.now_s();
  write(ended);
  EXPECT_EQ(shown("2025-12-15", "2025-12-15"), Lines{"2025-12-15 stays"});
}

TEST_P(EngineViews, KeepWhatOthersBrokeToThemselves) {
  add_event("good", all_day_when("2025-12-15", "2025-12-16"));
  Master bad_rule = series("bad", all_day_when("2025-12-01", "2025-12-02"), "FREQ=SOMETIMES");
  write(bad_rule);
  Master hostile =
      series("hostile", timed_when("2025-01-01T00:00:00", "2025-01-01T01:00:00", kBerlin),
             "FREQ=HOURLY;INTERVAL=7;BYDAY=MO;BYHOUR=0;BYMONTH=2;BYMONTHDAY=30");
  write(hostile);
  store::PutRequest put;
  put.table = tables.planner();
  auto broken = to_item(ada, event("broken", all_day_when("2025-12-15", "2025-12-16"))).to_map();
  broken.insert_or_assign("startDate", "tomorrow");
  put.item = store::Item::from_map(broken);
  must(store_.put(put));
  EXPECT_EQ(shown("2025-12-15", "2025-12-15"), Lines{"2025-12-15 good"});
}

}  // namespace
}  // namespace norn::events
