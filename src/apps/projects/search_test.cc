#include "apps/projects/search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "apps/projects/inspection.h"
#include "apps/projects/sweep.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectSearchTest : public ProjectsTest {
 protected:
  ProjectSearchTest() {
    must(apps::ensure_table(scene.store, apps::search_table(scene.tables), ""));
    start();
  }

  // A new process, which goes on where the last one ended.
  void start() {
    upkeep = std::make_unique<SearchUpkeep>(scene.context);
    task_upkeep = std::make_unique<TaskUpkeep>(scene.context);
    readers = std::make_unique<apps::TableReaders>(scene.store, scene.tables, clock, scene.ids,
                                                   apps::TableReaderOptions{.lease_ms = 0});
    readers->add(*task_upkeep);
    readers->add(*upkeep);
    must(readers->run());
  }
  // "task Dig, person ada": what a person finds.
  std::string found(const std::string& user, const std::string& text, size_t limit = 50) {
    must(readers->run());
    return found_now(user, text, limit);
  }
  std::string found_now(const std::string& user, const std::string& text, size_t limit = 50) {
    std::string lines;
    for (const search::Hit& hit : must(searching.search(user, text, limit))) {
      lines += fmt::format("{}{} {}", lines.empty() ? "" : ", ", hit.kind, hit.title);
    }
    return lines;
  }
  Task described(const std::string& title, const std::string& description) {
    TaskInput input;
    input.title = title;
    input.description = description;
    return must(scene.tasks.create(cyd, garden, input, {}));
  }
  // All of the index, one entry a line.
  std::string entries() {
    std::vector<std::string> keys;
    for (const store::Item& item :
         must(testing::drain(scene.store, testing::scan("norn-search"))).items) {
      keys.push_back(apps::text_of(item, "PK") + " " + apps::text_of(item, "SK"));
    }
    std::ranges::sort(keys);
    return fmt::format("{}", fmt::join(keys, "\n"));
  }
  ProjectSearch searching{scene.context};
  std::unique_ptr<SearchUpkeep> upkeep;
  std::unique_ptr<TaskUpkeep> task_upkeep;
  std::unique_ptr<apps::TableReaders> readers;
};

TEST_F(ProjectSearchTest, FindsProjectsTasksEventsCommentsAndPeopleByWords) {
  const Task task = described("Dig the bed", "With a *spade*, near the café");
  scene.event(cyd, garden, "2024-01-02T09:00:00Z", "2024-01-02T10:00:00Z");
  must(scene.comments.create(bob, task.id, {"The spade is broken", {}}, {}));
  described("完成任務", "明天");
  EXPECT_EQ(found(eve, "gard"), "project Garden");
  EXPECT_EQ(found(eve, "DIG bed"), "task Dig the bed");
  EXPECT_EQ(found(eve, "spade"), "comment The spade is broken, task Dig the bed")
      << "what has it in its title comes first";
  EXPECT_EQ(found(eve, "spade cafe"), "task Dig the bed");
  EXPECT_EQ(found(eve, "spade sow"), "");
  EXPECT_EQ(found(eve, "meet"), "event Meeting");
  EXPECT_EQ(found(eve, "bob"), "person bob");
  EXPECT_EQ(found(eve, "任務"), "task 完成任務");
  EXPECT_EQ(found(eve, "務"), "task 完成任務");
  EXPECT_EQ(found(eve, "明天"), "task 完成任務");
  EXPECT_EQ(found(zoe, "dig"), "") << "only what is in one's own projects";
  EXPECT_EQ(found(eve, "the", 1), "task Dig the bed");
  const auto hits = must(searching.search(eve, "broken", 5));
  ASSERT_EQ(hits.size(), 1);
  EXPECT_EQ(hits[0].within->kind + " " + hits[0].within->id, "task " + task.id);
}

