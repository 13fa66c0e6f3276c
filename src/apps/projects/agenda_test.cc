#include "apps/projects/agenda.h"

#include <gtest/gtest.h>

#include "apps/agenda/test_items.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

using agenda::query_between;
using agenda::Texts;
using agenda::texts_of;

class ProjectAgendaTest : public ProjectsTest {
 protected:
  Texts shown(const std::string& user, const agenda::Query& query) {
    return texts_of(must(source.items(user, query)).items);
  }
  Task add(const std::string& title, const std::optional<std::string>& due,
           const std::optional<std::string>& planned = {}, TaskStatus status = TaskStatus::kTodo) {
    TaskInput input;
    input.title = title;
    input.assignee_id = cyd;
    input.due_date = due;
    input.planned_start = planned;
    if (planned) input.planned_end = timestamp_s(*parse_timestamp_ms(*planned) + 3'600'000);
    input.status = status;
    return must(scene.tasks.create(ada, garden, input, {}));
  }

  // Planned for whole days.
  void plan(const std::string& title, const std::string& first,
            const std::optional<std::string>& last, const std::optional<std::string>& due = {},
            TaskStatus status = TaskStatus::kTodo) {
    TaskInput input;
    input.title = title;
    input.assignee_id = cyd;
    input.planned_start = first + "T00:00:00Z";
    if (last) input.planned_end = *last + "T23:59:59Z";
    if (due) input.due_date = *due + "T23:59:59Z";
    input.status = status;
    must(scene.tasks.create(ada, garden, input, {}));
  }

  ProjectAgenda source{scene.context, scene.projects, scene.lists, scene.events};
};

TEST_F(ProjectAgendaTest, TasksAreWhereTheyAreDueAndPlanned) {
  add("Dig", "2024-01-16T23:59:59Z", "2024-01-15T07:00:00Z");
  add("Sow", "2024-01-16T02:00:00Z");  // On the 15th in New York.
  add("Mow", "2024-01-16T23:59:59Z", {}, TaskStatus::kDone);
  add("Later", "2024-02-01T23:59:59Z");
  add("Whenever", {});
  EXPECT_EQ(
      shown(cyd, query_between("2024-01-15", "2024-01-16", "America/New_York")),
      (Texts{"task Dig planned 2024-01-15T02:00:00-2024-01-15T03:00:00 cmrdx",
             "task Sow due 2024-01-15T21:00:00 cmdx", "task Dig due 2024-01-16-2024-01-17 cmdx",
             "task Mow due done 2024-01-16-2024-01-17 cmdx"}));
  EXPECT_EQ(shown(ada, query_between("2024-01-15", "2024-01-16")), Texts()) << "not assigned";
}

TEST_F(ProjectAgendaTest, LateTasksAreOnTodayOnce) {
  add("Dig", "2023-11-01T23:59:59Z");
  add("Sow", "2024-01-14T23:59:59Z");
  add("Mow", "2024-01-14T23:59:59Z", {}, TaskStatus::kDone);
  add("Rake", "2024-01-15T23:59:59Z");
  const Texts late = {"task Dig overdue 2024-01-15-2024-01-16 cmdx",
                      "task Rake due 2024-01-15-2024-01-16 cmdx",
                      "task Sow overdue 2024-01-15-2024-01-16 cmdx"};
  const auto sorted = [](Texts texts) {
    std::ranges::sort(texts);
    return texts;
  };
  EXPECT_EQ(sorted(shown(cyd, query_between("2024-01-15", "2024-01-16"))), late);
  EXPECT_EQ(shown(cyd, query_between("2024-01-13", "2024-01-16")).size(), 4U) << "Mow is done";
  EXPECT_EQ(shown(cyd, query_between("2024-01-16", "2024-01-20")), Texts());
  EXPECT_EQ(sorted(shown(cyd, query_between("2024-01-14", "2024-01-14"))),
            (Texts{"task Mow due done 2024-01-14-2024-01-15 cmdx",
                   "task Sow due 2024-01-14-2024-01-15 cmdx"}))
      << "today is not among the days";
}

