#include "apps/events/render.h"

#include <gtest/gtest.h>

#include "apps/events/series/test_series.h"
#include "apps/events/test_world.h"

namespace norn::events {
namespace {

Event dentist() {
  return {.id = "evt_00000000-0000-4000-8000-0000000000e1",
          .details = {.title = "Dr. \"Drill\"",
                      .color = "#22c55e",
                      .status = Status::kTentative,
                      .tags = {"health", "me"},
                      .reminder_minutes = {15, 60},
                      .links = {{.target = "note_1", .title = "Card"}, {.target = "task-2"}},
                      .ttl = 1'800'000'000},
          .when = {.kind = TimeKind::kTimed,
                   .start_s = second("2025-12-15T14:00:00Z"),
                   .end_s = second("2025-12-15T14:30:00Z"),
                   .start_tzid = "America/New_York"},
          .stamp = {4, "2025-11-20T10:00:00Z", "2025-11-21T10:00:00Z"},
          .ical = {.uid = "evt_1@norn", .sequence = 3}};
}

TEST(EngineRender, AnEvent) {
  EXPECT_EQ(
      json_of(Thing(dentist())),
      R"({"id":"evt_00000000-0000-4000-8000-0000000000e1","kind":"event",)"
      R"("title":"Dr. \"Drill\"","description":null,"location":null,"color":"#22c55e",)"
      R"("status":"TENTATIVE","tags":["health","me"],"reminderMinutes":[15,60],)"
      R"("links":[{"target":"note_1","title":"Card"},{"target":"task-2","title":null}],)"
      R"("isAllDay":false,"startUtc":"2025-12-15T14:00:00Z","endUtc":"2025-12-15T14:30:00Z",)"
      R"("startLocal":"2025-12-15T09:00:00","endLocal":"2025-12-15T09:30:00",)"
      R"("startTzid":"America/New_York","endTzid":null,"ttl":1800000000,)"
      R"("icalUid":"evt_1@norn","sequence":3,"version":4,)"
      R"("createdAt":"2025-11-20T10:00:00Z","updatedAt":"2025-11-21T10:00:00Z","etag":"v4"})");
}

TEST(EngineRender, TimesByTheirKind) {
  Event event = dentist();
  event.when = {
      .kind = TimeKind::kAllDay, .start_s = second("2025-12-24"), .end_s = second("2025-12-27")};
  EXPECT_NE(json_of(Thing(event))
                .find(R"("isAllDay":true,"startDate":"2025-12-24","endDate":"2025-12-27",)"
                      R"("startTzid":null,"endTzid":null)"),
            std::string::npos);
  event.when = {.kind = TimeKind::kFloating, .start_s = second("2025-12-24T07:00:00"), .end_s = {}};
  EXPECT_NE(json_of(Thing(event))
                .find(R"("isAllDay":false,"startLocal":"2025-12-24T07:00:00","endLocal":null,)"
                      R"("startTzid":null,"endTzid":null)"),
            std::string::npos);
  event = dentist();
  event.when.end_tzid = "Europe/London";
  EXPECT_NE(json_of(Thing(event)).find(R"("endLocal":"2025-12-15T14:30:00")"), std::string::npos);
  event.when.end_s.reset();
  event.when.end_tzid.reset();
  EXPECT_NE(json_of(Thing(event))
                .find(R"("endUtc":null,"startLocal":"2025-12-15T09:00:00","endLocal":null,)"),
            std::string::npos);
}

TEST(EngineRender, ASeries) {
  Master master = weekly_standup();
  master.repeats.exdate = {"20251222"};
  master.repeats.until_s = second("2026-01-01T00:00:00Z");
  EXPECT_EQ(json_of(Thing(master)),
            R"({"id":"mst_00000000-0000-4000-8000-0000000000aa","kind":"series",)"
            R"("masterId":"mst_00000000-0000-4000-8000-0000000000aa",)"
            R"("title":"Weekly Team Standup","description":null,"location":null,"color":null,)"
            R"("status":"CONFIRMED","tags":[],"reminderMinutes":[],"links":[],"isAllDay":false,)"
            R"("startUtc":"2025-01-06T15:00:00Z","endUtc":"2025-01-06T15:15:00Z",)"
            R"("startLocal":"2025-01-06T10:00:00","endLocal":"2025-01-06T10:15:00",)"
            R"("startTzid":"America/New_York","endTzid":null,"rrule":"FREQ=WEEKLY;BYDAY=MO",)"
            R"("rruleUntil":"2026-01-01T00:00:00Z","exdate":["20251222"],"rdate":[],)"
            R"("hasExceptions":false,"icalUid":"mst_00000000-0000-4000-8000-0000000000aa@norn",)"
            R"("sequence":2,"version":3,"createdAt":"2024-12-20T10:00:00Z",)"
            R"("updatedAt":"2025-11-15T09:00:00Z","etag":"v3"})");
}

TEST(EngineRender, AnOccurrence) {
  const Master master = weekly_standup();
  const Series series = must(Series::of(master));
  SeriesOccurrence occurrence{master, series.instance_of(must(series.find("20250707")).value())};
  EXPECT_EQ(json_of(Thing(occurrence)),
            R"({"id":"inst_20250707_00000000-0000-4000-8000-0000000000aa","kind":"occurrence",)"
            R"("masterId":"mst_00000000-0000-4000-8000-0000000000aa",)"
            R"("recurrenceId":"2025-07-07T14:00:00Z","isException":false,)"
            R"("title":"Weekly Team Standup","description":null,"location":null,"color":null,)"
            R"("status":"CONFIRMED","tags":[],"reminderMinutes":[],"links":[],"isAllDay":false,)"
            R"("startUtc":"2025-07-07T14:00:00Z","endUtc":"2025-07-07T14:15:00Z",)"
            R"("startLocal":"2025-07-07T10:00:00","endLocal":"2025-07-07T10:15:00",)"
            R"("startTzid":"America/New_York","endTzid":null,"rrule":"FREQ=WEEKLY;BYDAY=MO",)"
            R"("icalUid":"mst_00000000-0000-4000-8000-0000000000aa@norn","sequence":2,"version":0,)"
            R"("createdAt":"2024-12-20T10:00:00Z","updatedAt":"2025-11-15T09:00:00Z",)"
            R"("etag":"v3.0"})");
  occurrence.instance.stamp.version = 2;
  occurrence.instance.modified_fields = {"title"};
  const std::string exception = json_of(Thing(occurrence));
  EXPECT_NE(exception.find(R"("isException":true,)"), std::string::npos);
  EXPECT_NE(exception.find(R"("rrule":"FREQ=WEEKLY;BYDAY=MO","modifiedFields":["title"],)"),
            std::string::npos);
  EXPECT_NE(exception.find(R"("version":2,)"), std::string::npos);
  EXPECT_NE(exception.find(R"("etag":"v3.2"})"), std::string::npos);
}

TEST(EngineRender, WhatWasFound) {
  Found found = {.thing = dentist(), .next = dentist().when, .next_id = dentist().id};
  std::string json;
  append_json(json, found, "Europe/Berlin");
  EXPECT_EQ(json,
            R"({"event":)" + json_of(found.thing) +
                R"(,"next":{"id":"evt_00000000-0000-4000-8000-0000000000e1","isAllDay":false,)"
                R"("startUtc":"2025-12-15T14:00:00Z","endUtc":"2025-12-15T14:30:00Z",)"
                R"("startLocal":"2025-12-15T09:00:00","endLocal":"2025-12-15T09:30:00",)"
                R"("startTzid":"America/New_York","endTzid":null,)"
                R"("start":"2025-12-15T15:00:00","end":"2025-12-15T15:30:00"}})");
  found.next.reset();
  json.clear();
  append_json(json, found, "Europe/Berlin");
  EXPECT_TRUE(json.ends_with(R"(,"next":null})"));
}

TEST(EngineRender, Palette) {
  std::string json;
  append_palette(json);
  EXPECT_TRUE(json.starts_with(R"([{"name":"slate","color":"#64748b"},)")) << json;
  EXPECT_TRUE(json.ends_with(R"({"name":"violet","color":"#8b5cf6"}])")) << json;
  EXPECT_EQ(std::ranges::count(json, '#'), 12);
}

TEST(EngineRender, ItemsOfAViewAsTheyAre) {
  std::string json;
  const ViewRequest request = {.from = parse_date("2025-12-15").value(),
                               .to = parse_date("2025-12-21").value(),
                               .tzid = "Europe/Berlin"};
  append_json(json, request, {dentist(), weekly_standup()});
  EXPECT_EQ(json, R"({"from":"2025-12-15","to":"2025-12-21","tzid":"Europe/Berlin","items":[)" +
                      json_of(Thing(dentist())) + "," + json_of(Thing(weekly_standup())) + "]}");
}

}  // namespace
}  // namespace norn::events
