#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/test_events.h"
#include "support/builders.h"

// AP8: one occurrence that is changed.
namespace norn::events {
namespace {

class EngineThis : public EventsTest {};
NORN_ENGINE_FOR_EVERY_OWNER(EngineThis);

using store::List;
using store::Value;

// The design's example of an INSTANCE: an hour later on 24 December. Its sample leaves out
// isAllDay, which an EVENT has; and its eventId has another form than those of its own id scheme.
TEST_P(EngineThis, AnOccurrenceThatIsMovedIsTheItemOfTheDesign) {
  EventChange input = repeating(timed("2025-01-08T10:00:00", "2025-01-08T10:15:00",
                                      "America/New_York", "Weekly Team Standup"),
                                "FREQ=WEEKLY;BYDAY=WE");
  input.details.color = "#22c55e";
  input.details.location = "Zoom";
  input.details.reminder_minutes = std::vector<int64_t>();
  const Master master = make_series(input);
  clock.advance_ms(60'000);
  EventChange edit = starting("2025-12-24T11:00:00");
  edit.details.title = "Weekly Team Standup (MOVED)";
  edit.details.description = "Rescheduled due to holiday";
  const SeriesOccurrence moved = change_this(master, "20251224", edit);
  const std::string uuid = master.id.substr(4);
  EXPECT_EQ(moved.instance.id(), "inst_20251224_" + uuid);
  EXPECT_EQ(std::string(item(ada, keys::instance(master.id, "20251224"))->json()),
            std::string(testing::item(
                            {{"PK", "USER#" + ada},
                             {"SK", "INSTANCE#" + master.id + "#20251224"},
                             {"GSI1PK", "USER#" + ada + "#2025"},
                             {"GSI1SK", "2025-12-24T16:00:00Z"},
                             {"GSI2PK", "MASTER#" + master.id},
                             {"GSI2SK", "INSTANCE#20251224"},
                             {"entityType", "INSTANCE"},
                             {"eventId", "inst_20251224_" + uuid},
                             {"masterId", master.id},
                             {"recurrenceId", "2025-12-24T15:00:00Z"},
                             {"title", "Weekly Team Standup (MOVED)"},
                             {"description", "Rescheduled due to holiday"},
                             {"isAllDay", Value::boolean(false)},
                             {"startUtc", "2025-12-24T16:00:00Z"},
                             {"endUtc", "2025-12-24T16:15:00Z"},
                             {"startTzid", "America/New_York"},
                             {"location", "Zoom"},
                             {"color", "#22c55e"},
                             {"status", "CONFIRMED"},
                             {"modifiedFields", List{"startUtc", "endUtc", "title", "description"}},
                             {"links", List{}},
                             {"version", Value::number(1)},
                             {"createdAt", "2024-01-15T10:31:00Z"},
                             {"updatedAt", "2024-01-15T10:31:00Z"}})
                            .json()));
  Master after = master;
  after.stamp.version = 2;
  after.stamp.updated_at = "2024-01-15T10:31:00Z";
  after.ical.sequence = 1;
  after.repeats.has_exceptions = true;
  EXPECT_EQ(series(master.id), after);
  EXPECT_EQ(moved.master, after);
}

TEST_P(EngineThis, OthersStayAsTheyAre) {
  const Master master = standup();
  change_this(master, "20250310", starting("2025-03-11T08:00:00"));
  EXPECT_EQ(between("2025-03-01", "2025-03-25"),
            (Texts{"2025-03-03T14:00:00Z Standup", "2025-03-11T12:00:00Z Standup",
                   "2025-03-17T13:00:00Z Standup", "2025-03-24T13:00:00Z Standup"}));
}

TEST_P(EngineThis, AnOccurrenceCanMoveAcrossYearsAndKeepsItsTag) {
  const Master master = standup();
  change_this(master, "20251229", starting("2026-01-02T09:00:00"));
  const auto stored = item(ada, keys::instance(master.id, "20251229"));
  EXPECT_EQ(apps::text_of(*stored, "GSI1PK"), "USER#" + ada + "#2026");
  EXPECT_EQ(apps::text_of(*stored, "recurrenceId"), "2025-12-29T14:00:00Z");
  const SeriesOccurrence again = change_this(master, "20251229", starting("2025-12-30T09:00:00"));
  EXPECT_EQ(again.instance.stamp.version, 2);
  EXPECT_EQ(again.master.stamp.version, 3);
  EXPECT_EQ(apps::text_of(*item(ada, keys::instance(master.id, "20251229")), "GSI1PK"),
            "USER#" + ada + "#2025");
}

TEST_P(EngineThis, EveryKindOfSeries) {
  const Master days = make_series(repeating(all_day("2025-01-06", "2025-01-07"), "FREQ=WEEKLY"));
  const SeriesOccurrence day = change_this(days, "20250113", starting("2025-01-14"));
  EXPECT_EQ(day.instance.modified_fields, (Texts{"startDate", "endDate"}));
  EXPECT_EQ(apps::text_of(*item(ada, keys::instance(days.id, "20250113")), "recurrenceId"),
            "2025-01-13");
  const Master walls =
      make_series(repeating(floating("2025-01-06T09:00:00", "2025-01-06T10:00:00"), "FREQ=DAILY"));
  const SeriesOccurrence wall = change_this(walls, "20250113", starting("2025-01-13T08:00:00"));
  EXPECT_EQ(wall.instance.modified_fields, (Texts{"startLocal", "endLocal"}));
  EXPECT_EQ(apps::text_of(*item(ada, keys::instance(walls.id, "20250113")), "recurrenceId"),
            "2025-01-13T09:00:00");
  const Master hours = make_series(repeating(
      timed("2025-01-06T09:00:00", "2025-01-06T09:10:00", "Europe/Berlin"), "FREQ=HOURLY"));
  const SeriesOccurrence hour = change_this(hours, "20250601T130000Z", titled("At three"));
  EXPECT_EQ(hour.instance.id(), "inst_20250601T130000Z_" + hours.id.substr(4));
  EXPECT_EQ(apps::text_of(*item(ada, keys::instance(hours.id, "20250601T130000Z")), "recurrenceId"),
            "2025-06-01T13:00:00Z");
  // From one kind of time to another.
  const SeriesOccurrence whole =
      change_this(walls, "20250114", all_day("2025-01-14", "2025-01-15"));
  EXPECT_EQ(whole.instance.modified_fields,
            (Texts{"isAllDay", "startDate", "endDate", "startLocal", "endLocal"}));
  EXPECT_EQ(longest(), 1440);
}

TEST_P(EngineThis, WhatBecomesAsTheSeriesSaysNeedsNoItem) {
  const Master master = standup();
  change_this(master, "20250113", titled("Other"));
  change_this(master, "20250120", titled("Other"));
  const SeriesOccurrence back = change_this(master, "20250113", titled("Standup"));
  EXPECT_FALSE(back.is_stored());
  EXPECT_TRUE(back.master.repeats.has_exceptions);
  EXPECT_EQ(etag_of(back), "v4.0");
  EXPECT_FALSE(change_this(master, "20250120", titled("Standup")).master.repeats.has_exceptions);
  EXPECT_EQ(items(ada, "INSTANCE#").size(), 0);
  EXPECT_EQ(json_of(change_this(master, "20250127", titled("Standup"))),
            json_of(occurrence(master, "20250127")));
  EXPECT_EQ(series(master.id).stamp.version, 5) << "nothing was written";
}

TEST_P(EngineThis, ACancelledOccurrenceIsKeptAndDoesNotOccur) {
  const Master master = standup();
  EventChange cancel;
  cancel.details.status = Status::kCancelled;
  const SeriesOccurrence cancelled = change_this(master, "20250113", cancel);
  EXPECT_EQ(cancelled.instance.modified_fields, Texts{"status"});
  EXPECT_EQ(between("2025-01-06", "2025-01-21"),
            (Texts{"2025-01-06T14:00:00Z Standup", "2025-01-20T14:00:00Z Standup"}));
  EXPECT_EQ(details_of(get(cancelled.instance.id())).status, Status::kCancelled);
  must(events.restore(ada, id_of(cancelled.instance.id()), "v2.1"));
  EXPECT_EQ(between("2025-01-06", "2025-01-21").size(), 3);
}

TEST_P(EngineThis, WhatIsOfTheSeriesCannotBeChangedForOne) {
  const Master master = standup();
  const std::string id = instance_id(master.id, "20250113");
  const auto refused = [&](const EventChange& edit, std::string_view field) {
    return fails(try_change(id, edit), ErrorCode::kInvalid, field);
  };
  EXPECT_TRUE(refused(repeating({}, "FREQ=DAILY"), "rrule"));
  EventChange edit;
  edit.repeats.until_s = second("2026-01-01");
  EXPECT_TRUE(refused(edit, "rruleUntil"));
  edit = {};
  edit.repeats.exdate = Texts();
  EXPECT_TRUE(refused(edit, "exdate"));
  edit = {};
  edit.repeats.rdate = Texts();
  EXPECT_TRUE(refused(edit, "rdate"));
  edit = {};
  edit.details.ttl = clock.now_s() + 1000;
  EXPECT_TRUE(refused(edit, "ttl"));
  edit = {};
  edit.when.end_local_s = second("2025-01-13T08:00:00");
  EXPECT_TRUE(refused(edit, "end"));
  EXPECT_EQ(series(master.id), master);
}

TEST_P(EngineThis, BothVersionsCount) {
  const Master master = standup();
  const std::string id = instance_id(master.id, "20250113");
  change(id, titled("First"));
  const auto with = [&](const std::string& etag) {
    return events.change(ada, id_of(id), titled("Second"), Scope::kThis, etag);
  };
  for (const char* const old : {"v1.0", "v1.1", "v2.0", "v2", "v2.2", "", "*"}) {
    const auto late = with(old);
    ASSERT_TRUE(fails(late, ErrorCode::kConflict)) << old;
    EXPECT_EQ(fault_of(late.error())->etag, "v2.1");
    EXPECT_EQ(fault_of(late.error())->current, json_of(get(id)));
  }
  EXPECT_TRUE(with("v2.1"));
}

TEST_P(EngineThis, LongOnesAreKnownToViews) {
  const Master master = standup();
  EventChange edit;
  edit.when.end_local_s = second("2025-01-15T09:00:00");
  change_this(master, "20250113", edit);
  EXPECT_EQ(longest(), 2 * 1440);
}

}  // namespace
}  // namespace norn::events
