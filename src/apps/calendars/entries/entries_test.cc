#include "apps/calendars/entries/entries.h"

#include "apps/calendars/test_world.h"
#include "support/builders.h"

namespace norn::calendars {
namespace {

using Titles = std::vector<std::string>;

class EntriesTest : public CalendarsTest {
 protected:
  static EntryInput input(std::string_view day = "2024-01-15") {
    EntryInput input;
    input.title = "Standup Meeting";
    input.date = date(day);
    input.kind = Timed{"09:00:00", "09:30:00"};
    return input;
  }

  static MultiDay between(std::string_view start, std::string_view end) {
    return {date(start), date(end)};
  }

  int64_t longest(const std::string& calendar_id) {
    return must(scene.calendars.get(ada, calendar_id)).calendar.longest_span_days;
  }

  apps::Creation keyed(std::string key, std::string digest = "d") const {
    return {.user_id = bob,
            .operation = "createEntry",
            .key = std::move(key),
            .digest = std::move(digest)};
  }
};
NORN_ON_BOTH_STORES(EntriesTest);

TEST_P(EntriesTest, WritersAndOwnersMakeEntries) {
  EntryInput wanted = input();
  wanted.description = "Every day";
  wanted.location = "Zoom";
  wanted.color = "#EF4444";
  for (const std::string& user : {ada, bob}) {
    const Entry made = must(scene.entries.create(user, calendar, wanted, {}));
    EXPECT_EQ(made.calendar_id, calendar);
    EXPECT_EQ(made.title, "Standup Meeting");
    EXPECT_EQ(made.description, "Every day");
    EXPECT_EQ(made.location, "Zoom");
    EXPECT_EQ(made.color, "#EF4444");
    EXPECT_EQ(made.kind, wanted.kind);
    EXPECT_EQ(made.created_at, "2024-01-15T10:30:00Z");
    EXPECT_EQ(made.updated_at, made.created_at);
    for (const std::string& reader : {ada, bob, eve}) {
      EXPECT_EQ(must(scene.entries.get(reader, made.id)), made);
    }
    EXPECT_TRUE(fails(scene.entries.get(zoe, made.id), ErrorCode::kNotFound));
  }
  EXPECT_TRUE(fails(scene.entries.create(eve, calendar, wanted, {}), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.entries.create(zoe, calendar, wanted, {}), ErrorCode::kNotFound));
  EXPECT_TRUE(
      fails(scene.entries.get(ada, accounts::CountingIds::id_of(999)), ErrorCode::kNotFound));
}

TEST_P(EntriesTest, AnEntryHasTheColorOfItsCalendarUnlessItHasItsOwn) {
  EXPECT_EQ(must(scene.entries.create(bob, calendar, input(), {})).color, "#3B82F6");
}

TEST_P(EntriesTest, WhatIsWrongIsRefused) {
  EntryInput wrong = input();
  wrong.color = "blue";
  EXPECT_TRUE(fails(scene.entries.create(bob, calendar, wrong, {}), ErrorCode::kInvalid, "color"));
  wrong = input();
  wrong.kind = Timed{"09:30:00", "09:00:00"};
  EXPECT_TRUE(
      fails(scene.entries.create(bob, calendar, wrong, {}), ErrorCode::kInvalid, "kind.end"));
}

TEST_P(EntriesTest, TheSameKeyMakesOneEntry) {
  const Entry first = must(scene.entries.create(bob, calendar, input(), keyed("k")));
  EXPECT_EQ(must(scene.entries.create(bob, calendar, input(), keyed("k"))), first);
  EXPECT_TRUE(fails(scene.entries.create(bob, calendar, input(), keyed("k", "other")),
                    ErrorCode::kUnprocessable));
  EXPECT_NE(must(scene.entries.create(bob, calendar, input(), keyed("l"))).id, first.id);
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 2);

  std::string quicker;
  meanwhile([&] { quicker = must(scene.entries.create(bob, calendar, input(), keyed("m"))).id; });
  EXPECT_EQ(must(scene.entries.create(bob, calendar, input(), keyed("m"))).id, quicker);
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 3);
}

