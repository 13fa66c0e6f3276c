#include "apps/projects/service.h"

#include "apps/projects/limits.h"
#include "apps/projects/meter.h"
#include "apps/projects/test_world.h"
#include "apps/shared/quota_kinds.h"

namespace norn::projects {
namespace {

class ProjectService : public ProjectsTest {};

TEST_F(ProjectService, CreatingWritesTheProjectItsOwnerAndItsActivity) {
  const std::string id = scene.project(zoe, "Shed");
  const std::string project = keys::project(id);
  EXPECT_EQ(scene.json(project, project), testing::item({{"PK", project},
                                                         {"SK", project},
                                                         {"GSI1PK", project},
                                                         {"GSI1SK", project},
                                                         {"name", "Shed"},
                                                         {"description", testing::null()},
                                                         {"ownerId", zoe},
                                                         {"color", "#FF9900"},
                                                         {"status", "ACTIVE"},
                                                         {"entityType", "PROJECT"},
                                                         {"createdAt", "2024-01-15T10:30:00Z"},
                                                         {"updatedAt", "2024-01-15T10:30:00Z"}})
                                              .json());
  const Access access = must(scene.projects.get(zoe, id));
  EXPECT_EQ(access.membership.role, Role::kOwner);
  EXPECT_EQ(scene.log_of(must(scene.activities.of_project(zoe, id, {.limit = 10}))),
            "CREATE PROJECT");
  EXPECT_TRUE(fails(scene.projects.get(ada, id), ErrorCode::kNotFound));
  ProjectInput bad;
  bad.name = "Shed";
  bad.color = "red";
  EXPECT_TRUE(fails(scene.projects.create(zoe, bad, {}), ErrorCode::kInvalid, "color"));
}

TEST_F(ProjectService, TheSameKeyMakesOneProject) {
  const apps::Creation creation = {
      .user_id = zoe, .operation = "createProject", .key = "k", .digest = "d"};
  ProjectInput input;
  input.name = "Shed";
  input.color = "#FF9900";
  const Access first = must(scene.projects.create(zoe, input, creation));
  EXPECT_EQ(must(scene.projects.create(zoe, input, creation)).project, first.project);
  EXPECT_EQ(must(scene.projects.list(zoe)).size(), 1);
}

TEST_F(ProjectService, AChangeTellsFromWhatToWhat) {
  const Access before = must(scene.projects.get(bob, garden));
  clock.advance_ms(1'000);
  ProjectPatch patch;
  patch.name = "Orchard";
  patch.description = "Apples";
  const Access after = must(scene.projects.change(bob, garden, patch, before.project.etag));
  EXPECT_EQ(after.project.name, "Orchard");
  EXPECT_EQ(must(scene.projects.get(eve, garden)).project, after.project);
  const auto page = must(scene.activities.of_project(eve, garden, {.limit = 1}));
  EXPECT_EQ(page.activities[0].action, ActivityAction::kUpdate);
  EXPECT_EQ(page.activities[0].changes,
            (std::vector<FieldChange>{{"name", "Garden", "Orchard"},
                                      {"description", std::nullopt, "Apples"}}));
  const auto stale = scene.projects.change(ada, garden, patch, before.project.etag);
  ASSERT_TRUE(fails(stale, ErrorCode::kStale));
  EXPECT_EQ(fault_of(stale.error())->etag, after.project.etag);
  EXPECT_TRUE(fault_of(stale.error())->current.contains("\"Orchard\""));
}

TEST_F(ProjectService, WhatOtherProgramsAddedToAnItemStays) {
  store::Map item = must(find_item(scene.context, project_key(garden)))->to_map();
  item["budget"] = testing::num(100);
  scene.put(item);
  ProjectPatch patch;
  patch.status = ProjectStatus::kCompleted;
  must(scene.projects.change(ada, garden, patch,
                             must(scene.projects.get(ada, garden)).project.etag));
  const auto after = must(find_item(scene.context, project_key(garden)))->to_map();
  EXPECT_EQ(after.at("budget"), testing::num(100));
  EXPECT_EQ(after.at("status"), store::Value("COMPLETED"));
}

TEST_F(ProjectService, NothingInAnArchivedProjectChanges) {
  const Task task = scene.task(cyd, garden);
  ProjectPatch patch;
  patch.status = ProjectStatus::kArchived;
  const std::string etag = must(scene.projects.get(ada, garden)).project.etag;
  meanwhile([&] { must(scene.projects.change(ada, garden, patch, etag)); });
  TaskInput input;
  input.title = "Late";
  EXPECT_TRUE(fails(scene.tasks.create(cyd, garden, input, {}), ErrorCode::kConflict));
  EXPECT_TRUE(fails(scene.tasks.remove(cyd, task.id, task.etag), ErrorCode::kConflict));
  EXPECT_EQ(must(scene.tasks.get(eve, task.id)).title, "Dig");
  patch.status = ProjectStatus::kActive;
  must(scene.projects.change(ada, garden, patch,
                             must(scene.projects.get(ada, garden)).project.etag));
  must(scene.tasks.remove(cyd, task.id, task.etag));
}

// Each role, and what it may do: read, write, manage, own.
TEST_F(ProjectService, EachRoleMayWhatItMay) {
  scene.join(garden, ada, "zoe", Role::kMember);
  must(scene.projects.limit(ada, garden, zoe, std::vector{Permission::kRead},
                            scene.member_etag(garden, zoe)));
  struct Case {
    std::string user;
    const char* may;
  };
  const std::string nobody = scene.person("nobody");
  for (const Case& one :
       {Case{ada, "read write manage own"}, Case{bob, "read write manage"}, Case{cyd, "read write"},
        Case{eve, "read"}, Case{zoe, "read"}, Case{nobody, ""}}) {
    const std::string may = one.may;
    // Whether what is done succeeds, or is refused as it should be.
    const auto check = [&](const char* right, const auto& result) {
      const bool is_allowed = may.contains(right);
      EXPECT_EQ(result.has_value(), is_allowed) << right << " of " << one.may;
      if (is_allowed || result) return;
      EXPECT_EQ(result.error().code, may.empty() ? ErrorCode::kNotFound : ErrorCode::kForbidden);
    };
    const std::string& user = one.user;
    const Task task = scene.task(ada, garden);
    const Event event = scene.event(ada, garden, "2024-01-15T09:00:00Z", "2024-01-15T10:00:00Z");
    const std::string project_etag = must(scene.projects.get(ada, garden)).project.etag;
    check("read", scene.projects.get(user, garden));
    check("read", scene.tasks.get(user, task.id));
    check("read", scene.lists.of_project(user, garden, {}));
    check("read", scene.events.get(user, event.id));
    check("read", scene.events.of_project(user, garden));
    check("read", scene.comments.list(user, task.id));
    check("read", scene.comments.attachments(user, task.id));
    check("read", scene.tags.list(user, garden));
    check("read", scene.activities.of_project(user, garden, {.limit = 5}));
    check("read", scene.activities.of_task(user, task.id, {.limit = 5}));
    check("read", scene.members.list(user, garden));
    check("write", scene.tasks.create(user, garden, {.title = "New"}, {}));
    check("write", scene.tasks.change(user, task.id, {.title = "Changed"}, task.etag));
    const Task changed = must(scene.tasks.get(ada, task.id));
    check("write", scene.tasks.move(user, task.id, {.status = TaskStatus::kDone}, changed.etag));
    check("write", scene.comments.create(user, task.id, {.text = "Hi"}, {}));
    check("write", scene.comments.attach(user, task.id, {"Plan", "https://example.com"}, {}));
    check("write", scene.tags.create(user, garden, {one.may, "#FF0000"}, {}));
    check("write", scene.events.change(user, event.id, {.title = "Party"}, event.etag));
    check("write", scene.events.remove(user, event.id, must(scene.events.get(ada, event.id)).etag));
    check("write", scene.tasks.remove(user, task.id, must(scene.tasks.get(ada, task.id)).etag));
    check("manage", scene.projects.change(user, garden, {.color = "#00FF00"}, project_etag));
    check("manage", scene.members.invite(user, garden, "new@example.com", "VIEWER"));
    const std::string& other = user == eve ? cyd : eve;
    check("manage", scene.projects.limit(user, garden, other, std::nullopt,
                                         scene.member_etag(garden, other)));
    check("own", scene.members.invite(user, garden, "boss@example.com", "OWNER"));
    check("read", scene.projects.copy(user, garden, {.name = "Copy"}, {}));
  }
  EXPECT_TRUE(fails(scene.projects.remove(bob, garden), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.projects.transfer(bob, garden, cyd), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.projects.limit(bob, garden, ada, std::vector<Permission>(),
                                         scene.member_etag(garden, ada)),
                    ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.projects.limit(ada, garden, ada, std::vector<Permission>(),
                                         scene.member_etag(garden, ada)),
                    ErrorCode::kConflict, "permissions"));
}

TEST_F(ProjectService, AProjectIsHandedOver) {
  must(scene.projects.transfer(ada, garden, cyd));
  const Access access = must(scene.projects.get(cyd, garden));
  EXPECT_EQ(access.project.owner_id, cyd);
  EXPECT_EQ(access.membership.role, Role::kOwner);
  EXPECT_EQ(must(scene.projects.get(ada, garden)).membership.role, Role::kAdmin);
  EXPECT_TRUE(fails(scene.projects.transfer(cyd, garden, zoe), ErrorCode::kConflict, "userId"));
  EXPECT_TRUE(fails(scene.projects.transfer(cyd, garden, cyd), ErrorCode::kConflict, "userId"));
  EXPECT_TRUE(scene.log_of(must(scene.activities.of_project(ada, garden, {.limit = 1}))) ==
              "ROLE PROJECT");
}

TEST_F(ProjectService, ACopyHasTheTagsTasksAndEventsOfTheOther) {
  const Tag tag = must(scene.tags.create(ada, garden, {"urgent", "#FF0000"}, {}));
  TaskInput input;
  input.title = "Dig";
  input.assignee_id = cyd;
  input.due_date = "2024-01-31T23:59:59Z";
  input.tag_ids = {tag.id};
  input.checklist = {{"1", "Spade", true}};
  const Task dig = must(scene.tasks.create(ada, garden, input, {}));
  clock.advance_ms(1);
  must(scene.tasks.create(ada, garden, {.title = "Sub", .parent_id = dig.id}, {}));
  clock.advance_ms(1);
  must(scene.tasks.create(ada, garden, {.title = "Sow", .blocked_by = {dig.id}}, {}));
  clock.advance_ms(1);
  for (int i = 0; i < 30; ++i) scene.task(ada, garden, "Weed");
  scene.event(ada, garden, "2024-01-15T09:00:00Z", "2024-01-15T10:00:00Z");
  const Access copy =
      must(scene.projects.copy(eve, garden, {.name = "Next year", .shift_days = 366}, {}));
  // The process ends while it copies, and another goes on.
  store_.end_after(20);
  (void)scene.sweeps.run();
  ASSERT_TRUE(store_.restart());
  clock.advance_ms(600'000);
  must(scene.sweeps.run());
  const std::string id = copy.project.id;
  const auto tasks = must(scene.lists.of_project(eve, id, {}));
  ASSERT_EQ(tasks.size(), 33);
  const Task& first = tasks[0];
  EXPECT_EQ(first.title, "Dig");
  EXPECT_EQ(first.assignee_id, std::nullopt);
  EXPECT_EQ(first.due_date, "2025-01-31T23:59:59Z");
  EXPECT_EQ(first.checklist, input.checklist);
  EXPECT_EQ(first.subtask_count, 1);
  const auto tags = must(scene.tags.list(eve, id));
  ASSERT_EQ(tags.size(), 1);
  EXPECT_EQ(first.tag_ids, std::vector<std::string>{tags[0].id});
  EXPECT_EQ(tasks[1].parent_id, first.id);
  EXPECT_EQ(tasks[2].blocked_by, std::vector<std::string>{first.id});
  const auto events = must(scene.events.of_project(eve, id));
  ASSERT_EQ(events.size(), 1);
  EXPECT_EQ(events[0].start_date, "2025-01-15T09:00:00Z");
  EXPECT_EQ(scene.open_sweeps(), 0);
  EXPECT_TRUE(fails(scene.projects.get(ada, id), ErrorCode::kNotFound));
}

TEST_F(ProjectService, ListsAreByNameAndHaveNoBrokenProjects) {
  scene.project(cyd, "apples");
  scene.put({{"PK", "PROJECT#broken"}, {"SK", "PROJECT#broken"}, {"color", "#000000"}});
  scene.put({{"PK", "PROJECT#broken"},
             {"SK", keys::member(cyd)},
             {"GSI1PK", keys::user(cyd)},
             {"GSI1SK", "PROJECT#broken"},
             {"role", "OWNER"}});
  std::vector<std::string> names;
  for (const Access& access : must(scene.projects.list(cyd))) names.push_back(access.project.name);
  EXPECT_EQ(names, (std::vector<std::string>{"apples", "Garden"}));
  EXPECT_TRUE(fails(scene.projects.get(cyd, "broken"), ErrorCode::kUnreadable));
  EXPECT_TRUE(fails(scene.projects.get(ada, "broken"), ErrorCode::kNotFound));
}

TEST_F(ProjectService, ACopyEndsWhereAQuotaDoes) {
  for (int i = 0; i < 60; ++i) scene.task(ada, garden, "Dig");
  const Access copy = must(scene.projects.copy(eve, garden, {.name = "Copy"}, {}));
  must(scene.quotas.change(eve, {{std::string(apps::kBytesQuota), 0}}));
  ProjectMeter meter(scene.context);
  apps::TableReaders readers(scene.store, scene.tables, clock, scene.ids, {.lease_ms = 0});
  scene.quotas.add(meter, readers);
  clock.advance_ms(10'000);
  must(scene.sweeps.run());
  EXPECT_TRUE(must(scene.lists.of_project(eve, copy.project.id, {})).empty());
  EXPECT_EQ(scene.open_sweeps(), 0);
  const auto page = must(scene.activities.of_project(eve, copy.project.id, {.limit = 1}));
  EXPECT_TRUE(page.activities[0].details.starts_with("The copy is not complete."));
}

// Another program wrote relations without tasks, and more of everything than a task can have.
TEST_F(ProjectService, ACopyLeavesOutWhatCannotBeCopied) {
  const std::string now = "2024-01-01T00:00:00Z";
  for (int i = 0; i < 60; ++i) {
    scene.put(project_task(garden, fmt::format("-gone-{:02}", i), now).to_map());
  }
  std::vector<std::string> many;
  for (int i = 0; i < 150; ++i) many.push_back(fmt::format("tag-{}", i));
  scene.put({{"PK", "TASK#t"},
             {"SK", "TASK#t"},
             {"title", "Many"},
             {"projectId", garden},
             {"tagIds", store::List(many.begin(), many.end())}});
  scene.put(project_task(garden, "t", now).to_map());
  scene.task(ada, garden, "Dig");
  const Access copy = must(scene.projects.copy(ada, garden, {.name = "Copy"}, {}));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.open_sweeps(), 0);
  const auto tasks = must(scene.lists.of_project(ada, copy.project.id, {}));
  ASSERT_EQ(tasks.size(), 2);
  EXPECT_EQ(tasks[0].tag_ids.size() + tasks[1].tag_ids.size(), kMaxTagsPerTask);
}

TEST_F(ProjectService, ProjectsAreListedOnceWhateverTheIndexHas) {
  scene.put({{"PK", "SOMETHING#x"},
             {"SK", "SOMETHING#x"},
             {"GSI1PK", keys::user(cyd)},
             {"GSI1SK", keys::project(garden)}});
  EXPECT_EQ(must(scene.projects.list(cyd)).size(), 1);
}

}  // namespace
}  // namespace norn::projects
