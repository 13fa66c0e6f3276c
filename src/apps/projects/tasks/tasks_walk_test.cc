#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "apps/projects/test_world.h"

// A random walk of several people through tasks, against the simplest model of a board: lists.
namespace norn::projects {
namespace {

constexpr int kTaskSteps = 1'500;

struct ModelTask {
  std::string id;
  std::string title;
  std::string project;
  TaskStatus status = TaskStatus::kTodo;
  std::string assignee;
  std::string parent;
  std::set<std::string> blockers;
};

class TasksWalk : public ProjectsTest {
 protected:
  TasksWalk() {
    shed = scene.project(ada, "Shed");
    scene.join(shed, ada, "cyd", Role::kMember);
    scene.join(shed, ada, "eve", Role::kViewer);
    for (const std::string& project : {garden, shed}) {
      logged_[project] = log_size(project);
      members_[project] = {ada, cyd, eve};
    }
    members_[garden].insert(bob);
  }

  int random(int count) { return std::uniform_int_distribution<int>(0, count - 1)(generator_); }
  template <typename T>
  T one_of(const std::vector<T>& all) {
    return all[static_cast<size_t>(random(static_cast<int>(all.size())))];
  }
  TaskStatus random_status() { return static_cast<TaskStatus>(random(4)); }

