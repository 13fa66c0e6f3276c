#include <set>

#include "apps/projects/test_world.h"

// The design's four queries on what Norn writes, and what the design's createProject and createTask
// write (single puts, ids of any form) in Norn's lists.
namespace norn::projects {
namespace {

class ProjectsOfTheDesign : public ProjectsTest {
 protected:
  std::set<std::string> query(const std::string& index, const std::string& condition,
                              store::Map values, const char* attribute = "SK") {
    store::QueryRequest request =
        testing::query_index("calendar-app-data", index, condition, testing::values(values));
    std::set<std::string> found;
    for (const store::ItemView item : must(scene.store.query(request)).items) {
      found.insert(apps::text_of(item, attribute));
    }
    return found;
  }
  std::set<std::string> in_project(const std::string& prefix) {
    return query("", "PK = :pk AND begins_with(SK, :sk)",
                 {{":pk", keys::project(garden)}, {":sk", prefix}});
  }

  // dataTransformers.toDynamoDB
  void put_thing(const std::string& type, const std::string& id, store::Map data) {
    const std::string key = type + "#" + id;
    for (const char* const name : {"PK", "SK", "GSI1PK", "GSI1SK"}) data.emplace(name, key);
    data.emplace("entityType", type);
    data.emplace("createdAt", "2024-01-01T00:00:00.000Z");
    data.emplace("updatedAt", "2024-01-01T00:00:00.000Z");
    scene.put(data);
  }
  void put_relation(const std::string& pk, const std::string& sk, const std::string& gsi1pk,
                    const std::string& gsi1sk, store::Map data) {
    data.merge(store::Map{{"PK", pk}, {"SK", sk}, {"GSI1PK", gsi1pk}, {"GSI1SK", gsi1sk}});
    scene.put(data);
  }
  void create_project(const std::string& id, const std::string& owner) {
    put_thing("PROJECT", id, {{"id", id}, {"name", "專案"}, {"ownerId", owner}});
    put_relation("PROJECT#" + id, "MEMBER#" + owner, "USER#" + owner, "PROJECT#" + id,
                 {{"role", "OWNER"}, {"joinedAt", "2024-01-01T00:00:00.000Z"}});
  }
  void create_task(const std::string& id, const std::string& project, const std::string& assignee,
                   store::Map data) {
    data.merge(store::Map{{"id", id}, {"projectId", project}, {"assigneeId", assignee}});
    put_thing("TASK", id, std::move(data));
    const store::Map now = {{"assignedAt", "2024-01-01T00:00:00.000Z"}};
    put_relation("PROJECT#" + project, "TASK#" + id, "TASK#" + id, "PROJECT#" + project, now);
    put_relation("USER#" + assignee, "TASK#" + id, "TASK#" + id, "USER#" + assignee, now);
  }
};

TEST_F(ProjectsOfTheDesign, TheFourQueriesReturnWhatTheyShould) {
  const std::string shed = scene.project(ada, "Shed");
  const Tag tag = must(scene.tags.create(ada, garden, {"red", "#FF0000"}, {}));
  const Task dig = must(scene.tasks.create(
      ada, garden, {.title = "Dig", .assignee_id = cyd, .tag_ids = {tag.id}}, {}));
  const Task part =
      must(scene.tasks.create(ada, garden, {.title = "Part", .parent_id = dig.id}, {}));
  const Event early = scene.event(ada, garden, "2024-01-02T09:00:00Z", "2024-01-02T10:00:00Z");
  const Event late = scene.event(ada, shed, "2024-02-02T09:00:00Z", "2024-02-02T10:00:00Z");
  must(scene.comments.create(ada, dig.id, {"Hello", {}}, {}));
  // 1: the projects of a user.
  EXPECT_EQ(query("GSI1", "GSI1PK = :pk AND begins_with(GSI1SK, :sk)",
                  {{":pk", keys::user(ada)}, {":sk", "PROJECT#"}}, "PK"),
            (std::set<std::string>{keys::project(garden), keys::project(shed)}));
  // 2 and 3: the tasks and the events of a project, and nothing else.
  EXPECT_EQ(in_project("TASK#"), (std::set<std::string>{keys::task(dig.id), keys::task(part.id)}));
  EXPECT_EQ(in_project("EVENT#"), std::set<std::string>{keys::event(early.id)});
  // 4: events by date.
  EXPECT_EQ(
      query(
          "GSI2", "GSI2PK = :pk AND GSI2SK BETWEEN :start AND :end",
          {{":pk", "EVENT#"}, {":start", "2024-01-01T00:00:00Z"}, {":end", "2024-01-31T23:59:59Z"}},
          "PK"),
      std::set<std::string>{keys::event(early.id)});
  // The other way round: projects and assignees of a task, projects of an event.
  const auto reverse = [&](const std::string& pk, const char* prefix) {
    return query("GSI1", "GSI1PK = :pk AND begins_with(GSI1SK, :sk)",
                 {{":pk", pk}, {":sk", prefix}}, "PK");
  };
  EXPECT_EQ(reverse(keys::task(dig.id), "PROJECT#"), std::set<std::string>{keys::project(garden)});
  EXPECT_EQ(reverse(keys::task(dig.id), "USER#"), std::set<std::string>{keys::user(cyd)});
  EXPECT_EQ(reverse(keys::event(late.id), "PROJECT#"), std::set<std::string>{keys::project(shed)});
  EXPECT_EQ(
      query("", "PK = :pk AND begins_with(SK, :sk)", {{":pk", keys::user(cyd)}, {":sk", "TASK#"}}),
      std::set<std::string>{keys::task(dig.id)});
}

TEST_F(ProjectsOfTheDesign, WhatItsProgramWritesIsLikeNornsOwn) {
  create_project("project-001", zoe);
  create_task("task_1", "project-001", zoe,
              {{"title", "任務"}, {"status", "IN_PROGRESS"}, {"priority", "HIGH"}});
  create_task("task_2", "project-001", zoe, {{"title", "第二"}, {"dueDate", testing::null()}});
  create_task("broken", "project-001", zoe, {{"status", "TODO"}});
  const Access access = must(scene.projects.get(zoe, "project-001"));
  EXPECT_EQ(access.membership.role, Role::kOwner);
  EXPECT_EQ(must(scene.projects.list(zoe)).size(), 1);
  EXPECT_EQ(must(scene.lists.of_project(zoe, "project-001", {})).size(), 2);
  EXPECT_EQ(must(scene.lists.of_assignee(zoe, zoe, {})).size(), 2);
  EXPECT_TRUE(fails(scene.tasks.get(zoe, "broken"), ErrorCode::kUnreadable));
  EXPECT_TRUE(fails(scene.tasks.get(ada, "broken"), ErrorCode::kNotFound));
  // Changed, shared and deleted like one of Norn's own.
  const Task task = must(scene.tasks.get(zoe, "task_1"));
  EXPECT_EQ(task.status, TaskStatus::kInProgress);
  const Task moved =
      must(scene.tasks.move(zoe, "task_1", {.status = TaskStatus::kTodo}, task.etag));
  EXPECT_EQ(scene.column(zoe, "project-001").size(), std::string("任務, 第二").size());
  must(scene.members.invite(zoe, "project-001", "ada@example.com", "MEMBER"));
  EXPECT_EQ(must(scene.lists.of_assignee(ada, zoe, {})).size(), 2);
  must(scene.projects.change(zoe, "project-001", {.name = "Renamed"}, access.project.etag));
  must(scene.tasks.remove(zoe, "task_1", moved.etag));
  must(scene.projects.remove(zoe, "project-001"));
  scene.delete_for_good(zoe);
  const std::string keys = scene.all_keys();
  EXPECT_FALSE(keys.contains("project-001")) << keys;
  EXPECT_FALSE(keys.contains("TASK#task_") || keys.contains("TASK#broken")) << keys;
}

// A task that does not say in which project it is: the relation tells.
TEST_F(ProjectsOfTheDesign, ATaskWithoutAProjectIsInTheOneThatHasIt) {
  put_thing("TASK", "task-7", {{"title", "Lost"}});
  EXPECT_TRUE(fails(scene.tasks.get(ada, "task-7"), ErrorCode::kNotFound));
  put_relation(keys::project(garden), "TASK#task-7", "TASK#task-7", keys::project(garden), {});
  const Task task = must(scene.tasks.get(cyd, "task-7"));
  EXPECT_EQ(task.project_id, garden);
  EXPECT_EQ(scene.column(eve, garden), "Lost");
  must(scene.tasks.change(cyd, "task-7", {.title = "Found"}, task.etag));
  EXPECT_EQ(apps::text_of(*must(find_item(scene.context, thing_key("TASK#task-7"))), "projectId"),
            garden);
  EXPECT_TRUE(fails(scene.tasks.get(zoe, "task-7"), ErrorCode::kNotFound));
}

}  // namespace
}  // namespace norn::projects
