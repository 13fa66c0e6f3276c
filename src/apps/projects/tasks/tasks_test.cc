#include "apps/projects/tasks/tasks.h"

#include "apps/projects/limits.h"
#include "apps/projects/sweep.h"
#include "apps/projects/test_world.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

class TaskService : public ProjectsTest {
 protected:
  bool is_there(const std::string& pk, const std::string& sk) {
    return !scene.json(pk, sk).empty();
  }
  Task made(const TaskInput& input) { return must(scene.tasks.create(cyd, garden, input, {})); }
  Task task_of(const std::string& title) { return made({.title = title}); }
  Result<Task> changed(const Task& task, const TaskPatch& patch) {
    return scene.tasks.change(cyd, task.id, patch, must(scene.tasks.get(cyd, task.id)).etag);
  }
  std::vector<FieldChange> last_changes(const Task& task) {
    return must(scene.activities.of_task(cyd, task.id, {.limit = 1})).activities.at(0).changes;
  }
};

TEST_F(TaskService, CreatingWritesTheTaskItsRelationsAndItsActivity) {
  TaskInput input;
  input.title = "Dig";
  input.priority = Priority::kHigh;
  input.assignee_id = eve;
  input.due_date = "2024-01-31T23:59:59Z";
  const Task task = made(input);
  const std::string key = keys::task(task.id);
  EXPECT_EQ(scene.json(key, key), testing::item({{"PK", key},
                                                 {"SK", key},
                                                 {"GSI1PK", key},
                                                 {"GSI1SK", key},
                                                 {"title", "Dig"},
                                                 {"description", testing::null()},
                                                 {"status", "TODO"},
                                                 {"priority", "HIGH"},
                                                 {"assigneeId", eve},
                                                 {"dueDate", "2024-01-31T23:59:59Z"},
                                                 {"entityType", "TASK"},
                                                 {"createdAt", "2024-01-15T10:30:00Z"},
                                                 {"updatedAt", "2024-01-15T10:30:00Z"},
                                                 {"projectId", garden},
                                                 {"rank", task.rank},
                                                 {"createdBy", cyd}})
                                      .json());
  EXPECT_EQ(scene.json(keys::project(garden), key),
            project_task(garden, task.id, "2024-01-15T10:30:00Z").json());
  EXPECT_EQ(scene.json(keys::user(eve), key),
            user_task(eve, task.id, "2024-01-15T10:30:00Z").json());
  EXPECT_EQ(scene.log_of(must(scene.activities.of_task(eve, task.id, {.limit = 9}))),
            "CREATE TASK");
  EXPECT_EQ(must(scene.tasks.get(eve, task.id)), task);
  input.assignee_id = zoe;
  EXPECT_TRUE(
      fails(scene.tasks.create(cyd, garden, input, {}), ErrorCode::kConflict, "assigneeId"));
}

TEST_F(TaskService, TheAssignmentFollowsTheTask) {
  Task task = scene.task(cyd, garden);
  task = must(changed(task, {.assignee_id = bob}));
  EXPECT_TRUE(is_there(keys::user(bob), keys::task(task.id)));
  task = must(changed(task, {.assignee_id = eve}));
  EXPECT_FALSE(is_there(keys::user(bob), keys::task(task.id)));
  EXPECT_TRUE(is_there(keys::user(eve), keys::task(task.id)));
  EXPECT_EQ(last_changes(task), (std::vector<FieldChange>{{"assigneeId", bob, eve}}));
  task = must(changed(task, {.assignee_id = std::optional<std::string>()}));
  EXPECT_FALSE(is_there(keys::user(eve), keys::task(task.id)));
  EXPECT_EQ(must(scene.activities.of_task(cyd, task.id, {.limit = 1})).activities[0].action,
            ActivityAction::kAssign);
}

