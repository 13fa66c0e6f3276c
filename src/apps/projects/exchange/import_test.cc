#include "apps/projects/exchange/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "apps/projects/bell/ringer.h"
#include "apps/projects/exchange/exchange_test_files.h"
#include "apps/projects/exchange/hidden_projects.h"
#include "apps/projects/limits.h"
#include "apps/projects/meter.h"
#include "apps/projects/search.h"
#include "apps/projects/statistics.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

constexpr const char* kSmallFile = R"json({"format": "norn-project", "version": 1,
  "project": {"name": "Balcony", "color": "#00ff00", "status": "ARCHIVED"},
  "tags": [{"name": "red", "color": "#ff0000"}],
  "tasks": [
    {"key": "1", "title": "Pots", "assignee": {"email": "ada@example.com"}, "tags": ["red"],
     "dueDate": "2024-02-01", "comments": [{"text": "Clay"}],
     "links": [{"name": "Shop", "url": "https://example.com"}]},
    {"key": "2", "title": "Soil", "parent": "1"},
    {"key": "3", "title": "Seeds", "blockedBy": ["1"], "status": "DONE"}],
  "events": [{"title": "Market", "startDate": "2024-02-01T09:00:00Z",
              "endDate": "2024-02-01T12:00:00Z"}]})json";

// Imports, with everything that follows the table.
class ProjectImportTest : public ProjectsTest {
 protected:
  ProjectImportTest() {
    must(apps::ensure_table(scene.store, apps::search_table(scene.tables), ""));
    readers_.add(search_upkeep_);
    readers_.add(statistics_);
    readers_.add(ringer_);
    scene.quotas.add(meter_, readers_);
    must(readers_.run());
  }

