#include "apps/planner/tasks/tasks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/events/series/when_zone.h"
#include "apps/planner/sentences.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/test_world.h"
#include "apps/shared/rank.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

using store::Value;

WallTime at(std::string_view text) {
  return {.is_day = text.size() == 10, .local_s = second(text)};
}

std::vector<std::string> titles(const std::vector<Task>& tasks) {
  std::vector<std::string> result;
  result.reserve(tasks.size());
  for (const Task& task : tasks) result.push_back(task.title);
  return result;
}

// Ada is in Berlin.
class PlannerTasks : public PlannerTest {
 protected:
  PlannerTasks() { clock.set_ms(second("2026-11-18T10:00:00Z") * 1000); }

  Task add(const std::string& title, std::string_view planned = {}, std::string_view due = {}) {
    TaskChange input;
    input.details.title = title;
    if (!planned.empty()) input.planned.time = at(planned);
    if (!due.empty()) input.due.time = at(due);
    Task task = must(tasks_of_people.create(
        ada, input, {.user_id = ada, .operation = "create", .key = "", .digest = ""}));
    clock.advance_ms(1'000);
    return task;
  }
  Task change(const Task& task, const TaskChange& change) {
    return must(tasks_of_people.change(ada, task.id, change, etag_of(task)));
  }
  Task tick(const Task& task) { return change(task, {.done = true}); }
  std::vector<std::string> listed(const TaskFilter& filter) {
    settle();
    return titles(must(tasks_of_people.list(ada, filter, zone_of("Europe/Berlin"))));
  }
  TasksOfDays between(std::string_view from, std::string_view to,
                      const std::string& tzid = "Europe/Berlin") {
    settle();
    const TaskDays days = {parse_date(from).value(), parse_date(to).value()};
    return must(tasks_of_people.between(ada, days, zone_of(tzid)));
  }
  void put(store::Map attributes) {
    store::PutRequest request;
    request.table = tables.planner();
    attributes.emplace("PK", keys::user(ada));
    request.item = store::Item::from_map(attributes);
    must(store_.put(request));
  }

  Tasks tasks_of_people{context};
};
NORN_ENGINE_ON_BOTH_STORES(PlannerTasks);

TEST_P(PlannerTasks, AreItemsOfTheDesign) {
  const Task task = add("Pay the rent", "2026-11-20T09:00:00", "2026-11-30");
  const store::Map stored = item(ada, keys::task(task.id)).value().to_map();
  EXPECT_TRUE(task.id.starts_with("tsk_"));
  EXPECT_EQ(stored.at("entityType"), Value("TASK"));
  EXPECT_EQ(stored.at("GSI3PK"), Value("USER#" + ada + "#TASK"));
  EXPECT_EQ(stored.at("GSI3SK"), Value("2026-11-20T08:00:00Z"));
  EXPECT_EQ(stored.at("dueDate"), Value("2026-11-30"));
  EXPECT_EQ(stored.at("plannedTzid"), Value("Europe/Berlin"));
  EXPECT_EQ(stored.at("plannedMinutes"), Value::number(30));
  EXPECT_FALSE(stored.contains("GSI1PK"));
  EXPECT_EQ(must(tasks_of_people.get(ada, task.id)), task);
  fails(tasks_of_people.get(bob, task.id), ErrorCode::kNotFound);
}

// GSI3SK: the earlier of both times; without any, the order of the list, after all days.
TEST_P(PlannerTasks, AreInTheIndexByTheirEarlierTime) {
  struct Case {
    std::string planned;
    std::string due;
    std::string key;
  };
  for (const Case& it : std::vector<Case>{{"2026-11-20", "", "2026-11-20"},
                                          {"", "2026-11-20", "2026-11-20"},
                                          {"2026-11-21", "2026-11-20", "2026-11-20"},
                                          {"2026-07-01T00:30:00", "", "2026-06-30T22:30:00Z"}}) {
    const Task task = add("Task", it.planned, it.due);
    EXPECT_EQ(schedule_key(task), it.key);
  }
  const Task open = add("Open");
  EXPECT_EQ(schedule_key(open), "OPEN#" + open.rank);
  EXPECT_EQ(schedule_key(tick(open)), "DONE#2026-11-18T10:00:05Z");
}

TEST_P(PlannerTasks, AreListedByDayAndThenInTheirOrder) {
  add("unscheduled");
  add("due later", "", "2026-12-24");
  add("planned at a time", "2026-11-19T09:00:00");
  add("planned for a day", "2026-11-19");
  const Task done = tick(add("done"));
  EXPECT_EQ(listed({}), (std::vector<std::string>{"planned for a day", "planned at a time",
                                                  "due later", "done", "unscheduled"}));
  EXPECT_EQ(listed({.is_unscheduled = true, .is_done = false}),
            std::vector<std::string>{"unscheduled"});
  EXPECT_EQ(listed({.is_done = true}), std::vector<std::string>{"done"});
  EXPECT_EQ(listed({.is_unscheduled = true, .completed_from = parse_date("2026-11-19").value()}),
            std::vector<std::string>{"unscheduled"});
  EXPECT_EQ(listed({.days = TaskDays{parse_date("2026-12-24").value(),
                                     parse_date("2026-12-24").value()}}),
            std::vector<std::string>{"due later"});
  EXPECT_EQ(titles(must(tasks_of_people.unscheduled(ada, 10))),
            std::vector<std::string>{"unscheduled"});
}

// A task is on the day of its planned time and on that of its due time, whichever comes first.
TEST_P(PlannerTasks, AreOnTheDaysThatTheReaderSees) {
  add("both", "2026-11-25T09:00:00", "2026-11-20");
  add("at night", "2026-11-21T00:30:00");  // 23:30 UTC of the day before.
  EXPECT_EQ(titles(between("2026-11-20", "2026-11-20").on_days), std::vector<std::string>{"both"});
  EXPECT_EQ(titles(between("2026-11-25", "2026-11-25").on_days), std::vector<std::string>{"both"});
  EXPECT_EQ(titles(between("2026-11-21", "2026-11-24").on_days),
            std::vector<std::string>{"at night"});
  EXPECT_EQ(titles(between("2026-11-20", "2026-11-20", "America/New_York").on_days),
            (std::vector<std::string>{"both", "at night"}));
}

TEST_P(PlannerTasks, WaitTodayIfTheyWereNotDone) {
  const Task overdue = add("overdue", "", "2026-11-17");
  add("due today", "", "2026-11-18");
  add("due this morning", "", "2026-11-18T08:00:00");
  add("left over", "2026-11-17T09:00:00");
  add("planned this morning", "2026-11-18T08:00:00");
  tick(add("done", "2026-11-16", "2026-11-17"));
  const TasksOfDays today = between("2026-11-18", "2026-11-18");
  EXPECT_EQ(titles(today.waiting),
            (std::vector<std::string>{"overdue", "left over", "due this morning"}));
  EXPECT_EQ(titles(today.on_days),
            (std::vector<std::string>{"due today", "due this morning", "planned this morning"}));
  // They wait whichever days are asked for.
  EXPECT_EQ(between("2026-12-01", "2026-12-02").waiting.size(), 3U);
  EXPECT_EQ(between("2026-10-01", "2026-10-02").waiting.size(), 3U);
  EXPECT_EQ(must(tasks_of_people.overdue(ada, zone_of("Europe/Berlin"))), 2);
  // It is still the 17th there.
  clock.set_ms(second("2026-11-18T04:00:00Z") * 1000);
  EXPECT_EQ(must(tasks_of_people.overdue(ada, zone_of("America/New_York"))), 0);
  tick(overdue);
}

TEST_P(PlannerTasks, AreTickedAndToBeDoneAgain) {
  const Task task = change(add("Half"), {.percent = 50});
  const Task done = tick(task);
  EXPECT_EQ(done.completed_at, "2026-11-18T10:00:01Z");
  EXPECT_EQ(done.percent, 0);
  clock.advance_ms(60'000);
  // Ticked twice: nothing changes.
  EXPECT_EQ(tick(done), done);
  const Task again = change(done, {.done = false});
  EXPECT_EQ(again.completed_at, std::nullopt);
  EXPECT_EQ(again.version, done.version + 1);
}

TEST_P(PlannerTasks, GetTheirTimesByTheRules) {
  TaskChange plan;
  plan.planned.time = at("2026-11-20T09:00:00");
  plan.planned.tzid = "America/New_York";
  plan.planned_minutes = std::optional<int64_t>(90);
  Task task = change(add("Plan"), plan);
  EXPECT_EQ(key_text(*task.planned), "2026-11-20T14:00:00Z");
  EXPECT_EQ(task.planned_minutes, 90);
  // Another time keeps zone and duration; another zone keeps the time on the clock.
  TaskChange later;
  later.planned.time = at("2026-11-21T10:00:00");
  task = change(task, later);
  EXPECT_EQ(key_text(*task.planned), "2026-11-21T15:00:00Z");
  EXPECT_EQ(task.planned_minutes, 90);
  task = change(task, {.planned = {.tzid = "UTC"}});
  EXPECT_EQ(key_text(*task.planned), "2026-11-21T10:00:00Z");
  TaskChange day;
  day.planned.time = at("2026-11-22");
  task = change(task, day);
  EXPECT_EQ(key_text(*task.planned), "2026-11-22");
  EXPECT_EQ(task.planned_minutes, std::nullopt);

  const auto refused = [&](const TaskChange& wrong) {
    const auto result = tasks_of_people.change(ada, task.id, wrong, etag_of(task));
    EXPECT_FALSE(result.has_value());
    const Fault* const fault = result ? nullptr : fault_of(result.error());
    return fault != nullptr ? fault->field : "";
  };
  EXPECT_EQ(refused({.planned = {.tzid = "UTC"}}), "plannedTzid");
  EXPECT_EQ(refused({.due = {.tzid = "UTC"}}), "dueTzid");
  EXPECT_EQ(refused({.due = {.time = at("2026-11-20T09:00:00"), .tzid = "Mars"}}), "dueTzid");
  EXPECT_EQ(refused({.due = {.time = at("1899-12-31")}}), "due");
  EXPECT_EQ(refused({.planned_minutes = std::optional<int64_t>(15)}), "plannedMinutes");
  EXPECT_EQ(refused({.details = {.tags = std::vector<std::string>{""}}}), "tags");
}

TEST_P(PlannerTasks, AreNotChangedByWhoHasSeenAnOlderState) {
  const Task task = add("Task");
  change(task, {.done = true});
  fails(tasks_of_people.change(ada, task.id, {.done = false}, etag_of(task)), ErrorCode::kConflict);
  fails(tasks_of_people.remove(ada, task.id, etag_of(task)), ErrorCode::kConflict);
  // Another program writes while this change is on its way.
  const Task now = must(tasks_of_people.get(ada, task.id));
  meanwhile([&] { change(now, {.done = false}); });
  fails(tasks_of_people.change(ada, task.id, {.percent = 5}, etag_of(now)), ErrorCode::kConflict);
}

TEST_P(PlannerTasks, KeepWhatAnotherProgramWroteIntoThem) {
  put({{"SK", "TASK#t1"},
       {"entityType", "TASK"},
       {"title", "Foreign"},
       {"status", "COMPLETED"},
       {"dueUtc", "2026-11-20T08:00:00Z"},
       {"priority", "whatever"},
       {"mood", "good"},
       {"updatedAt", "2026-11-17T08:00:00Z"},
       {"version", Value::number(7)}});
  const Task task = must(tasks_of_people.get(ada, "t1"));
  EXPECT_EQ(task.completed_at, "2026-11-17T08:00:00Z");
  EXPECT_EQ(task.due->tzid, "UTC");
  EXPECT_TRUE(apps::is_rank(task.rank));
  change(task, {.done = false});
  const store::Map stored = item(ada, "TASK#t1").value().to_map();
  EXPECT_EQ(stored.at("mood"), Value("good"));
  EXPECT_EQ(stored.at("status"), Value("TODO"));
  EXPECT_EQ(stored.at("version"), Value::number(8));
  put({{"SK", "TASK#t2"}, {"entityType", "TASK"}, {"title", "No version"}});
  fails(tasks_of_people.get(ada, "t2"), ErrorCode::kUnreadable);
}

TEST_P(PlannerTasks, GoIntoTheBinAndComeBackAsTheyWere) {
  const Task task = add("Task", "2026-11-20");
  must(tasks_of_people.remove(ada, task.id, etag_of(task)));
  fails(tasks_of_people.get(ada, task.id), ErrorCode::kNotFound);
  EXPECT_EQ(listed({}), std::vector<std::string>());
  EXPECT_EQ(must(tasks_of_people.restore_deleted(bob, task.id)), std::nullopt);
  EXPECT_EQ(must(tasks_of_people.restore_deleted(ada, task.id)), task);
  EXPECT_EQ(must(tasks_of_people.get(ada, task.id)), task);
  EXPECT_EQ(must(tasks_of_people.restore_deleted(ada, task.id)), std::nullopt);
}

TEST_P(PlannerTasks, ArePutBetweenOthers) {
  const Task first = add("1");
  const Task second_task = add("2");
  const Task third = add("3");
  const auto put_between = [&](const Task& task, const TaskNeighbors& neighbors) {
    TaskChange moved;
    moved.order = neighbors;
    return change(task, moved);
  };
  put_between(third, {.after = first.id, .before = second_task.id});
  EXPECT_EQ(listed({}), (std::vector<std::string>{"1", "3", "2"}));
  const Task top = put_between(second_task, {.before = first.id});
  EXPECT_EQ(listed({}), (std::vector<std::string>{"2", "1", "3"}));
  // One that is gone is no neighbor.
  put_between(top, {.after = "tsk_gone"});
  EXPECT_EQ(listed({}), (std::vector<std::string>{"1", "3", "2"}));
}

TEST_P(PlannerTasks, OfOneKeyAreOne) {
  const apps::Creation creation = {
      .user_id = ada, .operation = "create", .key = "k", .digest = "d"};
  TaskChange input;
  input.details.title = "Once";
  const Task task = must(tasks_of_people.create(ada, input, creation));
  EXPECT_EQ(must(tasks_of_people.create(ada, input, creation)), task);
  fails(tasks_of_people.create(
            "nobody", input, {.user_id = "nobody", .operation = "create", .key = "", .digest = ""}),
        ErrorCode::kNotFound);
}

TEST_P(PlannerTasks, AreGoneWhenTheirTimeIsOver) {
  TaskChange input;
  input.details.title = "Short";
  input.details.ttl = std::optional(clock.now_s() + 60);
  const Task task = must(tasks_of_people.create(
      ada, input, {.user_id = ada, .operation = "create", .key = "", .digest = ""}));
  clock.advance_ms(61'000);
  fails(tasks_of_people.get(ada, task.id), ErrorCode::kNotFound);
  EXPECT_EQ(listed({}), std::vector<std::string>());
  EXPECT_TRUE(must(tasks_of_people.search(ada, "short", 10)).empty());
}

TEST_P(PlannerTasks, AreFoundByWordsOfTheirTitles) {
  tick(add("Call the plumber, old"));
  add("Call the plumber");
  add("Sleep");
  EXPECT_EQ(titles(must(tasks_of_people.search(ada, "PLUMB call", 10))),
            (std::vector<std::string>{"Call the plumber", "Call the plumber, old"}));
  EXPECT_EQ(must(tasks_of_people.search(ada, "call", 1)).size(), 1U);
  EXPECT_TRUE(must(tasks_of_people.search(bob, "call", 10)).empty());
}

}  // namespace
}  // namespace norn::planner
