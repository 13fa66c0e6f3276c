#include "apps/projects/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <random>

#include "apps/projects/sweep.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectStatistics : public ProjectsTest {
 protected:
  ProjectStatistics() { start(); }

  // A new process, which goes on where the last one ended.
  void start() {
    counter = std::make_unique<StatisticsCounter>(scene.context);
    readers = std::make_unique<apps::TableReaders>(scene.store, scene.tables, clock, scene.ids,
                                                   apps::TableReaderOptions{.lease_ms = 0});
    readers->add(*counter);
    must(readers->run());
  }
  StatisticsView view(const StatisticsQuery& query = {}) {
    must(readers->run());
    return must(statistics.of_project(eve, garden, query));
  }
  static std::string counts(const StatisticsView& view) {
    return fmt::format("{}", fmt::join(view.tasks, " "));
  }
  std::vector<store::Item> items() {
    std::vector<store::Item> found = must(testing::drain(scene.store, testing::scan("norn"))).items;
    std::erase_if(found, [](const store::Item& item) {
      return apps::text_of(item, "entityType") != "PROJECT_STATS";
    });
    return found;
  }
  // Everything that is stored and is not 0, a line each.
  std::string stored() {
    std::vector<std::string> lines;
    for (const store::Item& item : items()) {
      for (const auto& [name, value] : item.to_map()) {
        const int64_t amount = apps::integer_of(item, name);
        if (amount == 0) continue;
        lines.push_back(fmt::format("{} {} {} {}", apps::text_of(item, "PK"),
                                    apps::text_of(item, "SK"), name, amount));
      }
    }
    std::ranges::sort(lines);
    return fmt::format("{}", fmt::join(lines, "\n"));
  }
  // Forgets how far it has read, so that everything is counted anew.
  void count_anew() {
    must(scene.store.remove(testing::remove(
        "norn", {{"PK", "READER#calendar-app-data"}, {"SK", "READER#calendar-app-data"}})));
    start();
  }

  Statistics statistics{scene.context};
  std::unique_ptr<StatisticsCounter> counter;
  std::unique_ptr<apps::TableReaders> readers;
};

