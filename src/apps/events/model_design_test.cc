#include <gtest/gtest.h>

#include "apps/events/model.h"
#include "apps/events/test_world.h"

// The examples of the design, "Phase 1: Calendar", sections 4.1 to 4.3, attribute by attribute.
//
// Where a sample contradicts the design's own rules, the rules win:
//  - 4.1 to 4.3: the ids `user_123`, `evt_abc123def456`, `mst_weekly_standup` and
//    `inst_20251224_xyz789` are short for `<prefix>_<uuid>`, which the table of attributes asks for
//    ("`evt_` prefix + UUIDv4").
//  - 4.3: `"eventId": "inst_20251224_xyz789"` cannot be found by AP2, whose `INSTANCE#inst_...` is
//    not the key `INSTANCE#mst_weekly_standup#20251224` of the sample either. The key is the
//    contract, and the id says the key: `inst_<tag>_<uuid of the series>`.
//  - 4.2: `"exdate": ["20251225", "20260101"]` are Thursdays and 4.3's `20251224` is a Wednesday,
//    while the rule of the series is `FREQ=WEEKLY;BYDAY=MO`. Items keep whatever tags they have;
//    none of these days is one of the series (see series_test.cc).
//  - 4.1 and 4.2: `@nexus.app` in `icalUid` is `<eventId>@<domain>`; ours is `@norn`.
namespace norn::events {
namespace {

using store::List;
using store::Map;
using store::Null;
using store::Value;

const std::string kDesignUser = "00000000-0000-4000-8000-000000000123";
const std::string kEventId = "evt_00000000-0000-4000-8000-abc123def456";
const std::string kMasterId = "mst_00000000-0000-4000-8000-0000000000aa";
const std::string kInstanceId = "inst_20251224_00000000-0000-4000-8000-0000000000aa";

Value numbers(std::vector<int64_t> values) {
  return store::NumberSet::make({values.begin(), values.end()});
}

// One message per attribute that is not as it should be.
void expect_same(const store::Item& item, const Map& expected) {
  const Map actual = item.to_map();
  for (const auto& [name, value] : expected) {
    const auto found = actual.find(name);
    ASSERT_NE(found, actual.end()) << name << " is missing";
    EXPECT_EQ(found->second, value) << name;
  }
  for (const auto& [name, value] : actual) EXPECT_TRUE(expected.contains(name)) << name;
}

Event event_of_design() {
  return {.id = kEventId,
          .details = {.title = "Team Standup",
                      .description = "Daily sync with engineering team",
                      .location = "Zoom: https://zoom.us/j/123456789",
                      .color = "#4285F4",
                      .status = Status::kConfirmed,
                      .tags = {"engineering", "work"},
                      .reminder_minutes = {15, 60}},
          .when = {.kind = TimeKind::kTimed,
                   .start_s = second("2025-12-15T14:00:00Z"),
                   .end_s = second("2025-12-15T14:30:00Z"),
                   .start_tzid = "America/New_York"},
          .stamp = {1, "2025-11-20T10:00:00Z", "2025-11-20T10:00:00Z"},
          .ical = {.uid = kEventId + "@norn", .sequence = 0}};
}

Master master_of_design() {
  return {.id = kMasterId,
          .details = {.title = "Weekly Team Standup",
                      .description = "Weekly sync with the team",
                      .location = "Zoom: https://zoom.us/j/987654321",
                      .color = "#22c55e",
                      .status = Status::kConfirmed,
                      .tags = {"standup", "work"}},
          .when = {.kind = TimeKind::kTimed,
                   .start_s = second("2025-01-06T15:00:00Z"),
                   .end_s = second("2025-01-06T15:15:00Z"),
                   .start_tzid = "America/New_York"},
          .repeats = {.rrule = "FREQ=WEEKLY;BYDAY=MO",
                      .exdate = {"20251225", "20260101"},
                      .has_exceptions = true},
          .stamp = {3, "2024-12-20T10:00:00Z", "2025-11-15T09:00:00Z"},
          .ical = {.uid = kMasterId + "@norn", .sequence = 2}};
}

Instance instance_of_design() {
  return {.master_id = kMasterId,
          .tag = "20251224",
          .recurrence_s = second("2025-12-24T15:00:00Z"),
          .recurrence_kind = TimeKind::kTimed,
          .details = {.title = "Weekly Team Standup (MOVED)",
                      .description = "Rescheduled due to holiday",
                      .location = "Zoom: https://zoom.us/j/987654321",
                      .color = "#22c55e",
                      .status = Status::kConfirmed},
          .when = {.kind = TimeKind::kTimed,
                   .start_s = second("2025-12-24T16:00:00Z"),
                   .end_s = second("2025-12-24T16:15:00Z"),
                   .start_tzid = "America/New_York"},
          .stamp = {1, "2025-12-20T10:00:00Z", "2025-12-23T16:00:00Z"},
          .modified_fields = {"startUtc", "endUtc", "title", "description"}};
}

TEST(EngineModelDesign, EventIsTheExample) {
  expect_same(to_item(kDesignUser, event_of_design()),
              {{"PK", "USER#" + kDesignUser},
               {"SK", "EVENT#" + kEventId},
               {"GSI1PK", "USER#" + kDesignUser + "#2025"},
               {"GSI1SK", "2025-12-15T14:00:00Z"},
               {"entityType", "EVENT"},
               {"eventId", kEventId},
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
               {"tags", store::StringSet::make({"work", "engineering"})},
               {"reminderMinutes", numbers({15, 60})},
               {"links", List{}},
               {"version", Value::number(1)},
               {"createdAt", "2025-11-20T10:00:00Z"},
               {"updatedAt", "2025-11-20T10:00:00Z"},
               {"icalUid", kEventId + "@norn"},
               {"sequence", Value::number(0)}});
}

// `sequence` is not in the example of 4.2, but in the table of attributes that MASTER adds to, and
// it stays true of series as of events: ours carry it.
TEST(EngineModelDesign, MasterIsTheExampleWithItsSequence) {
  expect_same(to_item(kDesignUser, master_of_design()),
              {{"PK", "USER#" + kDesignUser},
               {"SK", "MASTER#" + kMasterId},
               {"GSI1PK", "USER#" + kDesignUser + "#2025"},
               {"GSI1SK", "2025-01-06T15:00:00Z"},
               {"GSI2PK", "MASTER#" + kMasterId},
               {"GSI2SK", "MASTER"},
               {"entityType", "MASTER"},
               {"eventId", kMasterId},
               {"masterId", kMasterId},
               {"title", "Weekly Team Standup"},
               {"description", "Weekly sync with the team"},
               {"rrule", "FREQ=WEEKLY;BYDAY=MO"},
               {"rruleUntil", Null{}},
               {"exdate", List{"20251225", "20260101"}},
               {"rdate", List{}},
               {"hasExceptions", Value::boolean(true)},
               {"isAllDay", Value::boolean(false)},
               {"startUtc", "2025-01-06T15:00:00Z"},
               {"endUtc", "2025-01-06T15:15:00Z"},
               {"startTzid", "America/New_York"},
               {"location", "Zoom: https://zoom.us/j/987654321"},
               {"color", "#22c55e"},
               {"status", "CONFIRMED"},
               {"tags", store::StringSet::make({"work", "standup"})},
               {"links", List{}},
               {"version", Value::number(3)},
               {"createdAt", "2024-12-20T10:00:00Z"},
               {"updatedAt", "2025-11-15T09:00:00Z"},
               {"icalUid", kMasterId + "@norn"},
               {"sequence", Value::number(2)}});
}

// `isAllDay` is required by the table of attributes and missing in the example of 4.3: ours carry
// it, because an occurrence can be made all-day.
TEST(EngineModelDesign, InstanceIsTheExampleWithIsAllDay) {
  expect_same(to_item(kDesignUser, instance_of_design()),
              {{"PK", "USER#" + kDesignUser},
               {"SK", "INSTANCE#" + kMasterId + "#20251224"},
               {"GSI1PK", "USER#" + kDesignUser + "#2025"},
               {"GSI1SK", "2025-12-24T16:00:00Z"},
               {"GSI2PK", "MASTER#" + kMasterId},
               {"GSI2SK", "INSTANCE#20251224"},
               {"entityType", "INSTANCE"},
               {"eventId", kInstanceId},
               {"masterId", kMasterId},
               {"recurrenceId", "2025-12-24T15:00:00Z"},
               {"title", "Weekly Team Standup (MOVED)"},
               {"description", "Rescheduled due to holiday"},
               {"isAllDay", Value::boolean(false)},
               {"startUtc", "2025-12-24T16:00:00Z"},
               {"endUtc", "2025-12-24T16:15:00Z"},
               {"startTzid", "America/New_York"},
               {"location", "Zoom: https://zoom.us/j/987654321"},
               {"color", "#22c55e"},
               {"status", "CONFIRMED"},
               {"modifiedFields", List{"startUtc", "endUtc", "title", "description"}},
               {"links", List{}},
               {"version", Value::number(1)},
               {"createdAt", "2025-12-20T10:00:00Z"},
               {"updatedAt", "2025-12-23T16:00:00Z"}});
}

TEST(EngineModelDesign, ExamplesAreReadBack) {
  EXPECT_EQ(must(event_from(to_item(kDesignUser, event_of_design()))), event_of_design());
  EXPECT_EQ(must(master_from(to_item(kDesignUser, master_of_design()))), master_of_design());
  EXPECT_EQ(must(instance_from(to_item(kDesignUser, instance_of_design()))), instance_of_design());
}

// "GSI4PK and GSI4SK populated only if item has links"; an item has one pair of them, so each
// further link has an item of its own.
TEST(EngineModelDesign, LinksAreInTheIndexOfLinks) {
  Event event = event_of_design();
  event.details.links = {{.target = "task_1", .title = "Agenda"}, {.target = "note-2"}};
  event.details.ttl = 1'767'225'600;
  const Map item = to_item(kDesignUser, event).to_map();
  EXPECT_EQ(item.at("GSI4PK"), Value("LINK#task_1"));
  EXPECT_EQ(item.at("GSI4SK"), Value("EVENT#" + kEventId));
  EXPECT_EQ(item.at("links"),
            Value(List{Map{{"target", "task_1"}, {"title", "Agenda"}}, Map{{"target", "note-2"}}}));
  const auto further = link_items(kDesignUser, kEventType, event.id, event.details);
  ASSERT_EQ(further.size(), 1);
  expect_same(further[0], {{"PK", "USER#" + kDesignUser},
                           {"SK", "LINK#" + kEventId + "#note-2"},
                           {"GSI4PK", "LINK#note-2"},
                           {"GSI4SK", "EVENT#" + kEventId},
                           {"entityType", "LINK"},
                           {"eventId", kEventId},
                           {"target", "note-2"},
                           {"ttl", Value::number(1'767'225'600)}});
  EXPECT_TRUE(link_items(kDesignUser, kEventType, event.id, event_of_design().details).empty());
}

// 4.1: "`startUtc`: not required if all-day". Days have no times, and the index sorts them by day.
TEST(EngineModelDesign, AllDayItemsHaveDays) {
  Event event = event_of_design();
  event.when = {
      .kind = TimeKind::kAllDay, .start_s = second("2025-12-31"), .end_s = second("2026-01-02")};
  const Map item = to_item(kDesignUser, event).to_map();
  EXPECT_EQ(item.at("GSI1PK"), Value("USER#" + kDesignUser + "#2025"));
  EXPECT_EQ(item.at("GSI1SK"), Value("2025-12-31"));
  EXPECT_EQ(item.at("isAllDay"), Value::boolean(true));
  EXPECT_EQ(item.at("startDate"), Value("2025-12-31"));
  EXPECT_EQ(item.at("endDate"), Value("2026-01-02"));
  EXPECT_EQ(item.at("startTzid"), Value(Null{}));
  EXPECT_FALSE(item.contains("startUtc"));
  EXPECT_FALSE(item.contains("startLocal"));
}

// 4.1: "`startTzid`: `null` = floating event".
TEST(EngineModelDesign, FloatingItemsHaveWallTime) {
  Event event = event_of_design();
  event.when = {.kind = TimeKind::kFloating, .start_s = second("2025-12-15T07:00:00"), .end_s = {}};
  const Map item = to_item(kDesignUser, event).to_map();
  EXPECT_EQ(item.at("GSI1SK"), Value("2025-12-15T07:00:00"));
  EXPECT_EQ(item.at("startLocal"), Value("2025-12-15T07:00:00"));
  EXPECT_EQ(item.at("startTzid"), Value(Null{}));
  EXPECT_EQ(item.at("isAllDay"), Value::boolean(false));
  EXPECT_FALSE(item.contains("endLocal"));
  EXPECT_FALSE(item.contains("startUtc"));
}

}  // namespace
}  // namespace norn::events