TEST_F(ProjectAgendaTest, PlannedDaysAreTheSameInEveryZone) {
  plan("Dig", "2024-01-16", "2024-01-16");
  plan("Mow", "2024-01-17", "2024-01-18");
  plan("Sow", "2024-01-19", {});
  // Midnight of UTC is a time where something ends by the clock.
  add("Rake", {}, "2024-01-16T00:00:00Z");
  const Texts days = {"task Dig planned 2024-01-16-2024-01-17 cmrdx",
                      "task Mow planned 2024-01-17-2024-01-19 cmrdx",
                      "task Sow planned 2024-01-19-2024-01-20 cmrdx"};
  for (const char* zone : {"Europe/Berlin", "America/New_York", "Pacific/Kiritimati"}) {
    Texts texts = shown(cyd, query_between("2024-01-14", "2024-01-20", zone));
    EXPECT_EQ(std::erase_if(texts, [](const auto& text) { return text.contains("Rake"); }), 1U);
    EXPECT_EQ(texts, days) << zone;
  }
  EXPECT_EQ(shown(cyd, query_between("2024-01-16", "2024-01-16", "Europe/Berlin")).back(),
            "task Rake planned 2024-01-16T01:00:00-2024-01-16T02:00:00 cmrdx");
}

TEST_F(ProjectAgendaTest, WhatWasPlannedAndIsNotDoneIsLeftToToday) {
  add("Dig", {}, "2024-01-14T07:00:00Z");
  add("Fence", "2024-01-15T23:59:59Z", "2024-01-14T07:00:00Z");
  add("Mow", {}, "2024-01-14T07:00:00Z", TaskStatus::kDone);
  plan("Sow", "2024-01-12", "2024-01-14", "2024-01-16");
  plan("Weed", "2024-01-14", "2024-01-15");
  Texts texts = shown(cyd, query_between("2024-01-15", "2024-01-16"));
  std::ranges::sort(texts);
  EXPECT_EQ(texts, (Texts{"task Dig overdue 2024-01-15-2024-01-16 cmdx",
                          "task Fence due 2024-01-15-2024-01-16 cmdx",
                          "task Sow due 2024-01-16-2024-01-17 cmdx",
                          "task Sow overdue 2024-01-15-2024-01-16 cmdx",
                          "task Weed planned 2024-01-14-2024-01-16 cmrdx"}));
  EXPECT_EQ(shown(cyd, query_between("2024-01-14", "2024-01-14")).size(), 5U)
      << "where they were planned";
}

TEST_F(ProjectAgendaTest, EventsOfAllProjectsAsTheRoleAllows) {
  scene.event(ada, garden, "2024-01-15T09:00:00Z", "2024-01-15T10:00:00Z");
  scene.event(ada, garden, "2024-01-16T00:00:00Z", "2024-01-17T00:00:00Z", true);
  const auto query = query_between("2024-01-15", "2024-01-16", "Asia/Tokyo");
  EXPECT_EQ(shown(cyd, query), (Texts{"event Meeting 2024-01-15T18:00:00-2024-01-15T19:00:00 cmrx",
                                      "event Meeting 2024-01-16-2024-01-18 cmrx"}));
  EXPECT_EQ(shown(eve, query).back(), "event Meeting 2024-01-16-2024-01-18 ");
  EXPECT_EQ(shown(zoe, query), Texts());
  must(scene.members.remove(eve, garden, eve));
  EXPECT_EQ(shown(eve, query), Texts());
}

TEST_F(ProjectAgendaTest, AnEventIsOfAProjectThatTheReaderIsIn) {
  const std::string shed = scene.project(ada, "Shed");
  const Event event = scene.event(ada, shed, "2024-01-15T09:00:00Z", "2024-01-15T10:00:00Z");
  must(scene.events.add_to(ada, event.id, garden));
  const auto query = query_between("2024-01-15", "2024-01-15");
  EXPECT_EQ(must(source.items(ada, query)).items.front().owner.name, "Shed");
  const agenda::Item item = must(source.items(cyd, query)).items.front();
  EXPECT_EQ(item.owner.name, "Garden");
  EXPECT_EQ(item.rights, agenda::Rights()) << "it belongs to another project";
}

TEST_F(ProjectAgendaTest, TasksWithoutATimeAreNotDone) {
  const Task whenever = add("Whenever", {});
  add("Due", "2024-01-16T23:59:59Z");
  add("Planned", {}, "2024-01-15T07:00:00Z");
  add("Done", {}, {}, TaskStatus::kDone);
  const auto items = must(source.unscheduled(cyd, 10));
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items.front().id, whenever.id);
  EXPECT_TRUE(must(source.unscheduled(cyd, 0)).empty());
  EXPECT_TRUE(must(source.unscheduled(ada, 10)).empty());
}

}  // namespace
}  // namespace norn::projects
