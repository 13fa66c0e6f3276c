#include "apps/calendars/live_feed.h"

#include <algorithm>
#include <tuple>

#include "apps/calendars/render.h"
#include "apps/calendars/test_world.h"
#include "store/stream_tail.h"

namespace norn::calendars {
namespace {

using Users = std::vector<std::string>;

class CalendarChangesTest : public ::testing::Test {
 protected:
  CalendarChangesTest() {
    ada = scene.person("ada");
    bob = scene.person("bob");
    eve = scene.person("eve");
    zoe = scene.person("zoe");
    calendar = scene.calendar(ada);
    scene.join(calendar, ada, "bob", Role::kWriter);
    scene.join(calendar, ada, "eve", Role::kReader);
    must(tail_.start_at_latest());
  }

  // What has happened since this was asked.
  live::Events events() {
    changes.begin_round();
    live::Events heard;
    for (const store::StreamRecord& record : must(tail_.read(kAll))) {
      add_heard(must(changes.events_of(record)), heard);
    }
    return heard;
  }
  // The same for those who were not there.
  live::Events missed() {
    changes.begin_round();
    const auto records = must(tail_.read(kAll));
    const auto all = must(changes.catch_up(records));
    EXPECT_EQ(all.size(), records.size());
    live::Events heard;
    for (const live::Events& some : all) add_heard(some, heard);
    return heard;
  }
  static void add_heard(live::Events events, live::Events& heard) {
    for (live::Event& event : events) {
      std::ranges::sort(event.users);
      if (!event.users.empty()) heard.push_back(std::move(event));
    }
  }

  static Users sorted(Users users) {
    std::ranges::sort(users);
    return users;
  }
  Users everybody() const { return sorted({ada, bob, eve}); }

  static std::string entry_data(const std::string& calendar_id, const Entry& entry) {
    std::string json;
    append_json(json, entry);
    return R"({"calendarId":")" + calendar_id + R"(","id":")" + entry.id + R"(","entry":)" + json +
           "}";
  }
  static std::string gone_data(const std::string& calendar_id, const std::string& id) {
    return R"({"calendarId":")" + calendar_id + R"(","id":")" + id + R"(","entry":null})";
  }
  static std::string membership_data(const std::string& calendar_id, const std::string& user,
                                     const std::string& role) {
    return R"({"calendarId":")" + calendar_id + R"(","userId":")" + user + R"(","role":)" + role +
           "}";
  }

  static void expect(const live::Event& event, const std::string& name, const std::string& data,
                     const Users& users) {
    EXPECT_EQ(event.name, name);
    EXPECT_EQ(event.data, data);
    EXPECT_EQ(event.users, users);
  }

