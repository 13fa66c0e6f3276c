#include "apps/projects/bell/ringer.h"

#include <memory>

#include "apps/projects/inspection.h"
#include "apps/projects/limits.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class Bell : public ProjectsTest {
 protected:
  Bell() { start(); }

  // A new process, which goes on where the last one ended.
  void start() {
    ringer = std::make_unique<Ringer>(scene.context);
    upkeep = std::make_unique<TaskUpkeep>(scene.context);
    readers = std::make_unique<apps::TableReaders>(scene.store, scene.tables, clock, scene.ids,
                                                   apps::TableReaderOptions{.lease_ms = 0});
    readers->add(*upkeep);
    readers->add(*ringer);
    must(readers->run());
  }
  NotificationPage page(const std::string& user, size_t limit = 50) {
    return must(notifications.list(user, {.limit = limit}));
  }
  // "ASSIGNED Dig by cyd, ...": what a person was told of, newest first.
  std::string heard(const std::string& user) {
    must(readers->run());
    std::string text;
    for (const ShownNotification& one : page(user).notifications) {
      text += text.empty() ? "" : ", ";
      text += to_text(one.notification.kind);
      text += " " + one.task_title.value_or("-");
      if (one.actor_name) text += " by " + *one.actor_name;
      for (const std::string& field : one.notification.fields) text += " " + field;
    }
    return text;
  }
  Task assigned_task(const std::string& by, const std::string& to, std::string title = "Dig") {
    TaskInput input;
    input.title = std::move(title);
    input.assignee_id = to;
    return must(scene.tasks.create(by, garden, input, {}));
  }
  void change(const std::string& user, const Task& task, const TaskPatch& patch) {
    clock.advance_ms(1'000);
    scene.change(user, task, patch);
  }
  size_t items_of_bell(const std::string& user) {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(scene.store, testing::scan("norn"))).items) {
      count += apps::text_of(item, "PK") == keys::bell(user) ? 1 : 0;
    }
    return count;
  }

  Notifications notifications{scene.context};
  std::unique_ptr<Ringer> ringer;
  std::unique_ptr<TaskUpkeep> upkeep;
  std::unique_ptr<apps::TableReaders> readers;
};

TEST_F(Bell, PeopleAreToldThatTheyAreAssignedMentionedAndThatOthersChangeTheirTasks) {
  const Task task = assigned_task(ada, cyd);
  assigned_task(cyd, cyd, "Own");
  EXPECT_EQ(heard(cyd), "ASSIGNED Dig by ada");
  EXPECT_EQ(heard(ada), "");
  change(bob, task, {.title = "Dig deep", .priority = Priority::kHigh});
  EXPECT_EQ(heard(cyd), "CHANGED Dig deep by bob title priority, ASSIGNED Dig deep by ada");
  EXPECT_EQ(heard(ada), "CHANGED Dig deep by bob title priority") << "who made the task";
  change(cyd, task, {.assignee_id = bob});
  EXPECT_EQ(heard(bob), "ASSIGNED Dig deep by cyd");
  change(ada, task, {.assignee_id = eve});
  EXPECT_EQ(heard(bob), "CHANGED Dig deep by ada assigneeId, ASSIGNED Dig deep by cyd");
}

