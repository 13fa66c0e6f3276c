#include "apps/calendars/agenda.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "apps/agenda/test_items.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/test_world.h"
#include "apps/events/series/event_id.h"
#include "base/work_budget.h"

namespace norn::calendars {
namespace {

using agenda::query_between;
using agenda::Texts;
using agenda::texts_of;

class CalendarAgendaTest : public CalendarsTest {
 protected:
  Texts shown(const std::string& user, const agenda::Query& query) {
    return texts_of(must(source.items(user, query)).items);
  }

  events::Thing event(const std::string& user, const std::string& title, std::string_view start,
                      std::string_view rrule = "", std::optional<int64_t> ttl = {}) {
    events::EventChange input;
    input.details.title = title;
    if (ttl) input.details.ttl = *ttl;
    input.when.start_local_s = parse_timestamp_ms(std::string(start) + "Z").value() / 1'000;
    input.when.end_local_s = std::optional(*input.when.start_local_s + 3'600);
    input.when.start_tzid = std::optional<std::string>("Europe/Berlin");
    if (!rrule.empty()) input.repeats.rrule = std::string(rrule);
    const auto owner = must(owner_of_events(scene.context, user, calendar, Role::kWriter));
    return must(scene.events.create(owner, input, {}));
  }

  CalendarAgenda source{scene.context, scene.calendars, scene.views};
};

TEST_P(CalendarAgendaTest, HasEntriesOfAllKindsAsTheRoleAllows) {
  scene.entry(ada, calendar, "2024-01-13", MultiDay{date("2024-01-13"), date("2024-01-15")},
              "Trip");
  scene.entry(ada, calendar, "2024-01-15", AllDay{}, "Party");
  scene.entry(ada, calendar, "2024-01-16", Timed{"09:00:00", "09:30:00"}, "Dentist");
  scene.entry(ada, calendar, "2024-01-17", Task{true}, "Call");
  scene.entry(ada, calendar, "2024-01-18", AllDay{}, "After");
  settle();
  const auto query = query_between("2024-01-15", "2024-01-17", "America/New_York");
  EXPECT_EQ(shown(bob, query), (Texts{"entry Trip 2024-01-13-2024-01-16 cmrx",
                                      "entry Party 2024-01-15-2024-01-16 cmrx",
                                      "entry Dentist 2024-01-16T09:00:00-2024-01-16T09:30:00 cmrx",
                                      "task Call due done 2024-01-17-2024-01-18 cmdx"}));
  EXPECT_EQ(shown(eve, query).front(), "entry Trip 2024-01-13-2024-01-16 ");
  EXPECT_EQ(shown(zoe, query), Texts());
}

TEST_P(CalendarAgendaTest, EntriesAreAtTheirWallTimeWhereverTheReaderIs) {
  const Entry entry =
      scene.entry(ada, calendar, "2024-01-16", Timed{"09:00:00", "09:30:00"}, "Dentist");
  settle();
  const auto part =
      must(source.items(ada, query_between("2024-01-16", "2024-01-16", "America/New_York")));
  ASSERT_EQ(part.items.size(), 1U);
  const agenda::Item& item = part.items.front();
  EXPECT_EQ(timestamp_s(*item.times.start_utc_s * 1'000), "2024-01-16T14:00:00Z");
  EXPECT_EQ(item.etag, etag_of(entry));
  EXPECT_EQ(item.self, "/api/v1/entries/" + entry.id);
  EXPECT_EQ(item.owner.name, "Personal");
  EXPECT_EQ(item.people, Texts{ada});
}

TEST_P(CalendarAgendaTest, OpenTasksOfDaysBeforeAreOnToday) {
  const Date today = date("2024-01-15");
  const auto add = [&](const std::string& title, Date day, Kind kind) {
    scene.entry(ada, calendar, date_text(day), std::move(kind), title);
  };
  add("Bills", today - kLateTaskDays, Task{false});
  add("Call", date("2024-01-12"), Task{false});
  add("Done", date("2024-01-12"), Task{true});
  add("Forgotten", today - kLateTaskDays - std::chrono::days(1), Task{false});
  add("Party", date("2024-01-12"), AllDay{});
  add("Rake", today, Task{false});
  add("Water", date("2024-01-14"), Task{false});
  settle();
  const auto sorted = [&](const agenda::Query& query) {
    Texts texts = shown(bob, query);
    std::ranges::sort(texts);
    return texts;
  };
  const Texts of_today = {"task Bills overdue 2024-01-15-2024-01-16 cmdx",
                          "task Call overdue 2024-01-15-2024-01-16 cmdx",
                          "task Rake due 2024-01-15-2024-01-16 cmdx",
                          "task Water overdue 2024-01-15-2024-01-16 cmdx"};
  EXPECT_EQ(sorted(query_between("2024-01-15", "2024-01-17")), of_today);
  EXPECT_EQ(sorted(query_between("2024-01-14", "2024-01-17")), of_today);
  agenda::Query tasks_only = query_between("2024-01-15", "2024-01-15");
  tasks_only.kinds = agenda::Kinds::of({agenda::Kind::kTask});
  EXPECT_EQ(sorted(tasks_only), of_today);
  EXPECT_EQ(
      sorted(query_between("2024-01-12", "2024-01-12")),
      (Texts{"entry Party 2024-01-12-2024-01-13 cmrx", "task Call due 2024-01-12-2024-01-13 cmdx",
             "task Done due done 2024-01-12-2024-01-13 cmdx"}))
      << "today is not among the days";
  agenda::Query entries_only = query_between("2024-01-15", "2024-01-15");
  entries_only.kinds = agenda::Kinds::of({agenda::Kind::kEntry});
  EXPECT_EQ(std::ranges::count_if(sorted(entries_only),
                                  [](const auto& text) { return text.contains("overdue"); }),
            0);
}

TEST_P(CalendarAgendaTest, HasEventsAndOccurrencesInTheZoneOfTheReaderAsTheRoleAllows) {
  event(bob, "Concert", "2024-01-16T20:00:00");
  const auto series =
      std::get<events::Master>(event(ada, "Swimming", "2024-01-10T16:00:00", "FREQ=WEEKLY"));
  settle();
  const auto query = query_between("2024-01-15", "2024-01-24", "UTC");
  EXPECT_EQ(shown(bob, query),
            (Texts{"event Concert 2024-01-16T19:00:00-2024-01-16T20:00:00 cmrx",
                   "event Swimming 2024-01-17T15:00:00-2024-01-17T16:00:00 cmrx",
                   "event Swimming 2024-01-24T15:00:00-2024-01-24T16:00:00 cmrx"}));
  EXPECT_EQ(shown(eve, query).front(), "event Concert 2024-01-16T19:00:00-2024-01-16T20:00:00 ");
  EXPECT_EQ(shown(zoe, query), Texts());
  agenda::Query entries_only = query;
  entries_only.kinds = agenda::Kinds::of({agenda::Kind::kEntry});
  EXPECT_EQ(shown(bob, entries_only), Texts());

  const auto part = must(source.items(bob, query_between("2024-01-17", "2024-01-17")));
  ASSERT_EQ(part.items.size(), 1U);
  const agenda::Item& item = part.items.front();
  EXPECT_EQ(item.app, "calendars");
  EXPECT_EQ(item.owner, (agenda::Owner{.kind = "calendar", .id = calendar, .name = "Personal"}));
  EXPECT_EQ(item.self, "/api/v1/calendars/" + calendar + "/events/" + item.id);
  EXPECT_EQ(item.series_id, series.id);
  EXPECT_EQ(item.uid, series.ical.uid);
  EXPECT_EQ(item.people, Texts{ada}) << "who made the series";
  EXPECT_EQ(item.color, "#3B82F6") << "that of the calendar";
  EXPECT_TRUE(part.can_be_kept);
  // Its tag is the one that a change needs.
  const auto owner = must(owner_of_events(scene.context, bob, calendar, Role::kWriter));
  events::EventChange change;
  change.details.status = events::Status::kTentative;
  must(scene.events.change(owner, *events::parse_event_id(item.id), change, events::Scope::kThis,
                           item.etag));
}

TEST_P(CalendarAgendaTest, EndsInTheHourThatClocksRepeatAreInstants) {
  events::EventChange input;
  input.details.title = "Night";
  input.when.start_local_s = parse_timestamp_ms("2026-10-25T00:30:00Z").value() / 1'000;
  input.when.end_local_s = std::optional(*input.when.start_local_s + 2'700);
  input.when.start_tzid = std::optional<std::string>("UTC");
  const auto owner = must(owner_of_events(scene.context, ada, calendar, Role::kWriter));
  must(scene.events.create(owner, input, {}));
  settle();
  const auto part =
      must(source.items(ada, query_between("2026-10-25", "2026-10-25", "Europe/Berlin")));
  ASSERT_EQ(part.items.size(), 1U);
  const agenda::Times& times = part.items.front().times;
  EXPECT_EQ(agenda::text_of(times), "2026-10-25T02:30:00-2026-10-25T02:15:00");
  EXPECT_EQ(timestamp_s(*times.end_utc_s * 1'000), "2026-10-25T01:15:00Z");
}

TEST_P(CalendarAgendaTest, WhatExpiresIsNotKept) {
  event(ada, "Gone soon", "2024-01-16T20:00:00", "", clock.now_s() + 3'600);
  settle();
  EXPECT_FALSE(must(source.items(bob, query_between("2024-01-16", "2024-01-16"))).can_be_kept);
  EXPECT_TRUE(must(source.items(bob, query_between("2024-01-18", "2024-01-18"))).can_be_kept);
}

TEST_P(CalendarAgendaTest, WhoLeavesSeesNothing) {
  scene.entry(ada, calendar, "2024-01-15", AllDay{}, "Party");
  event(ada, "Concert", "2024-01-15T20:00:00");
  settle();
  const auto query = query_between("2024-01-15", "2024-01-15");
  EXPECT_EQ(shown(bob, query).size(), 2U);
  must(scene.members.remove(bob, calendar, bob));
  EXPECT_EQ(shown(bob, query), Texts()) << "whatever the index says";
}

TEST_P(CalendarAgendaTest, ACalendarWithTooMuchIsNamedAndTheOthersAreThere) {
  for (int i = 0; i < 3; ++i) event(ada, "Tick", "2024-01-15T09:00:00", "FREQ=HOURLY");
  const std::string quiet = scene.calendar(ada, "Quiet");
  scene.entry(ada, quiet, "2024-01-16", AllDay{}, "Party");
  settle();
  const auto part = must(source.items(ada, query_between("2024-01-15", "2025-01-14")));
  EXPECT_EQ(texts_of(part.items), Texts{"entry Party 2024-01-16-2024-01-17 cmrx"});
  ASSERT_EQ(part.failed.size(), 1U);
  EXPECT_EQ(part.failed.front().owner,
            (agenda::Owner{.kind = "calendar", .id = calendar, .name = "Personal"}));
  EXPECT_EQ(part.failed.front().error.code, ErrorCode::kInvalid);
  // A request that has no time left has none for the others, either.
  const WorkBudget spent({.ms = 0});
  EXPECT_FALSE(source.items(ada, query_between("2024-01-15", "2025-01-14")));
}

TEST_P(CalendarAgendaTest, ARequestWithoutMemoryLeftBlamesNoCalendar) {
  for (int i = 0; i < 20; ++i) scene.entry(ada, calendar, "2024-01-15", AllDay{}, "Party");
  settle();
  const WorkBudget small({.bytes = 2'000});
  EXPECT_TRUE(
      fails(source.items(ada, query_between("2024-01-15", "2024-01-15")), ErrorCode::kInvalid));
}

NORN_ON_BOTH_STORES(CalendarAgendaTest);

}  // namespace
}  // namespace norn::calendars
