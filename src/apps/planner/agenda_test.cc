#include "apps/planner/agenda.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "apps/agenda/test_items.h"
#include "apps/events/series/event_id.h"
#include "apps/events/service/events.h"
#include "apps/planner/test_world.h"
#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::planner {
namespace {

using agenda::query_between;
using agenda::Texts;
using agenda::texts_of;

class PlannerAgendaTest : public PlannerTest {
 protected:
  Thing add(const std::string& title, const WhenChange& when,
            const std::optional<std::string>& rrule = {}) {
    EventChange input;
    input.details.title = title;
    input.when = when;
    if (rrule) input.repeats.rrule = rrule;
    return must(events.create(ada, input, {}));
  }
  static WhenChange at(std::string_view start, std::string_view end,
                       const std::optional<std::string>& tzid) {
    return {.start_local_s = second(start), .end_local_s = second(end), .start_tzid = tzid};
  }
  Texts shown(const std::string& user, const agenda::Query& query) {
    return texts_of(must(source.items(user, query)).items);
  }

  Events events{context};
  Views views{context};
  Tasks tasks{context};
  accounts::Users users{store_, tables, clock, ids};
  Invitations invitations{context, users};
  PlannerAgenda source{context, views, tasks, invitations};
};

TEST_P(PlannerAgendaTest, HasEventsAndOccurrencesInTheZoneOfTheAgenda) {
  add("Call", at("2024-01-16T09:00:00", "2024-01-16T10:00:00", "Europe/Berlin"));
  add("Nap", at("2024-01-16T13:00:00", "2024-01-16T13:30:00", {}));
  add("Fair", {.start_date = *parse_date("2024-01-15"), .end_date = *parse_date("2024-01-17")});
  const Thing series =
      add("Run", at("2024-01-10T07:00:00", "2024-01-10T08:00:00", "UTC"), "FREQ=DAILY;INTERVAL=7");
  settle();
  EXPECT_EQ(shown(ada, query_between("2024-01-16", "2024-01-17", "America/New_York")),
            (Texts{"event Fair 2024-01-15-2024-01-17 cmrx",
                   "event Call 2024-01-16T03:00:00-2024-01-16T04:00:00 cmrx",
                   "event Nap 2024-01-16T13:00:00-2024-01-16T13:30:00 cmrx",
                   "event Run 2024-01-17T02:00:00-2024-01-17T03:00:00 cmrx"}));
  EXPECT_EQ(shown(bob, query_between("2024-01-16", "2024-01-17")), Texts());
  const auto part = must(source.items(ada, query_between("2024-01-17", "2024-01-17")));
  ASSERT_EQ(part.items.size(), 1U);
  const agenda::Item& run = part.items.front();
  EXPECT_EQ(run.series_id, std::get<Master>(series).id);
  EXPECT_EQ(run.uid, std::get<Master>(series).ical.uid);
  EXPECT_TRUE(part.can_be_kept);
  // Its tag is the one that a change needs.
  const auto id = parse_event_id(run.id);
  ASSERT_TRUE(id);
  EXPECT_EQ(run.etag, etag_of(must(events.get(ada, *id))));
  EventChange change;
  change.details.status = Status::kTentative;
  must(events.change(ada, *id, change, Scope::kThis, run.etag));
  settle();
  const auto changed = must(source.items(ada, query_between("2024-01-17", "2024-01-17")));
  ASSERT_EQ(changed.items.size(), 1U);
  EXPECT_EQ(changed.items.front().status, "TENTATIVE");
  EXPECT_EQ(changed.items.front().etag, etag_of(must(events.get(ada, *id))));
}

TEST_P(PlannerAgendaTest, WhatExpiresIsNotKept) {
  EventChange input;
  input.details.title = "Gone soon";
  input.details.ttl = clock.now_ms() / 1'000 + 3'600;
  input.when = at("2024-01-16T09:00:00", "2024-01-16T10:00:00", "UTC");
  must(events.create(ada, input, {}));
  settle();
  EXPECT_FALSE(must(source.items(ada, query_between("2024-01-16", "2024-01-17"))).can_be_kept);
}

TEST_P(PlannerAgendaTest, EndsWhereTheMemoryOfTheRequestDoes) {
  add("Hourly", at("2024-01-10T07:00:00", "2024-01-10T07:30:00", "UTC"), "FREQ=HOURLY");
  settle();
  const auto days = query_between("2024-01-16", "2024-02-14");
  const WorkBudget enough({.bytes = size_t{1} << 20});
  EXPECT_EQ(must(source.items(ada, days)).items.size(), 720U);
  const WorkBudget little({.bytes = size_t{64} << 10});
  EXPECT_TRUE(fails(source.items(ada, days), ErrorCode::kInvalid));
}

TEST_P(PlannerAgendaTest, HasTasksWhereTheyArePlannedAndDueAndLateOnesToday) {
  const auto add_task = [&](const std::string& title, std::optional<std::string_view> planned,
                            std::optional<std::string_view> due) {
    const auto wall = [](std::string_view text) {
      return WallTime{.is_day = text.size() == 10, .local_s = second(text)};
    };
    TaskChange input;
    input.details.title = title;
    if (planned) input.planned.time = wall(*planned);
    if (due) input.due.time = wall(*due);
    must(tasks.create(ada, input, {}));
  };
  clock.set_ms(second("2024-01-16T10:00:00Z") * 1000);
  add_task("Both", "2024-01-17T09:00:00", "2024-01-18");
  add_task("Late", {}, "2024-01-15");
  add_task("Left over", "2024-01-15T09:00:00", {});
  add_task("Due today", "2024-01-15T09:00:00", "2024-01-16");
  add_task("No date", {}, {});
  settle();
  agenda::Query query = query_between("2024-01-16", "2024-01-18", "Europe/Berlin");
  query.today = *parse_date("2024-01-16");
  std::set<std::string> shown_tasks;
  for (const agenda::Item& item : must(source.items(ada, query)).items) {
    const auto day = ical::day_of_second(item.times.start_s);
    shown_tasks.insert(item.title + " " + date_text(Date(std::chrono::days(day))) + " " +
                       std::to_string(static_cast<int>(item.task->as)));
  }
  const auto as = [](agenda::TaskAs how) { return std::to_string(static_cast<int>(how)); };
  EXPECT_EQ(shown_tasks,
            (std::set<std::string>{"Both 2024-01-17 " + as(agenda::TaskAs::kPlanned),
                                   "Both 2024-01-18 " + as(agenda::TaskAs::kDue),
                                   "Due today 2024-01-16 " + as(agenda::TaskAs::kDue),
                                   "Late 2024-01-16 " + as(agenda::TaskAs::kOverdue),
                                   "Left over 2024-01-16 " + as(agenda::TaskAs::kOverdue)}));
  const auto open = must(source.unscheduled(ada, 10));
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open.front().title, "No date");
}

TEST_P(PlannerAgendaTest, KnowsTheZoneOfAPerson) {
  const auto zone = must(source.own_zone(ada));
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->tzid, must(read_meta(context, ada)).preferences.default_tzid);
  EXPECT_FALSE(source.own_zone("nobody"));
}

NORN_ENGINE_ON_BOTH_STORES(PlannerAgendaTest);

}  // namespace
}  // namespace norn::planner
