#include "apps/calendars/calendar_bin.h"

#include <atomic>
#include <thread>

#include "apps/calendars/meter.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

constexpr int64_t kThirtyDaysMs = apps::kBinDays * 86'400'000;

class CalendarBinTest : public CalendarsTest {
 protected:
  std::vector<std::string> entries_in_bin(const std::string& user) {
    std::vector<std::string> titles;
    for (const auto& binned : must(scene.bin.entries(user, calendar, 50, "")).page.things) {
      titles.push_back(binned.title);
    }
    return titles;
  }

  std::vector<std::string> calendars_in_bin(const std::string& user) {
    settle();
    std::vector<std::string> names;
    for (const auto& binned : must(scene.bin.calendars(user, 50, "")).things) {
      names.push_back(binned.title);
    }
    return names;
  }

  void own(const std::string& user) {
    const Membership before =
        must(authorize(scene.context, user, calendar, Role::kReader)).membership;
    must(scene.members.change_role(ada, calendar, user, Role::kOwner, etag_of(before)));
  }
};
NORN_ON_BOTH_STORES(CalendarBinTest);

TEST_P(CalendarBinTest, AnEntryComesBackAsItWasWithItsIdAndEtag) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", Timed{"09:00:00", "09:30:00"});
  must(scene.entries.remove(bob, entry.id, etag_of(entry)));
  EXPECT_TRUE(fails(scene.entries.get(ada, entry.id), ErrorCode::kNotFound));
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 0) << "it is not only marked";
  const auto page = must(scene.bin.entries(ada, calendar, 50, "")).page;
  ASSERT_EQ(page.things.size(), 1);
  EXPECT_EQ(page.things[0].id, entry.id);
  EXPECT_EQ(page.things[0].starts_at, "2024-01-15T09:00:00");
  EXPECT_EQ(page.things[0].deleted_by, bob);
  // Another person than the one who deleted it.
  const Entry restored = must(scene.entries.restore(ada, calendar, entry.id));
  EXPECT_EQ(restored, entry);
  EXPECT_EQ(must(scene.entries.get(eve, entry.id)), entry);
  EXPECT_EQ(etag_of(restored), etag_of(entry));
  settle();
  EXPECT_EQ(scene.titles(eve, calendar, "2024-01-01", "2024-01-31").size(), 1);
  EXPECT_TRUE(entries_in_bin(ada).empty());
}

TEST_P(CalendarBinTest, WritersSeeAndRestoreAndOnlyOwnersDeleteForGood) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  must(scene.entries.remove(bob, entry.id, etag_of(entry)));
  EXPECT_TRUE(must(scene.bin.entries(ada, calendar, 50, "")).may_delete);
  EXPECT_FALSE(must(scene.bin.entries(bob, calendar, 50, "")).may_delete);
  EXPECT_TRUE(fails(scene.bin.entries(eve, calendar, 50, ""), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.entries(zoe, calendar, 50, ""), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.entries.restore(eve, calendar, entry.id), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.entries.restore(zoe, calendar, entry.id), ErrorCode::kNotFound));
  const std::string other = scene.calendar(zoe, "Other");
  EXPECT_TRUE(fails(scene.entries.restore(zoe, other, entry.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.bin.remove_entry(bob, calendar, entry.id), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.remove_entries(bob, calendar), ErrorCode::kForbidden));
  must(scene.bin.remove_entry(ada, calendar, entry.id));
  EXPECT_TRUE(fails(scene.entries.restore(ada, calendar, entry.id), ErrorCode::kNotFound));
}

