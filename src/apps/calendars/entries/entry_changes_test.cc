#include "apps/calendars/entries/entries.h"
#include "apps/calendars/render.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class EntryChanges : public CalendarsTest {
 protected:
  EntryChanges() : entry(scene.entry(bob, calendar, "2024-01-15", AllDay{}, "Before")) {}

  static MultiDay between(std::string_view start, std::string_view end) {
    return {date(start), date(end)};
  }

  Entry change(const EntryPatch& patch) {
    entry = must(scene.entries.change(bob, entry.id, patch, etag_of(entry)));
    EXPECT_EQ(must(scene.entries.get(bob, entry.id)), entry);
    return entry;
  }

  // The error of a stale change has the current state of the entry.
  void expect_current(const Error& error, const Entry& current) {
    std::string json;
    append_json(json, current);
    EXPECT_EQ(fault_of(error)->current, json);
    EXPECT_EQ(fault_of(error)->etag, etag_of(current));
  }

  Entry entry;
};
NORN_ON_BOTH_STORES(EntryChanges);

TEST_P(EntryChanges, AWriterChangesWhatThePatchHas) {
  clock.advance_ms(2'000);
  Entry expected = entry;
  expected.title = "After";
  expected.updated_at = "2024-01-15T10:30:02Z";
  EXPECT_EQ(change({.title = "After"}), expected);
  expected.description = "Text";
  expected.location = "Zoom";
  expected.color = "#000000";
  EXPECT_EQ(change({.description = "Text", .location = "Zoom", .color = "#000000"}), expected);
  expected.description = expected.location = std::nullopt;
  EXPECT_EQ(change({.description = std::optional<std::string>(),
                    .location = std::optional<std::string>()}),
            expected);
}

TEST_P(EntryChanges, APatchThatChangesNothingWritesNothing) {
  const Entry before = entry;
  clock.advance_ms(2'000);
  EXPECT_EQ(change({}), before);
  EXPECT_EQ(change({.title = "Before", .kind = AllDay{}, .calendar_id = calendar}), before);
}

TEST_P(EntryChanges, AnEntryMovesInTheIndexToo) {
  settle();
  change({.date = date("2024-03-01")});
  settle();
  EXPECT_TRUE(scene.titles(eve, calendar, "2024-01-15", "2024-01-15").empty());
  EXPECT_EQ(scene.titles(eve, calendar, "2024-03-01", "2024-03-01").size(), 1);
}

TEST_P(EntryChanges, KindsBecomeOneAnother) {
  const Kind kinds[] = {between("2024-01-15", "2024-01-18"), Timed{"09:00:00", "10:00:00"},
                        Task{false}, AllDay{}};
  for (const Kind& from : kinds) {
    for (const Kind& to : kinds) {
      change({.kind = from});
      EXPECT_EQ(change({.kind = to}).kind, to);
      EXPECT_EQ(entry.date, date("2024-01-15"));
    }
  }
}

TEST_P(EntryChanges, TheDateOfAMultiDayEntryIsItsStart) {
  change({.kind = between("2024-02-01", "2024-02-05")});
  EXPECT_EQ(entry.date, date("2024-02-01"));
  change({.date = date("2024-02-11")});
  EXPECT_EQ(entry.kind, Kind(between("2024-02-11", "2024-02-15")));
  change({.kind = Task{}});
  EXPECT_EQ(entry.date, date("2024-02-11"));
  change({.date = date("2024-04-01"), .kind = between("2024-04-01", "2024-04-02")});
  change({.date = date("2024-05-01"), .kind = AllDay{}});
  EXPECT_EQ(entry.date, date("2024-05-01"));
  const EntryPatch apart = {.date = date("2024-04-02"),
                            .kind = between("2024-04-01", "2024-04-02")};
  EXPECT_TRUE(fails(scene.entries.change(bob, entry.id, apart, etag_of(entry)), ErrorCode::kInvalid,
                    "kind.start"));
}

TEST_P(EntryChanges, WhatIsWrongIsRefused) {
  struct Row {
    EntryPatch patch;
    std::string field;
  };
  const Row rows[] = {
      {{.color = "blue"}, "color"},
      {{.kind = Timed{"09:00:00", "09:00:00"}}, "kind.end"},
      {{.kind = between("2024-01-15", "2024-01-14")}, "kind.end"},
      {{.date = date("9999-12-31") + std::chrono::days(1)}, "date"},
      {{.calendar_id = "CAL#1"}, "calendarId"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(fails(scene.entries.change(bob, entry.id, row.patch, etag_of(entry)),
                      ErrorCode::kInvalid, row.field));
  }
  change({.kind = between("2024-01-15", "2024-01-18")});
  EXPECT_TRUE(
      fails(scene.entries.change(bob, entry.id, {.date = date("9999-12-30")}, etag_of(entry)),
            ErrorCode::kInvalid, "kind.end"));
}

TEST_P(EntryChanges, ALongerSpanIsKnownToTheCalendar) {
  change({.kind = between("2024-01-15", "2024-01-20")});
  settle();
  EXPECT_EQ(scene.titles(eve, calendar, "2024-01-20", "2024-01-21").size(), 1);
}

TEST_P(EntryChanges, OthersChangeAndRemoveNothing) {
  const std::string etag = etag_of(entry);
  EXPECT_TRUE(
      fails(scene.entries.change(eve, entry.id, {.title = "x"}, etag), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.entries.remove(eve, entry.id, etag), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.entries.complete(eve, entry.id, true), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(scene.entries.change(zoe, entry.id, {.title = "x"}, etag), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.entries.remove(zoe, entry.id, etag), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.entries.complete(zoe, entry.id, true), ErrorCode::kNotFound));
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)), entry);
}

TEST_P(EntryChanges, AStaleChangeIsRefusedWithTheCurrentState) {
  const std::string old = etag_of(entry);
  change({.title = "Now"});
  const auto changed = scene.entries.change(ada, entry.id, {.title = "Mine"}, old);
  ASSERT_TRUE(fails(changed, ErrorCode::kStale));
  expect_current(changed.error(), entry);
  const auto removed = scene.entries.remove(ada, entry.id, old);
  ASSERT_TRUE(fails(removed, ErrorCode::kStale));
  expect_current(removed.error(), entry);
}

TEST_P(EntryChanges, WhatChangesMeanwhileIsNotOverwritten) {
  const std::string etag = etag_of(entry);
  meanwhile([&] { change({.title = "Quicker"}); });
  const auto late = scene.entries.change(ada, entry.id, {.title = "Late"}, etag);
  ASSERT_TRUE(fails(late, ErrorCode::kStale));
  expect_current(late.error(), entry);
  const std::string next = etag_of(entry);
  meanwhile([&] { change({.title = "Quicker again"}); });
  EXPECT_TRUE(fails(scene.entries.remove(ada, entry.id, next), ErrorCode::kStale));
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)).title, "Quicker again");
}

