#include "apps/planner/tasks/task_exchange.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/events/series/when_zone.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/planner/test_world.h"

namespace norn::planner {
namespace {

// Ada and Bob are in Berlin.
class PlannerTaskExchange : public PlannerTest {
 protected:
  PlannerTaskExchange() { clock.set_ms(second("2026-11-18T10:00:00Z") * 1000); }

  static std::string file(std::string_view todo) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VTODO\r\n"
           "DTSTAMP:20261101T000000Z\r\n" +
           std::string(todo) + "END:VTODO\r\nEND:VCALENDAR\r\n";
  }
  ImportReport import(const std::string& user_id, const std::string& text, bool dry_run = false) {
    const auto import_todos = [&](const std::vector<ImportGroup>& todos, ImportReport& report,
                                  ImportNotes& notes) {
      return import_tasks(context, user_id, todos, dry_run, report, notes);
    };
    return must(import_calendar(context, user_id, text, dry_run, import_todos));
  }
  std::string exported(const std::string& user_id, ArchivedTasks archived = ArchivedTasks::kWith) {
    CalendarExport file = must(CalendarExport::begin(
        context, {.owners = {user_id}, .further = {exported_tasks(context, archived)}}));
    std::string text;
    while (must(file.append_next(text))) {
    }
    return text;
  }
  std::vector<Task> tasks(const std::string& user_id) {
    std::vector<Task> found;
    for (const store::Item& each : items(user_id, keys::kTasks)) {
      found.push_back(must(task_from(each)));
    }
    return found;
  }
  Task only(const std::string& user_id) {
    const std::vector<Task> found = tasks(user_id);
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? Task() : found.front();
  }
  static std::vector<std::string> codes(const ImportReport& report) {
    std::vector<std::string> result;
    for (const apps::ImportNote& note : report.notes) result.emplace_back(note.said.code());
    return result;
  }