TEST_F(TaskService, AStaleChangeIsRefusedWithTheCurrentState) {
  const Task task = scene.task(cyd, garden);
  const Task now = must(changed(task, {.title = "Dig deeper"}));
  const auto stale = scene.tasks.change(bob, task.id, {.title = "Rest"}, task.etag);
  ASSERT_TRUE(fails(stale, ErrorCode::kStale));
  EXPECT_EQ(fault_of(stale.error())->etag, now.etag);
  EXPECT_TRUE(fault_of(stale.error())->current.contains("Dig deeper"));
  EXPECT_TRUE(fails(scene.tasks.remove(bob, task.id, task.etag), ErrorCode::kStale));
  EXPECT_TRUE(fails(scene.tasks.move(bob, task.id, {.status = TaskStatus::kDone}, task.etag),
                    ErrorCode::kStale));
}

TEST_F(TaskService, WhatMakesNoSenseIsRefused) {
  const Task task = scene.task(cyd, garden);
  const auto refused = [&](const TaskPatch& patch, std::string_view field,
                           ErrorCode code = ErrorCode::kInvalid) {
    EXPECT_TRUE(fails(changed(task, patch), code, field));
  };
  refused({.due_date = "tomorrow"}, "dueDate");
  refused({.planned_end = "2024-01-01T00:00:00Z"}, "plannedEnd");
  refused({.planned_start = "2024-01-02T00:00:00Z", .planned_end = "2024-01-01T00:00:00Z"},
          "plannedEnd");
  refused({.checklist = std::vector<ChecklistEntry>{{"1", "", false}}}, "checklist");
  refused({.checklist = std::vector<ChecklistEntry>{{"1", "a", false}, {"1", "b", false}}},
          "checklist");
  refused({.checklist = std::vector<ChecklistEntry>(101, {"1", "a", false})}, "checklist");
  refused({.tag_ids = std::vector<std::string>(1, "no-tag")}, "tagIds", ErrorCode::kConflict);
  refused({.tag_ids = std::vector<std::string>{"a#b"}}, "tagIds");
  refused({.blocked_by = std::vector<std::string>{task.id}}, "blockedBy", ErrorCode::kConflict);
  refused({.blocked_by = std::vector<std::string>{"no-task"}}, "blockedBy", ErrorCode::kConflict);
  refused({.parent_id = "no-task"}, "parentId", ErrorCode::kConflict);
  refused({.parent_id = task.id}, "parentId");
  refused({.repeat = Repeat{"FREQ=DAILY", Repeat::From::kDue, ""}}, "dueDate");
  EXPECT_EQ(must(scene.tasks.get(cyd, task.id)), task);
}

TEST_F(TaskService, TagsAreRelationsAndGoWithTheTag) {
  const Tag red = must(scene.tags.create(cyd, garden, {"red", "#FF0000"}, {}));
  const Tag blue = must(scene.tags.create(cyd, garden, {"blue", "#0000FF"}, {}));
  EXPECT_TRUE(
      fails(scene.tags.create(cyd, garden, {"RED", "#FF0000"}, {}), ErrorCode::kConflict, "name"));
  Task task = made({.title = "Dig", .tag_ids = {red.id, blue.id, red.id}});
  EXPECT_EQ(task.tag_ids, (std::vector<std::string>{red.id, blue.id}));
  EXPECT_TRUE(is_there(keys::task(task.id), keys::tag(red.id)));
  task = must(changed(task, {.tag_ids = std::vector<std::string>{blue.id}}));
  EXPECT_FALSE(is_there(keys::task(task.id), keys::tag(red.id)));
  const Tag renamed = must(scene.tags.change(cyd, garden, blue.id, {.name = "sea"}, blue.etag));
  EXPECT_TRUE(fails(scene.tags.remove(cyd, garden, blue.id, blue.etag), ErrorCode::kStale));
  must(scene.tags.remove(cyd, garden, blue.id, renamed.etag));
  must(scene.sweeps.run());
  EXPECT_TRUE(must(scene.tasks.get(cyd, task.id)).tag_ids.empty());
  EXPECT_FALSE(is_there(keys::task(task.id), keys::tag(blue.id)));
  ASSERT_EQ(must(scene.tags.list(eve, garden)).size(), 1);
  // A tag of another project is none of this one.
  const std::string shed = scene.project(cyd, "Shed");
  EXPECT_TRUE(fails(scene.tasks.create(cyd, shed, {.title = "x", .tag_ids = {red.id}}, {}),
                    ErrorCode::kConflict, "tagIds"));
}