TEST_F(ProjectStatistics, CountTasksByStatusAndTheTimeInColumns) {
  const Task first = scene.task(cyd, garden, "one");
  const Task second = scene.task(cyd, garden, "two");
  scene.task(cyd, garden, "three");
  EXPECT_EQ(counts(view()), "3 0 0 0");
  clock.advance_ms(3'600'000);
  scene.change(cyd, first, {.status = TaskStatus::kInProgress});
  clock.advance_ms(1'800'000);
  scene.change(cyd, second, {.status = TaskStatus::kInProgress});
  scene.change(cyd, first, {.status = TaskStatus::kDone});
  const StatisticsView now = view();
  EXPECT_EQ(counts(now), "1 1 0 1");
  EXPECT_EQ(now.columns[0].stays, 2);
  EXPECT_EQ(now.columns[0].average_seconds, (3'600 + 5'400) / 2);
  EXPECT_EQ(now.columns[1].average_seconds, 1'800);
  EXPECT_EQ(now.columns[3].average_seconds, std::nullopt);
  must(scene.tasks.remove(cyd, second.id, must(scene.tasks.get(cyd, second.id)).etag));
  EXPECT_EQ(counts(view()), "1 0 0 1");
  EXPECT_TRUE(fails(statistics.of_project(zoe, garden, {}), ErrorCode::kNotFound));
}

TEST_F(ProjectStatistics, OverdueIsDecidedWhenItIsRead) {
  const auto due = [&](const std::string& when) {
    scene.change(cyd, scene.task(cyd, garden), {.due_date = when});
  };
  due("2024-01-14T23:59:59Z");  // Yesterday; it is Monday, 15 January, half past ten.
  due("2024-01-15T23:59:59Z");
  due("2024-01-15T10:00:00Z");
  due("2024-01-15T11:00:00Z");
  due("2025-01-01T00:00:00Z");
  EXPECT_EQ(view().overdue, 2);
  clock.advance_ms(3'600'000);
  EXPECT_EQ(view().overdue, 3);
  clock.set_ms(parse_timestamp_ms("2024-01-16T05:00:00Z").value());
  EXPECT_EQ(view().overdue, 4);
  EXPECT_EQ(view({.zone = ical::TimeZone::find("America/New_York").value()}).overdue, 4);
  clock.set_ms(parse_timestamp_ms("2024-01-16T04:00:00Z").value());
  EXPECT_EQ(view({.zone = ical::TimeZone::find("America/New_York").value()}).overdue, 3)
      << "there it is still Monday";
}

TEST_F(ProjectStatistics, ThroughputAndBurnDownGoByDays) {
  const Task first = scene.task(cyd, garden);
  const Task second = scene.task(cyd, garden);
  clock.advance_ms(kMsPerDay);
  scene.task(cyd, garden);
  scene.change(cyd, first, {.status = TaskStatus::kDone});
  clock.advance_ms(7 * kMsPerDay);
  scene.change(cyd, second, {.status = TaskStatus::kDone});
  const StatisticsView now = view({.weeks = 2});
  ASSERT_EQ(now.weeks.size(), 2);
  EXPECT_EQ(date_text(now.weeks[0].start), "2024-01-15");
  EXPECT_EQ(now.weeks[0].counts, (DayCounts{.created = 3, .completed = 1}));
  EXPECT_EQ(now.weeks[1].counts, (DayCounts{.created = 0, .completed = 1}));
  ASSERT_EQ(now.days.size(), 9);
  const auto day = [&](size_t i) {
    return fmt::format("{} {}/{}", date_text(now.days[i].date), now.days[i].remaining,
                       now.days[i].total);
  };
  EXPECT_EQ(day(0), "2024-01-15 2/2");
  EXPECT_EQ(day(1), "2024-01-16 2/3");
  EXPECT_EQ(day(8), "2024-01-23 1/3");
  EXPECT_EQ(date_text(view({.weeks = 1, .week_start = 0}).weeks[0].start), "2024-01-21");
  // One that repeats is done each time, and is one task all along.
  TaskInput weekly;
  weekly.title = "Water";
  weekly.due_date = "2024-01-23T23:59:59Z";
  weekly.repeat = Repeat{.rule = "FREQ=DAILY", .from = Repeat::From::kDue, .time_zone = ""};
  const Task water = must(scene.tasks.create(cyd, garden, weekly, {}));
  scene.change(cyd, water, {.status = TaskStatus::kDone});
  scene.change(cyd, water, {.status = TaskStatus::kDone});
  const StatisticsView later = view({.weeks = 2});
  EXPECT_EQ(later.weeks[1].counts, (DayCounts{.created = 1, .completed = 1, .repeated = 2}));
  EXPECT_EQ(later.days[8].remaining, 2);
  EXPECT_EQ(later.days[8].total, 4);
  EXPECT_EQ(later.days[0].total, 2);
}

TEST_F(ProjectStatistics, AreTheSameCountedByChangesAndCountedAnewWhateverInterruptsThem) {
  std::minstd_rand random(7);
  const auto below = [&](size_t end) { return random() % end; };
  const std::string shed = scene.project(cyd, "Shed");
  std::vector<Task> tasks;
  for (int step = 0; step < 120; ++step) {
    // Less than the stream keeps, between two looks at it.
    clock.advance_ms(static_cast<int64_t>(below(120)) * 60'000);
    const size_t what = below(10);
    if (what < 3 || tasks.empty()) {
      tasks.push_back(scene.task(cyd, below(2) == 0 ? garden : shed));
    } else if (what < 7) {
      const Task& task = tasks[below(tasks.size())];
      TaskPatch patch = {.status = static_cast<TaskStatus>(below(4))};
      if (below(2) == 0) {
        patch.due_date = timestamp_s(clock.now_ms() + static_cast<int64_t>(below(9)) * kMsPerDay);
      }
      scene.change(cyd, task, patch);
    } else if (what < 9) {
      scene.move(cyd, tasks[below(tasks.size())], {.project_id = below(2) == 0 ? garden : shed});
    } else {
      const size_t gone = below(tasks.size());
      must(
          scene.tasks.remove(cyd, tasks[gone].id, must(scene.tasks.get(cyd, tasks[gone].id)).etag));
      tasks.erase(tasks.begin() + static_cast<ptrdiff_t>(gone));
    }
    if (below(4) != 0) continue;
    store_.end_after(static_cast<int>(below(4)));
    (void)readers->run();
    if (store_.restart()) start();
  }
  must(readers->run());
  const std::string by_changes = stored();
  count_anew();
  EXPECT_EQ(stored(), by_changes);
  // The naive count.
  std::array<int64_t, kStatusCount> naive = {};
  for (const Task& task : must(scene.lists.of_project(eve, garden, {}))) {
    ++naive[static_cast<size_t>(task.status)];
  }
  EXPECT_EQ(view().tasks, naive);
}

TEST_F(ProjectStatistics, NothingIsLeftOfADeletedProject) {
  const Task task = scene.task(cyd, garden);
  scene.change(cyd, task, {.status = TaskStatus::kDone});
  scene.change(cyd, scene.task(cyd, garden), {.due_date = "2024-02-01T23:59:59Z"});
  must(readers->run());
  EXPECT_FALSE(items().empty());
  must(scene.projects.remove(ada, garden));
  while (must(sweep_project(scene.context, garden))) {
  }
  // The process ends after it has counted, and before it has removed what is empty.
  store_.end_after(1);
  (void)readers->run();
  store_.restart();
  start();
  must(readers->run());
  EXPECT_TRUE(items().empty());
}

TEST_F(ProjectStatistics, ItemsOfOtherProgramsCountAndBrokenOnesStopNothing) {
  const auto foreign = [&](const std::string& key, store::Map item) {
    item.emplace("PK", key);
    item.emplace("SK", key);
    scene.put(std::move(item));
  };
  foreign("TASK#task-001", {{"title", "任務"},
                            {"projectId", garden},
                            {"status", "DONE"},
                            {"createdAt", "2024-01-10T00:00:00Z"},
                            {"updatedAt", "2024-01-14T00:00:00Z"}});
  foreign("TASK#odd", {{"title", "x"},
                       {"projectId", garden},
                       {"status", "MAYBE"},
                       {"createdAt", "yesterday"},
                       {"dueDate", "soon"}});
  foreign("TASK#broken", {{"title", store::Null{}}, {"projectId", garden}});
  foreign("TASK#nowhere", {{"title", "x"}});
  foreign("ACTIVITY#a", {{"action", "STATUS"},
                         {"entityType", "TASK"},
                         {"projectId", garden},
                         {"columnSeconds", store::Value::number(-5)},
                         {"changes", "x"}});
  foreign("ACTIVITY#b", {{"action", "FLY"}});
  EXPECT_EQ(counts(view()), "1 0 0 1");
  EXPECT_EQ(view({.weeks = 2}).weeks[0].counts, (DayCounts{.created = 1, .completed = 1}));
  // What another program made of the statistics is left out, and put right when counted anew.
  must(scene.store.put(testing::put("norn", {{"PK", std::string(keys::kStatistics)},
                                             {"SK", keys::project(garden)},
                                             {"entityType", "PROJECT_STATS"},
                                             {"TODO", "many"}})));
  must(scene.store.put(testing::put(
      "norn", {{"PK", keys::statistics_of(garden)}, {"SK", "DAY#never"}, {"created", "x"}})));
  must(scene.store.put(testing::put(
      "norn", {{"PK", keys::statistics_of(garden)}, {"SK", "DUE#never"}, {"open", "x"}})));
  scene.task(cyd, garden);
  EXPECT_EQ(counts(view()), "0 0 0 0");
  count_anew();
  EXPECT_EQ(counts(view()), "2 0 0 1");
}

}  // namespace
}  // namespace norn::projects
