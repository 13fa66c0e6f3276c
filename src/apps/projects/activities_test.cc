#include "apps/projects/activities.h"

#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ActivityService : public ProjectsTest {};

TEST_F(ActivityService, PagesAreNewestFirstAndMissNothing) {
  for (int i = 0; i < 7; ++i) {
    scene.task(cyd, garden, fmt::format("Task {}", i));
    clock.advance_ms(700);
  }
  std::vector<std::string> seen;
  ActivityQuery query = {.limit = 3};
  do {
    const auto page = must(scene.activities.of_project(eve, garden, query));
    EXPECT_LE(page.activities.size(), 3);
    for (const Activity& activity : page.activities) seen.push_back(activity.id);
    query.cursor = page.next;
  } while (query.cursor);
  EXPECT_EQ(seen.size(), 11);  // The project, three who joined, seven tasks.
  EXPECT_TRUE(std::ranges::is_sorted(seen, std::greater<>()));
  for (const char* const cursor :
       {"", "x", "2024-01-01T00:00:00Z", "now#id", "2024-01-01T00:00:00Z#a#b"}) {
    query.cursor = cursor;
    EXPECT_TRUE(
        fails(scene.activities.of_project(eve, garden, query), ErrorCode::kInvalid, "cursor"))
        << cursor;
  }
}

TEST_F(ActivityService, WhatAPersonDidIsShownToThoseWhoMaySeeTheProject) {
  const std::string shed = scene.project(cyd, "Shed");
  scene.task(cyd, garden);
  scene.task(cyd, shed);
  const auto seen_by = [&](const std::string& user) {
    return must(scene.activities.of_person(user, cyd, {.limit = 10})).activities.size();
  };
  EXPECT_EQ(seen_by(cyd), 3);
  EXPECT_EQ(seen_by(eve), 1);
  EXPECT_EQ(seen_by(zoe), 0);
  must(scene.projects.remove(cyd, shed));
  scene.delete_for_good(cyd);
  EXPECT_EQ(scene.log_of(must(scene.activities.of_person(cyd, cyd, {.limit = 10}))),
            "DELETE PROJECT, CREATE TASK");
}

// What another program logged, and what cannot be read, do not make a page fail.
TEST_F(ActivityService, ActivitiesOfOtherProgramsAreShown) {
  const std::string at = "ACTIVITY#2024-01-16T00:00:00Z#";
  for (const char* const id : {"one", "two"}) {
    scene.put({{"PK", keys::project(garden)}, {"SK", at + id}});
  }
  scene.put({{"PK", "ACTIVITY#one"},
             {"SK", "ACTIVITY#one"},
             {"action", "CREATE"},
             {"entityType", "TASK"},
             {"details", "創建了新任務"},
             {"timestamp", "2024-01-16T00:00:00Z"}});
  scene.put({{"PK", "ACTIVITY#two"}, {"SK", "ACTIVITY#two"}, {"action", "EXPLODE"}});
  const auto page = must(scene.activities.of_project(eve, garden, {.limit = 2}));
  ASSERT_EQ(page.activities.size(), 1);
  EXPECT_EQ(page.activities[0].details, "創建了新任務");
  EXPECT_TRUE(page.next);
}

// A cursor is the time and the id of an activity: of one that the person sees.
TEST_F(ActivityService, ACursorTellsNothingOfWhatIsHidden) {
  const std::string shed = scene.project(cyd, "Shed");
  std::string hidden;
  for (int i = 0; i < 250; ++i) {
    clock.advance_ms(1'000);
    if (i % 120 == 0) scene.task(cyd, garden, "Seen");
    scene.task(cyd, shed, "Hidden");
  }
  for (const Activity& one :
       must(scene.activities.of_project(cyd, shed, {.limit = 200})).activities) {
    hidden += one.id + " ";
  }
  ActivityQuery query = {.limit = 5};
  size_t seen = 0;
  do {
    const auto page = must(scene.activities.of_person(eve, cyd, query));
    seen += page.activities.size();
    if (page.next) {
      ASSERT_FALSE(page.activities.empty());
      EXPECT_EQ(keys::last_part(*page.next), page.activities.back().id);
      EXPECT_FALSE(hidden.contains(keys::last_part(*page.next)));
    }
    query.cursor = page.next;
  } while (query.cursor);
  EXPECT_EQ(seen, 3);
}

}  // namespace
}  // namespace norn::projects
