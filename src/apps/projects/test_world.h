#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/newcomers.h"
#include "apps/accounts/test_world.h"
#include "apps/projects/activities.h"
#include "apps/projects/bin/project_bin.h"
#include "apps/projects/events/events.h"
#include "apps/projects/keys.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/projects/service.h"
#include "apps/projects/tasks/comments.h"
#include "apps/projects/tasks/tags.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/sharing/members.h"
#include "support/interrupted_store.h"
#include "support/lagging_index_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// Fixtures for tests of projects.
namespace norn::projects {

using accounts::fails;
using testing::must;

inline store::CreateTableRequest test_table() {
  store::CreateTableRequest table = apps::single_table(apps::TableNames().projects());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  return table;
}

// Users and their projects on any store.
class Scene {
 public:
  Scene(store::Store& on, const Clock& time)
      : store(on),
        clock(time),
        users(on, tables, time, ids),
        idempotency(on, tables, time),
        sweeps(on, tables, time, ids, {}),
        quotas(on, tables, time),
        context{on, tables, time, ids, users, idempotency, sweeps, quotas},
        files(context),
        projects(context),
        sharing(context),
        members(context, sharing),
        tasks(context),
        lists(context),
        tags(context),
        comments(context),
        events(context),
        activities(context),
        bin(context) {
    users.add_hook(members);
    for (const auto& table :
         {test_table(), accounts::norn_table(tables), apps::single_table(tables.calendars()),
          apps::single_table(tables.family()), apps::files_table(tables)}) {
      must(apps::ensure_table(store, table, ""));
    }
    files.add_sweeps();
  }

  // Creates a user with the address <name>@example.com, and returns the id.
  std::string person(const std::string& name) {
    accounts::NewUser user;
    user.email = name + "@example.com";
    user.name = name;
    user.email_verified = true;
    return must(users.create(user)).id;
  }
  std::string project(const std::string& owner, std::string name = "Garden") {
    ProjectInput input;
    input.name = std::move(name);
    input.color = "#FF9900";
    return must(projects.create(owner, input, {})).project.id;
  }
  void join(const std::string& project_id, const std::string& owner, const std::string& name,
            Role role) {
    must(members.invite(owner, project_id, name + "@example.com", std::string(to_text(role))));
  }
  Task task(const std::string& user, const std::string& project_id, std::string title = "Dig") {
    TaskInput input;
    input.title = std::move(title);
    return must(tasks.create(user, project_id, input, {}));
  }
  Task change(const std::string& user, const Task& task, const TaskPatch& patch) {
    return must(tasks.change(user, task.id, patch, must(tasks.get(user, task.id)).etag));
  }
  Task move(const std::string& user, const Task& task, const TaskMove& move) {
    return must(tasks.move(user, task.id, move, must(tasks.get(user, task.id)).etag));
  }
  Event event(const std::string& user, const std::string& project_id, std::string start,
              std::string end, bool all_day = false) {
    EventInput input;
    input.title = "Meeting";
    input.start_date = std::move(start);
    input.end_date = std::move(end);
    input.all_day = all_day;
    return must(events.create(user, project_id, input, {}));
  }

  // The id of a complete upload.
  std::string upload(const std::string& user, const std::string& content,
                     std::string name = "plan.pdf") {
    const auto bytes = static_cast<int64_t>(content.size());
    const auto upload = must(files.begin(user, {std::move(name), bytes}, {}));
    must(files.put_part(user, upload.id, 1, content));
    return upload.id;
  }
  // How many items the table of files has.
  size_t file_items() {
    return must(testing::drain(store, testing::scan(tables.files()))).items.size();
  }

  // "Dig, Sow": the titles of a column in their order.
  std::string column(const std::string& user, const std::string& project_id,
                     TaskStatus status = TaskStatus::kTodo) {
    TaskFilter filter;
    filter.status = status;
    std::string titles;
    for (const Task& task : must(lists.of_project(user, project_id, filter))) {
      titles += (titles.empty() ? "" : ", ") + task.title;
    }
    return titles;
  }
  // "CREATE TASK, ...", newest first.
  std::string log_of(const ActivityPage& page) {
    std::string text;
    for (const Activity& one : page.activities) {
      text += (text.empty() ? "" : ", ") + std::string(to_text(one.action)) + " " + one.entity_type;
    }
    return text;
  }

  std::string member_etag(const std::string& project_id, const std::string& user_id) {
    return sharing.etag_of(must(sharing.find(project_id, user_id)).value());
  }
  // The JSON of an item, "" when it is not there.
  std::string json(const std::string& pk, const std::string& sk) {
    const auto found = must(store.get(testing::get(tables.projects(), {{"PK", pk}, {"SK", sk}})));
    return found.item ? std::string(found.item->json()) : std::string();
  }
  void put(store::Map item) { must(store.put(testing::put(tables.projects(), item))); }
  // The keys of all items but those of people, one a line.
  std::string all_keys() {
    std::vector<std::string> keys;
    for (const store::Item& item :
         must(testing::drain(store, testing::scan(tables.projects()))).items) {
      const std::string pk = apps::text_of(item, "PK");
      if (pk.starts_with(keys::kUserPrefix) && apps::text_of(item, "SK") == pk) continue;
      keys.push_back(pk + " " + apps::text_of(item, "SK"));
    }
    std::ranges::sort(keys);
    std::string text;
    for (const std::string& key : keys) text += key + "\n";
    return text;
  }
  // Empties the bins of the projects that a person manages, and of their deleted ones.
  void delete_for_good(const std::string& user) {
    for (const Access& access : must(projects.list(user))) {
      if (!access.membership.rights().has(Right::kManage)) continue;
      must(bin.empty(user, access.project.id));
    }
    must(bin.remove_projects(user));
    must(sweeps.run());
  }
  size_t open_sweeps() {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store, testing::scan("norn"))).items) {
      count += apps::text_of(item, "entityType") == "SWEEP" ? 1 : 0;
    }
    return count;
  }

  store::Store& store;
  const Clock& clock;
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users;
  apps::Idempotency idempotency;
  apps::Sweeps sweeps;
  accounts::Newcomers newcomers{users, sweeps};
  quotas::Quotas quotas;
  Context context;
  files::Files files;
  Projects projects;
  ProjectSharing sharing;
  sharing::Members members;
  Tasks tasks;
  TaskLists lists;
  Tags tags;
  Comments comments;
  Events events;
  Activities activities;
  ProjectBin bin;
};

// "Garden" is ada's; bob is an admin of it, cyd a member, eve a viewer, and zoe knows nothing of
// it.
class ProjectsTest : public ::testing::Test {
 protected:
  ProjectsTest() {
    ada = scene.person("ada");
    bob = scene.person("bob");
    cyd = scene.person("cyd");
    eve = scene.person("eve");
    zoe = scene.person("zoe");
    garden = scene.project(ada);
    scene.join(garden, ada, "bob", Role::kAdmin);
    scene.join(garden, ada, "cyd", Role::kMember);
    scene.join(garden, ada, "eve", Role::kViewer);
  }

  // Runs `happening` just before the next transaction.
  void meanwhile(std::function<void()> happening) { store_.before_write(std::move(happening)); }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore model_{clock};
  testing::InterruptedStore store_{model_};
  Scene scene{store_, clock};
  std::string ada;
  std::string bob;
  std::string cyd;
  std::string eve;
  std::string zoe;
  std::string garden;
};

}  // namespace norn::projects
