#include "apps/projects/members/former_members.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectMembers : public ProjectsTest {
 protected:
  std::string owner_named() { return must(scene.projects.get(eve, garden)).project.owner_id; }
  std::string etag(const std::string& user) {
    return scene.sharing.etag_of(must(scene.sharing.find(garden, user)).value());
  }
  Task assigned(const std::string& user, const std::string& assignee) {
    TaskInput input;
    input.title = "Dig";
    input.assignee_id = assignee;
    return must(scene.tasks.create(user, garden, input, {}));
  }
};

TEST_F(ProjectMembers, EveryChangeOfMembersHasAnActivity) {
  must(scene.members.change_role(ada, garden, cyd, "ADMIN", etag(cyd)));
  must(scene.members.remove(bob, garden, eve));
  must(scene.members.remove(cyd, garden, cyd));
  const auto page = must(scene.activities.of_project(ada, garden, {.limit = 10}));
  EXPECT_EQ(scene.log_of(page),
            "LEAVE PROJECT_MEMBER, LEAVE PROJECT_MEMBER, ROLE PROJECT_MEMBER, "
            "JOIN PROJECT_MEMBER, JOIN PROJECT_MEMBER, JOIN PROJECT_MEMBER, CREATE PROJECT");
  EXPECT_EQ(page.activities[1].user_id, bob);
  EXPECT_EQ(page.activities[1].entity_id, eve);
  EXPECT_EQ(page.activities[2].changes, (std::vector<FieldChange>{{"role", "MEMBER", "ADMIN"}}));
}

// `ownerId` of the design names one of the owners.
TEST_F(ProjectMembers, TheProjectAlwaysNamesAnOwner) {
  must(scene.members.change_role(ada, garden, bob, "OWNER", etag(bob)));
  EXPECT_EQ(owner_named(), ada);
  must(scene.members.change_role(ada, garden, ada, "MEMBER", etag(ada)));
  EXPECT_EQ(owner_named(), bob);
  must(scene.members.change_role(bob, garden, cyd, "OWNER", etag(cyd)));
  must(scene.members.remove(cyd, garden, bob));
  EXPECT_EQ(owner_named(), cyd);
  EXPECT_TRUE(fails(scene.members.remove(cyd, garden, cyd), ErrorCode::kConflict));
  EXPECT_TRUE(fails(scene.members.change_role(cyd, garden, cyd, "VIEWER", etag(cyd)),
                    ErrorCode::kConflict));
}

TEST_F(ProjectMembers, WhoLeavesIsTakenOffTheTasks) {
  const Task task = assigned(ada, cyd);
  const std::string shed = scene.project(ada, "Shed");
  scene.join(shed, ada, "cyd", Role::kMember);
  TaskInput other;
  other.title = "Paint";
  other.assignee_id = cyd;
  const Task elsewhere = must(scene.tasks.create(ada, shed, other, {}));
  must(scene.members.remove(ada, garden, cyd));
  EXPECT_EQ(must(scene.tasks.get(ada, task.id)).assignee_id, std::nullopt);
  EXPECT_EQ(scene.json(keys::user(cyd), keys::task(task.id)), "");
  EXPECT_EQ(must(scene.tasks.get(ada, elsewhere.id)).assignee_id, cyd);
  const auto page = must(scene.activities.of_task(ada, task.id, {.limit = 1}));
  EXPECT_EQ(page.activities[0].action, ActivityAction::kAssign);
  EXPECT_EQ(page.activities[0].changes, (std::vector<FieldChange>{{"assigneeId", cyd, {}}}));
  EXPECT_EQ(scene.open_sweeps(), 0);
}

// Whichever comes first, nobody is assigned who is no member.
TEST_F(ProjectMembers, AnAssignmentThatOvertakesARemovalIsClearedOrRefused) {
  const Task task = scene.task(ada, garden);
  meanwhile([&] { must(scene.members.remove(ada, garden, cyd)); });
  TaskPatch patch;
  patch.assignee_id = cyd;
  EXPECT_TRUE(fails(scene.tasks.change(ada, task.id, patch, task.etag), ErrorCode::kConflict,
                    "assigneeId"));
  const Task second = scene.task(ada, garden);
  meanwhile([&] { assigned(ada, bob); });
  must(scene.members.remove(ada, garden, bob));
  EXPECT_TRUE(must(scene.lists.of_assignee(ada, bob, {})).empty());
  EXPECT_EQ(scene.json(keys::user(bob), keys::task(second.id)), "");
}

