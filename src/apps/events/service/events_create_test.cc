#include <fmt/format.h>

#include "apps/events/limits.h"
#include "apps/events/service/test_events.h"
#include "support/builders.h"

// AP3 and AP5: events and series that are made.
namespace norn::events {
namespace {

class EngineCreate : public EventsTest {
 protected:
  apps::Creation keyed(std::string key, std::string digest = "d") const {
    return {.user_id = ada,
            .operation = "createEvent",
            .key = std::move(key),
            .digest = std::move(digest)};
  }
  std::string json(const std::string& sort_key) {
    const auto found = item(ada, sort_key);
    return found ? std::string(found->json()) : "";
  }
  static std::string json_of_map(const store::Map& attributes) {
    return std::string(testing::item(attributes).json());
  }
};
NORN_ENGINE_ON_BOTH_STORES(EngineCreate);

using store::List;
using store::Map;
using store::Null;
using store::Value;

// The design's example of an EVENT, attribute by attribute.
TEST_P(EngineCreate, AnEventIsTheItemOfTheDesign) {
  EventChange input =
      timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "America/New_York", "Team Standup");
  input.details.description = "Daily sync with engineering team";
  input.details.location = "Zoom: https://zoom.us/j/123456789";
  input.details.color = "#4285F4";
  input.details.tags = {"work", "engineering"};
  input.details.reminder_minutes = {60, 15};
  const Event event = make_event(input);
  EXPECT_EQ(json("EVENT#" + event.id),
            json_of_map({{"PK", "USER#" + ada},
                         {"SK", "EVENT#" + event.id},
                         {"GSI1PK", "USER#" + ada + "#2025"},
                         {"GSI1SK", "2025-12-15T14:00:00Z"},
                         {"entityType", "EVENT"},
                         {"eventId", event.id},
                         {"title", "Team Standup"},
                         {"description", "Daily sync with engineering team"},
                         {"isAllDay", Value::boolean(false)},
                         {"startUtc", "2025-12-15T14:00:00Z"},
                         {"endUtc", "2025-12-15T14:30:00Z"},
                         {"startTzid", "America/New_York"},
                         {"endTzid", Null{}},
                         {"location", "Zoom: https://zoom.us/j/123456789"},
                         {"color", "#4285F4"},
                         {"status", "CONFIRMED"},
                         {"tags", store::StringSet::make({"engineering", "work"})},
                         {"reminderMinutes",
                          store::NumberSet::make({store::Number(15), store::Number(60)})},
                         {"links", List{}},
                         {"version", Value::number(1)},
                         {"createdAt", "2024-01-15T10:30:00Z"},
                         {"updatedAt", "2024-01-15T10:30:00Z"},
                         {"icalUid", event.id + "@norn"},
                         {"sequence", Value::number(0)}}));
}

// The design's example of a MASTER. Its sample says 15:00 UTC, which is 10:00 in New York.
TEST_P(EngineCreate, ASeriesIsTheItemOfTheDesign) {
  EventChange input = repeating(timed("2025-01-06T10:00:00", "2025-01-06T10:15:00",
                                      "America/New_York", "Weekly Team Standup"),
                                "RRULE:byday=mo;freq=weekly");
  input.details.color = "#22c55e";
  input.details.reminder_minutes = std::vector<int64_t>();
  input.repeats.exdate = {"20260105", "20251222"};
  const Master master = make_series(input);
  EXPECT_EQ(json("MASTER#" + master.id), json_of_map({{"PK", "USER#" + ada},
                                                      {"SK", "MASTER#" + master.id},
                                                      {"GSI1PK", "USER#" + ada + "#2025"},
                                                      {"GSI1SK", "2025-01-06T15:00:00Z"},
                                                      {"GSI2PK", "MASTER#" + master.id},
                                                      {"GSI2SK", "MASTER"},
                                                      {"entityType", "MASTER"},
                                                      {"eventId", master.id},
                                                      {"masterId", master.id},
                                                      {"title", "Weekly Team Standup"},
                                                      {"rrule", "FREQ=WEEKLY;BYDAY=MO"},
                                                      {"rruleUntil", Null{}},
                                                      {"exdate", List{"20251222", "20260105"}},
                                                      {"rdate", List{}},
                                                      {"hasExceptions", Value::boolean(false)},
                                                      {"isAllDay", Value::boolean(false)},
                                                      {"startUtc", "2025-01-06T15:00:00Z"},
                                                      {"endUtc", "2025-01-06T15:15:00Z"},
                                                      {"startTzid", "America/New_York"},
                                                      {"color", "#22c55e"},
                                                      {"status", "CONFIRMED"},
                                                      {"links", List{}},
                                                      {"version", Value::number(1)},
                                                      {"createdAt", "2024-01-15T10:30:00Z"},
                                                      {"updatedAt", "2024-01-15T10:30:00Z"},
                                                      {"icalUid", master.id + "@norn"},
                                                      {"sequence", Value::number(0)}}));
}

TEST_P(EngineCreate, WhatIsNotSaidIsAsThePersonHasIt) {
  EventChange input = titled("Lunch");
  input.when.start_local_s = second("2025-07-01T12:00:00");
  const Event lunch = make_event(input);
  EXPECT_EQ(lunch.when.start_tzid, "Europe/Berlin");
  EXPECT_EQ(start_key(lunch.when), "2025-07-01T10:00:00Z");
  EXPECT_FALSE(lunch.when.end_s);
  EXPECT_EQ(lunch.details.reminder_minutes, std::vector<int64_t>{15});
  EXPECT_EQ(lunch.details.status, Status::kConfirmed);
  EXPECT_TRUE(make_event(all_day("2025-07-01", "2025-07-02")).details.reminder_minutes.empty());
  EXPECT_EQ(
      make_event(floating("2025-07-01T12:00:00", "2025-07-01T13:00:00")).details.reminder_minutes,
      std::vector<int64_t>{15});
}

TEST_P(EngineCreate, ViewsLookBackAsFarAsTheLongest) {
  EXPECT_EQ(longest(), 0);
  make_event(timed("2025-07-01T12:00:00", "2025-07-01T13:30:00", "UTC"));
  EXPECT_EQ(longest(), 90);
  make_event(timed("2025-07-01T12:00:00", "2025-07-01T12:30:00", "UTC"));
  EXPECT_EQ(longest(), 90);
  make_event(all_day("2025-07-01", "2025-07-04"));
  EXPECT_EQ(longest(), 3 * 1440);
  meanwhile([&] { make_event(all_day("2025-07-01", "2025-07-11")); });
  make_event(all_day("2025-07-01", "2025-07-08"));
  EXPECT_EQ(longest(), 10 * 1440) << "the longer one of two at the same moment";
  // How long occurrences of a series are says the series itself.
  make_series(repeating(all_day("2025-07-01", "2025-07-21"), "FREQ=YEARLY"));
  EXPECT_EQ(longest(), 10 * 1440);
}

TEST_P(EngineCreate, TheSameKeyMakesOneEvent) {
  const EventChange input = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  const std::string made = json_of(must(events.create(ada, input, keyed("k"))));
  EXPECT_EQ(json_of(must(events.create(ada, input, keyed("k")))), made);
  EXPECT_EQ(items(ada, "EVENT#").size(), 1);
  EXPECT_TRUE(fails(events.create(ada, input, keyed("k", "other")), ErrorCode::kUnprocessable));
  const EventChange daily = repeating(input, "FREQ=DAILY");
  const std::string series = json_of(must(events.create(ada, daily, keyed("s"))));
  EXPECT_EQ(json_of(must(events.create(ada, daily, keyed("s")))), series);
  EXPECT_EQ(items(ada, "MASTER#").size(), 1);
}

TEST_P(EngineCreate, TheSameKeyAtTheSameMomentMakesOneEvent) {
  const EventChange input = timed("2025-12-15T09:00:00", "2025-12-15T09:30:00", "UTC");
  std::string other;
  meanwhile([&] { other = json_of(must(events.create(ada, input, keyed("k")))); });
  EXPECT_EQ(json_of(must(events.create(ada, input, keyed("k")))), other);
  EXPECT_EQ(items(ada, "EVENT#").size(), 1);
}

// A series starts with its first occurrence, whatever was said.
TEST_P(EngineCreate, ASeriesStartsWithItsFirstOccurrence) {
  struct Case {
    const char* start;
    const char* rrule;
    const char* first;
  };
  // 2025-01-08 is a Wednesday.
  const Case cases[] = {
      {"2025-01-08T09:00:00", "FREQ=WEEKLY;BYDAY=MO", "2025-01-13T08:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2025-01-20T08:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=WEEKLY;BYDAY=WE,MO", "2025-01-08T08:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=MONTHLY;BYMONTHDAY=31", "2025-01-31T08:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4", "2025-07-04T07:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=DAILY;BYHOUR=11", "2025-01-08T10:00:00Z"},
      {"2025-01-08T09:00:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29T08:00:00Z"},
  };
  for (const Case& test : cases) {
    const Master master = make_series(
        repeating(timed(test.start, "2025-01-08T10:00:00", "Europe/Berlin"), test.rrule));
    EXPECT_EQ(start_key(master.when), test.first) << test.rrule;
    EXPECT_EQ(master.when.duration_s(), 3600);
    const auto stored = item(ada, keys::master(master.id));
    EXPECT_EQ(apps::text_of(*stored, "GSI1SK"), test.first);
  }
}

TEST_P(EngineCreate, SeriesOfEveryKindOfTime) {
  const Master days = make_series(repeating(all_day("2025-01-08", "2025-01-10"), "FREQ=YEARLY"));
  EXPECT_EQ(apps::text_of(*item(ada, keys::master(days.id)), "GSI1SK"), "2025-01-08");
  const Master walls =
      make_series(repeating(floating("2025-01-08T09:00:00", "2025-01-08T10:00:00"), "FREQ=DAILY"));
  EXPECT_EQ(apps::text_of(*item(ada, keys::master(walls.id)), "GSI1SK"), "2025-01-08T09:00:00");
  EventChange dates = timed("2025-01-08T09:00:00", "2025-01-08T10:00:00", "Europe/Berlin");
  dates.repeats.rdate = {"20250201", "20250115", "20250301T150000Z/PT2H"};
  const Master listed = make_series(dates);
  EXPECT_EQ(listed.repeats.rrule, "");
  EXPECT_EQ(between("2025-01-08", "2025-12-01").size(), 1 + 327 + 4);
  EXPECT_EQ(occurrence(listed, "20250201T080000Z").instance.when.duration_s(), 3600);
  EXPECT_EQ(occurrence(listed, "20250301T150000Z").instance.when.duration_s(), 7200);
}

TEST_P(EngineCreate, WhatIsLeftOutIsWrittenAsTags) {
  EventChange input = repeating(
      timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "Europe/Berlin"), "FREQ=DAILY;COUNT=9");
  input.repeats.exdate = {"20250108T080000Z", "20250107", "20250107"};
  EXPECT_EQ(make_series(input).repeats.exdate, (Texts{"20250107", "20250108"}));
  input = repeating(timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "Europe/Berlin"),
                    "FREQ=DAILY;BYHOUR=9,17;COUNT=9");
  input.repeats.exdate = {"20250107", "20250108T160000Z"};
  EXPECT_EQ(make_series(input).repeats.exdate,
            (Texts{"20250107T080000Z", "20250107T160000Z", "20250108T160000Z"}));
}

