#include <fmt/format.h>

#include "apps/events/limits.h"
#include "apps/events/service/test_events.h"

// This occurrence and all that follow.
namespace norn::events {
namespace {

class EngineFollowing : public EventsTest {
 protected:
  Master following(const Master& master, const std::string& tag, const EventChange& edit) {
    return change_series(master, tag, edit, Scope::kFollowing);
  }
  std::string until(const Master& master) {
    return apps::text_of(*item(ada, keys::master(master.id)), "rruleUntil");
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineFollowing);

TEST_P(EngineFollowing, TheSeriesEndsAndAnotherBegins) {
  const Master master = standup();
  clock.advance_ms(60'000);
  EventChange edit = titled("New name");
  edit.details.color = "#22c55e";
  const Master later = following(master, "20250120", edit);
  Master head = master;
  head.repeats.until_s = second("2025-01-20T13:59:59Z");
  head.stamp.version = 2;
  head.stamp.updated_at = "2024-01-15T10:31:00Z";
  head.ical.sequence = 1;
  EXPECT_EQ(series(master.id), head);
  Master tail = master;
  tail.id = later.id;
  tail.details.title = "New name";
  tail.details.color = "#22c55e";
  tail.when.start_s = second("2025-01-20T14:00:00Z");
  tail.when.end_s = second("2025-01-20T14:15:00Z");
  tail.stamp = {1, "2024-01-15T10:31:00Z", "2024-01-15T10:31:00Z"};
  tail.ical = {later.id + "@norn", 0};
  EXPECT_EQ(later, tail);
  EXPECT_EQ(series(later.id), tail);
  EXPECT_EQ(between("2025-01-06", "2025-02-01"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-13T14:00:00Z Standup",
                   "2025-01-20T14:00:00Z New name", "2025-01-27T14:00:00Z New name"}));
}

// In New York the clocks change on 2025-03-09.
TEST_P(EngineFollowing, TimesAreOnTheWall) {
  const Master master = standup();
  following(master, "20250303", starting("2025-03-04T10:30:00"));
  EXPECT_EQ(between("2025-02-20", "2025-03-20"),
            (Texts{"2025-02-24T14:00:00Z Standup", "2025-03-04T15:30:00Z Standup",
                   "2025-03-11T14:30:00Z Standup", "2025-03-18T14:30:00Z Standup"}));
}

TEST_P(EngineFollowing, EveryKindOfSeries) {
  const Master days = make_series(
      repeating(all_day("2025-01-06", "2025-01-08", "Days"), "FREQ=DAILY;INTERVAL=7;COUNT=4"));
  const Master later_days = following(days, "20250120", starting("2025-01-21"));
  EXPECT_EQ(until(days), "2025-01-19T23:59:59Z");
  EXPECT_EQ(later_days.repeats.rrule, "FREQ=DAILY;COUNT=2;INTERVAL=7");
  EXPECT_EQ(later_days.when.duration_s(), 2 * 86'400);
  EXPECT_EQ(between("2025-01-01", "2026-01-01"),
            (Texts{"2025-01-06 Days", "2025-01-13 Days", "2025-01-21 Days", "2025-01-28 Days"}));
  remove(days.id);
  remove(later_days.id);

  const Master walls = make_series(
      repeating(floating("2025-01-06T09:00:00", "2025-01-06T10:00:00"), "FREQ=DAILY;COUNT=4"));
  const Master later_walls = following(walls, "20250108", starting("2025-01-08T11:00:00"));
  EXPECT_EQ(until(walls), "2025-01-08T08:59:59Z");
  EXPECT_EQ(between("2025-01-01", "2026-01-01"),
            (Texts{"2025-01-06T09:00:00 Standup", "2025-01-07T09:00:00 Standup",
                   "2025-01-08T11:00:00 Standup", "2025-01-09T11:00:00 Standup"}));
  remove(walls.id);
  remove(later_walls.id);

  const Master hours =
      make_series(repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:10:00", "Europe/Berlin"),
                            "FREQ=HOURLY;INTERVAL=2;COUNT=4"));
  const Master later_hours = following(hours, "20250106T120000Z", starting("2025-01-06T13:30:00"));
  EXPECT_EQ(later_hours.repeats.rrule, "FREQ=HOURLY;COUNT=2;INTERVAL=2");
  EXPECT_EQ(between("2025-01-01", "2026-01-01"),
            (Texts{"2025-01-06T08:00:00Z Standup", "2025-01-06T10:00:00Z Standup",
                   "2025-01-06T12:30:00Z Standup", "2025-01-06T14:30:00Z Standup"}));
}

TEST_P(EngineFollowing, WhatIsLeftOfCountAndUntil) {
  const Master counted = standup("FREQ=WEEKLY;COUNT=10;BYDAY=MO");
  remove(counted, "20250113");
  EXPECT_EQ(following(counted, "20250127", titled("x")).repeats.rrule,
            "FREQ=WEEKLY;COUNT=7;BYDAY=MO")
      << "what is left out counts";
  EXPECT_EQ(series(counted.id).repeats.rrule, "FREQ=WEEKLY;COUNT=10;BYDAY=MO");
  const Master until = standup("FREQ=WEEKLY;UNTIL=20250210T140000Z;BYDAY=MO");
  EXPECT_EQ(following(until, "20250127", titled("x")).repeats.rrule,
            "FREQ=WEEKLY;UNTIL=20250210T140000Z;BYDAY=MO");
  // Its last occurrence is not lost when the series moves.
  const Master moved = standup("FREQ=WEEKLY;UNTIL=20250210T140000Z;BYDAY=MO");
  EXPECT_EQ(following(moved, "20250127", starting("2025-01-27T15:00:00")).repeats.rrule,
            "FREQ=WEEKLY;UNTIL=20250210T200000Z;BYDAY=MO");
}

TEST_P(EngineFollowing, ASeriesThatWasEndedStaysSo) {
  const Master master = standup();
  remove(master, "20250210", Scope::kFollowing);
  const Master later = following(master, "20250120", starting("2025-01-21T09:00:00"));
  EXPECT_EQ(until(later), "2025-02-11T13:59:59Z");
  EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), 5);
}

TEST_P(EngineFollowing, DatesGoWhereTheyBelong) {
  EventChange input = repeating(
      timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "America/New_York"), "FREQ=DAILY");
  input.repeats.exdate = {"20250107", "20250120", "20250125"};
  input.repeats.rdate = {"20250108", "20250301"};
  const Master master = make_series(input);
  const Master later = following(master, "20250115", starting("2025-01-16T08:00:00"));
  EXPECT_EQ(series(master.id).repeats.exdate, Texts{"20250107"});
  EXPECT_EQ(series(master.id).repeats.rdate, Texts{"20250108"});
  EXPECT_EQ(later.repeats.exdate, (Texts{"20250121", "20250126"}));
  EXPECT_EQ(later.repeats.rdate, Texts{"20250302"});
}