TEST_F(TaskService, SubtasksAreOneLevelDeep) {
  const Task dig = task_of("Dig");
  const Task spade = made({.title = "Spade", .parent_id = dig.id});
  EXPECT_TRUE(is_there(keys::task(dig.id), keys::subtask(spade.id)));
  EXPECT_EQ(must(scene.tasks.get(cyd, dig.id)).subtask_count, 1);
  EXPECT_EQ(must(scene.tasks.get(cyd, dig.id)).etag, dig.etag) << "nobody's edit is disturbed";
  const Task sow = task_of("Sow");
  EXPECT_TRUE(fails(changed(sow, {.parent_id = spade.id}), ErrorCode::kConflict, "parentId"));
  EXPECT_TRUE(fails(changed(dig, {.parent_id = sow.id}), ErrorCode::kConflict, "parentId"));
  // Two at once: one of them makes the other impossible.
  const Task weed = task_of("Weed");
  meanwhile([&] { must(changed(weed, {.parent_id = sow.id})); });
  EXPECT_TRUE(fails(changed(sow, {.parent_id = dig.id}), ErrorCode::kConflict, "parentId"));
  must(changed(spade, {.parent_id = std::optional<std::string>()}));
  EXPECT_EQ(must(scene.tasks.get(cyd, dig.id)).subtask_count, 0);
  EXPECT_FALSE(is_there(keys::task(dig.id), keys::subtask(spade.id)));
  for (size_t i = 0; i < 20; ++i) made({.title = "Part", .parent_id = dig.id});
  EXPECT_TRUE(fails(changed(spade, {.parent_id = dig.id}), ErrorCode::kConflict, "parentId"));
  // They go with their task, in one transaction.
  must(scene.tasks.remove(cyd, dig.id, must(scene.tasks.get(cyd, dig.id)).etag));
  EXPECT_EQ(scene.column(cyd, garden), "Spade, Sow, Weed");
  scene.delete_for_good(ada);
  EXPECT_FALSE(scene.all_keys().contains("SUBTASK#" + spade.id));
  EXPECT_FALSE(scene.all_keys().contains(keys::task(dig.id) + " "));
}

TEST_F(TaskService, TasksDoNotWaitForEachOtherInACircle) {
  const Task dig = task_of("Dig");
  const Task sow = made({.title = "Sow", .blocked_by = {dig.id}});
  const Task reap = made({.title = "Reap", .blocked_by = {sow.id}});
  EXPECT_TRUE(is_there(keys::task(reap.id), keys::blocked_by(sow.id)));
  const TaskPatch patch = {.blocked_by = std::vector<std::string>{reap.id}};
  EXPECT_TRUE(fails(changed(dig, patch), ErrorCode::kConflict, "blockedBy"));
  must(scene.tasks.remove(cyd, sow.id, sow.etag));
  scene.delete_for_good(ada);
  EXPECT_TRUE(must(scene.tasks.get(cyd, reap.id)).blocked_by.empty());
  EXPECT_FALSE(is_there(keys::task(reap.id), keys::blocked_by(sow.id)));
  must(changed(dig, patch));
}

