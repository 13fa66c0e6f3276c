#include "apps/projects/bin/project_bin.h"

#include "apps/projects/limits.h"
#include "apps/projects/meter.h"
#include "apps/projects/sweep.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

constexpr int64_t kThirtyDaysMs = apps::kBinDays * 86'400'000;

class ProjectBinTest : public ProjectsTest {
 protected:
  void remove(const std::string& user, const Task& task) {
    must(scene.tasks.remove(user, task.id, must(scene.tasks.get(user, task.id)).etag));
  }
  Task restore(const std::string& user, const Task& task) {
    return std::get<Task>(must(scene.bin.restore(user, garden, task.id)));
  }
  std::string in_bin(const std::string& user) {
    std::string titles;
    for (const auto& one : must(scene.bin.things(user, garden, 50, "")).page.things) {
      titles += (titles.empty() ? "" : ", ") + one.kind + " " + one.title;
    }
    return titles;
  }
  size_t projects_in_bin(const std::string& user) {
    return must(scene.bin.projects(user, 50, "")).things.size();
  }
  void forget(const std::string& user) {
    while (must(scene.members.forget(user))) {
    }
    while (must(bin_of(scene.context).forget(user))) {
    }
    must(scene.sweeps.run());
  }
  // What bins and sweeps in the table `norn` have with this text.
  std::string leftovers(const std::string& text) {
    std::string found;
    for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
      const std::string type = apps::text_of(item, "entityType");
      const bool is_leftover = type.starts_with("BIN") || type.contains("SWEEP");
      if (is_leftover && item.json().contains(text)) found += std::string(item.json()) + "\n";
    }
    return found;
  }
};