  static constexpr int64_t kAll = 1'000;
  // That each of them hears that the calendar is gone, and that they are no member.
  void expect_swept(const live::Events& heard) {
    ASSERT_EQ(heard.size(), 6u);
    Users users;
    for (size_t i = 0; i < heard.size(); i += 2) {
      const Users one = heard[i].users;
      ASSERT_EQ(one.size(), 1u);
      expect(heard[i], "calendar", R"({"calendarId":")" + calendar + R"(","calendar":null})", one);
      expect(heard[i + 1], "membership", membership_data(calendar, one[0], "null"), one);
      users.push_back(one[0]);
    }
    EXPECT_EQ(sorted(users), everybody());
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore store{clock};
  Scene scene{store, clock};
  CalendarChanges changes{scene.context};
  store::StreamTail tail_{store, "calendsync"};
  std::string ada;  // Owns the calendar,
  std::string bob;  // writes in it,
  std::string eve;  // reads it,
  std::string zoe;  // and knows nothing of it.
  std::string calendar;
};

TEST_F(CalendarChangesTest, MembersHearOfEntries) {
  const Entry made = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  auto heard = events();
  ASSERT_EQ(heard.size(), 1u);
  expect(heard[0], "entry", entry_data(calendar, made), everybody());

  EntryPatch patch;
  patch.title = "Another";
  const Entry changed = must(scene.entries.change(ada, made.id, patch, etag_of(made)));
  heard = events();
  ASSERT_EQ(heard.size(), 1u);
  expect(heard[0], "entry", entry_data(calendar, changed), everybody());

  must(scene.entries.remove(ada, made.id, etag_of(changed)));
  heard = events();
  ASSERT_EQ(heard.size(), 1u);
  expect(heard[0], "entry", gone_data(calendar, made.id), everybody());
}

TEST_F(CalendarChangesTest, EntryThatIsMovedIsGoneForTheMembersOfItsOldCalendar) {
  const std::string other = scene.calendar(ada, "Other");
  scene.join(other, ada, "zoe", Role::kReader);
  const Entry made = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  events();
  EntryPatch patch;
  patch.calendar_id = other;
  const Entry moved = must(scene.entries.change(ada, made.id, patch, etag_of(made)));
  const auto heard = events();
  ASSERT_EQ(heard.size(), 2u);
  expect(heard[0], "entry", gone_data(calendar, made.id), everybody());
  expect(heard[1], "entry", entry_data(other, moved), sorted({ada, zoe}));
}

TEST_F(CalendarChangesTest, MembersHearOfTheirCalendarAndWhatTheyMayDoInIt) {
  CalendarPatch patch;
  patch.name = "Family";
  const Access before = must(scene.calendars.get(ada, calendar));
  const Access after = must(scene.calendars.change(ada, calendar, patch, etag_of(before.calendar)));
  const auto heard = events();
  ASSERT_EQ(heard.size(), 3u);
  const std::vector<std::pair<Role, std::string>> expected = {
      {Role::kReader, eve}, {Role::kWriter, bob}, {Role::kOwner, ada}};
  for (size_t i = 0; i < heard.size(); ++i) {
    std::string json;
    append_json(json, after.calendar, expected[i].first);
    expect(heard[i], "calendar", R"({"calendarId":")" + calendar + R"(","calendar":)" + json + "}",
           {expected[i].second});
  }
}

TEST_F(CalendarChangesTest, LongerEntriesAreNoNewsOfTheirCalendar) {
  scene.entry(ada, calendar, "2024-01-15", MultiDay{date("2024-01-15"), date("2024-01-20")});
  const auto heard = events();
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0].name, "entry");
}

TEST_F(CalendarChangesTest, MembersHearWhoComesAndGoesAndSoDoTheyThemselves) {
  scene.join(calendar, ada, "zoe", Role::kReader);
  auto heard = events();
  ASSERT_EQ(heard.size(), 1u);
  expect(heard[0], "membership", membership_data(calendar, zoe, R"("reader")"),
         sorted({ada, bob, eve, zoe}));

  must(scene.members.remove(ada, calendar, bob));
  heard = events();
  const auto about_bob =
      std::ranges::find(heard, membership_data(calendar, bob, "null"), &live::Event::data);
  ASSERT_NE(about_bob, heard.end());
  EXPECT_EQ(about_bob->users, sorted({ada, bob, eve, zoe}));
}

TEST_F(CalendarChangesTest, WhoHasLeftHearsNothingMore) {
  scene.entry(ada, calendar, "2024-01-15", AllDay{});
  events();
  must(scene.members.remove(eve, calendar, eve));
  scene.entry(ada, calendar, "2024-01-16", AllDay{});
  const auto heard = events();
  EXPECT_EQ(heard.back().name, "entry");
  EXPECT_EQ(heard.back().users, sorted({ada, bob}));
}

TEST_F(CalendarChangesTest, MembersAreRememberedForOneReadingOnly) {
  scene.entry(ada, calendar, "2024-01-15", AllDay{});
  events();
  // Of a change of members in another shard nothing is known yet.
  must(scene.members.remove(ada, calendar, bob));
  must(tail_.start_at_latest());
  scene.entry(ada, calendar, "2024-01-16", AllDay{});
  EXPECT_EQ(events().at(0).users, sorted({ada, eve}));
}

TEST_F(CalendarChangesTest, MembersAreReadOnceForAllThatHappensInACalendar) {
  for (int i = 0; i < 5; ++i) scene.entry(ada, calendar, "2024-01-15", AllDay{});
  const auto records = must(tail_.read(kAll));
  ASSERT_EQ(records.size(), 5u);
  changes.begin_round();
  must(changes.events_of(records[0]));
  must(scene.members.remove(ada, calendar, bob));
  for (const auto& record : records) {
    EXPECT_EQ(must(changes.events_of(record)).at(0).users.size(), 3u) << "as it was read";
  }
}

TEST_F(CalendarChangesTest, CalendarThatIsDeletedIsGoneForItsMembersAndNothingElseIsSaidOfIt) {
  scene.entry(ada, calendar, "2024-01-15", AllDay{});
  events();
  must(scene.calendars.remove(ada, calendar));
  auto heard = events();
  ASSERT_EQ(heard.size(), 1u);
  expect(heard[0], "calendar", R"({"calendarId":")" + calendar + R"(","calendar":null})",
         everybody());

  must(scene.bin.remove_calendar(ada, calendar));
  must(scene.sweeps.run());
  heard = events();
  // Entries are swept silently; those who were members hear that they are not any more.
  expect_swept(heard);
}

TEST_F(CalendarChangesTest, CalendarThatIsSweptBeforeItWasToldOfIsGoneForItsMembersAllTheSame) {
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  expect_swept(events());
}

TEST_F(CalendarChangesTest, ItemsThatCannotBeReadAreLeftOut) {
  for (const char* type : {"ENTRY", "CALENDAR", "MEMBERSHIP", "USER", "SOMETHING"}) {
    must(store.put(testing::put("calendsync", {{"PK", "X"}, {"SK", "X"}, {"entityType", type}})));
  }
  must(store.put(testing::put("calendsync", {{"PK", "Y"}, {"SK", "Y"}})));
  EXPECT_TRUE(events().empty());
}

TEST_F(CalendarChangesTest, MemberThatCannotBeReadDoesNotKeepOthersFromHearing) {
  must(store.put(
      testing::put("calendsync",
                   {{"PK", "CAL#" + calendar}, {"SK", "MEMBER#x"}, {"entityType", "MEMBERSHIP"}})));
  const Entry made = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  EXPECT_EQ(events().back().users, everybody());
}

TEST_F(CalendarChangesTest, WhoJoinedLaterHearsOfEntriesAsTheyAreAndNeverAsTheyWere) {
  const Entry deleted = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  const Entry made = scene.entry(ada, calendar, "2024-01-16", AllDay{});
  EntryPatch patch;
  patch.title = "Surprise for zoe";
  const Entry secret = must(scene.entries.change(ada, made.id, patch, etag_of(made)));
  patch.title = "Dinner";
  const Entry harmless = must(scene.entries.change(ada, made.id, patch, etag_of(secret)));
  must(scene.entries.remove(ada, deleted.id, etag_of(deleted)));
  scene.join(calendar, ada, "zoe", Role::kReader);

  const auto heard = missed();
  const Users everybody_now = sorted({ada, bob, eve, zoe});
  ASSERT_EQ(heard.size(), 3u);
  expect(heard[0], "entry", entry_data(calendar, harmless), everybody_now);
  expect(heard[1], "entry", gone_data(calendar, deleted.id), everybody_now);
  expect(heard[2], "membership", membership_data(calendar, zoe, R"("reader")"), everybody_now);
}

TEST_F(CalendarChangesTest, EntryThatWasMovedAwayIsGoneForThoseWhoMissedIt) {
  const std::string other = scene.calendar(ada, "Other");
  scene.join(other, ada, "zoe", Role::kReader);
  const Entry made = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  events();
  EntryPatch patch;
  patch.calendar_id = other;
  const Entry moved = must(scene.entries.change(ada, made.id, patch, etag_of(made)));
  patch = {};
  patch.title = "Later";
  const Entry later = must(scene.entries.change(ada, made.id, patch, etag_of(moved)));
  const auto heard = missed();
  ASSERT_EQ(heard.size(), 2u);
  expect(heard[0], "entry", gone_data(calendar, made.id), everybody());
  expect(heard[1], "entry", entry_data(other, later), sorted({ada, zoe}));
}

TEST_F(CalendarChangesTest, CalendarsAndMembersAreToldAsTheyAreToThoseWhoMissedIt) {
  for (const char* name : {"Secret", "Family"}) {
    CalendarPatch patch;
    patch.name = name;
    const Access before = must(scene.calendars.get(ada, calendar));
    must(scene.calendars.change(ada, calendar, patch, etag_of(before.calendar)));
  }
  must(scene.members.remove(ada, calendar, bob));
  const auto heard = missed();
  ASSERT_EQ(heard.size(), 3u);
  for (const auto& [i, role, user] :
       {std::tuple(0u, Role::kReader, eve), std::tuple(1u, Role::kOwner, ada)}) {
    std::string json;
    append_json(json, must(scene.calendars.get(ada, calendar)).calendar, role);
    expect(heard[i], "calendar", R"({"calendarId":")" + calendar + R"(","calendar":)" + json + "}",
           {user});
  }
  expect(heard[2], "membership", membership_data(calendar, bob, "null"), everybody());
}

TEST_F(CalendarChangesTest, CalendarThatIsGoneIsGoneForThoseWhoMissedIt) {
  scene.entry(ada, calendar, "2024-01-15", AllDay{});
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  expect_swept(missed());
}

TEST_F(CalendarChangesTest, PeopleAreNoNews) {
  scene.person("max");
  EXPECT_TRUE(events().empty());
}

}  // namespace
}  // namespace norn::calendars