TEST_F(TaskService, ATaskThatRepeatsIsToBeDoneAgain) {
  TaskInput input;
  input.title = "Water";
  input.due_date = "2024-01-15T23:59:59Z";
  input.planned_start = "2024-01-15T08:00:00Z";
  input.checklist = {{"1", "Can", true}};
  input.repeat = Repeat{"FREQ=WEEKLY;UNTIL=20240122", Repeat::From::kDue, ""};
  Task task = made(input);
  const Task part = made({.title = "Part", .status = TaskStatus::kDone, .parent_id = task.id});
  task = must(changed(task, {.status = TaskStatus::kDone}));
  EXPECT_EQ(task.status, TaskStatus::kTodo);
  EXPECT_EQ(task.due_date, "2024-01-22T23:59:59Z");
  EXPECT_EQ(task.planned_start, "2024-01-22T08:00:00Z");
  EXPECT_FALSE(task.checklist[0].done);
  EXPECT_EQ(must(scene.tasks.get(cyd, part.id)).status, TaskStatus::kTodo);
  const auto page = must(scene.activities.of_task(cyd, task.id, {.limit = 1}));
  EXPECT_EQ(page.activities[0].action, ActivityAction::kStatus);
  EXPECT_EQ(page.activities[0].changes[0], (FieldChange{"status", "TODO", "DONE"}));
  // The last time it is done for good.
  task = must(scene.tasks.move(cyd, task.id, {.status = TaskStatus::kDone}, task.etag));
  EXPECT_EQ(task.status, TaskStatus::kDone);
  EXPECT_EQ(task.repeat, std::nullopt);
}

TEST_F(TaskService, CardsAreDraggedWithinAndBetweenColumns) {
  const Task a = task_of("A");
  const Task b = task_of("B");
  const Task c = task_of("C");
  EXPECT_EQ(scene.column(eve, garden), "A, B, C");
  scene.move(cyd, c, {.after = a.id, .before = b.id});
  EXPECT_EQ(scene.column(eve, garden), "A, C, B");
  scene.move(cyd, b, {.before = a.id});
  EXPECT_EQ(scene.column(eve, garden), "B, A, C");
  scene.move(cyd, b, {.after = a.id});
  EXPECT_EQ(scene.column(eve, garden), "A, B, C");
  scene.move(cyd, a, {});
  EXPECT_EQ(scene.column(eve, garden), "B, C, A");
  scene.move(cyd, c, {.status = TaskStatus::kReview});
  scene.move(cyd, a, {.status = TaskStatus::kReview, .before = c.id});
  EXPECT_EQ(scene.column(eve, garden), "B");
  EXPECT_EQ(scene.column(eve, garden, TaskStatus::kReview), "A, C");
  EXPECT_EQ(last_changes(a), (std::vector<FieldChange>{{"status", "TODO", "REVIEW"}}));
  // Neighbors that have gone elsewhere, or never were.
  scene.move(cyd, b, {.status = TaskStatus::kReview, .after = "no-task", .before = b.id});
  EXPECT_EQ(scene.column(eve, garden, TaskStatus::kReview), "A, C, B");
  scene.move(cyd, b, {.after = c.id, .before = a.id});
  EXPECT_EQ(scene.column(eve, garden, TaskStatus::kReview), "A, C, B");
}