  Tasks service{context};
};
NORN_ENGINE_ON_BOTH_STORES(PlannerTaskExchange);

TEST_P(PlannerTaskExchange, ReadsATask) {
  const ImportReport report = import(
      ada, file("UID:tax@example.com\r\nSUMMARY:Tax\r\nDESCRIPTION:All of it\r\n"
                "DUE;TZID=Europe/Berlin:20261130T120000\r\nPRIORITY:2\r\nCATEGORIES:Money\r\n"
                "PERCENT-COMPLETE:40\r\nSEQUENCE:3\r\nRELATED-TO:other@example.com\r\n"
                "LOCATION:Desk\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\n"
                "DESCRIPTION:Tax\r\nEND:VALARM\r\n"));
  EXPECT_EQ(report.created, 1);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_TRUE(report.events.front().is_task);
  EXPECT_EQ(report.events.front().start, "2026-11-30T12:00:00");
  const Task task = only(ada);
  EXPECT_EQ(task.title, "Tax");
  EXPECT_EQ(task.description, "All of it");
  EXPECT_EQ(key_text(*task.due), "2026-11-30T11:00:00Z");
  EXPECT_EQ(task.due->tzid, "Europe/Berlin");
  EXPECT_EQ(task.priority, TaskPriority::kHigh);
  EXPECT_EQ(task.tags, std::vector<std::string>{"Money"});
  EXPECT_EQ(task.percent, 40);
  EXPECT_EQ(task.sequence, 3);
  // What tasks do not have is in the next file.
  const std::string text = exported(ada);
  for (const char* const line :
       {"UID:tax@example.com\r\n", "DUE;TZID=Europe/Berlin:20261130T120000\r\n",
        "RELATED-TO:other@example.com\r\n", "LOCATION:Desk\r\n", "TRIGGER:-PT15M\r\n",
        "STATUS:IN-PROCESS\r\n", "PERCENT-COMPLETE:40\r\n", "PRIORITY:3\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST_P(PlannerTaskExchange, WritesAndReadsAllOfATask) {
  const auto add = [&](std::string_view planned, std::string_view due, bool done) {
    TaskChange input;
    input.details.title = "Task, with; signs";
    input.details.color = "#22c55e";
    const auto at = [](std::string_view text) {
      return WallTime{.is_day = text.size() == 10, .local_s = second(text)};
    };
    if (!planned.empty()) input.planned.time = at(planned);
    if (!due.empty()) input.due.time = at(due);
    input.done = done;
    must(service.create(ada, input,
                        {.user_id = ada, .operation = "create", .key = "", .digest = ""}));
  };
  add("", "", false);
  add("2026-11-20", "", false);
  add("2026-11-20T09:00:00", "2026-11-20", true);
  add("2026-11-20T09:00:00", "2026-11-19T08:00:00", false);
  add("2026-11-20T09:00:00", "2026-11-21T08:00:00", false);
  // Its hour comes twice.
  add("2026-10-25T02:30:00", "2026-10-25T02:30:00", false);
  const std::string text = exported(ada);
  const ImportReport again = import(ada, text);
  EXPECT_EQ(again.unchanged, 6);
  EXPECT_TRUE(again.notes.empty());
  EXPECT_EQ(import(bob, text).created, 6);
  const std::vector<Task> from = tasks(ada);
  std::vector<Task> to = tasks(bob);
  ASSERT_EQ(from.size(), to.size());
  for (size_t i = 0; i < from.size(); ++i) {
    to[i].rank = from[i].rank;
    EXPECT_EQ(from[i], to[i]) << from[i].id;
  }
  EXPECT_EQ(exported(bob), text);
}

TEST_P(PlannerTaskExchange, ChangesATaskThatIsThere) {
  const std::string uid = "UID:a@example.com\r\n";
  import(ada, file(uid + "SUMMARY:First\r\n"));
  EXPECT_EQ(import(ada, file(uid + "SUMMARY:First\r\n")).unchanged, 1);
  const ImportReport newer =
      import(ada, file(uid + "SUMMARY:Second\r\nSEQUENCE:1\r\nSTATUS:COMPLETED\r\n"));
  EXPECT_EQ(newer.updated, 1);
  const Task task = only(ada);
  EXPECT_EQ(task.title, "Second");
  EXPECT_EQ(task.version, 2);
  EXPECT_TRUE(task.is_done());
  const ImportReport older = import(ada, file(uid + "SUMMARY:First\r\n"));
  EXPECT_EQ(older.unchanged, 1);
  EXPECT_EQ(codes(older), std::vector<std::string>{"importNewerHere"});
  EXPECT_EQ(import(ada, file("UID:b@example.com\r\nSUMMARY:Other\r\n"), true).created, 1);
  EXPECT_EQ(tasks(ada).size(), 1U);
}

TEST_P(PlannerTaskExchange, SaysWhatATaskCannotBe) {
  struct Case {
    std::string todo;
    std::string code;
    int64_t created;
  };
  for (const Case& it : std::vector<Case>{
           {"UID:1\r\nSUMMARY:Weekly\r\nDTSTART:20261118\r\nRRULE:FREQ=WEEKLY\r\n",
            "importTaskRepeats", 1},
           {"UID:2\r\nSUMMARY:Off\r\nSTATUS:CANCELLED\r\n", "importTaskCancelled", 1},
           {"UID:3\r\nSUMMARY:One\r\nRECURRENCE-ID:20261118\r\nDTSTART:20261119\r\n",
            "importTaskChange", 0},
           {"UID:4\r\nSUMMARY:Old\r\nDUE:18000101T000000Z\r\n", "importSkipped", 0}}) {
    const ImportReport report = import(ada, file(it.todo));
    EXPECT_EQ(report.created, it.created) << it.todo;
    EXPECT_EQ(report.skipped, 1 - it.created) << it.todo;
    EXPECT_EQ(codes(report), std::vector<std::string>{it.code}) << it.todo;
  }
}

TEST_P(PlannerTaskExchange, LeavesArchivedTasksOutOfFeeds) {
  import(ada, file("UID:a\r\nSUMMARY:Gone\r\nSTATUS:COMPLETED\r\n"));
  Task task = only(ada);
  task.archived_at = "2026-11-18T10:00:00Z";
  store::PutRequest put;
  put.table = tables.planner();
  put.item = to_item(ada, task);
  must(store_.put(put));
  EXPECT_NE(exported(ada).find("SUMMARY:Gone"), std::string::npos);
  EXPECT_EQ(exported(ada, ArchivedTasks::kWithout).find("SUMMARY:Gone"), std::string::npos);
}

TEST_P(PlannerTaskExchange, SkipsTasksWhereThereAreNone) {
  const ImportReport report =
      must(import_calendar(context, ada, file("UID:a\r\nSUMMARY:Task\r\n"), false));
  EXPECT_EQ(report.skipped, 1);
  EXPECT_EQ(codes(report), std::vector<std::string>{"importTaskSkipped"});
}

}  // namespace
}  // namespace norn::planner
