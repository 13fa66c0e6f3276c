#include "apps/events/service/test_events.h"

// AP4: events that change, and events that become series.
namespace norn::events {
namespace {

class EngineChange : public EventsTest {
 protected:
  Event standup_event() {
    return make_event(timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "America/New_York"));
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineChange);

TEST_P(EngineChange, OneVersionMoreAndEverythingElseAsItWas) {
  const Event event = standup_event();
  clock.advance_ms(60'000);
  EventChange edit = titled("Other");
  edit.details.tags = {"b", "a"};
  edit.details.location = "Room 1";
  Event expected = event;
  expected.details.title = "Other";
  expected.details.tags = {"a", "b"};
  expected.details.location = "Room 1";
  expected.stamp.version = 2;
  expected.stamp.updated_at = "2024-01-15T10:31:00Z";
  expected.ical.sequence = 1;
  EXPECT_EQ(std::get<Event>(change(event.id, edit)), expected);
  EXPECT_EQ(std::get<Event>(get(event.id)), expected);
}

TEST_P(EngineChange, ANewTimeIsInTheKeysOfItsYear) {
  const Event event = standup_event();
  change(event.id, starting("2026-01-02T21:00:00"));
  const auto stored = item(ada, keys::event(event.id));
  EXPECT_EQ(apps::text_of(*stored, "GSI1PK"), "USER#" + ada + "#2026");
  EXPECT_EQ(apps::text_of(*stored, "GSI1SK"), "2026-01-03T02:00:00Z");
  EXPECT_EQ(apps::text_of(*stored, "endUtc"), "2026-01-03T02:30:00Z");
  change(event.id, all_day("2027-02-01", "2027-02-05"));
  const auto days = item(ada, keys::event(event.id));
  EXPECT_EQ(apps::text_of(*days, "GSI1PK"), "USER#" + ada + "#2027");
  EXPECT_EQ(apps::text_of(*days, "GSI1SK"), "2027-02-01");
  EXPECT_FALSE(days->contains("startUtc"));
  EXPECT_EQ(longest(), 4 * 1440);
}

TEST_P(EngineChange, WhatChangesNothingIsNotWritten) {
  const Event event = standup_event();
  EXPECT_EQ(std::get<Event>(change(event.id, titled("Standup"))), event);
  EXPECT_EQ(std::get<Event>(change(event.id, {})), event);
}

TEST_P(EngineChange, AStaleChangeGetsTheCurrentState) {
  const Event event = standup_event();
  const Thing current = change(event.id, titled("Quicker"));
  const auto late = events.change(ada, id_of(event.id), titled("Late"), Scope::kThis, "v1");
  ASSERT_TRUE(fails(late, ErrorCode::kConflict));
  EXPECT_EQ(fault_of(late.error())->current, json_of(current));
  EXPECT_EQ(fault_of(late.error())->etag, "v2");
  EXPECT_TRUE(fails(events.remove(ada, id_of(event.id), Scope::kThis, "v1"), ErrorCode::kConflict));
  EXPECT_EQ(json_of(get(event.id)), json_of(current));
}

TEST_P(EngineChange, WhatIsWrongNamesItsField) {
  const Event event = standup_event();
  const auto refused = [&](const EventChange& edit, std::string_view field) {
    return fails(try_change(event.id, edit), ErrorCode::kInvalid, field);
  };
  EventChange edit;
  edit.details.color = "blue";
  EXPECT_TRUE(refused(edit, "color"));
  edit = {};
  edit.when.end_local_s = second("2025-12-15T08:00:00");
  EXPECT_TRUE(refused(edit, "end"));
  edit = {};
  edit.repeats.exdate = {"20251216"};
  EXPECT_TRUE(refused(edit, "exdate"));
  edit = {};
  edit.repeats.until_s = second("2026-12-15T08:00:00");
  EXPECT_TRUE(refused(edit, "rruleUntil"));
  EXPECT_TRUE(refused(repeating({}, "FREQ=NEVER"), "rrule"));
  EXPECT_EQ(std::get<Event>(get(event.id)), event);
}

TEST_P(EngineChange, AnEventWithARuleBecomesASeries) {
  const Event event = standup_event();
  change(event.id, titled("Renamed"));
  clock.advance_ms(60'000);
  EventChange edit = repeating(starting("2025-12-16T10:00:00"), "FREQ=WEEKLY;BYDAY=TU,TH");
  const Master master = std::get<Master>(change(event.id, edit));
  EXPECT_EQ(master.details.title, "Renamed");
  EXPECT_EQ(start_key(master.when), "2025-12-16T15:00:00Z");
  EXPECT_EQ(master.when.duration_s(), 1800);
  EXPECT_EQ(master.ical.uid, event.ical.uid) << "by which other calendars know it";
  EXPECT_EQ(master.ical.sequence, 2);
  EXPECT_EQ(master.stamp, (Stamp{1, event.stamp.created_at, "2024-01-15T10:31:00Z"}));
  EXPECT_EQ(series(master.id), master);
  EXPECT_FALSE(item(ada, keys::event(event.id)));
  EXPECT_EQ(between("2025-12-15", "2025-12-24").size(), 3);
}

TEST_P(EngineChange, FurtherDatesMakeASeriesToo) {
  const Event event = standup_event();
  EventChange edit;
  edit.repeats.rrule = std::optional<std::string>();
  EXPECT_EQ(std::get<Event>(change(event.id, edit)), event) << "there is no rule to take away";
  edit.repeats.rdate = {"20251224"};
  const Master master = std::get<Master>(change(event.id, edit));
  EXPECT_EQ(between("2025-12-01", "2026-01-01"),
            (Texts{"2025-12-15T14:00:00Z Standup", "2025-12-24T14:00:00Z Standup"}));
}

TEST_P(EngineChange, OfTwoAtTheSameMomentTheSecondIsTold) {
  const Event event = standup_event();
  meanwhile([&] { change(event.id, titled("Quicker")); });
  EXPECT_TRUE(fails(try_change(event.id, titled("Slower")), ErrorCode::kConflict));
  EXPECT_EQ(details_of(get(event.id)).title, "Quicker");
  meanwhile([&] { change(event.id, titled("Again")); });
  EXPECT_TRUE(fails(try_change(event.id, repeating({}, "FREQ=DAILY")), ErrorCode::kConflict));
  EXPECT_EQ(items(ada, "MASTER#").size(), 0);
  meanwhile([&] { change(event.id, repeating({}, "FREQ=DAILY")); });
  EXPECT_TRUE(fails(try_change(event.id, titled("Slower")), ErrorCode::kNotFound));
  EXPECT_EQ(items(ada, "EVENT#").size(), 0);
}

}  // namespace
}  // namespace norn::events