// Somebody who comes back before the sweep runs keeps what they had.
TEST_F(ProjectMembers, WhoIsAMemberAgainKeepsTheirTasks) {
  const Task task = assigned(ada, cyd);
  meanwhile([&] { store_.end_after(1); });
  must(scene.members.remove(ada, garden, cyd));
  store_.restart();
  EXPECT_EQ(scene.open_sweeps(), 1);
  scene.join(garden, ada, "cyd", Role::kViewer);
  clock.advance_ms(600'000);
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.tasks.get(ada, task.id)).assignee_id, cyd);
  EXPECT_EQ(scene.open_sweeps(), 0);
}

TEST_F(ProjectMembers, ADeletedAccountHandsOverItsProjectsAndItsTasks) {
  const std::string own = scene.project(ada, "Alone");
  scene.task(ada, own);
  const Task task = assigned(bob, ada);
  must(scene.members.change_role(ada, garden, bob, "OWNER", etag(bob)));
  EXPECT_TRUE(scene.members.may_delete(ada));
  while (must(scene.members.forget(ada))) {
  }
  must(scene.sweeps.run());
  EXPECT_EQ(owner_named(), bob);
  EXPECT_EQ(must(scene.tasks.get(bob, task.id)).assignee_id, std::nullopt);
  const std::string keys = scene.all_keys();
  EXPECT_FALSE(keys.contains(own)) << keys;
  EXPECT_FALSE(keys.contains(keys::user(ada))) << keys;
  EXPECT_FALSE(keys.contains(keys::member(ada))) << keys;
}

TEST_F(ProjectMembers, WithoutAnotherOwnerAWriterInheritsTheProject) {
  EXPECT_TRUE(fails(scene.members.may_delete(ada), ErrorCode::kConflict));
  while (must(scene.members.forget(ada))) {
  }
  EXPECT_EQ(owner_named(), bob);
  EXPECT_EQ(must(scene.projects.get(bob, garden)).membership.role, Role::kOwner);
}

// An item of another program: any id, no permissions, no times.
TEST_F(ProjectMembers, MembersOfOtherProgramsAreMembers) {
  scene.put({{"PK", keys::project(garden)},
             {"SK", keys::member(zoe)},
             {"GSI1PK", keys::user(zoe)},
             {"GSI1SK", keys::project(garden)},
             {"role", "MEMBER"}});
  EXPECT_EQ(must(scene.projects.list(zoe)).size(), 1);
  scene.task(zoe, garden, "Hers");
  must(scene.members.change_role(ada, garden, zoe, "VIEWER", etag(zoe)));
  EXPECT_TRUE(fails(scene.tasks.create(zoe, garden, {.title = "No"}, {}), ErrorCode::kForbidden));
  must(scene.members.remove(ada, garden, zoe));
  EXPECT_TRUE(fails(scene.projects.get(zoe, garden), ErrorCode::kNotFound));
  scene.put({{"PK", keys::project(garden)},
             {"SK", keys::member(zoe)},
             {"GSI1PK", keys::user(zoe)},
             {"GSI1SK", keys::project(garden)},
             {"role", "KING"}});
  EXPECT_TRUE(fails(scene.projects.get(zoe, garden), ErrorCode::kNotFound));
  EXPECT_EQ(must(scene.members.list(ada, garden)).size(), 4);
}

TEST_F(ProjectMembers, ALimitThatIsSetMeanwhileIsNotLost) {
  const auto limit = [&](const std::string& user, std::optional<std::vector<Permission>> to) {
    must(scene.projects.limit(ada, garden, user, to, etag(user)));
  };
  const std::string before = etag(cyd);
  meanwhile([&] { limit(cyd, std::vector{Permission::kRead}); });
  EXPECT_TRUE(
      fails(scene.members.change_role(ada, garden, cyd, "ADMIN", before), ErrorCode::kStale));
  EXPECT_TRUE(fails(scene.tasks.create(cyd, garden, {.title = "No"}, {}), ErrorCode::kForbidden));
  const auto stale = scene.projects.limit(bob, garden, cyd, std::nullopt, before);
  ASSERT_TRUE(fails(stale, ErrorCode::kStale));
  EXPECT_TRUE(fault_of(stale.error())->current.contains("cyd@example.com"));
  // Who is limited gets another role, whatever the limit is.
  for (const std::vector<Permission>& to : {std::vector<Permission>{},
                                            {Permission::kWrite},
                                            {Permission::kRead, Permission::kManage}}) {
    limit(bob, to);
    must(scene.members.change_role(ada, garden, bob, "MEMBER", etag(bob)));
    must(scene.members.change_role(ada, garden, bob, "ADMIN", etag(bob)));
    scene.task(bob, garden);
  }
}

