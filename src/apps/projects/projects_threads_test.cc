#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <thread>

#include "apps/projects/test_world.h"
#include "embedded/embedded_store.h"
#include "support/temporary_folder.h"

namespace norn::projects {
namespace {

// Runs all of them at the same moment.
void together(const std::vector<std::function<void()>>& jobs) {
  std::latch ready(static_cast<ptrdiff_t>(jobs.size()));
  std::vector<std::jthread> threads;
  for (const auto& job : jobs) {
    threads.emplace_back([&ready, &job] {
      ready.arrive_and_wait();
      job();
    });
  }
}

class ProjectThreads : public ::testing::Test {
 protected:
  static std::unique_ptr<embedded::EmbeddedStore> open(const testing::TemporaryFolder& folder,
                                                       const Clock& clock) {
    embedded::Options options;
    options.directory = folder.path() / "data";
    options.background = false;
    options.sync = false;
    return must(embedded::EmbeddedStore::open(options, clock));
  }

  ManualClock clock{accounts::kStartMs};
  testing::TemporaryFolder folder{"norn_projects"};
  std::unique_ptr<embedded::EmbeddedStore> store = open(folder, clock);
  Scene scene{*store, clock};
  std::string ada = scene.person("ada");
  std::string bob = scene.person("bob");
  std::string garden = scene.project(ada);
};

TEST_F(ProjectThreads, OfTwoWhoDragTheSameCardOneWinsAndTheOtherSeesIt) {
  constexpr int kRounds = 50;
  scene.join(garden, ada, "bob", Role::kMember);
  Task task = scene.task(ada, garden);
  for (int round = 0; round < kRounds; ++round) {
    const TaskStatus left =
        task.status == TaskStatus::kTodo ? TaskStatus::kDone : TaskStatus::kTodo;
    Result<Task> results[2];
    const auto drag = [&](size_t which, const std::string& user, TaskStatus status) {
      results[which] = scene.tasks.move(user, task.id, {.status = status}, task.etag);
    };
    together({[&] { drag(0, ada, left); }, [&] { drag(1, bob, TaskStatus::kReview); }});
    ASSERT_NE(results[0].has_value(), results[1].has_value());
    const size_t winner = results[0] ? 0 : 1;
    ASSERT_TRUE(fails(results[1 - winner], ErrorCode::kStale));
    const Task now = must(scene.tasks.get(ada, task.id));
    ASSERT_EQ(now, *results[winner]);
    ASSERT_EQ(fault_of(results[1 - winner].error())->etag, now.etag);
    task = now;
    if (task.status == TaskStatus::kReview) {
      task = must(scene.tasks.move(ada, task.id, {.status = TaskStatus::kTodo}, task.etag));
    }
  }
}

TEST_F(ProjectThreads, CardsThatAreDroppedInTheSameSpotHaveAnOrder) {
  scene.join(garden, ada, "bob", Role::kMember);
  const Task first = scene.task(ada, garden, "first");
  clock.advance_ms(1);
  const Task last = scene.task(ada, garden, "last");
  std::vector<Task> cards;
  for (int i = 0; i < 8; ++i) cards.push_back(scene.task(ada, garden, fmt::format("{}", i)));
  std::vector<std::function<void()>> drops;
  for (const Task& card : cards) {
    drops.emplace_back([&] {
      must(scene.tasks.move(bob, card.id, {.after = first.id, .before = last.id}, card.etag));
    });
  }
  together(drops);
  const auto tasks = must(scene.lists.of_project(ada, garden, {}));
  ASSERT_EQ(tasks.size(), 10);
  EXPECT_EQ(tasks.front().id, first.id);
  EXPECT_EQ(tasks.back().id, last.id);
  std::set<std::string> ranks;
  for (const Task& task : tasks) ranks.insert(task.rank);
  EXPECT_EQ(ranks.size(), 10);
}

TEST_F(ProjectThreads, NobodyStaysAssignedWhoIsRemovedMeanwhile) {
  constexpr int kRounds = 30;
  const Task task = scene.task(ada, garden);
  for (int round = 0; round < kRounds; ++round) {
    scene.join(garden, ada, "bob", Role::kMember);
    const Task now = must(scene.tasks.get(ada, task.id));
    together({[&] { (void)scene.tasks.change(ada, task.id, {.assignee_id = bob}, now.etag); },
              [&] { must(scene.members.remove(ada, garden, bob)); }});
    must(scene.sweeps.run());
    ASSERT_EQ(must(scene.tasks.get(ada, task.id)).assignee_id, std::nullopt);
    ASSERT_TRUE(must(scene.lists.of_assignee(ada, bob, {})).empty());
    ASSERT_EQ(scene.open_sweeps(), 0);
  }
}

TEST_F(ProjectThreads, AProjectThatIsDeletedWhileItIsUsedLeavesNothing) {
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round) {
    const std::string project = scene.project(ada, "Shed");
    scene.join(project, ada, "bob", Role::kMember);
    std::atomic<bool> writing = false;
    const auto write = [&] {
      while (const auto task = scene.tasks.create(bob, project, {.title = "Dig"}, {})) {
        (void)scene.comments.create(bob, task->id, {"Hello", {}}, {});
        writing = true;
      }
      writing = true;
    };
    const auto plan = [&] {
      EventInput input;
      input.title = "Meeting";
      input.start_date = input.end_date = "2024-01-20T09:00:00Z";
      while (scene.events.create(bob, project, input, {})) {
      }
    };
    const auto remove = [&] {
      while (!writing) std::this_thread::yield();
      must(scene.projects.remove(ada, project));
      scene.delete_for_good(ada);
    };
    together({write, plan, remove});
    const std::string keys = scene.all_keys();
    ASSERT_FALSE(keys.contains(project)) << keys;
    for (const char* const kind : {"TASK#", "COMMENT#", "EVENT#"}) {
      ASSERT_FALSE(keys.contains(kind)) << keys;
    }
    ASSERT_EQ(scene.open_sweeps(), 0);
  }
}

TEST_F(ProjectThreads, TwoOwnersWhoLeaveAtOnceLeaveOneWhomTheProjectNames) {
  constexpr int kRounds = 20;
  const std::string eve = scene.person("eve");
  for (int round = 0; round < kRounds; ++round) {
    const std::string project = scene.project(ada, "Shed");
    scene.join(project, ada, "bob", Role::kOwner);
    scene.join(project, ada, "eve", Role::kViewer);
    std::atomic<int> left = 0;
    together({[&] { left += scene.members.remove(ada, project, ada) ? 1 : 0; },
              [&] { left += scene.members.remove(bob, project, bob) ? 1 : 0; }});
    ASSERT_EQ(left, 1);
    const Project now = must(scene.projects.get(eve, project)).project;
    ASSERT_EQ(must(scene.projects.get(now.owner_id, project)).membership.role, Role::kOwner);
  }
}

}  // namespace
}  // namespace norn::projects