  size_t log_size(const std::string& project) {
    return must(sort_keys(scene.context, keys::project(project), keys::kActivityPrefix, 100'000))
        .size();
  }

  // The tasks of a column, in their order.
  std::vector<std::string>& column(const ModelTask& task) {
    return columns_[{task.project, task.status}];
  }
  void take_out(const ModelTask& task) { std::erase(column(task), task.id); }
  bool has_children(const std::string& id) {
    return std::ranges::any_of(tasks_, [&](const auto& one) { return one.second.parent == id; });
  }

  std::string random_task() {
    std::vector<std::string> ids;
    for (const auto& [id, task] : tasks_) ids.push_back(id);
    return ids.empty() ? "" : one_of(ids);
  }

  void create() {
    const std::string project = one_of<std::string>({garden, shed});
    const std::string who = one_of<std::string>({ada, cyd, eve});
    TaskInput input;
    input.title = fmt::format("{}", step_);
    input.status = random_status();
    if (random(2) == 0) input.assignee_id = one_of<std::string>({ada, bob, cyd, zoe});
    const std::string parent = random_task();
    if (!parent.empty() && random(3) == 0) input.parent_id = parent;
    bool is_possible = who != eve;
    if (input.assignee_id) is_possible &= members_[project].contains(*input.assignee_id);
    if (input.parent_id) {
      is_possible &= tasks_[parent].project == project && tasks_[parent].parent.empty();
    }
    const auto made = scene.tasks.create(who, project, input, {});
    ASSERT_EQ(made.has_value(), is_possible);
    if (!made) return;
    ModelTask& task = tasks_[made->id];
    task = {.id = made->id,
            .title = input.title,
            .project = project,
            .status = input.status,
            .assignee = input.assignee_id.value_or(""),
            .parent = input.parent_id.value_or(""),
            .blockers = {}};
    column(task).push_back(task.id);
    ++logged_[project];
  }

  // The state that a person has read may be an old one.
  std::string etag_of(const std::string& id, bool& is_stale) {
    const Task now = must(scene.tasks.get(ada, id));
    is_stale = random(10) == 0;
    return is_stale ? "old" : now.etag;
  }

  void change() {
    const std::string id = random_task();
    if (id.empty()) return;
    ModelTask& task = tasks_[id];
    bool is_stale = false;
    const std::string etag = etag_of(id, is_stale);
    ModelTask next = task;
    TaskPatch patch;
    bool is_possible = !is_stale;
    if (random(2) == 0) patch.title = next.title = fmt::format("{} again", step_);
    if (random(3) == 0) patch.status = next.status = random_status();
    if (random(3) == 0) {
      next.assignee = one_of<std::string>({ada, bob, cyd, zoe, ""});
      patch.assignee_id = next.assignee.empty() ? std::optional<std::string>() : next.assignee;
      const bool is_new = next.assignee != task.assignee && !next.assignee.empty();
      is_possible &= !is_new || members_[task.project].contains(next.assignee);
    }
    if (random(4) == 0) {
      next.parent = random(3) == 0 ? "" : random_task();
      patch.parent_id = next.parent.empty() ? std::optional<std::string>() : next.parent;
      if (next.parent != task.parent && !next.parent.empty()) {
        const ModelTask& parent = tasks_[next.parent];
        is_possible &= next.parent != id && parent.project == task.project &&
                       parent.parent.empty() && !has_children(id);
      }
    }
    const bool is_changed = next.title != task.title || next.status != task.status ||
                            next.assignee != task.assignee || next.parent != task.parent;
    const auto changed = scene.tasks.change(cyd, id, patch, etag);
    ASSERT_EQ(changed.has_value(), is_possible) << (changed ? "" : changed.error().message);
    if (!changed || !is_changed) return;
    if (next.status != task.status) {
      take_out(task);
      column(next).push_back(id);
    }
    task = next;
    ++logged_[task.project];
  }

  void move() {
    const std::string id = random_task();
    if (id.empty()) return;
    ModelTask& task = tasks_[id];
    bool is_stale = false;
    const std::string etag = etag_of(id, is_stale);
    ModelTask next = task;
    TaskMove move;
    if (random(4) == 0) move.project_id = next.project = one_of<std::string>({garden, shed});
    if (random(2) == 0) move.status = next.status = random_status();
    const bool goes = next.project != task.project;
    const bool is_possible = !is_stale && !(goes && !task.parent.empty());
    // The column without the card, and a place in it.
    std::vector<std::string> to = column(next);
    std::erase(to, id);
    const auto place = static_cast<ptrdiff_t>(random(static_cast<int>(to.size()) + 1));
    if (place > 0 && random(4) != 0) move.after = to[static_cast<size_t>(place - 1)];
    if (place < std::ssize(to) && random(4) != 0) move.before = to[static_cast<size_t>(place)];
    const bool at_end = !move.after && !move.before;
    const auto moved = scene.tasks.move(cyd, id, move, etag);
    ASSERT_EQ(moved.has_value(), is_possible) << (moved ? "" : moved.error().message);
    if (!moved) return;
    if (goes) {
      ++logged_[task.project];
      follow(task, next);
    }
    take_out(task);
    if (goes) {
      // Its sub-tasks came, too, and may be anywhere.
      insert_by_rank(next);
    } else {
      std::vector<std::string>& to_column = column(next);
      std::erase(to_column, id);
      to_column.insert(at_end ? to_column.end() : to_column.begin() + place, id);
    }
    if (goes || next.status != task.status) ++logged_[next.project];
    task = next;
  }

  // What goes along to another project, and what stays behind.
  void follow(const ModelTask& task, ModelTask& next) {
    if (!members_[next.project].contains(next.assignee)) next.assignee.clear();
    for (auto& [id, child] : tasks_) {
      if (child.parent != task.id) continue;
      const ModelTask before = child;
      child.project = next.project;
      if (!members_[next.project].contains(child.assignee)) child.assignee.clear();
      take_out(before);
      insert_by_rank(child);
    }
  }
  // A sub-task keeps its rank, and so comes among the others by it.
  void insert_by_rank(const ModelTask& task) {
    const auto rank = [&](const std::string& id) {
      const Task one = must(scene.tasks.get(ada, id));
      return std::pair(one.rank, one.id);
    };
    std::vector<std::string>& all = column(task);
    const auto place = std::ranges::find_if(
        all, [&](const std::string& other) { return rank(other) > rank(task.id); });
    all.insert(place, task.id);
  }

  void remove() {
    const std::string id = random_task();
    if (id.empty()) return;
    bool is_stale = false;
    const std::string etag = etag_of(id, is_stale);
    const auto removed = scene.tasks.remove(cyd, id, etag);
    ASSERT_EQ(removed.has_value(), !is_stale);
    if (!removed) return;
    ++logged_[tasks_[id].project];
    std::erase_if(tasks_, [&](const auto& one) {
      const bool goes = one.first == id || one.second.parent == id;
      if (goes) take_out(one.second);
      return goes;
    });
  }

  void come_or_go() {
    if (members_[garden].contains(bob)) {
      must(scene.members.remove(ada, garden, bob));
      members_[garden].erase(bob);
      for (auto& [id, task] : tasks_) {
        if (task.project != garden || task.assignee != bob) continue;
        task.assignee.clear();
        ++logged_[garden];
      }
    } else {
      scene.join(garden, ada, "bob", Role::kMember);
      members_[garden].insert(bob);
    }
    ++logged_[garden];
  }

  // The lists show what the model has, and the table has exactly the relations that go with it.
  void expect_same() {
    scene.delete_for_good(ada);
    std::set<std::string> expected;
    for (const auto& [id, task] : tasks_) {
      expected.insert(keys::project(task.project) + " " + keys::task(id));
      if (!task.assignee.empty()) expected.insert(keys::user(task.assignee) + " " + keys::task(id));
      if (!task.parent.empty()) expected.insert(keys::task(task.parent) + " " + keys::subtask(id));
    }
    std::set<std::string> found;
    for (const store::Item& item :
         must(testing::drain(scene.store, testing::scan("calendar-app-data"))).items) {
      const std::string pk = apps::text_of(item, "PK");
      const std::string sk = apps::text_of(item, "SK");
      const bool is_relation =
          sk.starts_with(keys::kTaskPrefix) || sk.starts_with(keys::kSubtaskPrefix);
      if (is_relation && pk != sk) found.insert(pk + " " + sk);
    }
    ASSERT_EQ(found, expected);
    for (const std::string& project : {garden, shed}) {
      ASSERT_EQ(log_size(project), logged_[project]);
      std::map<TaskStatus, std::vector<std::string>> shown;
      for (const Task& task : must(scene.lists.of_project(eve, project, {}))) {
        const ModelTask& model = tasks_[task.id];
        ASSERT_EQ(task.title, model.title);
        ASSERT_EQ(task.assignee_id.value_or(""), model.assignee);
        ASSERT_EQ(task.parent_id.value_or(""), model.parent);
        ASSERT_EQ(task.subtask_count > 0, has_children(task.id));
        shown[task.status].push_back(task.id);
      }
      for (int status = 0; status < 4; ++status) {
        const auto which = static_cast<TaskStatus>(status);
        ASSERT_EQ(shown[which], (columns_[{project, which}])) << to_text(which);
      }
    }
  }

  std::string shed;
  std::mt19937 generator_{20'261'117};
  int step_ = 0;
  std::map<std::string, ModelTask> tasks_;
  std::map<std::pair<std::string, TaskStatus>, std::vector<std::string>> columns_;
  std::map<std::string, std::set<std::string>> members_;
  std::map<std::string, size_t> logged_;  // Activities of each project.
};

TEST_F(TasksWalk, BoardRelationsAndActivityAgreeAfterEveryStep) {
  size_t most = 0;
  for (step_ = 0; step_ < kTaskSteps; ++step_) {
    SCOPED_TRACE(step_);
    clock.advance_ms(1'000);
    switch (random(10)) {
      case 0:
      case 1:
      case 2:
        create();
        break;
      case 3:
      case 4:
        change();
        break;
      case 5:
        remove();
        break;
      case 6:
        random(5) == 0 ? come_or_go() : change();
        break;
      default:
        move();
    }
    if (HasFatalFailure()) return;
    if (step_ % 5 == 0) expect_same();
    if (HasFatalFailure()) return;
    most = std::max(most, tasks_.size());
  }
  expect_same();
  EXPECT_GT(most, 30);
}

}  // namespace
}  // namespace norn::projects
