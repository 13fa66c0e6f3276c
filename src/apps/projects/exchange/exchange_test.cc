#include <random>

#include "apps/projects/exchange/exchange_test_files.h"
#include "apps/projects/exchange/export.h"
#include "apps/projects/exchange/import.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/limits.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectExchangeTest : public ProjectsTest {
 protected:
  std::string exported(const std::string& user, const std::string& project,
                       FileFormat format = FileFormat::kNorn) {
    ProjectExport file = must(ProjectExport::begin(scene.context, user, project, format));
    std::string text;
    while (must(file.append_next(text))) {
    }
    return text;
  }
  Result<ProjectImportReport> import_as(const std::string& user, std::string_view text,
                                        const ImportRequest& request) {
    return imports.run(user, text, request);
  }
  ProjectImportReport imported(FileFormat format, std::string_view text) {
    return must(import_as(ada, text, {.format = format}));
  }
  std::string notes_of(const ProjectImportReport& report) {
    std::string texts;
    for (const apps::ImportNote& note : report.notes) {
      texts += fmt::format("{}: {}\n", note.line, note.said.text());
    }
    return texts;
  }
  std::vector<Task> tasks_of(const std::string& project) {
    return must(scene.lists.of_project(ada, project, {}));
  }
  // The only one of this title.
  Task task_of(const std::string& project, const std::string& title) {
    for (const Task& task : tasks_of(project)) {
      if (task.title == title) return task;
    }
    ADD_FAILURE() << title;
    return {};
  }
  std::string tags_of(const std::string& project, const Task& task) {
    std::string names;
    for (const Tag& tag : must(scene.tags.list(ada, project))) {
      if (std::ranges::find(task.tag_ids, tag.id) == task.tag_ids.end()) continue;
      names += (names.empty() ? "" : ", ") + tag.name;
    }
    return names;
  }
  // Something of everything.
  std::string filled() {
    const std::string project = scene.project(ada, "=Garden, \"2024\"");
    const Tag red = must(scene.tags.create(ada, project, {"red; hot", "#FF0000"}, {}));
    const Tag blue = must(scene.tags.create(ada, project, {"Blue", "#0000ff"}, {}));
    const Task dig = must(scene.tasks.create(
        ada, project,
        {.title = "=cmd|' /C calc'!A0",
         .description = "\t- first\n- *second* \"x\"\n",
         .priority = Priority::kUrgent,
         .assignee_id = ada,
         .due_date = "2024-02-29T23:59:59Z",
         .planned_start = "2024-02-01T08:00:00Z",
         .planned_end = "2024-02-02T08:00:00Z",
         .tag_ids = {red.id, blue.id},
         .checklist = {{"x", "Spade", true}, {"y", "Gloves", false}},
         .repeat = Repeat{"FREQ=WEEKLY;BYDAY=MO", Repeat::From::kDone, "Europe/Berlin"}},
        {}));
    clock.advance_ms(3'000);
    const Task sow = must(scene.tasks.create(
        ada, project, {.title = "播種", .tag_ids = {blue.id}, .blocked_by = {dig.id}}, {}));
    must(scene.tasks.create(ada, project, {.title = "Part", .parent_id = dig.id}, {}));
    scene.change(ada, sow, {.status = TaskStatus::kDone});
    must(scene.comments.create(ada, dig.id, {"One\n\n**two**", {}}, {}));
    must(scene.comments.create(ada, dig.id, {"@next", {}}, {}));
    must(scene.comments.attach(ada, dig.id, {"Plan", "https://example.com/?a=1&b=2"}, {}));
    scene.event(ada, project, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
    scene.event(ada, project, "2024-01-21T00:00:00Z", "2024-01-23T00:00:00Z", true);
    scene.move(ada, dig, {.status = TaskStatus::kReview});
    const Access access = must(scene.projects.get(ada, project));
    must(scene.projects.change(ada, project,
                               {.description = "About\nit", .status = ProjectStatus::kCompleted},
                               access.project.etag));
    return project;
  }

  ProjectImports imports{scene.context};
};

TEST_F(ProjectExchangeTest, JsonOfOurOwnComesBackExactly) {
  const std::string first = exported(ada, filled());
  clock.advance_ms(86'400'000);
  const auto report = imported(FileFormat::kNorn, first);
  EXPECT_EQ(notes_of(report), "");
  ASSERT_EQ(report.projects.size(), 1);
  EXPECT_EQ(report.projects[0].tasks, 3);
  EXPECT_EQ(report.projects[0].events, 2);
  EXPECT_EQ(report.projects[0].tags, 2);
  EXPECT_EQ(report.projects[0].comments, 2);
  EXPECT_EQ(report.projects[0].links, 1);
  EXPECT_EQ(exported(ada, report.projects[0].id), first);
  // Beside it, in an existing one.
  must(import_as(ada, first, {.project_id = garden}));
  EXPECT_EQ(tasks_of(garden).size(), 3);
  EXPECT_EQ(must(scene.tags.list(ada, garden)).size(), 2);
  const auto again = must(import_as(ada, first, {.project_id = garden}));
  EXPECT_EQ(again.projects[0].tags, 0) << "tags are known by their names";
  EXPECT_EQ(tasks_of(garden).size(), 6);
  EXPECT_EQ(must(scene.tags.list(ada, garden)).size(), 2);
}

TEST_F(ProjectExchangeTest, CsvOfOurOwnComesBackWithAllThatItHas) {
  const std::string first = exported(ada, filled(), FileFormat::kCsv);
  EXPECT_TRUE(first.contains(",'=cmd|' /C calc'!A0,")) << first;
  EXPECT_FALSE(first.contains(",=")) << first;
  const auto report = imported(FileFormat::kCsv, first);
  EXPECT_EQ(notes_of(report), "");
  EXPECT_EQ(report.projects[0].name, "Import");
  EXPECT_EQ(exported(ada, report.projects[0].id, FileFormat::kCsv), first);
}

TEST_F(ProjectExchangeTest, APreviewWritesNothing) {
  const std::string text = exported(ada, filled());
  const std::string before = scene.all_keys();
  for (const auto& project_id : {std::optional<std::string>(), std::optional(garden)}) {
    const auto report = must(import_as(ada, text, {.dry_run = true, .project_id = project_id}));
    EXPECT_EQ(report.projects[0].tasks, 3);
    EXPECT_EQ(report.projects[0].id, project_id.value_or(""));
    EXPECT_EQ(report.titles.size(), 3);
  }
  EXPECT_EQ(scene.all_keys(), before);
}

TEST_F(ProjectExchangeTest, ABoardOfTrello) {
  const auto report = imported(FileFormat::kTrello, kTrelloBoard);
  EXPECT_EQ(report.skipped, 2);
  EXPECT_EQ(notes_of(report),
            "0: 2 archived cards were left out.\n"
            "0: ‘Write texts’ is assigned to several people; a task has one assignee here, the "
            "first of them.\n"
            "0: A file of ‘Write texts’ stays where it is; the task has a link to it.\n"
            "0: ‘Write texts’ has 1 attachments without an address that could be linked to; they "
            "were left out.\n"
            "0: Tasks of ‘Grace Hopper’, who is no member of the project, are assigned to "
            "nobody.\n");
  const std::string project = report.projects[0].id;
  const Access access = must(scene.projects.get(ada, project));
  EXPECT_EQ(access.project.name, "Website");
  EXPECT_EQ(access.project.color, "#0079BF");
  EXPECT_EQ(scene.column(ada, project), "Plan, Sign off");
  EXPECT_EQ(scene.column(ada, project, TaskStatus::kInProgress), "Write texts");
  EXPECT_EQ(scene.column(ada, project, TaskStatus::kDone), "Buy domain");
  const Task texts = task_of(project, "Write texts");
  EXPECT_EQ(texts.assignee_id, ada);
  EXPECT_EQ(texts.due_date, "2024-03-15T11:00:00Z");
  EXPECT_EQ(texts.planned_start, "2024-03-01T09:00:00Z");
  EXPECT_EQ(texts.created_at, "2024-03-01T11:53:04Z");
  EXPECT_EQ(tags_of(project, texts), "content, red_dark");
  ASSERT_EQ(texts.checklist.size(), 2);
  EXPECT_EQ(texts.checklist[0], (ChecklistEntry{"1", "Home", true}));
  EXPECT_EQ(tags_of(project, task_of(project, "Sign off")), "Waiting for client");
  EXPECT_EQ(task_of(project, "Buy domain").completed_at, "2024-02-01T10:00:00Z");
  const auto comments = must(scene.comments.list(ada, texts.id)).comments;
  ASSERT_EQ(comments.size(), 2);
  EXPECT_EQ(comments[0].text, "*Grace Hopper:*\n\nFirst <b>thoughts</b>");
  EXPECT_EQ(comments[0].created_at, "2024-03-05T10:00:00Z");
  EXPECT_EQ(comments[1].text, "Second");
  EXPECT_EQ(must(scene.comments.attachments(ada, texts.id)).size(), 2);
}

TEST_F(ProjectExchangeTest, AFileOfTodoist) {
  const auto report =
      must(import_as(ada, kTodoistFile, {.format = FileFormat::kTodoist, .name = "Balcony"}));
  EXPECT_EQ(
      notes_of(report),
      "10: ‘every monday’ could not be read as a date. It is in the description instead.\n"
      "7: ‘Look at reviews’ is a sub-task of a sub-task; it becomes one of the task above.\n");
  const std::string project = report.projects[0].id;
  EXPECT_EQ(must(scene.projects.get(ada, project)).project.name, "Balcony");
  const Task seeds = task_of(project, "Buy seeds");
  EXPECT_EQ(seeds.description, "Tomatoes,\n\"Roma\"");
  EXPECT_EQ(seeds.priority, Priority::kUrgent);
  EXPECT_EQ(seeds.assignee_id, ada);
  EXPECT_EQ(seeds.due_date, "2024-04-01T12:00:00Z") << "14:00 in Berlin";
  EXPECT_EQ(tags_of(project, seeds), "errand, garden");
  EXPECT_EQ(seeds.subtask_count, 2);
  EXPECT_EQ(task_of(project, "Look at reviews").parent_id, seeds.id);
  EXPECT_EQ(task_of(project, "Compare prices").due_date, "2024-03-30T23:59:59Z");
  EXPECT_EQ(task_of(project, "Compare prices").priority, Priority::kLow);
  const Task water = task_of(project, "Water the plants");
  EXPECT_EQ(water.status, TaskStatus::kInProgress);
  EXPECT_EQ(water.description, "every monday");
  const Task mail = task_of(project, "Mail a@b.example");
  EXPECT_EQ(tags_of(project, mail), "Someday");
  EXPECT_EQ(mail.due_date, "2024-05-01T23:59:59Z");
  EXPECT_EQ(must(scene.comments.list(ada, seeds.id)).comments.front().text,
            "*Grace:*\n\nAsk Grace");
}

TEST_F(ProjectExchangeTest, ADumpOfVikunja) {
  const auto report = imported(FileFormat::kVikunja, kVikunjaDump);
  EXPECT_EQ(notes_of(report),
            "0: ‘Paint’ has 1 files that are not in this file, and were left out.\n"
            "0: ‘Move in’ repeats in a way that is not possible here; it does not repeat any "
            "more.\n");
  ASSERT_EQ(report.projects.size(), 3);
  EXPECT_EQ(report.projects[2].name, "Empty");
  const std::string inbox = report.projects[0].id;
  const Task paint = task_of(inbox, "Paint");
  EXPECT_EQ(paint.description, "Two **coats**\n- white");
  EXPECT_EQ(paint.status, TaskStatus::kInProgress);
  EXPECT_EQ(paint.priority, Priority::kUrgent);
  EXPECT_EQ(paint.due_date, "2024-06-01T18:00:00Z");
  EXPECT_EQ(paint.planned_end, "2024-05-02T08:00:00Z");
  EXPECT_EQ(paint.repeat, (Repeat{"FREQ=DAILY;INTERVAL=7", Repeat::From::kDue, ""}));
  EXPECT_EQ(paint.assignee_id, ada);
  EXPECT_EQ(paint.created_at, "2024-01-02T10:00:00Z");
  const Task tape = task_of(inbox, "Tape");
  EXPECT_EQ(tape.parent_id, paint.id);
  EXPECT_EQ(tape.status, TaskStatus::kDone);
  EXPECT_EQ(tape.completed_at, "2024-05-01T09:00:00Z");
  EXPECT_EQ(tape.due_date, std::nullopt);
  const Task move = task_of(inbox, "Move in");
  EXPECT_EQ(move.blocked_by, std::vector<std::string>{paint.id});
  EXPECT_EQ(tags_of(inbox, move), "Ideas");
  EXPECT_EQ(must(scene.comments.list(ada, paint.id)).comments.front().text,
            "*Grace:*\n\nLooks & feels good");
  const Access attic = must(scene.projects.get(ada, report.projects[1].id));
  EXPECT_EQ(attic.project.status, ProjectStatus::kArchived);
  EXPECT_EQ(attic.project.color, "#00ff00");
  EXPECT_EQ(scene.column(ada, attic.project.id), "Clear out");
}

TEST_F(ProjectExchangeTest, WhatIsNotPossibleIsLeftOutAndNoted) {
  std::string text = "key,title,parent,blockedBy,dueDate,priority,extra,tags\n";
  text += "a,A,b,\"b; nowhere; a\",soon,huge,x,\"Red; red; RED\"\n";
  text += "b,B,a,a,2024-01-01,high,,\n";
  text += "c,,,,,,,\n";
  text += "a,Again,missing,,,,,\n";
  text += "d," + std::string(600, 'x') + ",,,,,,\n";
  const auto report = imported(FileFormat::kCsv, text);
  EXPECT_EQ(report.skipped, 1);
  const std::string notes = notes_of(report);
  for (const char* const note :
       {"1: The column ‘extra’ is not known", "2: ‘soon’ is no date", "2: ‘HUGE’ is no priority",
        "4: A task without a title", "2: ‘A’ is a sub-task of a task that is not there",
        "3: ‘B’ is a sub-task of a task that is not there", "5: ‘Again’ is a sub-task",
        "2: ‘A’ waits for 2 tasks that are not there", "waits for a task that waits for it",
        "6: The title ‘xxx"}) {
    EXPECT_TRUE(notes.contains(note)) << note << "\n" << notes;
  }
  const std::string project = report.projects[0].id;
  const auto tasks = tasks_of(project);
  ASSERT_EQ(tasks.size(), 4);
  EXPECT_EQ(tasks[0].title, "A");
  EXPECT_EQ(tags_of(project, tasks[0]), "Red");
  EXPECT_EQ(tasks[0].blocked_by.size() + tasks[1].blocked_by.size(), 1) << "the circle is broken";
  EXPECT_EQ(tasks[3].title.size(), 500);
  EXPECT_EQ(tasks[3].description, std::string(600, 'x'));
}

TEST_F(ProjectExchangeTest, FilesThatAreNoneAndTooMuchAreRefused) {
  const FileFormat formats[] = {FileFormat::kNorn, FileFormat::kCsv, FileFormat::kTrello,
                                FileFormat::kTodoist, FileFormat::kVikunja};
  std::string deep = R"({"format":"norn-project","project":)";
  for (int i = 0; i < 5'000; ++i) deep += "[";
  const std::string texts[] = {"",           "{}",
                               "[]",         "[1]",
                               "null",       "\"x\"",
                               "a,b\nc,d\n", "{\"cards\":1}",
                               "\xFF\xFE",   std::string("\0\0", 2),
                               deep,         std::string(kMaxProjectFileBytes + 1, ' ')};
  const std::string before = scene.all_keys();
  for (const FileFormat format : formats) {
    for (const std::string& text : texts) {
      EXPECT_TRUE(fails(import_as(ada, text, {.format = format}), ErrorCode::kInvalid, "file"))
          << to_text(format) << " " << text.substr(0, 40);
    }
  }
  std::string many = "title\n";
  for (size_t i = 0; i <= kMaxImportedTasks; ++i) many += "x\n";
  EXPECT_TRUE(
      fails(import_as(ada, many, {.format = FileFormat::kCsv}), ErrorCode::kInvalid, "file"));
  // Small files of very many things.
  const auto repeated = [](std::string text, const std::string& one, const char* end) {
    for (int i = 0; i < 600'000; ++i) text += one;
    return text + end;
  };
  const std::pair<FileFormat, std::string> large[] = {
      {FileFormat::kNorn,
       repeated(R"({"format":"norn-project","project":{"name":"x"},"tasks":[)", "{},", "{}]}")},
      {FileFormat::kNorn, repeated(R"({"format":"norn-project","project":{"name":"x"},)"
                                   R"("tasks":[{"title":"x","comments":[)",
                                   "{},", "{}]}]}")},
      {FileFormat::kTrello, repeated(R"({"lists":[],"cards":[)", "{},", "{}]}")},
      {FileFormat::kVikunja, repeated("[", R"({"title":"x"},)", R"({"title":"x"}])")},
      {FileFormat::kTodoist, repeated("TYPE,CONTENT\n", "task,x\n", "")}};
  for (const auto& [format, content] : large) {
    EXPECT_TRUE(fails(import_as(ada, content, {.format = format}), ErrorCode::kInvalid, "file"))
        << to_text(format);
  }
  EXPECT_TRUE(
      fails(import_as(ada, kVikunjaDump, {.format = FileFormat::kVikunja, .project_id = garden}),
            ErrorCode::kInvalid, "file"));
  EXPECT_EQ(scene.all_keys(), before);
}

TEST_F(ProjectExchangeTest, WhoMay) {
  const ImportRequest into = {.format = FileFormat::kCsv, .project_id = garden};
  EXPECT_TRUE(fails(import_as(eve, "title\nx\n", into), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(import_as(zoe, "title\nx\n", into), ErrorCode::kNotFound));
  must(import_as(cyd, "title,assignee\nx,bob@example.com\ny,BOB\nz,zoe@example.com\n", into));
  EXPECT_EQ(must(scene.lists.of_assignee(ada, bob, {})).size(), 2);
  EXPECT_TRUE(must(scene.lists.of_assignee(ada, zoe, {})).empty());
  const auto begin = [&](const std::string& user) {
    return ProjectExport::begin(scene.context, user, garden, FileFormat::kNorn).has_value();
  };
  EXPECT_TRUE(begin(eve));
  EXPECT_FALSE(begin(zoe));
}

TEST_F(ProjectExchangeTest, TheAddressOfWhoHasLeftIsNotExported) {
  const Task task = scene.task(ada, garden);
  must(scene.comments.create(cyd, task.id, {"Bye", {}}, {}));
  must(scene.members.remove(ada, garden, cyd));
  const std::string text = exported(eve, garden);
  EXPECT_TRUE(text.contains(R"({"author":{"name":"cyd"},"text":"Bye")")) << text;
  EXPECT_FALSE(text.contains("cyd@example.com"));
}

// The process ends after every number of writes, and the same request makes the import.
TEST_F(ProjectExchangeTest, AnImportThatWasInterruptedIsMadeByTheSameRequest) {
  const std::string text = exported(ada, filled());
  bool was_interrupted = true;
  int rounds = 0;
  for (int writes = 0; was_interrupted; ++writes, ++rounds) {
    const ImportRequest request = {.creation = {.user_id = ada,
                                                .operation = "importProject",
                                                .key = fmt::format("key{}", writes),
                                                .digest = "d"}};
    store_.end_after(writes);
    (void)import_as(ada, text, request);
    was_interrupted = store_.restart();
    const auto report = must(import_as(ada, text, request));
    ASSERT_EQ(exported(ada, report.projects[0].id), text) << writes;
  }
  EXPECT_GT(rounds, 3);
}

// Whatever a file has, an import that is accepted stores what can be read again.
TEST_F(ProjectExchangeTest, MutatedFilesAreRefusedOrImportedWhole) {
  const std::pair<FileFormat, std::string> files[] = {
      {FileFormat::kNorn, exported(ada, filled())},
      {FileFormat::kCsv, exported(ada, filled(), FileFormat::kCsv)},
      {FileFormat::kTrello, kTrelloBoard},
      {FileFormat::kTodoist, kTodoistFile},
      {FileFormat::kVikunja, kVikunjaDump}};
  std::mt19937 generator(20'261'118);
  constexpr std::string_view kPieces[] = {"\"", ",",  "{}", "null", "[",   "]", "1e9", "-1", "\n",
                                          "'",  "=x", ":",  "true", "\\u", ";", "id",  "😀"};
  size_t accepted = 0;
  for (int round = 0; round < 400; ++round) {
    const auto& [format, text] = files[static_cast<size_t>(round) % std::size(files)];
    std::string mutated = text;
    for (size_t i = 1 + generator() % 4; i > 0; --i) {
      const size_t at = generator() % mutated.size();
      const size_t size = generator() % 12;
      mutated.replace(at, size, kPieces[generator() % std::size(kPieces)]);
    }
    auto file = read_file(format, mutated);
    if (!file) continue;
    ++accepted;
    ASSERT_TRUE(fit(*file).has_value());
    for (const FileProject& project : file->projects) {
      for (const FileTask& task : project.tasks) {
        ASSERT_FALSE(task.task.title.empty());
        ASSERT_LE(task.blocked_by.size(), kMaxBlockers);
        ASSERT_LE(task.tags.size(), kMaxTagsPerTask);
        ASSERT_TRUE(task_from(to_item([&] {
                      Task stored = task.task;
                      stored.id = "x";
                      return stored;
                    }()))
                        .has_value());
      }
    }
  }
  EXPECT_GT(accepted, 50);
}

TEST(ProjectFileTimes, AreReadInAllForms) {
  const std::pair<const char*, std::optional<std::string>> cases[] = {
      {"2024-01-31T10:00:00Z", "2024-01-31T10:00:00Z"},
      {"2024-01-31T10:00:00.123456Z", "2024-01-31T10:00:00Z"},
      {"2024-01-31T10:00:00+01:30", "2024-01-31T08:30:00Z"},
      {"2024-01-31T23:00:00-02:00", "2024-02-01T01:00:00Z"},
      {"2024-01-31T10:00:00", "2024-01-31T10:00:00Z"},
      {"0001-01-01T00:00:00Z", std::nullopt},
      {"2024-02-30T10:00:00Z", std::nullopt},
      {"2024-01-31T10:00:00+1", std::nullopt},
      {"2024-01-31T10:00:00+xx:00", std::nullopt},
      {"2024-01-31", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [text, time] : cases) EXPECT_EQ(rfc3339(text), time) << text;
}

TEST(ProjectFileLists, AreColumnsByTheirNames) {
  const std::pair<const char*, std::optional<TaskStatus>> cases[] = {
      {"To Do", TaskStatus::kTodo},          {"Backlog", TaskStatus::kTodo},
      {"DOING 🔨", TaskStatus::kInProgress}, {"In Arbeit", TaskStatus::kInProgress},
      {"进行中", TaskStatus::kInProgress},   {"Code review", TaskStatus::kReview},
      {"Done ✅", TaskStatus::kDone},        {"Erledigt", TaskStatus::kDone},
      {"已完成", TaskStatus::kDone},         {"Groceries", std::nullopt}};
  for (const auto& [name, status] : cases) EXPECT_EQ(status_of_list(name), status) << name;
}

}  // namespace
}  // namespace norn::projects
