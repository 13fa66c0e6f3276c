#include <fmt/format.h>

#include "apps/events/service/test_events.h"

// All occurrences of a series, changed by one of them or by the series itself.
namespace norn::events {
namespace {

class EngineAll : public EventsTest {
 protected:
  Master all(const Master& master, const std::string& tag, const EventChange& edit) {
    return change_series(master, tag, edit, Scope::kAll);
  }
  Master whole(const Master& master, const EventChange& edit) {
    return std::get<Master>(change(master.id, edit));
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineAll);

TEST_P(EngineAll, DetailsAreThoseOfTheSeries) {
  const Master master = standup();
  clock.advance_ms(60'000);
  Master expected = master;
  expected.details.title = "Renamed";
  expected.stamp.version = 2;
  expected.stamp.updated_at = "2024-01-15T10:31:00Z";
  expected.ical.sequence = 1;
  EXPECT_EQ(all(master, "20250203", titled("Renamed")), expected);
  EXPECT_EQ(series(master.id), expected);
  expected.details.title = "Again";
  expected.stamp.version = 3;
  expected.ical.sequence = 2;
  EXPECT_EQ(whole(master, titled("Again")), expected);
  EXPECT_EQ(whole(master, titled("Again")), expected) << "nothing to write";
}

// By how much one occurrence is moved on the wall, all of them are: also on the other side of the
// change of the clocks on 2025-03-09.
TEST_P(EngineAll, TheSeriesMovesByTheWall) {
  const Master master = standup();
  const Master moved = all(master, "20250602", starting("2025-06-03T10:30:00"));
  EXPECT_EQ(start_key(moved.when), "2025-01-07T15:30:00Z");
  EXPECT_EQ(moved.when.duration_s(), 900);
  EXPECT_EQ(moved.repeats.rrule, "FREQ=WEEKLY;BYDAY=TU");
  EXPECT_EQ(between("2025-03-01", "2025-03-20"),
            (Texts{"2025-03-04T15:30:00Z Standup", "2025-03-11T14:30:00Z Standup",
                   "2025-03-18T14:30:00Z Standup"}));
}

TEST_P(EngineAll, ANewLengthIsThatOfAll) {
  const Master master = standup();
  EventChange longer;
  longer.when.end_local_s = second("2025-06-02T10:00:00");
  const Master changed = all(master, "20250602", longer);
  EXPECT_EQ(start_key(changed.when), "2025-01-06T14:00:00Z");
  EXPECT_EQ(changed.when.duration_s(), 3600);
  EventChange moment;
  moment.when.end_local_s = std::optional<int64_t>();
  EXPECT_FALSE(all(master, "20250602", moment).when.end_s);
}

// In Berlin the night of 2025-03-29 is an hour shorter; the others are not.
TEST_P(EngineAll, ANightInWhichTheClocksChangeIsNoNewLength) {
  const Master master = make_series(repeating(
      timed("2025-03-03T23:00:00", "2025-03-04T07:00:00", "Europe/Berlin"), "FREQ=WEEKLY"));
  EventChange both = starting("2025-03-29T23:00:00");
  both.when.end_local_s = second("2025-03-30T07:00:00");
  for (const EventChange& edit : {starting("2025-03-29T23:00:00"), both}) {
    const Master moved = all(master, "20250331", edit);
    EXPECT_EQ(moved.when.duration_s(), 8 * 3600);
    EXPECT_EQ(start_key(moved.when), "2025-03-01T22:00:00Z");
    all(master, "20250329", starting("2025-03-31T23:00:00"));
  }
  both.when.end_local_s = second("2025-03-30T08:00:00");
  EXPECT_EQ(all(master, "20250331", both).when.duration_s(), 9 * 3600);
}

TEST_P(EngineAll, AnotherZoneOrKindOfTime) {
  const Master master = standup();
  EventChange zone;
  zone.when.start_tzid = "Europe/Berlin";
  const Master berlin = all(master, "20250602", zone);
  EXPECT_EQ(berlin.when.start_tzid, "Europe/Berlin");
  EXPECT_EQ(start_key(berlin.when), "2025-01-06T08:00:00Z") << "nine o'clock there";
  remove(master, "20250120");
  change_this(master, "20250127", titled("Other"));
  EventChange days;
  days.when.is_all_day = true;
  const Master all_days = all(master, "20250602", days);
  EXPECT_EQ(start_key(all_days.when), "2025-01-06");
  EXPECT_EQ(all_days.when.duration_s(), 86'400);
  EXPECT_EQ(all_days.repeats.exdate, Texts{"20250120"});
  EXPECT_EQ(between("2025-01-13", "2025-02-04"),
            (Texts{"2025-01-13 Standup", "2025-01-27 Other", "2025-02-03 Standup"}));
  EventChange back;
  back.when.is_all_day = false;
  back.when.start_local_s = second("2025-06-02T08:00:00");
  back.when.end_local_s = second("2025-06-02T08:30:00");
  back.when.start_tzid = std::optional<std::string>();
  const Master floats = all(master, "20250602", back);
  EXPECT_EQ(start_key(floats.when), "2025-01-06T08:00:00");
  EXPECT_EQ(between("2025-01-13", "2025-02-04"),
            (Texts{"2025-01-13T08:00:00 Standup", "2025-01-27T08:00:00 Other",
                   "2025-02-03T08:00:00 Standup"}));
}

TEST_P(EngineAll, EverythingOfTheSeriesMovesAlong) {
  EventChange input =
      repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "America/New_York"),
                "FREQ=WEEKLY;UNTIL=20250630T130000Z;BYDAY=MO,WE");
  input.repeats.exdate = {"20250108", "20250113"};
  input.repeats.rdate = {"20250110"};
  const Master master = make_series(input);
  change_this(master, "20250115", titled("Named"));
  change_this(master, "20250120", starting("2025-01-21T20:00:00"));
  const Master moved = all(master, "20250602", starting("2025-06-03T10:00:00"));
  EXPECT_EQ(moved.repeats.rrule, "FREQ=WEEKLY;UNTIL=20250701T140000Z;BYDAY=TU,TH");
  EXPECT_EQ(moved.repeats.exdate, (Texts{"20250109", "20250114"}));
  EXPECT_EQ(moved.repeats.rdate, Texts{"20250111"});
  EXPECT_EQ(sort_keys("INSTANCE#"),
            (Texts{"INSTANCE#" + master.id + "#20250116", "INSTANCE#" + master.id + "#20250121"}));
  EXPECT_EQ(between("2025-01-06", "2025-01-24"),
            (Texts{"2025-01-07T15:00:00Z Standup", "2025-01-11T15:00:00Z Standup",
                   "2025-01-16T15:00:00Z Named", "2025-01-22T01:00:00Z Standup",
                   "2025-01-23T15:00:00Z Standup"}));
}

// One exception comes to where another one was.
TEST_P(EngineAll, ExceptionsMayTakeEachOthersPlaces) {
  const Master master = standup("FREQ=DAILY");
  for (const char* const tag : {"20250110", "20250111", "20250112"}) {
    EventChange edit = titled(std::string("Was ") + tag);
    edit.details.links = {{"a", {}}, {"b", {}}, {tag, {}}};
    change_this(master, tag, edit);
  }
  all(master, "20250201", starting("2025-02-02T09:00:00"));
  expect_sound();
  EXPECT_EQ(between("2025-01-10", "2025-01-15"),
            (Texts{"2025-01-10T14:00:00Z Standup", "2025-01-11T14:00:00Z Was 20250110",
                   "2025-01-12T14:00:00Z Was 20250111", "2025-01-13T14:00:00Z Was 20250112",
                   "2025-01-14T14:00:00Z Standup"}));
  EXPECT_EQ(occurrence(master, "20250111").instance.stamp.version, 2);
  EXPECT_EQ(occurrence(master, "20250113").instance.stamp.version, 1);
}

TEST_P(EngineAll, MonthDaysMove) {
  const auto monthly = [&](std::string rrule, std::string_view day) {
    return make_series(repeating(all_day(day, fmt::format("{}", "2025-02-10")), std::move(rrule)));
  };
  EXPECT_EQ(
      all(monthly("FREQ=MONTHLY;BYMONTHDAY=15", "2025-01-15"), "20250315", starting("2025-03-18"))
          .repeats.rrule,
      "FREQ=MONTHLY;BYMONTHDAY=18");
  const Master plain =
      all(monthly("FREQ=MONTHLY", "2025-01-15"), "20250315", starting("2025-03-18"));
  EXPECT_EQ(plain.repeats.rrule, "FREQ=MONTHLY");
  EXPECT_EQ(start_key(plain.when), "2025-01-18");
  // The thirtieth of April becomes the first of May: so do all.
  const Master firsts =
      all(monthly("FREQ=MONTHLY", "2025-01-30"), "20250430", starting("2025-05-01"));
  EXPECT_EQ(firsts.repeats.rrule, "FREQ=MONTHLY;BYMONTHDAY=1");
  EXPECT_EQ(start_key(firsts.when), "2025-02-01");
}

TEST_P(EngineAll, RulesThatCannotMoveSaySo) {
  struct Case {
    const char* rrule;
    const char* tag;
    const char* to;
  };
  const Case cases[] = {
      {"FREQ=MONTHLY;BYDAY=1MO", "20250203", "2025-02-04T09:00:00"},
      {"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "20250203", "2025-02-04T09:00:00"},
      {"FREQ=DAILY;BYHOUR=9,10", "20250107T140000Z", "2025-01-07T09:30:00"},
      {"FREQ=MONTHLY;BYMONTHDAY=6,20", "20250206", "2025-02-07T09:00:00"},
  };
  for (const Case& test : cases) {
    const Master master = standup(test.rrule);
    const std::string id = instance_id(master.id, test.tag);
    const auto refused = try_change(id, starting(test.to), Scope::kAll);
    ASSERT_TRUE(fails(refused, ErrorCode::kInvalid, "rrule")) << test.rrule;
    EXPECT_NE(refused.error().message.find("Change the rule itself"), std::string::npos);
    EXPECT_EQ(series(master.id), master);
  }
  // A time alone is simple, and so is a new rule with it.
  const Master master = standup("FREQ=MONTHLY;BYDAY=1MO");
  EXPECT_EQ(start_key(all(master, "20250203", starting("2025-02-03T10:00:00")).when),
            "2025-01-06T15:00:00Z");
  const Master tuesdays =
      all(master, "20250203", repeating(starting("2025-02-04T10:00:00"), "FREQ=MONTHLY;BYDAY=1TU"));
  EXPECT_EQ(start_key(tuesdays.when), "2025-01-07T15:00:00Z");
}

// In New York the clocks skip 02:30 on 2025-03-09, on which this series starts.
TEST_P(EngineAll, ATimeThatTheClocksSkipAtTheStartIsRefused) {
  const Master master = make_series(repeating(
      timed("2025-03-09T09:00:00", "2025-03-09T09:15:00", "America/New_York"), "FREQ=DAILY"));
  EXPECT_TRUE(fails(
      try_change(instance_id(master.id, "20250320"), starting("2025-03-20T02:30:00"), Scope::kAll),
      ErrorCode::kInvalid, "start"));
  EXPECT_EQ(series(master.id), master);
}

// There an occurrence is shown at 03:30. Whoever says that again does not move it.
TEST_P(EngineAll, AnOccurrenceThatTheClocksSkipStaysWhereItIs) {
  const Master master = make_series(repeating(
      timed("2025-03-01T02:30:00", "2025-03-01T02:45:00", "America/New_York"), "FREQ=DAILY"));
  EventChange longer = starting("2025-03-09T03:30:00");
  longer.when.end_local_s = second("2025-03-09T04:30:00");
  const Master changed = all(master, "20250309", longer);
  EXPECT_EQ(start_key(changed.when), "2025-03-01T07:30:00Z");
  EXPECT_EQ(changed.when.duration_s(), 3600);
}

TEST_P(EngineAll, ByAnExceptionThatWasMoved) {
  const Master master = standup();
  EventChange special = starting("2025-02-03T11:00:00");
  special.details.title = "Special";
  change_this(master, "20250203", special);
  const Master moved = all(master, "20250203", starting("2025-02-03T12:00:00"));
  EXPECT_EQ(start_key(moved.when), "2025-01-06T15:00:00Z") << "an hour later, as it was moved";
  EXPECT_EQ(between("2025-01-27", "2025-02-11"),
            (Texts{"2025-01-27T15:00:00Z Standup", "2025-02-03T17:00:00Z Special",
                   "2025-02-10T15:00:00Z Standup"}));
  // Moved to where it was before the series moved.
  all(master, "20250203", starting("2025-02-03T10:00:00"));
  EXPECT_EQ(between("2025-01-27", "2025-02-11"),
            (Texts{"2025-01-27T13:00:00Z Standup", "2025-02-03T15:00:00Z Special",
                   "2025-02-10T13:00:00Z Standup"}));
}

TEST_P(EngineAll, WhatExceptionsHaveOfTheirOwnStays) {
  const Master master = standup();
  change_this(master, "20250113", titled("Named"));
  EventChange place;
  place.details.location = "Room 1";
  change_this(master, "20250120", place);
  EventChange edit = titled("Renamed");
  edit.details.location = "Room 1";
  edit.details.tags = {"work"};
  all(master, "20250127", edit);
  EXPECT_EQ(between("2025-01-06", "2025-01-28"),
            (Texts{"2025-01-06T14:00:00Z Renamed", "2025-01-13T14:00:00Z Named",
                   "2025-01-20T14:00:00Z Renamed", "2025-01-27T14:00:00Z Renamed"}));
  const Instance named = occurrence(master, "20250113").instance;
  EXPECT_EQ(named.details.tags, Texts{"work"});
  EXPECT_EQ(named.details.location, "Room 1");
  EXPECT_EQ(named.stamp.version, 2);
  EXPECT_FALSE(occurrence(master, "20250120").is_stored()) << "it is as the series says now";
}

TEST_P(EngineAll, ANewRule) {
  const Master master = standup("FREQ=DAILY");
  change_this(master, "20250110", titled("Friday"));
  change_this(master, "20250113", titled("Monday"));
  remove(master, "20250114");
  remove(master, "20250120");
  const Master weekly = whole(master, repeating({}, "FREQ=WEEKLY;BYDAY=MO"));
  EXPECT_EQ(weekly.repeats.exdate, Texts{"20250120"});
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + master.id + "#20250113"});
  // Tags have another form where it may come more than once a day.
  const Master twice = whole(master, repeating({}, "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,17"));
  EXPECT_EQ(twice.repeats.exdate, Texts{"20250120T140000Z"});
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + master.id + "#20250113T140000Z"});
  const Master once = whole(master, repeating({}, "FREQ=WEEKLY;BYDAY=MO"));
  EXPECT_EQ(once.repeats.exdate, Texts{"20250120"});
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + master.id + "#20250113"});
  whole(master, repeating({}, "FREQ=WEEKLY;BYDAY=TU"));
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 0);
  EXPECT_FALSE(series(master.id).repeats.has_exceptions);
}