// More than one part of each.
TEST_F(ProjectMembers, WhoLeavesIsTakenOffTheTasksOfThatProjectAlone) {
  const std::string shed = scene.project(bob, "Shed");
  constexpr size_t kTasks = 70;
  for (size_t i = 0; i < kTasks; ++i) {
    must(scene.tasks.create(bob, shed, {.title = "Stays", .assignee_id = bob}, {}));
    must(scene.tasks.create(bob, garden, {.title = "Goes", .assignee_id = bob}, {}));
  }
  // It goes through all of them once.
  must(scene.store.remove(testing::remove(
      scene.tables.projects(), {{"PK", keys::project(garden)}, {"SK", keys::member(bob)}})));
  std::string from;
  int parts = 0;
  while (const auto part = must(unassign_former(scene.context, garden + "/" + bob, from))) {
    from = part->to;
    ++parts;
  }
  EXPECT_EQ(parts, 3) << "of 50 tasks each";
  for (const Task& task : must(scene.lists.of_project(ada, garden, {}))) {
    EXPECT_EQ(task.assignee_id, std::nullopt);
  }
  EXPECT_EQ(must(scene.lists.of_assignee(bob, bob, {})).size(), kTasks);
}

// Bob manages the project and may not write in it.
TEST_F(ProjectMembers, NobodyGivesARightThatTheyDoNotHave) {
  const auto limit = [&](const std::string& by, const std::string& user,
                         const std::optional<std::vector<Permission>>& to) {
    return scene.projects.limit(by, garden, user, to, etag(user));
  };
  must(limit(ada, bob, std::vector{Permission::kRead, Permission::kManage}));
  must(limit(ada, cyd, std::vector{Permission::kRead}));
  const auto change_role = [&](const std::string& user, const char* role) {
    return scene.members.change_role(bob, garden, user, role, etag(user));
  };
  EXPECT_TRUE(fails(change_role(bob, "MEMBER"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(change_role(eve, "MEMBER"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(limit(bob, cyd, std::nullopt), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(scene.members.invite(bob, garden, "zoe@example.com", "MEMBER"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.tasks.create(bob, garden, {.title = "No"}, {}), ErrorCode::kForbidden));
  // But what they have, and what others have already.
  must(scene.members.invite(bob, garden, "zoe@example.com", "VIEWER"));
  must(limit(ada, cyd, std::nullopt));
  must(change_role(cyd, "ADMIN"));
  must(limit(bob, cyd, std::vector{Permission::kRead, Permission::kWrite}));
  must(change_role(cyd, "VIEWER"));
  must(change_role(bob, "VIEWER"));
  // Handing over makes an admin of an owner.
  must(scene.members.change_role(ada, garden, bob, "OWNER", etag(bob)));
  must(limit(ada, bob, std::vector{Permission::kRead, Permission::kManage}));
  EXPECT_TRUE(fails(scene.projects.transfer(bob, garden, cyd), ErrorCode::kForbidden));
}

// A project of another program that has no name.
TEST_F(ProjectMembers, AProjectThatCannotBeReadStopsNobody) {
  scene.put({{"PK", "PROJECT#broken"}, {"SK", "PROJECT#broken"}, {"name", "Broken"}});
  for (const std::string& user : {zoe, bob}) {
    scene.put({{"PK", "PROJECT#broken"},
               {"SK", keys::member(user)},
               {"GSI1PK", keys::user(user)},
               {"GSI1SK", "PROJECT#broken"},
               {"role", user == zoe ? "OWNER" : "MEMBER"}});
  }
  must(scene.members.invite(zoe, "broken", "new@example.com", "VIEWER"));
  must(scene.members.invite(ada, garden, "new@example.com", "VIEWER"));
  scene.put({{"PK", "PROJECT#broken"}, {"SK", "PROJECT#broken"}});
  EXPECT_EQ(must(scene.members.awaiting("new@example.com")).size(), 1);
  must(scene.members.may_delete(zoe));
}

}  // namespace
}  // namespace norn::projects