TEST_P(EntryChanges, WhatIsTakenAwayMeanwhileIsNotWritten) {
  const std::string etag = etag_of(entry);
  meanwhile([&] { must(scene.entries.remove(ada, entry.id, etag)); });
  EXPECT_TRUE(
      fails(scene.entries.change(bob, entry.id, {.title = "x"}, etag), ErrorCode::kNotFound));
  entry = scene.entry(bob, calendar, "2024-01-15", Task{});
  meanwhile([&] { must(scene.members.remove(ada, calendar, bob)); });
  EXPECT_TRUE(fails(scene.entries.complete(bob, entry.id, true), ErrorCode::kNotFound));
  meanwhile([&] { must(scene.calendars.remove(ada, calendar)); });
  EXPECT_TRUE(fails(scene.entries.complete(ada, entry.id, true), ErrorCode::kNotFound));
}

TEST_P(EntryChanges, AnEntryMovesToAnotherCalendar) {
  change({.kind = between("2024-01-15", "2024-01-20")});
  const std::string other = scene.calendar(bob, "Other");
  change({.calendar_id = other});
  settle();
  EXPECT_TRUE(scene.titles(bob, calendar, "2024-01-15", "2024-01-20").empty());
  EXPECT_EQ(scene.titles(bob, other, "2024-01-20", "2024-01-20").size(), 1);
  EXPECT_TRUE(fails(scene.entries.get(ada, entry.id), ErrorCode::kNotFound));
}