TEST_P(EngineAll, RulesAndDatesThatCannotBe) {
  const Master master = standup("FREQ=DAILY;COUNT=3");
  const auto refused = [&](const EventChange& edit, std::string_view field) {
    return fails(try_change(master.id, edit), ErrorCode::kInvalid, field);
  };
  EventChange none;
  none.repeats.rrule = std::optional<std::string>();
  none.repeats.until_s = second("2025-02-01T00:00:00Z");
  EXPECT_TRUE(refused(none, "rruleUntil"));
  none.repeats.until_s.reset();
  EXPECT_TRUE(refused(repeating({}, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rrule"));
  EventChange edit;
  edit.repeats.exdate = {"20250106", "20250107", "20250108"};
  EXPECT_TRUE(refused(edit, "exdate"));
  edit = {};
  edit.repeats.rdate = {"20241224"};
  EXPECT_TRUE(refused(edit, "rdate"));
  edit = {};
  edit.repeats.until_s = second("2024-01-01T00:00:00Z");
  EXPECT_TRUE(refused(edit, "rrule"));
  EXPECT_EQ(series(master.id), master);
  // With further dates it can be without a rule.
  none.repeats.rdate = {"20250201"};
  EXPECT_EQ(whole(master, none).repeats.rrule, "");
  EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), 2);
}

// The occurrence that was looked at stays, as it is; everything else of the series goes.
TEST_P(EngineAll, ASeriesThatDoesNotRepeatIsAnEvent) {
  const Master master = standup();
  change_this(master, "20250113", titled("One"));
  change_this(master, "20250120", starting("2025-01-21T10:00:00"));
  remove(master, "20250127");
  const Master before = series(master.id);
  clock.advance_ms(60'000);
  EventChange none = titled("Once");
  none.repeats.rrule = std::optional<std::string>();
  const auto event = std::get<Event>(change(instance_id(master.id, "20250120"), none, Scope::kAll));
  EXPECT_EQ(event.id.substr(0, 4), "evt_");
  EXPECT_EQ(event.details.title, "Once");
  EXPECT_EQ(start_key(event.when), "2025-01-21T15:00:00Z");
  EXPECT_EQ(event.when.duration_s(), 900);
  EXPECT_EQ(event.ical.uid, master.ical.uid);
  EXPECT_EQ(event.ical.sequence, before.ical.sequence + 1);
  EXPECT_EQ(event.stamp.created_at, master.stamp.created_at);
  EXPECT_EQ(between("2025-01-01", "2026-01-01"), Texts{"2025-01-21T15:00:00Z Once"});
  EXPECT_TRUE(fails(events.get(ada, id_of(master.id)), ErrorCode::kNotFound));
  must(sweeps.run());
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts());
  EXPECT_EQ(longest(), 15);
  // And back again.
  const auto again = std::get<Master>(change(event.id, repeating({}, "FREQ=WEEKLY;COUNT=2")));
  EXPECT_EQ(again.ical.uid, master.ical.uid);
  EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), 2);
}

