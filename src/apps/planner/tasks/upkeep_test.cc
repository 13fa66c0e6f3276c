#include "apps/planner/tasks/upkeep.h"

#include <gtest/gtest.h>

#include <string>

#include "apps/events/series/when_zone.h"
#include "apps/planner/preferences.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/planner/test_world.h"

namespace norn::planner {
namespace {

constexpr int64_t kHour = 3'600'000;

class PlannerTaskUpkeep : public PlannerTest {
 protected:
  PlannerTaskUpkeep() {
    add_task_sweeps(context);
    readers_.add(upkeep_);
    run();
  }

  // What a server does in the background.
  void run() {
    must(readers_.run());
    must(sweeps.run());
    must(readers_.run());
    settle();
  }
  Task add(bool done) {
    TaskChange input;
    input.details.title = "Task";
    input.done = done;
    return must(all_tasks.create(ada, input,
                                 {.user_id = ada, .operation = "create", .key = "", .digest = ""}));
  }
  Task read(const Task& task) { return must(all_tasks.get(ada, task.id)); }
  void prefer(const PreferencesChange& change) {
    must(change_preferences(context, ada, change, etag_of(must(read_meta(context, ada)))));
  }
  size_t listed() {
    settle();
    return must(all_tasks.list(ada, {}, zone_of("UTC"))).size();
  }

  Tasks all_tasks{context};

 private:
  TaskUpkeep upkeep_{context};
  apps::TableReaders readers_{store_, tables, clock, ids, {.lease_ms = 0}};
};
NORN_ENGINE_ON_BOTH_STORES(PlannerTaskUpkeep);

TEST_P(PlannerTaskUpkeep, ArchivesWhatWasDoneAfterTheHoursOfThePreferences) {
  const Task done = add(true);
  const Task open = add(false);
  run();
  clock.advance_ms(23 * kHour);
  run();
  EXPECT_EQ(listed(), 2U);
  clock.advance_ms(kHour);
  run();
  const Task archived = read(done);
  EXPECT_TRUE(archived.is_archived());
  EXPECT_EQ(archived.version, done.version + 1);
  EXPECT_FALSE(item(ada, keys::task(done.id))->contains("GSI3PK"));
  EXPECT_EQ(listed(), 1U);
  EXPECT_EQ(must(all_tasks.search(ada, "task", 10)).size(), 2U);
  // It is in the lists again when it is to be done again.
  must(all_tasks.change(ada, done.id, {.done = false}, etag_of(archived)));
  EXPECT_EQ(listed(), 2U);
  EXPECT_EQ(read(open), open);
}

TEST_P(PlannerTaskUpkeep, LeavesWhatIsToBeDoneAgain) {
  const Task done = add(true);
  run();
  const Task again = must(all_tasks.change(ada, done.id, {.done = false}, etag_of(done)));
  clock.advance_ms(12 * kHour);
  must(all_tasks.change(ada, done.id, {.done = true}, etag_of(again)));
  run();
  clock.advance_ms(12 * kHour);
  run();
  EXPECT_FALSE(read(done).is_archived());
  clock.advance_ms(12 * kHour);
  run();
  EXPECT_TRUE(read(done).is_archived());
}

TEST_P(PlannerTaskUpkeep, ArchivesNothingForWhoDoesNotWantIt) {
  prefer({.auto_archive_completed_tasks = false});
  const Task done = add(true);
  run();
  clock.advance_ms(1'000 * kHour);
  run();
  EXPECT_FALSE(read(done).is_archived());
  prefer({.auto_archive_completed_tasks = true});
  run();
  EXPECT_TRUE(read(done).is_archived());
}

TEST_P(PlannerTaskUpkeep, GoesByTheHoursThatArePreferredNow) {
  const Task early = add(true);
  run();
  prefer({.auto_archive_delay_hours = 48});
  run();
  clock.advance_ms(30 * kHour);
  run();
  EXPECT_FALSE(read(early).is_archived());
  prefer({.auto_archive_delay_hours = 2});
  run();
  EXPECT_TRUE(read(early).is_archived());
  prefer({.auto_archive_delay_hours = 3});
  const Task late = add(true);
  run();
  clock.advance_ms(3 * kHour);
  run();
  EXPECT_TRUE(read(late).is_archived());
}

TEST_P(PlannerTaskUpkeep, GivesTasksOfOtherProgramsTheirPlaceInTheIndex) {
  store::PutRequest request;
  request.table = tables.planner();
  request.item = store::Item::from_map({{"PK", keys::user(ada)},
                                        {"SK", "TASK#t1"},
                                        {"entityType", "TASK"},
                                        {"title", "Foreign"},
                                        {"dueDate", "2026-11-20"},
                                        {"version", store::Value::number(1)}});
  must(store_.put(request));
  EXPECT_EQ(listed(), 0U);
  run();
  EXPECT_EQ(listed(), 1U);
  EXPECT_EQ(item(ada, "TASK#t1")->to_map().at("GSI3SK"), store::Value("2026-11-20"));
  EXPECT_EQ(item(ada, "TASK#t1")->to_map().at("version"), store::Value::number(1));
}

}  // namespace
}  // namespace norn::planner
