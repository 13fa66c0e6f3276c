#include "apps/projects/sweep.h"

#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectSweep : public ProjectsTest {
 protected:
  // A project with something of every kind.
  void fill(const std::string& project) {
    const Tag tag = must(scene.tags.create(ada, project, {"red", "#FF0000"}, {}));
    const Task dig = must(scene.tasks.create(
        ada, project, {.title = "Dig", .assignee_id = ada, .tag_ids = {tag.id}}, {}));
    must(scene.tasks.create(ada, project, {.title = "Part", .parent_id = dig.id}, {}));
    must(scene.tasks.create(ada, project, {.title = "Sow", .blocked_by = {dig.id}}, {}));
    for (int i = 0; i < 3; ++i) {
      must(scene.comments.create(ada, dig.id, {"Hello", {}}, {}));
      must(scene.comments.attach(ada, dig.id, {"Plan", "https://example.com"}, {}));
    }
    scene.event(ada, project, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
    must(scene.members.invite(ada, project, "new@example.com", "VIEWER"));
  }
  // Lines of one text that another does not have.
  static std::string without(const std::string& text, const std::string& other) {
    std::string rest;
    size_t begin = 0;
    while (begin < text.size()) {
      const size_t end = text.find('\n', begin) + 1;
      const std::string line = text.substr(begin, end - begin);
      if (!other.contains(line)) rest += line;
      begin = end;
    }
    return rest;
  }
};

// The process ends after every number of writes that there can be; the next one goes on, and
// nothing is left but what the person did.
TEST_F(ProjectSweep, LeavesNothingWhereverItIsInterrupted) {
  const std::string before = scene.all_keys();
  bool was_interrupted = true;
  int rounds = 0;
  for (int writes = 0; was_interrupted; ++writes) {
    const std::string shed = scene.project(ada, "Shed");
    fill(shed);
    must(scene.projects.remove(ada, shed));
    EXPECT_TRUE(fails(scene.projects.get(ada, shed), ErrorCode::kNotFound));
    must(scene.bin.remove_projects(ada));
    store_.end_after(writes);
    (void)scene.sweeps.run();
    was_interrupted = store_.restart();
    clock.advance_ms(600'000);
    must(scene.sweeps.run());
    ASSERT_EQ(scene.open_sweeps(), 0) << writes;
    // That the project was deleted is an activity of the person.
    const std::string left = without(scene.all_keys(), before);
    for (const char* const kind :
         {"PROJECT#", "TASK#", "EVENT#", "TAG#", "COMMENT#", "ATTACHMENT#", "DATED#", "MEMBER#"}) {
      ASSERT_FALSE(left.contains(kind)) << writes << "\n" << left;
    }
    ++rounds;
  }
  EXPECT_GT(rounds, 10);
  const auto page = must(scene.activities.of_person(ada, ada, {.limit = 200}));
  EXPECT_EQ(std::ranges::count(page.activities, ActivityAction::kDelete, &Activity::action),
            rounds);
  EXPECT_EQ(scene.column(ada, garden), "");
}

TEST_F(ProjectSweep, OfATaskLeavesNothingWhereverItIsInterrupted) {
  const Task other = scene.task(ada, garden, "Other");
  bool was_interrupted = true;
  for (int writes = 0; was_interrupted; ++writes) {
    const Task dig = must(scene.tasks.create(
        ada, garden, {.title = "Dig", .assignee_id = ada, .blocked_by = {other.id}}, {}));
    const Task sow = must(
        scene.tasks.create(ada, garden, {.title = "Sow", .blocked_by = {dig.id, other.id}}, {}));
    must(scene.comments.create(ada, dig.id, {"Hello", {}}, {}));
    must(scene.tasks.remove(ada, dig.id, must(scene.tasks.get(ada, dig.id)).etag));
    must(scene.bin.empty(ada, garden));
    store_.end_after(writes);
    (void)scene.sweeps.run();
    was_interrupted = store_.restart();
    clock.advance_ms(600'000);
    must(scene.sweeps.run());
    const std::string keys = scene.all_keys();
    ASSERT_FALSE(keys.contains(dig.id)) << keys;
    ASSERT_FALSE(keys.contains("COMMENT#")) << keys;
    const Task left = must(scene.tasks.get(ada, sow.id));
    ASSERT_EQ(left.blocked_by, std::vector<std::string>{other.id});
  }
}

TEST_F(ProjectSweep, WhatWasMovedAwayBeforeStays) {
  const std::string shed = scene.project(ada, "Shed");
  const Task task = scene.task(ada, garden);
  scene.move(ada, task, {.project_id = shed});
  // A relation that another program put back.
  scene.put(project_task(garden, task.id, "2024-01-01T00:00:00Z").to_map());
  must(scene.projects.remove(ada, garden));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.tasks.get(ada, task.id)).project_id, shed);
  EXPECT_EQ(scene.log_of(must(scene.activities.of_project(ada, shed, {.limit = 9}))),
            "MOVE TASK, CREATE PROJECT");
}