TEST_P(EntryChanges, AnEntryMovesOnlyBetweenCalendarsInWhichOneWrites) {
  const std::string hers = scene.calendar(eve, "Hers");
  const std::string etag = etag_of(entry);
  const EntryPatch move = {.calendar_id = hers};
  EXPECT_TRUE(fails(scene.entries.change(bob, entry.id, move, etag), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.entries.change(eve, entry.id, move, etag), ErrorCode::kForbidden));
  scene.join(hers, eve, "bob", Role::kReader);
  EXPECT_TRUE(fails(scene.entries.change(bob, entry.id, move, etag), ErrorCode::kForbidden));
  const std::string theirs = scene.calendar(eve, "Theirs");
  scene.join(theirs, eve, "bob", Role::kWriter);
  meanwhile([&] { must(scene.members.remove(eve, theirs, bob)); });
  EXPECT_TRUE(fails(scene.entries.change(bob, entry.id, {.calendar_id = theirs}, etag),
                    ErrorCode::kNotFound));
  const std::string his = scene.calendar(bob, "His");
  meanwhile([&] { must(scene.calendars.remove(bob, his)); });
  EXPECT_TRUE(
      fails(scene.entries.change(bob, entry.id, {.calendar_id = his}, etag), ErrorCode::kNotFound));
  EXPECT_EQ(must(scene.entries.get(bob, entry.id)), entry);
}

TEST_P(EntryChanges, ATaskIsTickedOffAndOnAgain) {
  change({.kind = Task{false}});
  EXPECT_EQ(must(scene.entries.complete(bob, entry.id, true)).kind, Kind(Task{true}));
  EXPECT_EQ(must(scene.entries.complete(ada, entry.id, true)).kind, Kind(Task{true}));
  EXPECT_EQ(must(scene.entries.complete(ada, entry.id, false)).kind, Kind(Task{false}));
  EXPECT_EQ(must(scene.entries.get(eve, entry.id)).kind, Kind(Task{false}));
}

TEST_P(EntryChanges, ATaskThatChangesMeanwhileIsTickedOffAsItIsThen) {
  change({.kind = Task{false}});
  meanwhile([&] { change({.title = "Renamed"}); });
  const Entry ticked = must(scene.entries.complete(bob, entry.id, true));
  EXPECT_EQ(ticked.title, "Renamed");
  EXPECT_EQ(ticked.kind, Kind(Task{true}));
}

TEST_P(EntryChanges, OnlyATaskIsTickedOff) {
  for (const Kind& kind : {Kind(AllDay{}), Kind(Timed{"09:00:00", "10:00:00"}),
                           Kind(between("2024-01-15", "2024-01-16"))}) {
    change({.kind = kind});
    EXPECT_TRUE(fails(scene.entries.complete(bob, entry.id, true), ErrorCode::kConflict, "kind"));
  }
}

TEST_P(EntryChanges, ARemovedEntryIsGone) {
  must(scene.entries.remove(bob, entry.id, etag_of(entry)));
  EXPECT_TRUE(fails(scene.entries.get(bob, entry.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.entries.remove(bob, entry.id, etag_of(entry)), ErrorCode::kNotFound));
  settle();
  EXPECT_TRUE(scene.titles(bob, calendar, "2024-01-15", "2024-01-15").empty());
}

}  // namespace
}  // namespace norn::calendars