TEST_F(TaskService, ATaskMovesToAnotherProjectWithItsSubtasks) {
  const std::string shed = scene.project(cyd, "Shed");
  scene.join(shed, cyd, "eve", Role::kViewer);
  const Tag tag = must(scene.tags.create(cyd, garden, {"red", "#FF0000"}, {}));
  const Task other = task_of("Other");
  const Task dig =
      made({.title = "Dig", .assignee_id = bob, .tag_ids = {tag.id}, .blocked_by = {other.id}});
  const Task part = made({.title = "Part", .assignee_id = eve, .parent_id = dig.id});
  EXPECT_TRUE(fails(scene.tasks.move(cyd, part.id, {.project_id = shed}, part.etag),
                    ErrorCode::kConflict, "projectId"));
  EXPECT_TRUE(
      fails(scene.tasks.move(bob, dig.id, {.project_id = shed}, dig.etag), ErrorCode::kNotFound));
  const Task moved = scene.move(cyd, dig, {.project_id = shed});
  EXPECT_EQ(moved.project_id, shed);
  EXPECT_EQ(moved.assignee_id, std::nullopt);
  EXPECT_TRUE(moved.tag_ids.empty() && moved.blocked_by.empty());
  EXPECT_EQ(must(scene.tasks.get(cyd, part.id)).project_id, shed);
  EXPECT_EQ(must(scene.tasks.get(cyd, part.id)).assignee_id, eve);
  EXPECT_EQ(scene.column(cyd, garden), "Other");
  // A task that moves comes last; its sub-tasks stay in their order.
  EXPECT_EQ(scene.column(cyd, shed), "Part, Dig");
  EXPECT_FALSE(is_there(keys::user(bob), keys::task(dig.id)));
  EXPECT_FALSE(is_there(keys::task(dig.id), keys::tag(tag.id)));
  EXPECT_TRUE(fails(scene.tasks.get(bob, dig.id), ErrorCode::kNotFound));
  EXPECT_EQ(scene.log_of(must(scene.activities.of_project(eve, garden, {.limit = 1}))),
            "MOVE TASK");
  EXPECT_EQ(scene.log_of(must(scene.activities.of_project(eve, shed, {.limit = 1}))), "MOVE TASK");
}

// Twenty sub-tasks with five tags each are more than one transaction holds.
TEST_F(TaskService, WhatDoesNotFitIntoOneTransactionIsRefusedAndNothingIsWritten) {
  const std::string shed = scene.project(cyd, "Shed");
  std::vector<std::string> tags;
  for (int i = 0; i < 5; ++i) {
    tags.push_back(
        must(scene.tags.create(cyd, garden, {fmt::format("tag{}", i), "#FF0000"}, {})).id);
  }
  const Task dig = task_of("Dig");
  for (int i = 0; i < 20; ++i) {
    made({.title = "Part", .tag_ids = tags, .parent_id = dig.id});
  }
  const std::string before = scene.all_keys();
  const auto moved =
      scene.tasks.move(cyd, dig.id, {.project_id = shed}, must(scene.tasks.get(cyd, dig.id)).etag);
  EXPECT_TRUE(fails(moved, ErrorCode::kConflict));
  EXPECT_EQ(scene.all_keys(), before);
}

TEST_F(TaskService, ListsFilterByWhatIsDueInTheTimeZoneOfTheReader) {
  // It is Monday, 15 January 2024, 10:30 UTC.
  made({.title = "Yesterday", .due_date = "2024-01-14T23:59:59Z"});
  made({.title = "Earlier", .due_date = "2024-01-15T10:00:00Z"});
  made({.title = "Today", .due_date = "2024-01-15T23:59:59Z"});
  made({.title = "Sunday", .due_date = "2024-01-21T23:59:59Z"});
  made({.title = "Next week", .due_date = "2024-01-22T23:59:59Z"});
  made({.title = "Whenever"});
  made({.title = "Done", .status = TaskStatus::kDone, .due_date = "2024-01-14T23:59:59Z"});
  const auto titles = [&](DueFilter due, const char* zone, int week_start) {
    TaskFilter filter;
    filter.due = due;
    filter.zone = must(ical::TimeZone::find(zone));
    filter.week_start = week_start;
    std::set<std::string> found;
    for (const Task& task : must(scene.lists.of_project(eve, garden, filter))) {
      found.insert(task.title);
    }
    return found;
  };
  using Titles = std::set<std::string>;
  EXPECT_EQ(titles(DueFilter::kOverdue, "UTC", 1), (Titles{"Yesterday", "Earlier"}));
  EXPECT_EQ(titles(DueFilter::kThisWeek, "UTC", 1), (Titles{"Earlier", "Today", "Sunday"}));
  EXPECT_EQ(titles(DueFilter::kThisWeek, "UTC", 0), (Titles{"Yesterday", "Earlier", "Today"}));
  EXPECT_EQ(titles(DueFilter::kNone, "UTC", 1), (Titles{"Whenever"}));
  // 16 January has begun on Kiritimati.
  clock.advance_ms(3'600'000);
  EXPECT_EQ(titles(DueFilter::kOverdue, "Pacific/Kiritimati", 1),
            (Titles{"Yesterday", "Earlier", "Today"}));
  // 14 January is not over on Samoa's other side.
  clock.set_ms(parse_timestamp_ms("2024-01-15T10:00:00Z").value());
  EXPECT_EQ(titles(DueFilter::kOverdue, "Pacific/Pago_Pago", 1), (Titles{}));
}