TEST_F(Bell, CommentsRingForThoseWhomTheyMentionAndForThoseWhoseTaskItIs) {
  const Task task = assigned_task(ada, cyd);
  clock.advance_ms(1'000);
  const Comment comment =
      must(scene.comments.create(bob, task.id, {"Look @cyd @eve @bob", {cyd, eve, bob}}, {}));
  EXPECT_EQ(heard(eve), "MENTIONED Dig by bob");
  EXPECT_EQ(heard(cyd), "MENTIONED Dig by bob, ASSIGNED Dig by ada");
  EXPECT_EQ(heard(ada), "COMMENTED Dig by bob");
  EXPECT_EQ(heard(bob), "") << "nobody is told what they did";
  EXPECT_EQ(page(eve).notifications.front().text, "Look @cyd @eve @bob");
  clock.advance_ms(1'000);
  must(scene.comments.change(bob, task.id, comment.id, {"And @ada", {eve, ada}}, comment.etag));
  EXPECT_EQ(heard(ada), "MENTIONED Dig by bob, COMMENTED Dig by bob");
  EXPECT_EQ(heard(eve), "MENTIONED Dig by bob") << "once for each comment";
}

TEST_F(Bell, TheAssigneeIsToldOnceThatATaskIsDue) {
  const std::string tomorrow = timestamp_s(clock.now_ms() + kMsPerDay).substr(0, 10);
  Task whole_day = assigned_task(cyd, cyd, "Day");
  Task timed = assigned_task(cyd, cyd, "Time");
  Task done = assigned_task(cyd, cyd, "Done");
  Task moved = assigned_task(cyd, cyd, "Moved");
  Task late = assigned_task(cyd, cyd, "Long ago");
  scene.change(cyd, whole_day, {.due_date = tomorrow + "T23:59:59Z"});
  scene.change(cyd, timed, {.due_date = tomorrow + "T01:00:00Z"});
  scene.change(cyd, moved, {.due_date = tomorrow + "T01:00:00Z"});
  scene.change(cyd, done, {.due_date = tomorrow + "T01:00:00Z"});
  scene.change(cyd, late, {.due_date = "2001-01-01T01:00:00Z"});
  EXPECT_EQ(heard(cyd), "");
  scene.change(cyd, done, {.status = TaskStatus::kDone});
  scene.change(cyd, moved, {.due_date = tomorrow + "T05:00:00Z"});
  EXPECT_EQ(heard(cyd), "");
  const int64_t midnight = parse_timestamp_ms(tomorrow + "T00:00:00Z").value();
  clock.set_ms(midnight - 1'000);
  EXPECT_EQ(heard(cyd), "");
  clock.set_ms(midnight);
  const std::string both = heard(cyd);
  EXPECT_TRUE(both == "DUE Day, DUE Time" || both == "DUE Time, DUE Day") << both;
  start();
  EXPECT_EQ(heard(cyd), both) << "once, also after a restart";
  clock.set_ms(midnight + 4 * 3'600'000);
  EXPECT_EQ(heard(cyd), "DUE Moved, " + both);
  EXPECT_TRUE(page(cyd).notifications.front().notification.due_date);
}

TEST_F(Bell, WhatWasThereBeforeTheReaderIsToldWhenItIsDue) {
  const Task task = assigned_task(cyd, cyd, "Day");
  scene.change(cyd, task, {.due_date = "2024-01-16T23:59:59Z"});
  must(scene.store.remove(testing::remove(
      "norn", {{"PK", "READER#calendar-app-data"}, {"SK", "READER#calendar-app-data"}})));
  start();
  EXPECT_EQ(heard(cyd), "");
  clock.set_ms(parse_timestamp_ms("2024-01-16T00:00:00Z").value());
  EXPECT_EQ(heard(cyd), "DUE Day");
}

TEST_F(Bell, SettingsOfAProjectSayWhatRingsAndGoWithTheMembership) {
  must(notifications.change_settings(cyd, garden, {.assigned = false}));
  must(notifications.change_settings(cyd, garden, {.changed = false}));
  EXPECT_EQ(must(notifications.settings(cyd, garden)),
            (BellSettings{.assigned = false, .mentioned = true, .due = true, .changed = false}));
  const Task task = assigned_task(ada, cyd);
  change(bob, task, {.title = "Sow"});
  EXPECT_EQ(heard(cyd), "");
  must(scene.comments.create(bob, task.id, {"@cyd", {cyd}}, {}));
  EXPECT_EQ(heard(cyd), "MENTIONED Sow by bob");
  EXPECT_TRUE(fails(notifications.settings(zoe, garden), ErrorCode::kNotFound));
  EXPECT_TRUE(
      fails(notifications.change_settings(zoe, garden, {.due = false}), ErrorCode::kNotFound));
  const size_t before = items_of_bell(cyd);
  must(scene.members.remove(ada, garden, cyd));
  must(readers->run());
  EXPECT_EQ(items_of_bell(cyd), before - 1);
  scene.join(garden, ada, "cyd", Role::kMember);
  EXPECT_EQ(must(notifications.settings(cyd, garden)), BellSettings());
}

TEST_F(Bell, WhoeverLostAccessSeesNothingAnyMore) {
  const Task task = assigned_task(ada, cyd);
  must(readers->run());
  const std::string id = page(cyd).notifications.front().notification.id;
  EXPECT_EQ(page(cyd).unread, 1);
  must(scene.members.remove(ada, garden, cyd));
  EXPECT_EQ(heard(cyd), "");
  EXPECT_EQ(page(cyd).unread, 0);
  EXPECT_TRUE(fails(notifications.set_read(cyd, id, true), ErrorCode::kNotFound));
  // A task that went to a project of others keeps its new title for itself.
  const std::string secret = scene.project(ada, "Secret");
  const Task other = assigned_task(ada, bob, "Plan");
  EXPECT_EQ(heard(bob), "ASSIGNED Plan by ada");
  scene.move(ada, other, {.project_id = secret});
  EXPECT_EQ(heard(bob), "ASSIGNED - by ada");
  EXPECT_EQ(heard(zoe), "");
}

TEST_F(Bell, WhatIsReadIsReadOnAllDevices) {
  for (const char* const title : {"one", "two", "three"}) {
    assigned_task(ada, cyd, title);
    clock.advance_ms(1'000);
  }
  must(readers->run());
  EXPECT_EQ(page(cyd).unread, 3);
  const auto first = page(cyd, 2);
  ASSERT_EQ(first.notifications.size(), 2);
  EXPECT_EQ(first.notifications[0].task_title, "three");
  const auto rest = must(notifications.list(cyd, {.limit = 2, .cursor = first.next}));
  ASSERT_EQ(rest.notifications.size(), 1);
  EXPECT_EQ(rest.next, std::nullopt);
  const std::string middle = first.notifications[1].notification.id;
  EXPECT_TRUE(must(notifications.set_read(cyd, middle, true)).notification.read_at);
  EXPECT_EQ(page(cyd).unread, 2);
  EXPECT_FALSE(must(notifications.set_read(cyd, middle, false)).notification.read_at);
  EXPECT_EQ(must(notifications.read_all(cyd, middle)), 1);
  EXPECT_EQ(page(cyd).unread, 1);
  EXPECT_EQ(must(notifications.read_all(cyd, std::nullopt)), 0);
  EXPECT_EQ(page(cyd).unread, 0);
  EXPECT_TRUE(fails(notifications.set_read(bob, middle, true), ErrorCode::kNotFound));
  clock.advance_ms(kNotificationDays * kMsPerDay);
  EXPECT_TRUE(page(cyd).notifications.empty()) << "what has expired counts for nothing";
}

TEST_F(Bell, AReaderThatIsInterruptedAnywhereTellsEverythingOnce) {
  const auto happen = [&] {
    const Task task = assigned_task(ada, cyd);
    change(bob, task, {.title = "Sow", .due_date = timestamp_s(clock.now_ms() + 60'000)});
    must(scene.comments.create(bob, task.id, {"@cyd @eve", {cyd, eve}}, {}));
  };
  happen();
  must(readers->run());
  const size_t expected = items_of_bell(cyd);
  EXPECT_EQ(expected, 4);
  for (int writes = 0; writes < 12; ++writes) {
    const size_t before = items_of_bell(cyd);
    happen();
    store_.end_after(writes);
    (void)readers->run();
    store_.restart();
    start();
    EXPECT_EQ(items_of_bell(cyd) - before, expected) << writes;
  }
}

TEST_F(Bell, ABellIsBoundedAndGoesWithItsAccount) {
  for (size_t i = 0; i < kMaxNotifications + 60; ++i) {
    clock.advance_ms(1);
    assigned_task(ada, cyd, std::to_string(i));
  }
  must(readers->run());
  EXPECT_LE(items_of_bell(cyd), kMaxNotifications + 50);
  EXPECT_GE(items_of_bell(cyd), kMaxNotifications);
  EXPECT_EQ(page(cyd).notifications.front().task_title, std::to_string(kMaxNotifications + 59));
  const Task last = assigned_task(ada, cyd);
  must(scene.users.remove(*must(scene.users.find(cyd)), {}));
  while (must(notifications.forget(cyd))) {
  }
  must(readers->run());
  EXPECT_EQ(items_of_bell(cyd), 0) << "nothing is added for an account that is gone";
}

TEST_F(Bell, ItemsOfOtherProgramsRingAndBrokenOnesStopNothing) {
  const auto foreign = [&](const std::string& id, store::Map item) {
    item.emplace("PK", keys::task(id));
    item.emplace("SK", keys::task(id));
    scene.put(std::move(item));
  };
  // As the design's createTask: three puts, and the relation alone names the project.
  foreign("task-001", {{"title", "任務"}, {"assigneeId", cyd}, {"status", "TODO"}});
  scene.put(project_task(garden, "task-001", "2024-01-01T00:00:00Z").to_map());
  foreign("broken", {{"title", store::Value::number(7)}, {"assigneeId", cyd}});
  foreign("nowhere", {{"title", "x"}, {"assigneeId", cyd}, {"projectId", "a#b"}});
  foreign("odd",
          {{"title", "x"}, {"projectId", garden}, {"assigneeId", "no/id"}, {"dueDate", "soon"}});
  scene.put({{"PK", "COMMENT#c"},
             {"SK", "COMMENT#c"},
             {"text", "x"},
             {"taskId", "gone"},
             {"mentions", store::List{"a#b", cyd}}});
  EXPECT_EQ(heard(cyd), "ASSIGNED 任務");
  EXPECT_EQ(apps::text_of(
                *must(scene.store.get(testing::get(
                          "calendar-app-data", {{"PK", "TASK#task-001"}, {"SK", "TASK#task-001"}})))
                     .item,
                "projectId"),
            garden);
  for (const store::Map& item :
       {store::Map{{"kind", "NONSENSE"}}, store::Map{{"kind", "DUE"}, {"projectId", garden}},
        store::Map{{"kind", "DUE"}, {"projectId", garden}, {"taskId", "gone"}},
        store::Map{
            {"kind", "DUE"}, {"projectId", garden}, {"taskId", "gone"}, {"createdAt", "never"}}}) {
    store::Map whole = item;
    whole.emplace("PK", keys::bell(cyd));
    whole.emplace("SK", keys::notification("9999999999999-" + std::to_string(item.size())));
    must(scene.store.put(testing::put("norn", whole)));
  }
  must(scene.store.put(
      testing::put("norn", {{"PK", std::string(keys::kDueTasks)}, {"SK", "2001#a/b"}})));
  EXPECT_EQ(heard(cyd), "ASSIGNED 任務");
  EXPECT_EQ(page(cyd).unread, 1);
  EXPECT_EQ(must(notifications.read_all(cyd, std::nullopt)), 0);
}

TEST_F(Bell, OpenPagesHearOfIt) {
  BellChanges changes(scene.context, notifications);
  assigned_task(ada, cyd);
  must(readers->run());
  store::StreamRecord record;
  const std::string id = page(cyd).notifications.front().notification.id;
  record.keys = notification_key(cyd, id);
  record.new_image = must(scene.store.get(testing::get("norn", record.keys.to_map()))).item.value();
  const auto events = must(changes.events_of(record));
  ASSERT_EQ(events.size(), 1);
  EXPECT_EQ(events[0].users, std::vector<std::string>{cyd});
  EXPECT_EQ(events[0].scope, "projects:read");
  EXPECT_NE(events[0].data.find(R"("taskTitle":"Dig")"), std::string::npos);
  store::StreamRecord other;
  other.keys = apps::key_of("USER#x", "ACCOUNT");
  other.new_image = other.keys;
  const auto missed = must(changes.catch_up({other, record}));
  EXPECT_TRUE(missed[0].empty());
  EXPECT_EQ(missed[1].size(), 1);
  must(scene.members.remove(ada, garden, cyd));
  EXPECT_TRUE(must(changes.events_of(record)).empty());
  record.old_image = std::exchange(record.new_image, std::nullopt);
  EXPECT_EQ(must(changes.events_of(record)).front().data,
            R"({"id":")" + id + R"(","notification":null})");
}

}  // namespace
}  // namespace norn::projects