TEST_P(EntriesTest, ARepetitionAfterTheEntryIsGoneMakesNoOther) {
  const Entry first = must(scene.entries.create(bob, calendar, input(), keyed("k")));
  must(scene.entries.remove(bob, first.id, etag_of(first)));
  EXPECT_TRUE(
      fails(scene.entries.create(bob, calendar, input(), keyed("k")), ErrorCode::kNotFound));
}

TEST_P(EntriesTest, TheCalendarKnowsTheLongestOfItsEntries) {
  EXPECT_EQ(longest(calendar), 1);
  scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-15"));
  EXPECT_EQ(longest(calendar), 1);
  scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-19"));
  EXPECT_EQ(longest(calendar), 5);
  scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-17"));
  EXPECT_EQ(longest(calendar), 5);
}

TEST_P(EntriesTest, AnEvenLongerEntryMeanwhileIsKept) {
  meanwhile([&] { scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-24")); });
  scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-19"));
  EXPECT_EQ(longest(calendar), 10);
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 2);
}

TEST_P(EntriesTest, WhoLosesTheRightMeanwhileWritesNothing) {
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(scene.entries.create(bob, calendar, input(), {}), ErrorCode::kNotFound));
  meanwhile([&] { must(scene.calendars.remove(ada, calendar)); });
  EXPECT_TRUE(fails(scene.entries.create(ada, calendar, input(), {}), ErrorCode::kNotFound));
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 0);
}