TEST_F(TaskService, WhatAPersonIsAssignedToIsShownToThoseWhoMaySeeIt) {
  const std::string shed = scene.project(cyd, "Shed");
  const std::string old = scene.project(cyd, "Old");
  made({.title = "Dig", .assignee_id = cyd, .due_date = "2024-02-01T23:59:59Z"});
  must(scene.tasks.create(cyd, shed, {.title = "Paint", .assignee_id = cyd}, {}));
  must(scene.tasks.create(
      cyd, shed, {.title = "Saw", .assignee_id = cyd, .due_date = "2024-01-20T23:59:59Z"}, {}));
  must(scene.tasks.create(cyd, old, {.title = "Gone", .assignee_id = cyd}, {}));
  must(scene.projects.change(cyd, old, {.status = ProjectStatus::kArchived},
                             must(scene.projects.get(cyd, old)).project.etag));
  const auto titles = [&](const std::string& user) {
    std::string all;
    for (const Task& task : must(scene.lists.of_assignee(user, cyd, {}))) all += task.title + " ";
    return all;
  };
  EXPECT_EQ(titles(cyd), "Saw Dig Paint ");
  EXPECT_EQ(titles(ada), "Dig ");
  EXPECT_EQ(titles(zoe), "");
}

TEST_F(TaskService, ATaskThatRepeatsIsDoneInAnotherProject) {
  const std::string shed = scene.project(cyd, "Shed");
  TaskInput input;
  input.title = "Water";
  input.due_date = "2024-01-15T23:59:59Z";
  input.repeat = Repeat{"FREQ=WEEKLY", Repeat::From::kDue, ""};
  const Task task = made(input);
  const Task part = made({.title = "Part", .status = TaskStatus::kDone, .parent_id = task.id});
  const Task moved = scene.move(cyd, task, {.project_id = shed, .status = TaskStatus::kDone});
  EXPECT_EQ(moved.project_id, shed);
  EXPECT_EQ(moved.due_date, "2024-01-22T23:59:59Z");
  const Task moved_part = must(scene.tasks.get(cyd, part.id));
  EXPECT_EQ(moved_part.project_id, shed);
  EXPECT_EQ(moved_part.status, TaskStatus::kTodo);
}

TEST_F(TaskService, WhoLeavesTheOtherProjectMeanwhileIsNotAssignedThere) {
  const std::string shed = scene.project(cyd, "Shed");
  scene.join(shed, cyd, "bob", Role::kMember);
  const Task task = made({.title = "Dig", .assignee_id = bob});
  meanwhile([&] { must(scene.members.remove(cyd, shed, bob)); });
  EXPECT_EQ(scene.move(cyd, task, {.project_id = shed}).assignee_id, std::nullopt);
}

