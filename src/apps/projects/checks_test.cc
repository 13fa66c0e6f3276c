#include "apps/projects/checks.h"

#include "apps/projects/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::projects {
namespace {

class ProjectsChecks : public ProjectsTest {
 protected:
  void remove(const std::string& pk, const std::string& sk) { checkup.remove(table, pk, sk); }

  const std::string table = scene.tables.projects();
  apps::Checkup checkup{scene.store, checks_of_projects(scene.context)};
};

TEST_F(ProjectsChecks, RelationsThatFollowFromAThingAreWrittenAgain) {
  const Task task = scene.task(ada, garden);
  TaskPatch patch;
  patch.assignee_id = bob;
  scene.change(ada, task, patch);
  const Event event = scene.event(ada, garden, "2026-07-01T08:00:00Z", "2026-07-02T08:00:00Z");
  EXPECT_EQ(checkup.found(), "");
  const std::string dated = keys::dated("2026-07-01T08:00:00Z", event.id);
  remove(keys::project(garden), keys::task(task.id));
  remove(keys::user(bob), keys::task(task.id));
  remove(keys::project(garden), dated);
  checkup.update(table, keys::project(garden), keys::project(garden),
                 "SET longestEventMinutes = :minutes", {{":minutes", store::Value::number(5)}});
  const std::string lacks = "projects: relations: The ";
  EXPECT_EQ(checkup.found(), lacks + "event lacks its relation PROJECT#" + garden + " " + dated +
                                 ", by which it is found.\n" + lacks +
                                 "event takes 1440 minutes, and longestEventMinutes of PROJECT#" +
                                 garden + " is 5: later days do not show it.\n" + lacks +
                                 "task lacks its relation PROJECT#" + garden + " TASK#" + task.id +
                                 ", by which it is found.\n" + lacks +
                                 "task lacks its relation USER#" + bob + " TASK#" + task.id +
                                 ", by which it is found.\n");
  EXPECT_EQ(checkup.repair(), 4U);
  EXPECT_EQ(checkup.found(), "");
  EXPECT_EQ(scene.column(ada, garden), "Dig");
}

TEST_F(ProjectsChecks, WhatARelationLeadsToIsNotMadeUp) {
  const Task task = scene.task(ada, garden);
  remove(keys::task(task.id), keys::task(task.id));
  EXPECT_EQ(checkup.found(), "projects: relations: The relation leads to TASK#" + task.id +
                                 ", which is not there.\n");
  EXPECT_EQ(checkup.repair(), 0U);
}

TEST_F(ProjectsChecks, MembersFindTheirProjects) {
  checkup.update(table, keys::project(garden), keys::member(bob), "REMOVE GSI1SK");
  EXPECT_EQ(checkup.found(),
            "projects: members: The person is a member, and does not find the project.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  remove(keys::project(garden), keys::member(ada));
  EXPECT_EQ(checkup.found(), "projects: members: The project has no owner.\n");
}

TEST_F(ProjectsChecks, AProjectInTheBinIsNotLost) {
  scene.task(ada, garden);
  must(scene.projects.remove(ada, garden));
  EXPECT_EQ(checkup.found(), "");
}

}  // namespace
}  // namespace norn::projects
