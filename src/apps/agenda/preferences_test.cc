#include "apps/agenda/preferences.h"

#include "apps/accounts/test_world.h"
#include "apps/agenda/calendar_feed.h"
#include "apps/agenda/sentences.h"
#include "apps/agenda/test_source.h"
#include "base/faults.h"

namespace norn::agenda {
namespace {

using accounts::fails;
using testing::must;

class AgendaPreferencesTest : public accounts::World {
 protected:
  AgendaPreferencesTest() {
    must(store_.put(
        testing::put("norn", {{"PK", "USER#ada"}, {"SK", "ACCOUNT"}, {"userId", "ada"}})));
  }

  AgendaPreferences preferences{store_, tables_, clock_};
};

TEST_F(AgendaPreferencesTest, AreRememberedUntilTheAccountGoes) {
  EXPECT_EQ(must(preferences.get("ada")), Preferences());
  const Preferences hidden = {.hidden_kinds = Kinds::of({Kind::kStay, Kind::kBirthday}),
                              .hidden_owners = {"tree:2", "calendar:1", "tree:2"},
                              .declined_hidden = true};
  const Preferences stored = must(preferences.set("ada", hidden));
  EXPECT_EQ(stored.hidden_owners, (std::vector<std::string>{"calendar:1", "tree:2"}));
  EXPECT_EQ(must(preferences.get("ada")), stored);
  EXPECT_TRUE(fails(preferences.set("zoe", hidden), ErrorCode::kNotFound)) << "no account";
  EXPECT_TRUE(fails(preferences.set("ada", {.hidden_owners = {"boat:1"}}), ErrorCode::kInvalid,
                    "hiddenOwners"));
  must(store_.transact_write(testing::transaction(
      must(preferences.on_delete(accounts::User{.id = "ada", .email = {}, .name = {}})))));
  EXPECT_EQ(json("norn", "USER#ada", "AGENDA"), "");
}

TEST(AgendaOwnerNames, AreAWordAndAnId) {
  for (const char* name : {"calendar:1", "person:a-b", "place:default", "project:x", "tree:t:1"}) {
    EXPECT_TRUE(is_owner_name(name)) << name;
  }
  for (const char* name : {"", "calendar", "calendar:", "boat:1", ":1", "place:a/b", "place:a#b"}) {
    EXPECT_FALSE(is_owner_name(name)) << name;
  }
}

class AgendaFeedTest : public ::testing::Test {
 protected:
  std::string feed(const Preferences& preferences = {}) {
    return must(calendar_feed(agenda, clock, "ada", preferences, "en"));
  }

  ManualClock clock{1'795'000'000'000};  // 2026-11-18T10:26:40Z
  TestSource source{"planner", Kinds::all()};
  Agenda agenda{clock, {&source}, 0};
};

TEST_F(AgendaFeedTest, HasTimesInUtcAndDaysAsDays) {
  source.zone = "Europe/Berlin";
  source.things = {thing(Kind::kEvent, "Call", "2026-11-18T09:00:00"),
                   thing(Kind::kTask, "Paint", "2026-11-18")};
  source.things[0].times.end_s = source.things[0].times.start_s + 3'600;
  source.things[0].times.start_utc_s = source.things[0].times.start_s - 3'600;
  source.things[1].task = TaskState{.done = true};
  const std::string text = feed();
  for (const char* line :
       {"DTSTART:20261118T080000Z\r\n", "DTEND:20261118T090000Z\r\n", "SUMMARY:Call\r\n",
        "DTSTART;VALUE=DATE:20261118\r\n", "SUMMARY:☑ Paint\r\n", "TRANSP:TRANSPARENT\r\n",
        "UID:planner-Paint-due@agenda.norn\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(feed(), text) << "the same while nothing changes";
}

TEST_F(AgendaFeedTest, KnowsWhichOfTwoEqualWallTimesItIs) {
  source.zone = "Europe/Berlin";
  source.things = {thing(Kind::kEvent, "Night", "2026-10-25T02:30:00")};
  Times& times = source.things[0].times;
  times.end_s = times.start_s - 900;          // 02:15, after the clocks were set back.
  times.start_utc_s = times.start_s - 7'200;  // 00:30
  times.end_utc_s = *times.end_s - 3'600;     // 01:15
  const std::string text = feed();
  EXPECT_NE(text.find("DTSTART:20261025T003000Z\r\n"), std::string::npos) << text;
  EXPECT_NE(text.find("DTEND:20261025T011500Z\r\n"), std::string::npos) << text;
}

TEST_F(AgendaFeedTest, LeavesOutWhatIsHidden) {
  source.things = {thing(Kind::kEvent, "Call", "2026-11-18"),
                   thing(Kind::kEntry, "Party", "2026-11-18")};
  source.things[1].owner = {.kind = "calendar", .id = "1"};
  EXPECT_NE(feed().find("Party"), std::string::npos);
  EXPECT_EQ(feed({.hidden_owners = {"calendar:1"}}).find("Party"), std::string::npos);
  EXPECT_EQ(feed({.hidden_kinds = Kinds::of({Kind::kEvent})}).find("Call"), std::string::npos);
}

TEST_F(AgendaFeedTest, FailsWithAnAppUnlessNothingIsThere) {
  source.error = fail(ErrorCode::kUnavailable, "the disk is broken");
  EXPECT_TRUE(fails(calendar_feed(agenda, clock, "ada", {}, "en"), ErrorCode::kUnavailable));
  source.error = fail(ErrorCode::kNotFound, "no such person");
  EXPECT_TRUE(calendar_feed(agenda, clock, "ada", {}, "en"));
}

TEST_F(AgendaFeedTest, LeavesOutACalendarThatCannotBeRead) {
  source.things = {thing(Kind::kEntry, "Party", "2026-11-18")};
  source.failed = {{.owner = {.kind = "calendar", .id = "1", .name = "Loud"},
                    .error = invalid("to", kOwnerForm("x")).error()}};
  EXPECT_NE(feed().find("Party"), std::string::npos);
}

}  // namespace
}  // namespace norn::agenda