TEST_P(EngineCreate, WhatCannotBeIsRefusedWithItsField) {
  const EventChange good = timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "Europe/Berlin");
  const auto refused = [&](const EventChange& input, std::string_view field) {
    return fails(events.create(ada, input, {}), ErrorCode::kInvalid, field);
  };
  EventChange input = good;
  input.details.title.reset();
  EXPECT_TRUE(refused(input, "title"));
  EXPECT_TRUE(refused(titled("No time"), "start"));
  EXPECT_TRUE(refused(repeating(good, "FREQ=SOMETIMES"), "rrule"));
  EXPECT_TRUE(refused(repeating(good, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rrule"));
  EXPECT_TRUE(refused(repeating(good, "FREQ=DAILY;UNTIL=20240101T000000Z"), "rrule"));
  EXPECT_TRUE(refused(repeating(good, "FREQ=HOURLY;INTERVAL=24;BYHOUR=3"), "rrule"));
  input = good;
  input.repeats.exdate = {"20250106"};
  EXPECT_TRUE(refused(input, "exdate")) << "of what does not repeat";
  input.repeats.rrule = "FREQ=DAILY;COUNT=1";
  EXPECT_TRUE(refused(input, "exdate")) << "nothing is left";
  input.repeats.exdate = {"tomorrow"};
  EXPECT_TRUE(refused(input, "exdate"));
  input = good;
  input.repeats.until_s = second("2026-01-01T00:00:00Z");
  EXPECT_TRUE(refused(input, "rruleUntil"));
  input = good;
  input.repeats.rdate = {"20250105"};
  EXPECT_TRUE(refused(input, "rdate")) << "before the start";
  input.repeats.rdate = {"never"};
  EXPECT_TRUE(refused(input, "rdate"));
  EXPECT_EQ(items(ada, "EVENT#").size() + items(ada, "MASTER#").size(), 0);
}

TEST_P(EngineCreate, ThereIsAnEndToSeries) {
  for (size_t i = 0; i < kMaxSeriesPerPerson; ++i) {
    must(store_.put(testing::put("ProductivityData",
                                 {{"PK", "USER#" + ada}, {"SK", fmt::format("MASTER#{}", i)}})));
  }
  const EventChange input = timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "UTC");
  EXPECT_TRUE(fails(events.create(ada, repeating(input, "FREQ=DAILY"), {}), ErrorCode::kConflict));
  EXPECT_TRUE(events.create(ada, input, {}));
  EXPECT_TRUE(events.create(bob, repeating(input, "FREQ=DAILY"), {}));
  for (size_t i = 0; i < kMaxSeriesPerPerson; ++i) {
    store::DeleteRequest request;
    request.table = "ProductivityData";
    request.key = apps::key_of("USER#" + ada, fmt::format("MASTER#{}", i));
    must(store_.remove(request));
  }
}

TEST_P(EngineCreate, NothingIsMadeForSomebodyWhoIsGone) {
  const EventChange input = timed("2025-01-06T09:00:00", "2025-01-06T09:15:00", "UTC");
  const auto leave = [&] {
    store::DeleteRequest request;
    request.table = "ProductivityData";
    request.key = apps::key_of(keys::user(ada), keys::user_meta(ada));
    must(store_.remove(request));
  };
  make_event(input);
  meanwhile(leave);
  EXPECT_TRUE(fails(events.create(ada, input, {}), ErrorCode::kNotFound));
  add_person(ada);
  meanwhile(leave);
  EXPECT_TRUE(fails(events.create(ada, repeating(input, "FREQ=DAILY"), {}), ErrorCode::kNotFound));
  EXPECT_EQ(items(ada, "MASTER#").size(), 0);
  add_person(ada);
  make_event(input);
}

}  // namespace
}  // namespace norn::events
