#include "apps/planner/statistics.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "apps/planner/tasks/task.h"
#include "apps/planner/test_world.h"

namespace norn::planner {
namespace {

using store::Value;

// The statistics with a reader of the table, as a process has them.
class Counting {
 public:
  explicit Counting(const Context& context)
      : statistics_(context),
        readers_(context.store, context.tables, context.clock, context.ids, {.lease_ms = 0}) {
    readers_.add(statistics_);
  }
  Result<void> run() { return readers_.run(); }

 private:
  Statistics statistics_;
  apps::TableReaders readers_;
};

class PlannerStatistics : public PlannerTest {
 protected:
  void add(const std::string& user_id, int number, const std::string& type = "EVENT",
           const std::string& created = "2025-11-20T10:00:00Z") {
    const std::string id = "evt_" + std::to_string(number);
    store::PutRequest put;
    put.table = tables.planner();
    put.item = store::Item::from_map({{"PK", keys::user(user_id)},
                                      {"SK", type + "#" + id},
                                      {"entityType", type},
                                      {"eventId", id},
                                      {"createdAt", created}});
    must(store_.put(put));
  }

  void remove(const std::string& user_id, int number, const std::string& type = "EVENT") {
    store::DeleteRequest request;
    request.table = tables.planner();
    request.key = apps::key_of(keys::user(user_id), type + "#evt_" + std::to_string(number));
    must(store_.remove(request));
  }

  void forget_place() {
    store::DeleteRequest request;
    request.table = tables.norn();
    request.key = apps::key_of("READER#ProductivityData", "READER#ProductivityData");
    must(store_.remove(request));
  }

  store::Map stats(const std::string& user_id) {
    return item(user_id, keys::user_meta(user_id))->to_map().at("stats").as<store::Map>();
  }
  Value total(const std::string& user_id) { return stats(user_id).at("totalEvents"); }
};
NORN_ENGINE_ON_BOTH_STORES(PlannerStatistics);

TEST_P(PlannerStatistics, CountEventsAndSeriesAndNotOccurrences) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  add(ada, 2, "MASTER", "2025-11-21T10:00:00Z");
  add(ada, 3, "INSTANCE");
  add(bob, 1);
  add(bob, 2);
  remove(bob, 1);
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(2));
  EXPECT_EQ(stats(ada).at("lastEventCreated"), Value("2025-11-21T10:00:00Z"));
  EXPECT_EQ(total(bob), Value::number(1));
}

TEST_P(PlannerStatistics, CountAChangeOfTheSameThingOnce) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  add(ada, 1, "EVENT", "2025-11-20T10:00:00Z");
  must(statistics.run());
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(1));
}

TEST_P(PlannerStatistics, CountTasksAndRememberWhenTheLastOneWasDone) {
  const auto put_task = [&](int number, const std::string& completed_at) {
    Task task;
    task.id = task_id(std::to_string(number));
    task.title = "Call the plumber";
    task.created_at = task.updated_at = "2025-11-20T10:00:00Z";
    if (!completed_at.empty()) task.completed_at = completed_at;
    store::PutRequest put;
    put.table = tables.planner();
    put.item = to_item(ada, task);
    must(store_.put(put));
  };
  const auto expect_two = [&] {
    EXPECT_EQ(stats(ada).at("totalTasks"), Value::number(2));
    EXPECT_EQ(stats(ada).at("lastTaskCompleted"), Value("2025-11-22T10:00:00Z"));
    EXPECT_EQ(total(ada), Value::number(1));
  };
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  put_task(1, "");
  put_task(2, "2025-11-21T10:00:00Z");
  must(statistics.run());
  EXPECT_EQ(stats(ada).at("lastTaskCompleted"), Value("2025-11-21T10:00:00Z"));
  put_task(1, "2025-11-22T10:00:00Z");
  put_task(2, "2025-11-21T10:00:00Z");
  must(statistics.run());
  expect_two();
  forget_place();
  must(Counting(context).run());
  expect_two();
}

TEST_P(PlannerStatistics, DoNotChangeTheVersionOfPreferences) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  must(statistics.run());
  const auto meta = item(ada, keys::user_meta(ada));
  EXPECT_EQ(apps::integer_of(*meta, "version"), 1);
}

TEST_P(PlannerStatistics, GoOnFromTheirPlaceInAnotherProcess) {
  must(Counting(context).run());
  add(ada, 1);
  must(Counting(context).run());
  add(ada, 2);
  must(Counting(context).run());
  EXPECT_EQ(total(ada), Value::number(2));
}

