#include "apps/calendars/feeds/feed_links.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/feeds/entry_export.h"
#include "apps/calendars/sentences.h"
#include "apps/calendars/test_world.h"
#include "apps/events/exchange/import.h"
#include "ical/calendar_file.h"

namespace norn::calendars {
namespace {

class CalendarFeedsTest : public CalendarsTest {
 protected:
  using File = std::optional<events::CalendarExport>;
  static std::string text_of(File file) {
    if (!file) return "";
    std::string text;
    while (must(file->append_next(text))) {
    }
    return text;
  }
  std::string text(const std::string& secret) {
    settle();
    return text_of(must(feeds.read(secret)));
  }
  std::string text_of_several(const std::string& secret) {
    settle();
    return text_of(must(feeds.read_several(secret)));
  }
  static std::vector<std::string> summaries(const std::string& text) {
    std::vector<std::string> found;
    for (const auto& item : must(ical::read_calendar(text)).file.items) {
      found.push_back(item.summary);
    }
    std::ranges::sort(found);
    return found;
  }
  void import_into(const std::string& calendar_id, const std::string& items) {
    const auto owner = must(owner_of_events(scene.context, ada, calendar_id, Role::kWriter));
    must(events::import_calendar(events::context_of(scene.context), owner,
                                 "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + items + "END:VCALENDAR\r\n",
                                 false));
  }
  // Links and addresses.
  size_t kept() {
    size_t count = 0;
    for (const char* const type :
         {"CALENDAR_FEED", "CALENDAR_FEED_ADDRESS", "CALENDARS_FEED", "CALENDARS_FEED_ADDRESS"}) {
      count += scene.count(scene.tables.norn(), type);
    }
    return count;
  }