// Mallory may have deleted it to have it restored with its members by the owner of the address.
TEST_P(CalendarBinTest, ATakeoverAlsoEndsTheMembershipsOfACalendarInTheBin) {
  const std::string other = scene.calendar(bob, "Bob's");
  clock.advance_ms(1'000);
  scene.join(other, bob, "ada", Role::kOwner);
  must(scene.calendars.remove(ada, calendar));
  must(scene.calendars.remove(bob, other));
  settle();
  while (must(scene.members->end_access(ada, clock.now_ms()))) settle();
  must(scene.calendars.restore(ada, calendar));
  EXPECT_EQ(must(scene.members.list(ada, calendar)).size(), 1);
  EXPECT_TRUE(fails(scene.calendars.get(bob, calendar), ErrorCode::kNotFound));
  must(scene.calendars.restore(bob, other));
  EXPECT_EQ(must(scene.members.list(bob, other)).size(), 2) << "bob's is his own";
}

TEST_P(CalendarBinTest, AnEntryIsNotRestoredOverAnotherOfItsIdOrTooLate) {
  const Entry entry = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  must(scene.entries.remove(ada, entry.id, etag_of(entry)));
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = to_item(entry);
  must(store().put(put));
  EXPECT_TRUE(fails(scene.entries.restore(ada, calendar, entry.id), ErrorCode::kConflict));
  must(scene.entries.remove(ada, entry.id, etag_of(entry)));
  EXPECT_EQ(entries_in_bin(ada).size(), 1);
  clock.advance_ms(kThirtyDaysMs);
  EXPECT_TRUE(fails(scene.entries.restore(ada, calendar, entry.id), ErrorCode::kNotFound));
}

TEST_P(CalendarBinTest, ARestoredEntryOfManyDaysIsFoundOnAllOfThem) {
  const Entry entry =
      scene.entry(ada, calendar, "2024-01-01", MultiDay{date("2024-01-01"), date("2024-01-20")});
  must(scene.entries.remove(ada, entry.id, etag_of(entry)));
  must(scene.entries.restore(ada, calendar, entry.id));
  settle();
  EXPECT_EQ(scene.titles(eve, calendar, "2024-01-19", "2024-01-19").size(), 1);
}

TEST_P(CalendarBinTest, WhoLosesTheRoleAtThatMomentRestoresNothing) {
  const Entry entry = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  must(scene.entries.remove(ada, entry.id, etag_of(entry)));
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(scene.entries.restore(bob, calendar, entry.id), ErrorCode::kNotFound));
  EXPECT_EQ(entries_in_bin(ada).size(), 1);
}

TEST_P(CalendarBinTest, ACalendarComesBackWithEverythingInIt) {
  const Entry entry =
      scene.entry(bob, calendar, "2024-01-15", MultiDay{date("2024-01-15"), date("2024-01-25")});
  const Entry deleted = scene.entry(bob, calendar, "2024-01-15", AllDay{}, "Deleted");
  must(scene.entries.remove(bob, deleted.id, etag_of(deleted)));
  must(scene.members.invite(ada, calendar, "new@example.com", Role::kReader));
  const Access before = must(scene.calendars.get(ada, calendar));
  must(scene.calendars.remove(ada, calendar));
  must(scene.sweeps.run());
  clock.advance_ms(kThirtyDaysMs - 1'000);
  must(scene.sweeps.run());
  for (const std::string& user : {ada, bob, eve}) {
    EXPECT_TRUE(fails(scene.calendars.get(user, calendar), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.entries.get(user, entry.id), ErrorCode::kNotFound));
  }
  EXPECT_EQ(calendars_in_bin(ada), std::vector<std::string>{"Personal"});
  EXPECT_TRUE(calendars_in_bin(bob).empty()) << "owners only";
  EXPECT_TRUE(fails(scene.calendars.restore(bob, calendar), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.calendars.restore(zoe, calendar), ErrorCode::kNotFound));
  EXPECT_EQ(must(scene.calendars.restore(ada, calendar)).calendar, before.calendar);
  EXPECT_EQ(must(scene.entries.get(eve, entry.id)), entry);
  EXPECT_EQ(scene.role_of(calendar, bob), Role::kWriter);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 2) << "one, found both ways";
  EXPECT_TRUE(calendars_in_bin(ada).empty());
  clock.advance_ms(kThirtyDaysMs);
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(eve, entry.id)), entry) << "the sweep was called off";
}

TEST_P(CalendarBinTest, ACalendarIsGoneToTheLastItemWhenItsTimeIsOver) {
  scene.entry(bob, calendar, "2024-01-15", AllDay{});
  const Entry deleted = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  must(scene.entries.remove(bob, deleted.id, etag_of(deleted)));
  settle();
  must(scene.calendars.remove(ada, calendar));
  clock.advance_ms(kThirtyDaysMs);
  EXPECT_TRUE(fails(scene.calendars.restore(ada, calendar), ErrorCode::kNotFound));
  must(scene.sweeps.run());
  for (const char* const type : {"ENTRY", "MEMBERSHIP", "CALENDAR"}) {
    EXPECT_EQ(scene.count("calendsync", type), 0) << type;
  }
  for (const char* const type : {"SWEEP", "WAITING_SWEEP", "BIN", "BINNED", "BIN_USAGE"}) {
    EXPECT_EQ(scene.count("norn", type), 0) << type;
  }
}