// Sixteen sub-tasks as long as they can be.
TEST_F(TaskService, WhatIsTooLargeForOneTransactionIsRefused) {
  const std::string shed = scene.project(cyd, "Shed");
  std::string description;
  for (size_t i = 0; i < kMaxTaskDescriptionCharacters; ++i) description += "😀";
  std::string line;
  for (size_t i = 0; i < kMaxChecklistCharacters; ++i) line += "😀";
  std::vector<ChecklistEntry> checklist;
  for (size_t i = 0; i < kMaxChecklistEntries; ++i) checklist.push_back({std::to_string(i), line});
  const Task dig = task_of("Dig");
  for (int i = 0; i < 16; ++i) {
    made(
        {.title = "Part", .description = description, .checklist = checklist, .parent_id = dig.id});
  }
  const std::string etag = must(scene.tasks.get(cyd, dig.id)).etag;
  EXPECT_TRUE(
      fails(scene.tasks.move(cyd, dig.id, {.project_id = shed}, etag), ErrorCode::kConflict));
  must(scene.tasks.remove(cyd, dig.id, etag));
}

TEST_F(TaskService, TwoChangesAtOnceMakeNoCircle) {
  const Task dig = task_of("Dig");
  const Task sow = task_of("Sow");
  meanwhile([&] { must(changed(dig, {.blocked_by = std::vector<std::string>{sow.id}})); });
  EXPECT_TRUE(fails(changed(sow, {.blocked_by = std::vector<std::string>{dig.id}}),
                    ErrorCode::kConflict, "blockedBy"));
}

TEST_F(TaskService, ATaskDoesNotWaitForOneThatLeavesTheProjectMeanwhile) {
  const std::string shed = scene.project(cyd, "Shed");
  const Task dig = task_of("Dig");
  const Task sow = task_of("Sow");
  meanwhile([&] { scene.move(cyd, dig, {.project_id = shed}); });
  EXPECT_TRUE(fails(changed(sow, {.blocked_by = std::vector<std::string>{dig.id}}),
                    ErrorCode::kConflict, "blockedBy"));
}

// Another program made it a sub-task of one that others may delete and move.
TEST_F(TaskService, ATaskOfAnotherProjectIsNobodysSubtask) {
  const std::string den = scene.project(zoe, "Den");
  const std::string shed = scene.project(cyd, "Shed");
  const Task hers = scene.task(zoe, den, "Hers");
  const Task dig = task_of("Dig");
  scene.put({{"PK", keys::task(hers.id)},
             {"SK", keys::task(hers.id)},
             {"title", "Hers"},
             {"projectId", den},
             {"parentId", dig.id}});
  scene.put(subtask_of(dig.id, hers.id, "2024-01-01T00:00:00Z").to_map());
  scene.move(cyd, dig, {.project_id = shed});
  EXPECT_EQ(scene.column(zoe, den), "Hers");
  must(scene.tasks.remove(cyd, dig.id, must(scene.tasks.get(cyd, dig.id)).etag));
  EXPECT_EQ(scene.column(zoe, den), "Hers");
  scene.delete_for_good(cyd);
  EXPECT_EQ(scene.column(zoe, den), "Hers");
}

// Another program wrote a task that is its own parent.
TEST_F(TaskService, ATaskThatIsItsOwnSubtaskCanBeDeleted) {
  scene.put({{"PK", "TASK#t"},
             {"SK", "TASK#t"},
             {"title", "Dig"},
             {"projectId", garden},
             {"parentId", "t"}});
  scene.put(project_task(garden, "t", "2024-01-01T00:00:00Z").to_map());
  scene.put(subtask_of("t", "t", "2024-01-01T00:00:00Z").to_map());
  must(scene.tasks.remove(cyd, "t", must(scene.tasks.get(cyd, "t")).etag));
  EXPECT_EQ(scene.column(cyd, garden), "");
}