TEST_P(EngineAll, ASeriesItselfBecomesItsFirstOccurrence) {
  const Master master = standup();
  EventChange none;
  none.repeats.rrule = std::string();
  none.details.location = "Here";
  const auto event = std::get<Event>(change(master.id, none));
  EXPECT_EQ(start_key(event.when), "2025-01-06T14:00:00Z");
  EXPECT_EQ(event.details.title, "Standup");
  EXPECT_EQ(event.details.location, "Here");
  EXPECT_EQ(between("2025-01-01", "2026-01-01").size(), 1);
  // An ETag of before says nothing any more.
  EXPECT_TRUE(fails(events.change(ada, id_of(master.id), none, Scope::kAll, etag_of(master)),
                    ErrorCode::kNotFound));
}

TEST_P(EngineAll, WhatIsLeftOutTakesItsExceptionAlong) {
  const Master master = standup();
  change_this(master, "20250113", titled("One"));
  change_this(master, "20250120", titled("Two"));
  EventChange edit;
  edit.repeats.exdate = {"20250113"};
  whole(master, edit);
  EXPECT_EQ(sort_keys("INSTANCE#"), Texts{"INSTANCE#" + master.id + "#20250120"});
}

TEST_P(EngineAll, ExceptionsGoWhenTheSeriesDoes) {
  const Master master = standup();
  change_this(master, "20250113", titled("One"));
  EventChange edit;
  edit.details.ttl = clock.now_s() + 1'000;
  whole(master, edit);
  EXPECT_EQ(apps::integer_of(*item(ada, keys::instance(master.id, "20250113")), "ttl"),
            clock.now_s() + 1'000);
  EXPECT_EQ(occurrence(master, "20250113").instance.modified_fields, Texts{"title"});
  edit.details.ttl = std::optional<int64_t>();
  all(master, "20250113", edit);
  EXPECT_FALSE(item(ada, keys::instance(master.id, "20250113"))->contains("ttl"));
  change_this(master, "20250120", titled("Two"));
}

TEST_P(EngineAll, OnlySoMuchFitsIntoOneTransaction) {
  const Master master = standup("FREQ=DAILY");
  const int64_t start = second("2025-01-06");
  for (int i = 0; i < 99; ++i) change_this(master, day_tag(start + i * 86'400), titled("x"));
  EventChange edit;
  edit.details.location = "Room 1";
  whole(master, edit);
  EXPECT_TRUE(fails(
      try_change(instance_id(master.id, "20250501"), starting("2025-09-09T09:00:00"), Scope::kAll),
      ErrorCode::kConflict))
      << "that many cannot change their places";
  change_this(master, day_tag(start + 99 * 86'400), titled("x"));
  edit.details.location = "Room 2";
  EXPECT_TRUE(fails(try_change(master.id, edit), ErrorCode::kConflict));
  edit = {};
  edit.repeats.until_s = second("2035-01-01T00:00:00Z");
  EXPECT_TRUE(try_change(master.id, edit)) << "of which they know nothing";
}

}  // namespace
}  // namespace norn::events