TEST_P(CalendarBinTest, EmptyingDeletesCalendarsAtOnce) {
  const std::string other = scene.calendar(ada, "Other");
  settle();
  must(scene.calendars.remove(ada, calendar));
  clock.advance_ms(1'000);
  must(scene.calendars.remove(ada, other));
  EXPECT_EQ(calendars_in_bin(ada), (std::vector<std::string>{"Other", "Personal"}));
  const auto first = must(scene.bin.calendars(ada, 1, ""));
  EXPECT_EQ(first.things[0].title, "Other");
  EXPECT_EQ(must(scene.bin.calendars(ada, 1, first.next)).things[0].title, "Personal");
  must(scene.bin.remove_calendars(ada));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 0);
  EXPECT_TRUE(calendars_in_bin(ada).empty());
}

// A change that came between what was read and what was written is in the copy.
TEST_P(CalendarBinTest, ACalendarIsCopiedAsItIsDeleted) {
  meanwhile([&] {
    scene.entry(bob, calendar, "2024-01-15", MultiDay{date("2024-01-15"), date("2024-01-25")});
  });
  must(scene.calendars.remove(ada, calendar));
  EXPECT_EQ(must(scene.calendars.restore(ada, calendar)).calendar.longest_span_days, 11);
}

TEST_P(CalendarBinTest, ACalendarInTheBinGoesWithTheAccountOfItsLastOwner) {
  own(bob);
  settle();
  must(scene.calendars.remove(ada, calendar));
  const auto forget = [&](const std::string& user) {
    must(scene.users.remove(*must(scene.users.find(user)), {}));
    while (must(scene.members.forget(user))) {
    }
    while (must(bin_of(scene.context).forget(user))) {
    }
    must(scene.sweeps.run());
  };
  forget(ada);
  settle();
  EXPECT_EQ(calendars_in_bin(bob), std::vector<std::string>{"Personal"});
  for (const store::Item& item : must(testing::drain(store(), testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(ada), std::string_view::npos) << item.json();
  }
  forget(bob);
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 0);
  EXPECT_EQ(scene.count("norn", "BINNED"), 0);
}

TEST_P(CalendarBinTest, WhatIsInTheBinIsNoneOfTheCalendarsThatAPersonHas) {
  CalendarMeter meter(scene.context);
  settle();
  EXPECT_EQ(must(meter.in_bin(ada)).at("calendars"), 0);
  must(scene.calendars.remove(ada, calendar));
  EXPECT_EQ(must(meter.in_bin(ada)).at("calendars"), 1);
  EXPECT_EQ(must(meter.in_bin(bob)).at("calendars"), 0) << "it was not theirs";
}

TEST_P(CalendarBinTest, TwoWhoRestoreAndDeleteAtOnceAgree) {
  for (int round = 0; round < 20; ++round) {
    const Entry entry = scene.entry(ada, calendar, "2024-01-15", AllDay{});
    must(scene.entries.remove(ada, entry.id, etag_of(entry)));
    std::atomic<int> restored = 0;
    std::atomic<int> removed = 0;
    std::vector<std::thread> threads;
    threads.emplace_back(
        [&] { restored += scene.entries.restore(bob, calendar, entry.id) ? 1 : 0; });
    threads.emplace_back(
        [&] { restored += scene.entries.restore(ada, calendar, entry.id) ? 1 : 0; });
    threads.emplace_back(
        [&] { removed += scene.bin.remove_entry(ada, calendar, entry.id) ? 1 : 0; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(restored + removed, 1);
    EXPECT_EQ(scene.entries.get(ada, entry.id).has_value(), restored == 1);
    EXPECT_TRUE(entries_in_bin(ada).empty());
  }
}

}  // namespace
}  // namespace norn::calendars
