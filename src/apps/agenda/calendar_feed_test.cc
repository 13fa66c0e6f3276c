#include "apps/agenda/calendar_feed.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "apps/agenda/test_source.h"
#include "base/clock.h"
#include "support/replies.h"

namespace norn::agenda {
namespace {

using testing::must;

class AgendaFeedCopiesTest : public ::testing::Test {
 protected:
  std::string file(const Preferences& preferences = {}) {
    return must(calendar_feed(agenda, clock, "ada", preferences, "en"));
  }
  static Item event(const std::string& id, const std::string& uid, Rights rights) {
    Item item = thing(Kind::kEvent, id, "2026-11-18T09:00:00");
    item.uid = uid;
    item.rights = rights;
    return item;
  }
  static size_t count(std::string_view text, std::string_view part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  }

  const ManualClock clock{parse_timestamp_ms("2026-11-18T13:00:00Z").value()};
  TestSource calendars{"calendars", Kinds::all()};
  TestSource planner{"planner", Kinds::all()};
  Agenda agenda{clock, {&calendars, &planner}, 0};
};

TEST_F(AgendaFeedCopiesTest, HasAnEventOfTwoAppsOnceByTheCopyToWhichMostCanBeDone) {
  calendars.things = {event("lesson", "u1", {.change = true, .move = true})};
  planner.things = {event("invited", "u1", {.answer = true})};
  EXPECT_EQ(count(file(), "SUMMARY:lesson\r\n"), 1U);
  EXPECT_EQ(count(file(), "BEGIN:VEVENT\r\n"), 1U);
  // The order of the apps decides nothing.
  std::swap(calendars.things, planner.things);
  EXPECT_EQ(count(file(), "SUMMARY:lesson\r\n"), 1U);
  EXPECT_EQ(count(file(), "BEGIN:VEVENT\r\n"), 1U);
}

TEST_F(AgendaFeedCopiesTest, HasOccurrencesOfASeriesAndWhatHasNoUidEach) {
  Item next = event("later", "u1", {});
  next.times.start_s += 7 * 86'400;
  next.times.start_utc_s = next.times.start_s;
  calendars.things = {event("now", "u1", {}), next, event("one", "", {}), event("two", "", {})};
  EXPECT_EQ(count(file(), "BEGIN:VEVENT\r\n"), 4U);
}

TEST_F(AgendaFeedCopiesTest, HasTheOtherCopyOfWhatIsHidden) {
  calendars.things = {event("lesson", "u1", {.change = true})};
  calendars.things.front().owner = {.kind = "calendar", .id = "c"};
  planner.things = {event("invited", "u1", {.answer = true})};
  Preferences preferences;
  preferences.hidden_owners = {"calendar:c"};
  EXPECT_EQ(count(file(preferences), "SUMMARY:invited\r\n"), 1U);
  EXPECT_EQ(count(file(preferences), "BEGIN:VEVENT\r\n"), 1U);
}

}  // namespace
}  // namespace norn::agenda