// A task as the design shows it has a relation to its project, and does not name it.
TEST_F(TaskService, ATaskThatDoesNotNameItsProjectIsOneOfIt) {
  scene.put({{"PK", "TASK#t"},
             {"SK", "TASK#t"},
             {"GSI1PK", "TASK#t"},
             {"GSI1SK", "TASK#t"},
             {"title", "Dig"},
             {"assigneeId", bob}});
  scene.put(project_task(garden, "t", "2024-01-01T00:00:00Z").to_map());
  scene.put(user_task(bob, "t", "2024-01-01T00:00:00Z").to_map());
  EXPECT_EQ(must(scene.lists.of_assignee(bob, bob, {})).size(), 1);
  made({.title = "Part", .parent_id = "t"});
  made({.title = "Sow", .blocked_by = {"t"}});
  must(scene.members.remove(ada, garden, bob));
  EXPECT_EQ(must(scene.tasks.get(cyd, "t")).assignee_id, std::nullopt);
}

// 120 tasks of 300 KB: more than a request may keep.
TEST_F(TaskService, AListThatIsTooLargeHasTasksWithoutTheirTexts) {
  const std::string text(300'000, 'x');
  for (int i = 0; i < 120; ++i) {
    const std::string id = fmt::format("t{:03}", i);
    scene.put({{"PK", keys::task(id)},
               {"SK", keys::task(id)},
               {"title", "Dig"},
               {"description", text},
               {"projectId", garden},
               {"assigneeId", cyd}});
    scene.put(project_task(garden, id, "2024-01-01T00:00:00Z").to_map());
    scene.put(user_task(cyd, id, "2024-01-01T00:00:00Z").to_map());
  }
  const auto in_budget = [](const auto& work) {
    const WorkBudget budget({.bytes = size_t{32} << 20});
    return must(work());
  };
  const auto board = in_budget([&] { return scene.lists.board(eve, garden); });
  ASSERT_EQ(board.tasks.size(), 120);
  EXPECT_TRUE(board.all_name_their_project);
  const auto brief = std::ranges::count(board.tasks, true, &Task::is_brief);
  EXPECT_EQ(brief, 120 - static_cast<int64_t>(kMaxListedTextBytes / text.size()));
  EXPECT_EQ(in_budget([&] { return scene.lists.of_assignee(cyd, cyd, {}); }).size(), 120);
  const auto found = std::ranges::find(board.tasks, true, &Task::is_brief);
  EXPECT_EQ(found->description, std::nullopt);
  const Task whole = must(scene.tasks.get(cyd, found->id));
  EXPECT_EQ(whole.description, text);
  EXPECT_FALSE(whole.is_brief);
  // It can be changed, but for what was not shown.
  EXPECT_TRUE(fails(scene.tasks.change(cyd, found->id, {.description = "New"}, found->etag),
                    ErrorCode::kStale));
  EXPECT_TRUE(fails(
      scene.tasks.change(cyd, found->id, {.checklist = std::vector<ChecklistEntry>()}, found->etag),
      ErrorCode::kStale));
  const auto shown = std::ranges::find(board.tasks, false, &Task::is_brief);
  const Task moved = in_budget(
      [&] { return scene.tasks.move(cyd, found->id, {.before = shown->id}, found->etag); });
  EXPECT_LT(moved.rank, shown->rank);
  EXPECT_EQ(moved.description, text);
  must(scene.tasks.change(cyd, moved.id, {.description = "New"}, moved.etag));
}

TEST_F(TaskService, ABoardIsKeptOnlyIfEveryRelationLeadsToATaskThatNamesIt) {
  scene.task(cyd, garden);
  EXPECT_TRUE(must(scene.lists.board(cyd, garden)).all_name_their_project);
  scene.put(project_task(garden, "t", "2024-01-01T00:00:00Z").to_map());
  scene.put({{"PK", "TASK#t"}, {"SK", "TASK#t"}});
  EXPECT_FALSE(must(scene.lists.board(cyd, garden)).all_name_their_project)
      << "when it gets a title, nobody tells";
}

}  // namespace
}  // namespace norn::projects