  CalendarFeeds feeds{scene.context};
};
NORN_ON_BOTH_STORES(CalendarFeedsTest);

using Summaries = std::vector<std::string>;

constexpr const char* kSwimming =
    "BEGIN:VEVENT\r\nUID:swim@example.org\r\nDTSTART;TZID=Europe/Berlin:20261118T160000\r\n"
    "DTEND;TZID=Europe/Berlin:20261118T170000\r\nRRULE:FREQ=WEEKLY;BYDAY=WE\r\n"
    "EXDATE;TZID=Europe/Berlin:20261125T160000\r\nSUMMARY:Swimming\r\nEND:VEVENT\r\n"
    "BEGIN:VEVENT\r\nUID:swim@example.org\r\n"
    "RECURRENCE-ID;TZID=Europe/Berlin:20261202T160000\r\n"
    "DTSTART;TZID=Europe/Berlin:20261202T180000\r\nDTEND;TZID=Europe/Berlin:20261202T190000\r\n"
    "SUMMARY:Swimming later\r\nEND:VEVENT\r\n";

TEST_P(CalendarFeedsTest, HaveEntriesAndEvents) {
  scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Holiday");
  scene.entry(ada, calendar, "2026-11-21", MultiDay{date("2026-11-21"), date("2026-11-23")},
              "Trip");
  scene.entry(ada, calendar, "2026-11-24", Timed{"09:00:00", "10:30:00"}, "Dentist");
  scene.entry(ada, calendar, "2026-11-25", Task{.completed = true}, "Call");
  import_into(calendar, kSwimming);
  const std::string file = text(must(feeds.create(eve, calendar)));
  EXPECT_EQ(summaries(file),
            (Summaries{"Call", "Dentist", "Holiday", "Swimming", "Swimming later", "Trip"}));
  for (const char* const line :
       {"X-WR-CALNAME:Personal\r\n", "X-APPLE-CALENDAR-COLOR:#3B82F6\r\n",
        "DTSTART;VALUE=DATE:20261120\r\n", "DTEND;VALUE=DATE:20261124\r\n",
        "DTSTART:20261124T090000\r\n", "DTEND:20261124T103000\r\n", "BEGIN:VTODO\r\n",
        "DUE;VALUE=DATE:20261125\r\n", "STATUS:COMPLETED\r\n", "TZID:Europe/Berlin\r\n",
        "RRULE:FREQ=WEEKLY;BYDAY=WE\r\n", "EXDATE;TZID=Europe/Berlin:20261125T160000\r\n",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261202T160000\r\n"}) {
    EXPECT_NE(file.find(line), std::string::npos) << line << file;
  }
}

TEST_P(CalendarFeedsTest, AreTheSameUntilSomethingChanges) {
  const Entry entry = scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Holiday");
  settle();
  const std::string secret = must(feeds.create(eve, calendar));
  const std::string first = must(feeds.read(secret))->etag();
  clock.advance_ms(1'000'000);
  EXPECT_EQ(must(feeds.read(secret))->etag(), first);
  must(scene.entries.change(ada, entry.id, {.title = "Day off"}, etag_of(entry)));
  settle();
  const std::string second = must(feeds.read(secret))->etag();
  EXPECT_NE(second, first);
  const Access access = must(scene.calendars.get(ada, calendar));
  must(scene.calendars.change(ada, calendar, {.name = "Home"}, etag_of(access.calendar)));
  EXPECT_NE(must(feeds.read(secret))->etag(), second) << "the name is in the file";
}

TEST_P(CalendarFeedsTest, AreOneForEachPersonAndCalendar) {
  const std::string first = must(feeds.create(bob, calendar));
  const std::string eves = must(feeds.create(eve, calendar));
  const std::string second = must(feeds.create(bob, calendar));
  EXPECT_EQ(text(first), "") << "it has ended";
  EXPECT_NE(text(second), "");
  EXPECT_NE(text(eves), "");
  EXPECT_EQ(text_of_several(second), "") << "that of one calendar";
  EXPECT_TRUE(must(feeds.state(bob, calendar))->last_read_at);
  must(feeds.revoke(bob, calendar));
  must(feeds.revoke(bob, calendar));
  EXPECT_EQ(text(second), "");
  EXPECT_FALSE(must(feeds.state(bob, calendar)));
  EXPECT_EQ(kept(), 2U);
  for (const char* const wrong : {"", "x", "#"}) EXPECT_EQ(text(wrong), "");
}

TEST_P(CalendarFeedsTest, AreForMembersForAsLongAsTheyAreMembers) {
  EXPECT_TRUE(fails(feeds.create(zoe, calendar), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(feeds.state(zoe, calendar), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(feeds.revoke(zoe, calendar), ErrorCode::kNotFound));
  const std::string secret = must(feeds.create(eve, calendar));
  must(scene.members.remove(ada, calendar, eve));
  EXPECT_EQ(text(secret), "");
  clock.advance_ms(60'000);
  scene.join(calendar, ada, "eve", Role::kReader);
  EXPECT_EQ(text(secret), "") << "another membership";
  EXPECT_FALSE(must(feeds.state(eve, calendar)));
  EXPECT_NE(text(must(feeds.create(eve, calendar))), "");
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(feeds.create(bob, calendar), ErrorCode::kNotFound));
}

TEST_P(CalendarFeedsTest, EndWithTheCalendarAndThePerson) {
  const std::string adas = must(feeds.create(ada, calendar));
  const std::string eves = must(feeds.create(eve, calendar));
  const std::string several = must(feeds.create_several(eve, {calendar}));
  must(scene.users.remove(*must(scene.users.find(eve)), {}));
  EXPECT_EQ(text(eves), "");
  EXPECT_EQ(text_of_several(several), "");
  EXPECT_FALSE(must(feeds.forget(eve)));
  EXPECT_EQ(kept(), 2U);
  must(scene.calendars.remove(ada, calendar));
  EXPECT_EQ(text(adas), "");
  must(scene.calendars.restore(ada, calendar));
  EXPECT_NE(text(adas), "") << "it came back with everything";
}

TEST_P(CalendarFeedsTest, EndWhenTheAccountIsTakenOver) {
  const std::string one = must(feeds.create(bob, calendar));
  const std::string several = must(feeds.create_several(bob, {calendar}));
  const int64_t taken_over_ms = clock.now_ms();
  clock.advance_ms(1'000);
  const std::string eves = must(feeds.create(eve, calendar));
  EXPECT_FALSE(must(feeds.end_access(bob, taken_over_ms)));
  EXPECT_EQ(text(one), "");
  EXPECT_EQ(text_of_several(several), "");
  EXPECT_NE(text(eves), "");
}

TEST_P(CalendarFeedsTest, OfSeveralHaveTheCalendarsThatThePersonChoseAndMaySee) {
  const std::string other = scene.calendar(ada, "Club");
  const std::string third = scene.calendar(ada, "Secret");
  scene.join(other, ada, "eve", Role::kReader);
  scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Home");
  scene.entry(ada, other, "2026-11-21", AllDay{}, "Match");
  scene.entry(ada, third, "2026-11-22", AllDay{}, "Surprise");
  import_into(other, kSwimming);
  EXPECT_TRUE(fails(feeds.create_several(eve, {calendar, third}), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(feeds.create_several(eve, {}), ErrorCode::kInvalid, "calendarIds"));
  EXPECT_TRUE(fails(feeds.create_several(eve, {"a#b"}), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(feeds.choose(eve, {calendar}), ErrorCode::kNotFound));
  EXPECT_FALSE(must(feeds.several(eve)));
  const std::string secret = must(feeds.create_several(eve, {calendar, other, calendar}));
  EXPECT_EQ(summaries(text_of_several(secret)),
            (Summaries{"Home", "Match", "Swimming", "Swimming later"}));
  EXPECT_EQ(must(feeds.several(eve))->calendar_ids.size(), 2U);
  EXPECT_EQ(must(feeds.choose(eve, {other})).calendar_ids, std::vector<std::string>{other});
  EXPECT_EQ(summaries(text_of_several(secret)), (Summaries{"Match", "Swimming", "Swimming later"}));
  must(feeds.choose(eve, {calendar, other}));
  must(scene.members.remove(ada, other, eve));
  EXPECT_EQ(summaries(text_of_several(secret)), Summaries{"Home"});
  EXPECT_EQ(must(feeds.several(eve))->calendar_ids, std::vector<std::string>{calendar});
  must(scene.members.remove(ada, calendar, eve));
  EXPECT_EQ(summaries(text_of_several(secret)), Summaries{}) << "an empty calendar, and no error";
  must(feeds.revoke_several(eve));
  EXPECT_EQ(text_of_several(secret), "");
  EXPECT_EQ(kept(), 0U);
}

TEST_P(CalendarFeedsTest, OfSeveralHaveNoCalendarThatThePersonHasLeftMeanwhile) {
  const std::string other = scene.calendar(ada, "Club");
  scene.join(other, ada, "eve", Role::kReader);
  scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Home");
  scene.entry(ada, other, "2026-11-21", AllDay{}, "Match");
  const std::string secret = must(feeds.create_several(eve, {calendar, other}));
  must(scene.members.remove(ada, other, eve));
  clock.advance_ms(60'000);
  scene.join(other, ada, "eve", Role::kReader);
  EXPECT_EQ(summaries(text_of_several(secret)), Summaries{"Home"}) << "another membership";
  EXPECT_EQ(must(feeds.several(eve))->calendar_ids, std::vector<std::string>{calendar});
  // It can be chosen anew.
  EXPECT_EQ(must(feeds.choose(eve, {calendar, other})).calendar_ids.size(), 2U);
  EXPECT_EQ(summaries(text_of_several(secret)), (Summaries{"Home", "Match"}));
}

TEST_P(CalendarFeedsTest, OfSeveralAreReadAsEarlierVersionsHaveWrittenThem) {
  scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Home");
  const std::string secret = must(feeds.create_several(eve, {calendar}));
  store::UpdateRequest update;
  update.table = scene.tables.norn();
  update.key = apps::key_of("USER#" + eve, keys::kCalendarsFeed);
  update.update = "REMOVE chosenAt";
  must(scene.store.update(update));
  EXPECT_EQ(summaries(text_of_several(secret)), Summaries{"Home"});
}

TEST_P(CalendarFeedsTest, OfSeveralHaveAnEventOfTwoCalendarsOnce) {
  const std::string other = scene.calendar(ada, "Club");
  import_into(calendar, kSwimming);
  import_into(other, kSwimming);
  const std::string secret = must(feeds.create_several(ada, {calendar, other}));
  EXPECT_EQ(summaries(text_of_several(secret)), (Summaries{"Swimming", "Swimming later"}));
}

TEST_P(CalendarFeedsTest, KeepTheUidOfAnEntryThatBecomesAnEvent) {
  const Entry entry = scene.entry(ada, calendar, "2026-11-20", AllDay{}, "Holiday");
  EXPECT_EQ(calendar_item(entry).uid, "evt_" + entry.id + "@norn");
}

}  // namespace
}  // namespace norn::calendars