// A process that dies between reading and writing has read nothing; one that dies after writing
// reads on from there.
TEST_P(PlannerStatistics, CountOnceThoughACrashCutsThemShort) {
  must(Counting(context).run());
  std::mt19937 random(6);
  int expected = 0;
  for (int round = 0; round < 60; ++round) {
    add(ada, round);
    ++expected;
    Counting dying(context);
    // Another process takes in the same changes at the moment when this one writes them.
    if (random() % 2 == 0) meanwhile([&] { must(Counting(context).run()); });
    must(dying.run());
    EXPECT_EQ(total(ada), Value::number(expected)) << round;
  }
}

TEST_P(PlannerStatistics, LeaveOutThoseWhoAreGone) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  add("00000000-0000-4000-8000-0000000000cc", 1);
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(1));
  EXPECT_TRUE(items("00000000-0000-4000-8000-0000000000cc", "USER_META").empty());
}

TEST_P(PlannerStatistics, CountEverythingWithoutAPlace) {
  add(ada, 1);
  add(ada, 2);
  add(bob, 1);
  must(Counting(context).run());
  EXPECT_EQ(total(ada), Value::number(2));
  EXPECT_EQ(total(bob), Value::number(1));
}

TEST_P(PlannerStatistics, CountAnewWhatIsLost) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  forget_place();
  add(ada, 2);
  remove(ada, 1);
  must(Counting(context).run());
  EXPECT_EQ(total(ada), Value::number(1));
  // The one from before notices that it is not alone.
  add(ada, 3);
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(2));
}

TEST_P(PlannerStatistics, CountRightlyWhatHappensWhileTheyCount) {
  add(ada, 1);
  meanwhile([&] {
    add(ada, 2);
    add(bob, 1);
  });
  must(Counting(context).run());
  must(Counting(context).run());
  EXPECT_EQ(total(ada), Value::number(2));
  EXPECT_EQ(total(bob), Value::number(1));
}

TEST_P(PlannerStatistics, AreRightAfterCountingAnewBesideWriters) {
  constexpr int kEvents = 150;
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < kEvents; ++i) {
      add(i % 2 == 0 ? ada : bob, i);
      if (i % 3 == 0) remove(i % 2 == 0 ? ada : bob, i);
    }
    done = true;
  });
  while (!done) {
    forget_place();
    must(Counting(context).run());
  }
  writer.join();
  must(Counting(context).run());
  EXPECT_EQ(total(ada), Value::number(50));
  EXPECT_EQ(total(bob), Value::number(50));
}

// Whatever another program wrote, the events of others are counted.
TEST_P(PlannerStatistics, CountThoughItemsOfOtherProgramsDoNotFit) {
  Counting statistics(context);
  must(statistics.run());
  store::UpdateRequest update;
  update.table = tables.planner();
  update.key = apps::key_of(keys::user(ada), keys::user_meta(ada));
  update.update = "SET stats.totalEvents = :huge";
  update.placeholders.values = {{":huge", Value(*store::Number::parse("9e125"))}};
  must(store_.update(update));
  add(ada, 1);
  add(std::string(1'500, 'x'), 1);
  add(bob, 1);
  must(statistics.run());
  EXPECT_EQ(total(bob), Value::number(1));
  forget_place();
  add(bob, 2);
  must(statistics.run());
  EXPECT_EQ(total(bob), Value::number(2));
  EXPECT_EQ(total(ada), Value::number(1)) << "counting anew repairs it";
}

// One USER_META of another program with missing or invalid `stats` must not stop the others.
TEST_P(PlannerStatistics, CountForThoseWhoseMetaHasNone) {
  Counting statistics(context);
  must(statistics.run());
  add(ada, 1);
  for (const auto& [user_id, stats] :
       {std::pair(ada, store::Value("none")), std::pair(bob, store::Value(store::Map{}))}) {
    store::UpdateRequest update;
    update.table = tables.planner();
    update.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
    update.update = "SET stats = :stats";
    update.placeholders.values = {{":stats", stats}};
    must(store_.update(update));
  }
  add(bob, 1);
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(1));
  EXPECT_EQ(total(bob), Value::number(1));
  add(ada, 2);
  remove(bob, 1);
  must(statistics.run());
  EXPECT_EQ(total(ada), Value::number(2));
  EXPECT_EQ(total(bob), Value::number(0));
}

TEST_P(PlannerStatistics, CountOnceWithSeveralAtWork) {
  constexpr int kEvents = 200;
  must(Counting(context).run());
  std::vector<std::thread> readers;
  std::atomic<bool> done = false;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      Counting statistics(context);
      while (!done) must(statistics.run());
      must(statistics.run());
    });
  }
  for (int i = 0; i < kEvents; ++i) add(ada, i);
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(total(ada), Value::number(kEvents));
}

}  // namespace
}  // namespace norn::planner