TEST_F(ProjectSweep, NothingComesIntoAProjectThatIsDeletedMeanwhile) {
  meanwhile([&] { must(scene.projects.remove(ada, garden)); });
  EXPECT_TRUE(fails(scene.tasks.create(cyd, garden, {.title = "Late"}, {}), ErrorCode::kNotFound));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  EXPECT_FALSE(scene.all_keys().contains(garden));
}

// More than one part of a sweep removes.
TEST_F(ProjectSweep, LargeTasksGoToTheLastComment) {
  const Task dig = scene.task(ada, garden);
  for (int i = 0; i < 60; ++i) must(scene.comments.create(ada, dig.id, {"Hello", {}}, {}));
  must(scene.projects.remove(ada, garden));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  const std::string keys = scene.all_keys();
  EXPECT_FALSE(keys.contains("COMMENT#")) << keys;
  EXPECT_FALSE(keys.contains("TASK#")) << keys;
}

TEST_F(ProjectSweep, ATagIsTakenOffHoweverManyTasks) {
  const Tag tag = must(scene.tags.create(ada, garden, {"red", "#FF0000"}, {}));
  // Another program named it in tasks and wrote no relations.
  for (int i = 0; i < 120; ++i) {
    const std::string id = fmt::format("foreign-{:03}", i);
    scene.put({{"PK", keys::task(id)},
               {"SK", keys::task(id)},
               {"title", "Dig"},
               {"projectId", garden},
               {"tagIds", testing::list({tag.id})}});
    scene.put(project_task(garden, id, "2024-01-01T00:00:00Z").to_map());
  }
  must(scene.tags.remove(ada, garden, tag.id, tag.etag));
  must(scene.sweeps.run());
  for (const Task& task : must(scene.lists.of_project(ada, garden, {}))) {
    EXPECT_TRUE(task.tag_ids.empty()) << task.id;
  }
  EXPECT_EQ(scene.open_sweeps(), 0);
}

// Another program wrote an activity of something whose key would be too long.
TEST_F(ProjectSweep, AnActivityOfAnIdThatIsNoneGoesWithItsProject) {
  const std::string shed = scene.project(ada, "Shed");
  scene.task(ada, shed);
  scene.put({{"PK", "ACTIVITY#a"},
             {"SK", "ACTIVITY#a"},
             {"entityType", "TASK"},
             {"action", "UPDATE"},
             {"entityId", std::string(3'000, 'x')},
             {"userId", ada},
             {"projectId", shed},
             {"timestamp", "2024-01-01T00:00:00Z"}});
  scene.put({{"PK", keys::project(shed)}, {"SK", "ACTIVITY#2024-01-01T00:00:00Z#a"}});
  must(scene.projects.remove(ada, shed));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.open_sweeps(), 0);
  EXPECT_FALSE(scene.all_keys().contains(shed)) << scene.all_keys();
}

// An event of another program names one project and is in two.
TEST_F(ProjectSweep, AnEventThatIsInAnotherProjectByItsRelationStaysThere) {
  const std::string shed = scene.project(ada, "Shed");
  scene.put({{"PK", "EVENT#e"},
             {"SK", "EVENT#e"},
             {"title", "Party"},
             {"projectId", garden},
             {"startDate", "2024-03-01T09:00:00Z"}});
  for (const std::string& project : {garden, shed}) {
    scene.put(project_event(project, "e", "2024-01-01T00:00:00Z").to_map());
  }
  must(scene.projects.remove(ada, garden));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.events.get(ada, "e")).project_id, shed);
  EXPECT_EQ(must(scene.events.of_project(ada, shed)).size(), 1);
}

}  // namespace
}  // namespace norn::projects