TEST_F(ProjectSearchTest, FollowsWhatIsChangedMovedAndDeleted) {
  const Task task = described("Dig", "deep");
  must(scene.comments.create(bob, task.id, {"Spade", {}}, {}));
  EXPECT_EQ(found(eve, "spade"), "comment Spade");
  scene.change(cyd, task, {.title = "Sow"});
  EXPECT_EQ(found(eve, "dig"), "");
  EXPECT_EQ(found(eve, "sow"), "task Sow");
  const std::string shed = scene.project(cyd, "Shed");
  scene.move(cyd, task, {.project_id = shed});
  // Before the reader has seen it, nobody finds what is not theirs.
  EXPECT_EQ(found_now(eve, "sow"), "");
  EXPECT_EQ(found_now(eve, "spade"), "");
  EXPECT_EQ(found(eve, "sow"), "");
  EXPECT_EQ(found(cyd, "sow"), "task Sow");
  EXPECT_EQ(found(cyd, "spade"), "comment Spade");
  must(scene.members.invite(cyd, shed, "eve@example.com", "VIEWER"));
  EXPECT_EQ(found(eve, "spade"), "comment Spade");
  must(scene.members.remove(cyd, shed, eve));
  EXPECT_EQ(found_now(eve, "spade"), "");
  must(scene.tasks.remove(cyd, task.id, must(scene.tasks.get(cyd, task.id)).etag));
  EXPECT_EQ(found_now(cyd, "spade"), "");
  EXPECT_EQ(found(cyd, "sow"), "");
  must(scene.projects.remove(cyd, shed));
  must(scene.projects.remove(ada, garden));
  EXPECT_EQ(found_now(ada, "garden"), "");
  for (const std::string& user : {cyd, ada}) scene.delete_for_good(user);
  must(readers->run());
  EXPECT_EQ(entries(), "") << "nothing is left of what is gone";
}

TEST_F(ProjectSearchTest, IsCompleteAgainAfterTheReaderWasInterruptedAnywhere) {
  std::vector<Task> tasks;
  for (int i = 0; i < 8; ++i) tasks.push_back(described(fmt::format("Task{} alpha", i), "x y z"));
  must(readers->run());
  for (int writes = 0; writes < 30; ++writes) {
    for (size_t i = 0; i < tasks.size(); ++i) {
      scene.change(cyd, tasks[i],
                   {.title = fmt::format("Task{} w{}", i, writes),
                    .description = fmt::format("v{} w{}", writes, i)});
    }
    must(scene.comments.create(bob, tasks[0].id, {fmt::format("c{}", writes), {}}, {}));
    store_.end_after(writes);
    (void)readers->run();
    store_.restart();
    start();
    EXPECT_EQ(std::ranges::count(found_now(eve, fmt::format("w{}", writes)), ','),
              tasks.size() - 1);
    EXPECT_EQ(found_now(eve, fmt::format("c{}", writes)), fmt::format("comment c{}", writes));
  }
  // The same as an index that is made anew.
  const std::string kept = entries();
  for (const store::Item& item :
       must(testing::drain(scene.store, testing::scan("norn-search"))).items) {
    must(scene.store.remove(testing::remove(
        "norn-search", {{"PK", apps::text_of(item, "PK")}, {"SK", apps::text_of(item, "SK")}})));
  }
  must(scene.store.remove(testing::remove(
      "norn", {{"PK", "READER#calendar-app-data"}, {"SK", "READER#calendar-app-data"}})));
  start();
  EXPECT_EQ(entries(), kept);
}