  // Everything that is stored, one item a line, but for where the readers are.
  std::string state() {
    must(readers_.run());
    std::vector<std::string> lines;
    for (const char* const table : {"calendar-app-data", "norn", "norn-search"}) {
      for (const store::Item& item : must(testing::drain(store_, testing::scan(table))).items) {
        if (!apps::text_of(item, "PK").starts_with("READER#")) lines.emplace_back(item.json());
      }
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
  // What ada sees of everything.
  std::string seen() {
    must(readers_.run());
    std::string text;
    for (const Access& access : must(scene.projects.list(ada))) {
      const std::string& id = access.project.id;
      text += fmt::format(
          "{}: {} tasks, {} tags, {} events, {} activities\n", access.project.name,
          must(scene.lists.of_project(ada, id, {})).size(), must(scene.tags.list(ada, id)).size(),
          must(scene.events.of_project(ada, id)).size(),
          must(scene.activities.of_project(ada, id, {.limit = 200})).activities.size());
    }
    text += fmt::format("{} assigned, {} in bin, {} found\n",
                        must(scene.lists.of_assignee(ada, ada, {})).size(),
                        must(scene.bin.projects(ada, 50, "")).things.size(),
                        must(searching_.search(ada, "Pots", 50)).size());
    for (const Activity& one :
         must(scene.activities.of_person(ada, ada, {.limit = 200})).activities) {
      text += one.details + "\n";
    }
    return text;
  }
  void expect_whole(const std::string& project, int64_t activities) {
    const auto tasks = must(scene.lists.of_project(ada, project, {}));
    ASSERT_EQ(tasks.size(), 3);
    const auto of = [&](std::string_view title) {
      return *std::ranges::find(tasks, title, &Task::title);
    };
    EXPECT_EQ(of("Pots").assignee_id, ada);
    EXPECT_EQ(of("Pots").subtask_count, 1);
    EXPECT_EQ(of("Soil").parent_id, of("Pots").id);
    EXPECT_EQ(of("Seeds").blocked_by, std::vector<std::string>{of("Pots").id});
    EXPECT_EQ(must(scene.comments.list(ada, of("Pots").id)).comments.size(), 1);
    EXPECT_EQ(must(scene.comments.attachments(ada, of("Pots").id)).size(), 1);
    const auto tags = must(scene.tags.list(ada, project));
    ASSERT_EQ(tags.size(), 1);
    EXPECT_EQ(of("Pots").tag_ids, std::vector<std::string>{tags[0].id});
    EXPECT_EQ(must(scene.events.of_project(ada, project)).size(), 1);
    EXPECT_EQ(must(scene.activities.of_project(ada, project, {.limit = 200})).activities.size(),
              activities);
    EXPECT_NE(scene.json(keys::user(ada), keys::task(of("Pots").id)), "");
    must(readers_.run());
    const StatisticsView view = must(Statistics(scene.context).of_project(ada, project, {}));
    EXPECT_EQ(view.tasks[static_cast<size_t>(TaskStatus::kTodo)], 2);
    EXPECT_EQ(view.tasks[static_cast<size_t>(TaskStatus::kDone)], 1);
  }
  // Of the things themselves.
  size_t count_of(std::string_view entity_type) {
    size_t count = 0;
    for (const store::Item& item :
         must(testing::drain(store_, testing::scan(scene.tables.projects()))).items) {
      const bool is_activity = apps::text_of(item, "PK").starts_with(keys::kActivityPrefix);
      count += !is_activity && apps::text_of(item, "entityType") == entity_type ? 1 : 0;
    }
    return count;
  }
  void finish_sweeps() {
    clock.advance_ms(2 * kLongestImportMs);
    must(scene.sweeps.run());
    EXPECT_EQ(scene.open_sweeps(), 0);
  }

  ProjectImports imports_{scene.context};
  SearchUpkeep search_upkeep_{scene.context};
  StatisticsCounter statistics_{scene.context};
  Ringer ringer_{scene.context};
  ProjectMeter meter_{scene.context};
  ProjectSearch searching_{scene.context};
  apps::TableReaders readers_{scene.store, scene.tables, clock, scene.ids,
                              apps::TableReaderOptions{.lease_ms = 0}};
};

// It is suspended before one of its transactions, for so long that the sweep has come and gone.
TEST_F(ProjectImportTest, ThatIsSuspendedForHoursIsWholeOrNothing) {
  bool was_suspended = true;
  for (int number = 0; was_suspended; ++number) {
    const std::string before = state();
    was_suspended = false;
    const std::function<void(int)> suspend_after = [&](int transactions) {
      store_.before_write([&, transactions] {
        if (transactions > 0) return suspend_after(transactions - 1);
        was_suspended = true;
        finish_sweeps();
      });
    };
    suspend_after(number);
    const auto report = imports_.run(ada, kSmallFile, {});
    store_.before_write(nullptr);
    finish_sweeps();
    if (report) {
      expect_whole(report->projects[0].id, 5);
    } else {
      ASSERT_EQ(state(), before) << number;
    }
  }
}

// The process ends after every number of writes that there can be.
TEST_F(ProjectImportTest, OfNewProjectsIsWholeOrNothingWhereverItEnds) {
  int refused = 0;
  for (bool was_interrupted = true; was_interrupted; ++refused) {
    const std::string before = state();
    const std::string seen_before = seen();
    store_.end_after(refused);
    const auto report = imports_.run(ada, kSmallFile, {});
    was_interrupted = store_.restart();
    ASSERT_EQ(report.has_value(), !was_interrupted);
    if (report) {
      EXPECT_EQ(must(scene.projects.get(ada, report->projects[0].id)).project.status,
                ProjectStatus::kArchived);
      expect_whole(report->projects[0].id, 5);
    } else {
      ASSERT_EQ(seen(), seen_before) << refused;
    }
    finish_sweeps();
    if (!report) {
      ASSERT_EQ(state(), before) << refused;
    }
  }
  EXPECT_GT(refused, 5);
}

TEST_F(ProjectImportTest, IntoAProjectIsWholeOrNothingWhereverItEnds) {
  int refused = 0;
  int finished_later = 0;
  bool was_interrupted = true;
  for (int writes = 0; was_interrupted; ++writes) {
    const std::string shed = scene.project(ada, "Shed");
    const std::string before = state();
    const std::string seen_before = seen();
    store_.end_after(writes);
    const auto report = imports_.run(ada, kSmallFile, {.project_id = shed});
    was_interrupted = store_.restart();
    if (!report) {
      ASSERT_EQ(seen(), seen_before) << writes;
    }
    finish_sweeps();
    if (!report) {
      ASSERT_EQ(state(), before) << writes;
      ++refused;
      continue;
    }
    expect_whole(shed, 5);
    EXPECT_EQ(count_of("PROJECT"), must(scene.projects.list(ada)).size());
    finished_later += was_interrupted ? 1 : 0;
  }
  EXPECT_GT(refused, 5);
  EXPECT_GT(finished_later, 3);
}

// Several projects of one file are shown together.
TEST_F(ProjectImportTest, OfSeveralProjectsShowsAllOrNone) {
  bool was_interrupted = true;
  for (int writes = 0; was_interrupted; ++writes) {
    const std::string before = state();
    const size_t count = must(scene.projects.list(ada)).size();
    store_.end_after(writes);
    const auto report = imports_.run(ada, kVikunjaDump, {.format = FileFormat::kVikunja});
    was_interrupted = store_.restart();
    ASSERT_EQ(must(scene.projects.list(ada)).size(), count + (report ? 3 : 0)) << writes;
    finish_sweeps();
    if (!report) {
      ASSERT_EQ(state(), before) << writes;
    }
  }
}

TEST_F(ProjectImportTest, ThatDoesNotFitIntoAQuotaWritesNothing) {
  const auto set_quotas = [&](const store::Map& quotas) {
    must(scene.store.put(
        testing::put("norn", {{"PK", "SETTINGS"}, {"SK", "SETTINGS"}, {"quotas", quotas}})));
    clock.advance_ms(10'000);
  };
  const std::pair<const char*, int64_t> quotas[] = {
      {"tasks", 1}, {"projects", 3}, {"bytes", 7'000}};
  for (const auto& [kind, allowed] : quotas) {
    set_quotas({{kind, store::Value::number(allowed)}});
    const std::string before = state();
    EXPECT_TRUE(fails(imports_.run(ada, kVikunjaDump, {.format = FileFormat::kVikunja}),
                      ErrorCode::kForbidden))
        << kind;
    if (std::string_view(kind) != "projects") {
      EXPECT_TRUE(
          fails(imports_.run(cyd, kSmallFile, {.project_id = garden}), ErrorCode::kForbidden))
          << kind;
    }
    EXPECT_EQ(state(), before) << kind;
  }
  set_quotas({{"tasks", store::Value::number(3)}});
  must(imports_.run(cyd, kSmallFile, {.project_id = garden}));
}

TEST_F(ProjectImportTest, OfMoreTagsThanAProjectHasRoomForIsRefused) {
  for (size_t i = 0; i < kMaxTagsPerProject; ++i) {
    must(scene.tags.create(ada, garden, {fmt::format("tag {}", i), "#FF0000"}, {}));
  }
  const std::string before = state();
  EXPECT_TRUE(fails(imports_.run(ada, kSmallFile, {.project_id = garden}), ErrorCode::kConflict));
  EXPECT_EQ(state(), before);
}

TEST_F(ProjectImportTest, WithOneKeyIsMadeOnce) {
  const auto request = [&](const std::optional<std::string>& project_id) {
    return ImportRequest{.project_id = project_id,
                         .creation = {.user_id = ada,
                                      .operation = "importProject",
                                      .key = project_id.value_or("new"),
                                      .digest = "d"}};
  };
  for (const auto& project_id : {std::optional<std::string>(), std::optional(garden)}) {
    std::string first;
    // While one import writes, the same request comes again and is faster.
    meanwhile(
        [&] { first = must(imports_.run(ada, kSmallFile, request(project_id))).projects[0].id; });
    EXPECT_EQ(must(imports_.run(ada, kSmallFile, request(project_id))).projects[0].id, first);
    EXPECT_EQ(must(imports_.run(ada, kSmallFile, request(project_id))).projects[0].id, first);
    must(scene.sweeps.run());
    EXPECT_EQ(must(scene.lists.of_project(ada, first, {})).size(), 3);
  }
  EXPECT_EQ(must(scene.projects.list(ada)).size(), 2);
  finish_sweeps();
  EXPECT_EQ(count_of("TASK"), 6);
  EXPECT_EQ(count_of("PROJECT"), 2);
}

// The last transaction of an import has the conditions of the first one.
TEST_F(ProjectImportTest, IntoAProjectThatIsClosedMeanwhileLeavesNothing) {
  const auto archive = [&] {
    const Access access = must(scene.projects.get(ada, garden));
    must(scene.projects.change(ada, garden, {.status = ProjectStatus::kArchived},
                               access.project.etag));
  };
  const auto open_again = [&] {
    const Access access = must(scene.projects.get(ada, garden));
    must(scene.projects.change(ada, garden, {.status = ProjectStatus::kActive},
                               access.project.etag));
  };
  const auto make_viewer = [&] {
    must(scene.members.change_role(ada, garden, cyd, "VIEWER", scene.member_etag(garden, cyd)));
  };
  const auto attempt = [&] { return imports_.run(cyd, kSmallFile, {.project_id = garden}); };
  meanwhile(archive);
  EXPECT_TRUE(fails(attempt(), ErrorCode::kConflict));
  open_again();
  meanwhile(make_viewer);
  EXPECT_TRUE(fails(attempt(), ErrorCode::kForbidden));
  finish_sweeps();
  EXPECT_FALSE(scene.all_keys().contains("TASK#")) << scene.all_keys();
}

TEST_F(ProjectImportTest, IntoAProjectThatIsDeletedBeforeItsPartsAreMovedLeavesNothing) {
  for (int writes = 0;; ++writes) {
    const std::string shed = scene.project(ada, "Shed");
    store_.end_after(writes);
    const auto report = imports_.run(ada, kSmallFile, {.project_id = shed});
    ASSERT_TRUE(store_.restart()) << "never accepted";
    must(scene.projects.remove(ada, shed));
    must(scene.bin.remove_projects(ada));
    finish_sweeps();
    ASSERT_FALSE(scene.all_keys().contains("TASK#")) << scene.all_keys();
    if (report) break;
  }
}

TEST_F(ProjectImportTest, IntoAProjectLeavesOutTagsThatAreDeletedMeanwhile) {
  const Tag red = must(scene.tags.create(ada, garden, {"red", "#FF0000"}, {}));
  meanwhile([&] { must(scene.tags.remove(ada, garden, red.id, red.etag)); });
  must(imports_.run(ada, kSmallFile, {.project_id = garden}));
  must(scene.sweeps.run());
  for (const Task& task : must(scene.lists.of_project(ada, garden, {}))) {
    EXPECT_TRUE(task.tag_ids.empty()) << task.title;
  }
  EXPECT_FALSE(scene.all_keys().contains(red.id));
}

TEST_F(ProjectImportTest, TellsAndAssignsThoseWhoAreMembersAtItsEnd) {
  Notifications bell(scene.context);
  meanwhile([&] { must(scene.members.remove(ada, garden, cyd)); });
  must(imports_.run(ada, "title,assignee\nx,bob@example.com\ny,cyd@example.com\n",
                    {.format = FileFormat::kCsv, .project_id = garden}));
  must(readers_.run());
  EXPECT_EQ(must(scene.lists.of_assignee(ada, bob, {})).size(), 1);
  EXPECT_TRUE(must(scene.lists.of_assignee(ada, cyd, {})).empty());
  for (const Task& task : must(scene.lists.of_project(ada, garden, {}))) {
    EXPECT_EQ(task.assignee_id, task.title == "x" ? std::optional(bob) : std::nullopt);
  }
  EXPECT_EQ(must(bell.list(bob, {})).notifications.size(), 1);
}

}  // namespace
}  // namespace norn::projects