TEST_P(EngineFollowing, LaterExceptionsGoAlong) {
  const Master master = standup();
  change_this(master, "20250113", titled("Before"));
  change_this(master, "20250203", titled("Named"));
  change_this(master, "20250210", starting("2025-02-11T12:00:00"));
  const Master later = following(master, "20250127", starting("2025-01-28T10:00:00"));
  EXPECT_EQ(sort_keys("INSTANCE#"),
            (Texts{"INSTANCE#" + master.id + "#20250113", "INSTANCE#" + later.id + "#20250204",
                   "INSTANCE#" + later.id + "#20250211"}));
  EXPECT_TRUE(series(master.id).repeats.has_exceptions);
  EXPECT_TRUE(later.repeats.has_exceptions);
  const Instance named = occurrence(later, "20250204").instance;
  EXPECT_EQ(start_key(named.when), "2025-02-04T15:00:00Z") << "its time was not its own";
  EXPECT_EQ(named.recurrence_s, second("2025-02-04T15:00:00Z"));
  EXPECT_EQ(named.modified_fields, Texts{"title"});
  EXPECT_EQ(named.stamp.version, 1);
  const Instance moved = occurrence(later, "20250211").instance;
  EXPECT_EQ(start_key(moved.when), "2025-02-11T17:00:00Z") << "somebody put it there";
  EXPECT_EQ(moved.recurrence_s, second("2025-02-11T15:00:00Z"));
}

TEST_P(EngineFollowing, WhatIsNoOccurrenceAnyMoreIsDropped) {
  const Master master = standup("FREQ=DAILY");
  change_this(master, "20250110", titled("Friday"));
  change_this(master, "20250113", titled("Monday"));
  EventChange edit = repeating({}, "FREQ=WEEKLY;BYDAY=MO");
  const Master later = following(master, "20250108", edit);
  EXPECT_EQ(start_key(later.when), "2025-01-13T14:00:00Z") << "the first of the new rule";
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + later.id + "#20250113"});
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
  EXPECT_EQ(between("2025-01-06", "2025-01-22"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-07T14:00:00Z Standup",
                   "2025-01-13T14:00:00Z Monday", "2025-01-20T14:00:00Z Standup"}));
}