TEST_P(EntriesTest, ARangeHasEverythingThatTouchesIt) {
  scene.entry(bob, calendar, "2024-01-14", AllDay{}, "the day before");
  scene.entry(bob, calendar, "2024-01-15", AllDay{}, "the first day");
  scene.entry(bob, calendar, "2024-01-17", AllDay{}, "the last day");
  scene.entry(bob, calendar, "2024-01-18", AllDay{}, "the day after");
  scene.entry(bob, calendar, "2024-01-01", between("2024-01-01", "2024-01-14"), "ended before");
  scene.entry(bob, calendar, "2024-01-02", between("2024-01-02", "2024-01-15"), "ends in it");
  scene.entry(bob, calendar, "2024-01-03", between("2024-01-03", "2024-02-10"), "spans it");
  scene.entry(bob, calendar, "2024-01-17", between("2024-01-17", "2024-01-30"), "begins in it");
  const std::string other = scene.calendar(ada, "Other");
  scene.entry(ada, other, "2024-01-15", AllDay{}, "elsewhere");
  settle();
  const Titles all = {"ends in it", "spans it", "the first day", "begins in it", "the last day"};
  for (const std::string& user : {ada, bob, eve}) {
    EXPECT_EQ(scene.titles(user, calendar, "2024-01-15", "2024-01-17"), all);
  }
  EXPECT_EQ(scene.titles(eve, calendar, "2024-02-10", "2024-02-10"), Titles{"spans it"});
  EXPECT_EQ(scene.titles(eve, calendar, "2024-02-11", "2024-02-11"), Titles{});
  EXPECT_EQ(scene.titles(eve, calendar, "0001-01-01", "0001-01-02"), Titles{});
  EXPECT_TRUE(fails(scene.entries.range(zoe, calendar, date("2024-01-15"), date("2024-01-17")),
                    ErrorCode::kNotFound));

  const Range range =
      must(scene.entries.range(eve, calendar, date("2024-01-15"), date("2024-01-17")));
  ASSERT_EQ(range.days.size(), 3);
  EXPECT_EQ(range.days[0].entries, (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(range.days[1].entries, (std::vector<size_t>{1}));
  EXPECT_EQ(range.days[2].entries, (std::vector<size_t>{3, 1, 4}));
}

TEST_P(EntriesTest, ARangeIsInTheOrderOfDaysAndOfADay) {
  scene.entry(bob, calendar, "2024-01-16", AllDay{}, "tomorrow");
  scene.entry(bob, calendar, "2024-01-15", Timed{"10:00:00", "11:00:00"}, "ten");
  scene.entry(bob, calendar, "2024-01-15", Timed{"09:00:00", "11:00:00"}, "nine");
  scene.entry(bob, calendar, "2024-01-15", Task{}, "task");
  scene.entry(bob, calendar, "2024-01-15", AllDay{}, "holiday");
  scene.entry(bob, calendar, "2024-01-15", AllDay{}, "Birthday");
  scene.entry(bob, calendar, "2024-01-15", between("2024-01-15", "2024-01-16"), "trip");
  settle();
  EXPECT_EQ(scene.titles(bob, calendar, "2024-01-15", "2024-01-16"),
            (Titles{"trip", "Birthday", "holiday", "task", "nine", "ten", "tomorrow"}));
}

TEST_P(EntriesTest, ARangeIsInOrderAlsoWhenKeysAreNotOfTheirDates) {
  scene.entry(bob, calendar, "2024-01-15", AllDay{}, "first");
  scene.entry(bob, calendar, "2024-01-17", AllDay{}, "last");
  Entry odd = scene.entry(bob, calendar, "2024-01-16", AllDay{}, "between");
  store::Map item = to_item(odd).to_map();
  item.insert_or_assign("GSI1SK", "ENTRY#2024-01-17#~");
  must(scene.store.put(testing::put("calendsync", item)));
  settle();
  EXPECT_EQ(scene.titles(bob, calendar, "2024-01-15", "2024-01-17"),
            (Titles{"first", "between", "last"}));
}

TEST_P(EntriesTest, ARangeStandsInItsPagesWhereverItIsMoved) {
  const Entry made = scene.entry(bob, calendar, "2024-01-15", Task{}, "say \"hello\"");
  settle();
  Range range = must(scene.entries.range(bob, calendar, made.date, made.date));
  const Range moved = std::move(range);
  ASSERT_EQ(moved.entries.size(), 1);
  EXPECT_EQ(moved.entries[0].decode(), made);
}

TEST_P(EntriesTest, ARangeHasAnEndAndIsNotTooLong) {
  const Date from = date("2024-01-15");
  EXPECT_TRUE(scene.entries.range(bob, calendar, from, from + std::chrono::days(399)));
  EXPECT_TRUE(fails(scene.entries.range(bob, calendar, from, from + std::chrono::days(400)),
                    ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(fails(scene.entries.range(bob, calendar, from, from - std::chrono::days(1)),
                    ErrorCode::kInvalid, "to"));
}

TEST_P(EntriesTest, ARangeOfManyPagesIsWhole) {
  for (int i = 0; i < 120; ++i) {
    EntryInput big = input();
    big.description = std::string(10'000, 'x');
    must(scene.entries.create(bob, calendar, big, {}));
  }
  settle();
  EXPECT_EQ(scene.titles(bob, calendar, "2024-01-15", "2024-01-15"),
            Titles(120, "Standup Meeting"));
}

TEST_P(EntriesTest, AMalformedItemDoesNotHideTheOthers) {
  scene.entry(bob, calendar, "2024-01-15", AllDay{}, "sound");
  must(scene.store.put(testing::put("calendsync", {{"PK", "ENTRY#x"},
                                                   {"SK", "ENTRY#x"},
                                                   {"GSI1PK", "CAL#" + calendar},
                                                   {"GSI1SK", "ENTRY#2024-01-15#x"},
                                                   {"title", "broken"}})));
  settle();
  EXPECT_EQ(scene.titles(bob, calendar, "2024-01-15", "2024-01-15"), Titles{"sound"});
}

TEST_P(EntriesTest, ARangeThatWouldCostTooMuchIsRefused) {
  for (int i = 0; i < 251; ++i) {
    scene.entry(bob, calendar, "2024-01-01", between("2024-01-01", "2025-02-03"), "long");
  }
  settle();
  const Date from = date("2024-01-01");
  EXPECT_TRUE(scene.entries.range(bob, calendar, from, from + std::chrono::days(30)));
  EXPECT_TRUE(fails(scene.entries.range(bob, calendar, from, from + std::chrono::days(399)),
                    ErrorCode::kInvalid, "to"));
}

}  // namespace
}  // namespace norn::calendars
