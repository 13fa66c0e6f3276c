#include "apps/calendars/sweep.h"

#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class CalendarSweep : public CalendarsTest {};
NORN_ON_BOTH_STORES(CalendarSweep);

TEST_P(CalendarSweep, RemovesEverythingOfTheCalendarAndNothingElse) {
  const std::string other = scene.calendar(bob, "Other");
  const Entry kept = scene.entry(bob, other, "2024-01-15", AllDay{});
  for (int i = 0; i < 250; ++i) scene.entry(bob, calendar, "2024-01-15", AllDay{});
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
  must(scene.members.invite(bob, other, "new@example.com", Role::kReader));
  settle();
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 1);
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 1);
  EXPECT_EQ(scene.count("calendsync", "CALENDAR"), 1);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 2);
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
  EXPECT_EQ(must(scene.entries.get(bob, kept.id)), kept);
}

TEST_P(CalendarSweep, ComesToAnEndAndCanBeRepeated) {
  scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  must(scene.calendars.remove(ada, calendar));
  EXPECT_TRUE(must(scene.calendars.sweep(calendar)));
  EXPECT_FALSE(must(scene.calendars.sweep(calendar)));
  EXPECT_FALSE(must(scene.calendars.sweep(calendar)));
}

// The index still shows it where it was.
TEST_P(CalendarSweep, AnEntryThatWasMovedAwayStays) {
  const std::string other = scene.calendar(bob, "Other");
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  const Entry moved =
      must(scene.entries.change(bob, entry.id, {.calendar_id = other}, etag_of(entry)));
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(bob, entry.id)), moved);
}

class SettlingSweep : public ::testing::Test {
 protected:
  ManualClock clock{accounts::kStartMs};
  testing::ModelStore primary{clock};
  testing::ModelStore replica{clock};
  testing::LaggingIndexStore store{primary, replica};
  Scene scene{store, clock, {.settle_ms = 10'000}};
};

TEST_F(SettlingSweep, FindsWhatTheIndexDidNotShowTheFirstTime) {
  const std::string ada = scene.person("ada");
  const std::string calendar = scene.calendar(ada);
  scene.entry(ada, calendar, "2024-01-15", AllDay{});
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 1) << "the index does not show it yet";
  store.catch_up();
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 1) << "it is not the time yet";
  clock.advance_ms(10'000);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 0);
  clock.advance_ms(10'000);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
}

TEST_P(CalendarSweep, WhatIsThereAgainIsNotSwept) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  const auto item = must(find_item(scene.context, calendar_key(calendar))).value();
  must(scene.calendars.remove(ada, calendar));
  // Another program puts the calendar back.
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = item;
  must(store().put(put));
  clock.advance_ms(31 * int64_t{86'400'000});
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(bob, entry.id)), entry);
  EXPECT_EQ(scene.count("norn", "SWEEP") + scene.count("norn", "WAITING_SWEEP"), 0);
}

}  // namespace
}  // namespace norn::calendars