TEST_F(ProjectSearchTest, ItemsOfOtherProgramsAreFoundAndBrokenOnesStopNothing) {
  // The task is only related to its project, and the comment only to its task.
  scene.put({{"PK", "TASK#task-001"}, {"SK", "TASK#task-001"}, {"title", "會議準備"}});
  scene.put(project_task(garden, "task-001", "2024-01-01T00:00:00Z").to_map());
  scene.put({{"PK", "COMMENT#c-1"}, {"SK", "COMMENT#c-1"}, {"text", "Hello there"}});
  scene.put(task_comment("task-001", "c-1", "2024-01-01T00:00:00Z").to_map());
  scene.put({{"PK", "EVENT#evt_1"},
             {"SK", "EVENT#evt_1"},
             {"title", "Party"},
             {"startDate", "2024-03-01T09:00:00Z"},
             {"endDate", "2024-03-01T10:00:00Z"}});
  scene.put(project_event(garden, "evt_1", "2024-01-01T00:00:00Z").to_map());
  EXPECT_EQ(found(eve, "會議"), "task 會議準備");
  EXPECT_EQ(found(eve, "hello"), "comment Hello there");
  EXPECT_EQ(found(eve, "party"), "event Party");
  for (const char* const key : {"TASK#broken", "EVENT#broken", "COMMENT#broken", "PROJECT#broken",
                                "TASK#", "COMMENT#a/b"}) {
    scene.put({{"PK", key}, {"SK", key}, {"title", store::Value::number(7)}});
  }
  scene.put({{"PK", "TASK#x"}, {"SK", "TASK#x"}, {"title", "Elsewhere"}, {"projectId", "a#b"}});
  scene.put({{"PK", "TASK#y"}, {"SK", "TASK#y"}, {"title", "Lonely"}, {"projectId", garden}});
  // Keys that are as long as a store takes them.
  const std::string long_key = "TASK#" + std::string(1'000, 'x');
  scene.put({{"PK", long_key}, {"SK", long_key}, {"title", "Long key"}});
  scene.put({{"PK", "PROJECT#" + std::string(2'000, 'x')},
             {"SK", "EVENT#evt_1"},
             {"GSI1PK", "EVENT#evt_1"},
             {"GSI1SK", "PROJECT#" + std::string(900, 'x')}});
  EXPECT_EQ(found(eve, "long"), "");
  EXPECT_EQ(found(eve, "elsewhere"), "");
  EXPECT_EQ(found(eve, "lonely"), "") << "the project does not list it either";
  // A known thing that becomes unreadable.
  scene.put({{"PK", "TASK#task-001"}, {"SK", "TASK#task-001"}, {"title", store::Null{}}});
  EXPECT_EQ(found(eve, "會議"), "");
  // What another program writes into the index.
  const std::string group = std::string(kSearchApp) + "#" + garden;
  for (const char* const key :
       {"party", "party#", "party#NONSENSE#1", "party#TASK#gone", "party#a#b"}) {
    must(scene.store.put(testing::put("norn-search", {{"PK", group}, {"SK", key}})));
  }
  must(
      scene.store.put(testing::put("norn-search", {{"PK", std::string(kSearchApp) + "#EVENT#evt_1"},
                                                   {"SK", "INDEXED"},
                                                   {"groups", "x"},
                                                   {"words", store::Value::number(1)}})));
  EXPECT_EQ(found(eve, "party"), "event Party");
  must(scene.tasks.create(cyd, garden, {.title = "Still read"}, {}));
  EXPECT_EQ(found(eve, "still"), "task Still read");
}

TEST_F(ProjectSearchTest, ThingsOfOtherProgramsAreFoundOnceTheirRelationsAreThere) {
  // In an order in which nothing says where it belongs when the reader sees it.
  scene.put({{"PK", "COMMENT#c-1"}, {"SK", "COMMENT#c-1"}, {"text", "Hello there"}});
  must(readers->run());
  scene.put(task_comment("task-001", "c-1", "2024-01-01T00:00:00Z").to_map());
  must(readers->run());
  scene.put({{"PK", "TASK#task-001"}, {"SK", "TASK#task-001"}, {"title", "Prepare"}});
  EXPECT_EQ(found(eve, "prepare"), "");
  scene.put(project_task(garden, "task-001", "2024-01-01T00:00:00Z").to_map());
  EXPECT_EQ(found(eve, "prepare"), "task Prepare");
  EXPECT_EQ(found(eve, "hello"), "comment Hello there");
}

TEST_F(ProjectSearchTest, AThingHasItsFirstWords) {
  std::string text;
  for (size_t i = 0; i < 3'000; ++i) text += fmt::format("w{} ", i);
  const Task task = described("Long", text);
  EXPECT_EQ(found(eve, "w1998"), "task Long") << "the title is the first of 2,000";
  EXPECT_EQ(found(eve, "w2500"), "");
  const std::string there = entries();
  EXPECT_EQ(std::ranges::count(there, '\n') + 1, 2'000 + 1 /* what it has */ + 2 /* the project */);
}

TEST_F(ProjectSearchTest, SeveralFrequentWordsAreFoundTogether) {
  for (int i = 0; i < 700; ++i) {
    described(fmt::format("alpha {}", i), i == 650 ? "beta" : "gamma");
    described(fmt::format("beta {}", i), "gamma");
  }
  EXPECT_EQ(found(eve, "alpha beta"), "task alpha 650");
  EXPECT_NE(found(eve, "alpha gamma"), "");
}

}  // namespace
}  // namespace norn::projects