TEST_F(ProjectBinTest, ATaskComesBackAsItWasWithEverythingItHas) {
  const Tag tag = must(scene.tags.create(ada, garden, {"red", "#FF0000"}, {}));
  const Task blocker = scene.task(ada, garden, "Buy");
  const Task dig = must(scene.tasks.create(cyd, garden,
                                           {.title = "Dig",
                                            .assignee_id = bob,
                                            .due_date = "2024-02-01T23:59:59Z",
                                            .tag_ids = {tag.id},
                                            .blocked_by = {blocker.id}},
                                           {}));
  const Task part = must(scene.tasks.create(
      cyd, garden, {.title = "Part", .assignee_id = cyd, .parent_id = dig.id}, {}));
  must(scene.comments.create(bob, part.id, {"Hello", {}}, {}));
  must(scene.comments.attach(ada, dig.id, {"Plan", "https://example.com"}, {}));
  const std::string keys = scene.all_keys();
  const Task before = must(scene.tasks.get(ada, dig.id));
  remove(cyd, dig);
  must(scene.sweeps.run());
  EXPECT_TRUE(fails(scene.tasks.get(ada, dig.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.tasks.get(ada, part.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.comments.list(ada, part.id), ErrorCode::kNotFound));
  EXPECT_EQ(scene.json(keys::task(dig.id), keys::task(dig.id)), "") << "it is not only marked";
  EXPECT_EQ(scene.json(keys::project(garden), keys::task(part.id)), "");
  EXPECT_EQ(scene.json(keys::user(bob), keys::task(dig.id)), "");
  EXPECT_EQ(in_bin(bob), "task Dig");
  const auto binned = must(scene.bin.things(bob, garden, 50, "")).page.things.front();
  EXPECT_EQ(binned.starts_at, "2024-02-01T23:59:59Z");
  EXPECT_EQ(binned.deleted_by, cyd);
  clock.advance_ms(kThirtyDaysMs - 1'000);
  must(scene.sweeps.run());

  const Task restored = restore(bob, dig);
  EXPECT_EQ(restored, before);
  EXPECT_EQ(must(scene.comments.list(ada, part.id)).comments.size(), 1);
  EXPECT_EQ(must(scene.comments.attachments(ada, dig.id)).size(), 1);
  EXPECT_EQ(must(scene.lists.of_assignee(ada, bob, {})).size(), 1);
  EXPECT_EQ(in_bin(bob), "");
  EXPECT_TRUE(scene.log_of(must(scene.activities.of_task(ada, dig.id, {.limit = 9})))
                  .starts_with("CREATE TASK, DELETE TASK"));
  // Nothing of it is missing, and its sweep was called off.
  for (int round = 0; round < 2; ++round) {
    const std::string now = scene.all_keys();
    for (size_t begin = 0; begin < keys.size();) {
      const size_t end = keys.find('\n', begin) + 1;
      EXPECT_TRUE(now.contains(keys.substr(begin, end - begin)));
      begin = end;
    }
    clock.advance_ms(kThirtyDaysMs);
    must(scene.sweeps.run());
  }
}

TEST_F(ProjectBinTest, WhoMayWhat) {
  const Task dig = scene.task(cyd, garden);
  remove(cyd, dig);
  EXPECT_TRUE(must(scene.bin.things(bob, garden, 50, "")).may_delete);
  EXPECT_FALSE(must(scene.bin.things(cyd, garden, 50, "")).may_delete);
  EXPECT_TRUE(fails(scene.bin.things(eve, garden, 50, ""), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.things(zoe, garden, 50, ""), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.bin.restore(eve, garden, dig.id), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.restore(zoe, garden, dig.id), ErrorCode::kNotFound));
  const std::string shed = scene.project(zoe, "Shed");
  EXPECT_TRUE(fails(scene.bin.restore(zoe, shed, dig.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.bin.remove(cyd, garden, dig.id), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.empty(cyd, garden), ErrorCode::kForbidden));
  must(scene.bin.remove(bob, garden, dig.id));
  EXPECT_TRUE(fails(scene.bin.restore(ada, garden, dig.id), ErrorCode::kNotFound));
}

TEST_F(ProjectBinTest, ATaskIsGoneToTheLastItemWhenItsTimeIsOverOrTheBinIsEmptied) {
  for (const bool is_emptied : {true, false}) {
    const std::string before = scene.all_keys();
    const Task dig =
        must(scene.tasks.create(cyd, garden, {.title = "Dig", .assignee_id = bob}, {}));
    const Task part =
        must(scene.tasks.create(cyd, garden, {.title = "Part", .parent_id = dig.id}, {}));
    for (int i = 0; i < 60; ++i) must(scene.comments.create(bob, part.id, {"Hello", {}}, {}));
    remove(cyd, dig);
    if (is_emptied) {
      must(scene.bin.empty(ada, garden));
    } else {
      clock.advance_ms(kThirtyDaysMs);
    }
    EXPECT_TRUE(fails(scene.bin.restore(ada, garden, dig.id), ErrorCode::kNotFound));
    must(scene.sweeps.run());
    const std::string after = scene.all_keys();
    EXPECT_FALSE(after.contains("COMMENT#")) << after;
    EXPECT_FALSE(after.contains("TASK#" + part.id)) << after;
    EXPECT_FALSE(after.contains("TASK#" + dig.id)) << after;
    EXPECT_EQ(scene.open_sweeps(), 0);
  }
}

TEST_F(ProjectBinTest, ARestoredTaskLosesWhatIsNotThereAnyMore) {
  const Tag tag = must(scene.tags.create(ada, garden, {"red", "#FF0000"}, {}));
  const Task buy = scene.task(ada, garden, "Buy");
  const Task parent = scene.task(ada, garden, "Parent");
  const Task dig = must(scene.tasks.create(ada, garden,
                                           {.title = "Dig",
                                            .assignee_id = cyd,
                                            .tag_ids = {tag.id},
                                            .parent_id = parent.id,
                                            .blocked_by = {buy.id}},
                                           {}));
  remove(ada, dig);
  EXPECT_EQ(must(scene.tasks.get(ada, parent.id)).subtask_count, 0);
  must(scene.members.remove(ada, garden, cyd));
  must(scene.tags.remove(ada, garden, tag.id, tag.etag));
  remove(ada, buy);
  must(scene.bin.remove(ada, garden, buy.id));
  remove(ada, parent);
  must(scene.sweeps.run());
  const Task restored = restore(ada, dig);
  EXPECT_EQ(restored.assignee_id, std::nullopt);
  EXPECT_TRUE(restored.tag_ids.empty());
  EXPECT_TRUE(restored.blocked_by.empty());
  EXPECT_EQ(restored.parent_id, std::nullopt);
  EXPECT_EQ(scene.column(ada, garden), "Dig");
}

TEST_F(ProjectBinTest, ASubtaskGoesBackToItsTask) {
  const Task parent = scene.task(ada, garden, "Parent");
  const Task part =
      must(scene.tasks.create(ada, garden, {.title = "Part", .parent_id = parent.id}, {}));
  remove(ada, part);
  EXPECT_EQ(restore(ada, part).parent_id, parent.id);
  EXPECT_EQ(must(scene.tasks.get(ada, parent.id)).subtask_count, 1);
  EXPECT_NE(scene.json(keys::task(parent.id), keys::subtask(part.id)), "");
}

TEST_F(ProjectBinTest, ARestoredTaskClosesNoCircle) {
  const Task first = scene.task(ada, garden, "First");
  const Task second =
      must(scene.tasks.create(ada, garden, {.title = "Second", .blocked_by = {first.id}}, {}));
  const Task third =
      must(scene.tasks.create(ada, garden, {.title = "Third", .blocked_by = {second.id}}, {}));
  remove(ada, second);
  scene.change(ada, first, {.blocked_by = std::vector<std::string>{third.id}});
  EXPECT_TRUE(restore(ada, second).blocked_by.empty());
}

TEST_F(ProjectBinTest, NothingIsRestoredTwiceOrOverAnotherOfItsId) {
  const Task dig = scene.task(ada, garden);
  remove(ada, dig);
  meanwhile([&] { restore(bob, dig); });
  EXPECT_TRUE(fails(scene.bin.restore(ada, garden, dig.id), ErrorCode::kNotFound));
  remove(ada, dig);
  scene.put(to_item(dig).to_map());
  EXPECT_TRUE(fails(scene.bin.restore(ada, garden, dig.id), ErrorCode::kConflict));
}

TEST_F(ProjectBinTest, WhoLosesTheRightAtThatMomentRestoresNothing) {
  const Task dig = scene.task(ada, garden);
  remove(ada, dig);
  meanwhile([&] { must(scene.members.remove(ada, garden, cyd)); });
  EXPECT_TRUE(fails(scene.bin.restore(cyd, garden, dig.id), ErrorCode::kNotFound));
  EXPECT_EQ(in_bin(ada), "task Dig");
}

TEST_F(ProjectBinTest, AnEventComesBackInAllItsProjects) {
  const std::string shed = scene.project(ada, "Shed");
  const std::string hut = scene.project(ada, "Hut");
  const Event event =
      scene.event(ada, garden, "2024-01-20T00:00:00Z", "2024-01-22T00:00:00Z", true);
  must(scene.events.add_to(ada, event.id, shed));
  must(scene.events.add_to(ada, event.id, hut));
  const Event before = must(scene.events.get(ada, event.id));
  must(scene.events.remove(cyd, event.id, before.etag));
  EXPECT_FALSE(scene.all_keys().contains("EVENT#" + event.id));
  const auto binned = must(scene.bin.things(cyd, garden, 50, "")).page.things.front();
  EXPECT_EQ(binned.kind + " " + binned.starts_at, "event 2024-01-20");
  must(scene.projects.remove(ada, hut));
  const auto restored = std::get<Event>(must(scene.bin.restore(cyd, garden, event.id)));
  EXPECT_EQ(restored.project_ids, (std::vector<std::string>{garden, shed}));
  const EventDays days = {.from = *parse_date("2024-01-21"), .to = *parse_date("2024-01-21")};
  for (const std::string& project : {garden, shed}) {
    EXPECT_EQ(must(scene.events.in_project(ada, project, days)).size(), 1);
  }
  EXPECT_EQ(in_bin(ada), "");
}

TEST_F(ProjectBinTest, AProjectComesBackWithEverythingInIt) {
  const Task dig = must(scene.tasks.create(cyd, garden, {.title = "Dig", .assignee_id = cyd}, {}));
  const Task deleted = scene.task(cyd, garden, "Deleted");
  remove(cyd, deleted);
  must(scene.members.invite(ada, garden, "new@example.com", "VIEWER"));
  const Access before = must(scene.projects.get(ada, garden));
  must(scene.projects.remove(ada, garden));
  clock.advance_ms(kThirtyDaysMs - 1'000);
  must(scene.sweeps.run());
  for (const std::string& user : {ada, bob, cyd}) {
    EXPECT_TRUE(fails(scene.projects.get(user, garden), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(scene.tasks.get(user, dig.id), ErrorCode::kNotFound));
    EXPECT_TRUE(must(scene.projects.list(user)).empty());
    EXPECT_TRUE(must(scene.lists.of_assignee(user, cyd, {})).empty());
  }
  EXPECT_EQ(projects_in_bin(ada), 1);
  EXPECT_EQ(projects_in_bin(bob), 0) << "owners only";
  EXPECT_EQ(must(ProjectMeter(scene.context).in_bin(ada)).at("projects"), 1);
  EXPECT_TRUE(fails(scene.bin.restore_project(bob, garden), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.bin.restore_project(zoe, garden), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.bin.remove_project(bob, garden), ErrorCode::kForbidden));
  EXPECT_EQ(must(scene.bin.restore_project(ada, garden)).project, before.project);
  EXPECT_EQ(must(scene.tasks.get(eve, dig.id)).assignee_id, cyd);
  EXPECT_EQ(must(scene.lists.of_assignee(ada, cyd, {})).size(), 1);
  EXPECT_EQ(projects_in_bin(ada), 0);
  clock.advance_ms(kThirtyDaysMs);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.column(eve, garden), "Dig") << "the sweep was called off";
}

TEST_F(ProjectBinTest, AProjectDeletedForGoodTakesWhatIsInItsBinAlong) {
  const Task dig = scene.task(cyd, garden);
  must(scene.comments.create(bob, dig.id, {"Hello", {}}, {}));
  remove(cyd, dig);
  must(scene.projects.remove(ada, garden));
  EXPECT_TRUE(fails(scene.bin.remove_project(zoe, garden), ErrorCode::kNotFound));
  must(scene.bin.remove_projects(ada));
  must(scene.sweeps.run());
  const std::string left = scene.all_keys();
  for (const char* const kind : {"PROJECT#", "TASK#", "COMMENT#", "MEMBER#"}) {
    EXPECT_FALSE(left.contains(kind)) << left;
  }
  EXPECT_EQ(leftovers(""), "");
}

TEST_F(ProjectBinTest, AProjectInTheBinGoesWithTheAccountOfItsLastOwner) {
  scene.task(cyd, garden);
  must(scene.projects.remove(ada, garden));
  forget(bob);
  EXPECT_EQ(projects_in_bin(ada), 1);
  forget(ada);
  EXPECT_FALSE(scene.all_keys().contains(garden)) << scene.all_keys();
  EXPECT_EQ(leftovers("PROJECT#"), "");
}

TEST_F(ProjectBinTest, ADeletedAccountIsNotNamedInTheBin) {
  const Task dig = must(scene.tasks.create(bob, garden, {.title = "Dig", .assignee_id = cyd}, {}));
  remove(bob, dig);
  forget(cyd);
  forget(bob);
  EXPECT_EQ(leftovers(cyd), "");
  EXPECT_EQ(leftovers(bob), "");
  const Task restored = restore(ada, dig);
  EXPECT_EQ(restored.assignee_id, std::nullopt);
  EXPECT_EQ(restored.created_by, std::nullopt);
}

TEST_F(ProjectBinTest, ATaskWithAsManySubtasksAsThereCanBeIsDeletedAndRestored) {
  const Task dig = must(scene.tasks.create(cyd, garden, {.title = "Dig", .assignee_id = bob}, {}));
  for (size_t i = 0; i < kMaxSubtasks; ++i) {
    must(scene.tasks.create(bob, garden, {.title = "Part", .assignee_id = cyd, .parent_id = dig.id},
                            {}));
  }
  remove(ada, dig);
  EXPECT_EQ(in_bin(ada), "task Dig");
  EXPECT_EQ(restore(ada, dig).subtask_count, int64_t{kMaxSubtasks});
  EXPECT_EQ(must(scene.lists.of_project(ada, garden, {})).size(), kMaxSubtasks + 1);
}

}  // namespace
}  // namespace norn::projects