// An occurrence that was moved belongs where the series has it.
TEST_P(EngineFollowing, WhatWasMovedOverTheCut) {
  const Master master = standup("FREQ=DAILY");
  change_this(master, "20250107", starting("2025-01-20T12:00:00"));
  change_this(master, "20250110", starting("2025-01-01T12:00:00"));
  const Master later = following(master, "20250109", titled("Later"));
  EXPECT_EQ(sort_keys("INSTANCE#"),
            (Texts{"INSTANCE#" + master.id + "#20250107", "INSTANCE#" + later.id + "#20250110"}));
  EXPECT_EQ(between("2024-12-01", "2025-01-12"),
            (Texts{"2025-01-01T17:00:00Z Later", "2025-01-06T14:00:00Z Standup",
                   "2025-01-08T14:00:00Z Standup", "2025-01-09T14:00:00Z Later",
                   "2025-01-11T14:00:00Z Later"}));
}

// The one that is changed may be an exception itself.
TEST_P(EngineFollowing, FromAnExceptionOn) {
  const Master master = standup();
  EventChange special = starting("2025-01-20T11:00:00");
  special.details.title = "Special";
  change_this(master, "20250120", special);
  const Master later = following(master, "20250120", starting("2025-01-20T12:00:00"));
  EXPECT_EQ(between("2025-01-06", "2025-02-01"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-13T14:00:00Z Standup",
                   "2025-01-20T17:00:00Z Special", "2025-01-27T15:00:00Z Standup"}));
  change_series(later, "20250120", titled("Everything"), Scope::kAll);
  EXPECT_EQ(between("2025-01-15", "2025-02-01"),
            (Texts{"2025-01-20T17:00:00Z Everything", "2025-01-27T15:00:00Z Everything"}));
}

TEST_P(EngineFollowing, FromTheFirstOnIsAll) {
  const Master master = standup();
  const Master renamed = following(master, "20250106", titled("All"));
  EXPECT_EQ(renamed.id, master.id);
  EXPECT_EQ(renamed.stamp.version, 2);
  remove(master, "20250106");
  EXPECT_EQ(following(master, "20250113", titled("Still all")).id, master.id)
      << "nothing comes before it";
  EXPECT_EQ(items(ada, "MASTER#").size(), 1);
}

TEST_P(EngineFollowing, WhatChangesNothingMakesNoSeries) {
  const Master master = standup();
  EXPECT_EQ(following(master, "20250120", titled("Standup")), master);
  EXPECT_EQ(following(master, "20250120", starting("2025-01-20T09:00:00")), master);
  change_this(master, "20250120", titled("Special"));
  const Master back = following(master, "20250120", titled("Standup"));
  EXPECT_EQ(back.id, master.id);
  EXPECT_FALSE(back.repeats.has_exceptions);
}

TEST_P(EngineFollowing, OnlySoManyExceptionsCanMove) {
  const Master master = standup("FREQ=DAILY");
  const int64_t start = second("2025-01-06");
  for (size_t i = 1; i <= kMaxMovedExceptions + 1; ++i) {
    change_this(master, day_tag(start + static_cast<int64_t>(i) * 86'400),
                titled(fmt::format("Day {}", i)));
  }
  const std::string before = json_of(get(master.id));
  EventChange edit;
  edit.details.location = "Room 1";
  const auto refused = try_change(instance_id(master.id, "20250107"), edit, Scope::kFollowing);
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_NE(refused.error().message.find("46 changed occurrences"), std::string::npos);
  EXPECT_EQ(json_of(get(master.id)), before);
  const Master later = following(master, "20250108", edit);
  EXPECT_EQ(items(ada, keys::instances_of(later.id)).size(), kMaxMovedExceptions);
}

TEST_P(EngineFollowing, WhatCannotStartASeriesIsRefused) {
  EventChange input = repeating(
      timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "America/New_York"), "FREQ=WEEKLY");
  input.repeats.rdate = {"20250122"};
  const Master master = make_series(input);
  EXPECT_TRUE(fails(try_change(instance_id(master.id, "20250122"), titled("x"), Scope::kFollowing),
                    ErrorCode::kInvalid, "scope"));
  EventChange none;
  none.repeats.rrule = std::optional<std::string>();
  EXPECT_TRUE(fails(try_change(instance_id(master.id, "20250127"), none, Scope::kFollowing),
                    ErrorCode::kInvalid, "rrule"));
  EXPECT_EQ(series(master.id), master);
}

}  // namespace
}  // namespace norn::events
