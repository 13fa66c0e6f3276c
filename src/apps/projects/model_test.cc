#include "apps/projects/model.h"

#include <gtest/gtest.h>

#include <set>

#include "apps/accounts/users/users_items.h"
#include "apps/shared/rank.h"
#include "support/builders.h"
#include "support/replies.h"

namespace norn::projects {
namespace {

using store::Map;
using testing::list;
using testing::must;
using testing::no;
using testing::null;

constexpr const char* kCreated = "2024-01-01T00:00:00Z";

// An item has the attributes of the design's example with its values, and besides them exactly
// those that Norn adds.
void expect_design(const store::Item& item, const Map& example,
                   const std::set<std::string>& added) {
  const Map attributes = item.to_map();
  for (const auto& [name, value] : example) {
    const auto found = attributes.find(name);
    ASSERT_NE(found, attributes.end()) << name << " is missing";
    EXPECT_TRUE(found->second == value) << name;
  }
  for (const auto& [name, value] : attributes) {
    EXPECT_TRUE(example.contains(name) || added.contains(name)) << name << " is not of the design";
  }
  for (const std::string& name : added) EXPECT_TRUE(attributes.contains(name)) << name;
}

TEST(ProjectsDesign, User) {
  accounts::User user;
  user.id = "userId";
  user.email = "user@example.com";
  user.name = "用戶姓名";
  user.created_ms = user.updated_ms = 1'704'067'200'000;
  expect_design(store::Item::from_map(accounts::project_user(user)),
                {{"PK", "USER#userId"},
                 {"SK", "USER#userId"},
                 {"GSI1PK", "USER#userId"},
                 {"GSI1SK", "USER#userId"},
                 {"name", "用戶姓名"},
                 {"email", "user@example.com"},
                 {"avatar", null()},
                 {"entityType", "USER"},
                 {"createdAt", kCreated},
                 {"updatedAt", kCreated}},
                {});
}

const Map kProject = {
    {"PK", "PROJECT#projectId"},     {"SK", "PROJECT#projectId"}, {"GSI1PK", "PROJECT#projectId"},
    {"GSI1SK", "PROJECT#projectId"}, {"name", "專案名稱"},        {"description", "專案描述"},
    {"ownerId", "userId"},           {"color", "#FF9900"},        {"status", "ACTIVE"},
    {"entityType", "PROJECT"},       {"createdAt", kCreated},     {"updatedAt", kCreated}};

TEST(ProjectsDesign, Project) {
  const Project project = must(project_from(testing::item(kProject)));
  EXPECT_EQ(project.id, "projectId");
  expect_design(to_item(project), kProject, {});
}

const Map kMember = {{"PK", "PROJECT#projectId"},
                     {"SK", "MEMBER#userId"},
                     {"GSI1PK", "USER#userId"},
                     {"GSI1SK", "PROJECT#projectId"},
                     {"role", "MEMBER"},
                     {"joinedAt", kCreated},
                     {"permissions", list({"READ", "WRITE"})}};

TEST(ProjectsDesign, ProjectMember) {
  const Membership membership = must(membership_from(testing::item(kMember)));
  EXPECT_EQ(membership.role, Role::kMember);
  expect_design(to_item(membership), kMember, {"entityType", "updatedAt"});
}

const Map kTask = {{"PK", "TASK#taskId"},     {"SK", "TASK#taskId"},
                   {"GSI1PK", "TASK#taskId"}, {"GSI1SK", "TASK#taskId"},
                   {"title", "任務標題"},     {"description", "任務描述"},
                   {"status", "TODO"},        {"priority", "HIGH"},
                   {"assigneeId", "userId"},  {"dueDate", "2024-01-31T23:59:59Z"},
                   {"entityType", "TASK"},    {"createdAt", kCreated},
                   {"updatedAt", kCreated}};

TEST(ProjectsDesign, Task) {
  Task task = must(task_from(testing::item(kTask)));
  EXPECT_EQ(task.priority, Priority::kHigh);
  task.project_id = "projectId";
  expect_design(to_item(task), kTask, {"projectId", "rank"});
}

TEST(ProjectsDesign, Relations) {
  expect_design(project_task("projectId", "taskId", kCreated),
                {{"PK", "PROJECT#projectId"},
                 {"SK", "TASK#taskId"},
                 {"GSI1PK", "TASK#taskId"},
                 {"GSI1SK", "PROJECT#projectId"},
                 {"assignedAt", kCreated}},
                {"entityType"});
  expect_design(user_task("userId", "taskId", kCreated),
                {{"PK", "USER#userId"},
                 {"SK", "TASK#taskId"},
                 {"GSI1PK", "TASK#taskId"},
                 {"GSI1SK", "USER#userId"},
                 {"assignedAt", kCreated}},
                {"entityType"});
  expect_design(project_event("projectId", "eventId", kCreated),
                {{"PK", "PROJECT#projectId"},
                 {"SK", "EVENT#eventId"},
                 {"GSI1PK", "EVENT#eventId"},
                 {"GSI1SK", "PROJECT#projectId"},
                 {"GSI2PK", "EVENT#eventId"},
                 {"GSI2SK", "PROJECT#projectId"},
                 {"addedAt", kCreated}},
                {"entityType"});
  // In the design's manner.
  expect_design(task_comment("taskId", "commentId", kCreated),
                {{"PK", "TASK#taskId"},
                 {"SK", "COMMENT#commentId"},
                 {"GSI1PK", "COMMENT#commentId"},
                 {"GSI1SK", "TASK#taskId"},
                 {"addedAt", kCreated}},
                {"entityType"});
  expect_design(project_tag("projectId", "tagId", kCreated),
                {{"PK", "PROJECT#projectId"},
                 {"SK", "TAG#tagId"},
                 {"GSI1PK", "TAG#tagId"},
                 {"GSI1SK", "PROJECT#projectId"},
                 {"addedAt", kCreated}},
                {"entityType"});
  expect_design(subtask_of("taskId", "childId", kCreated),
                {{"PK", "TASK#taskId"},
                 {"SK", "SUBTASK#childId"},
                 {"GSI1PK", "SUBTASK#childId"},
                 {"GSI1SK", "TASK#taskId"},
                 {"addedAt", kCreated}},
                {"entityType"});
}

// GSI2PK is the one that the design's query asks for.
const Map kEvent = {{"PK", "EVENT#eventId"},
                    {"SK", "EVENT#eventId"},
                    {"GSI1PK", "EVENT#eventId"},
                    {"GSI1SK", "EVENT#eventId"},
                    {"GSI2PK", "EVENT#"},
                    {"GSI2SK", "2024-01-01T09:00:00Z"},
                    {"title", "事件標題"},
                    {"description", "事件描述"},
                    {"startDate", "2024-01-01T09:00:00Z"},
                    {"endDate", "2024-01-01T10:00:00Z"},
                    {"allDay", no()},
                    {"color", "#FF9900"},
                    {"projectId", "projectId"},
                    {"entityType", "EVENT"},
                    {"createdAt", kCreated},
                    {"updatedAt", kCreated}};

TEST(ProjectsDesign, Event) {
  const Event event = must(event_from(testing::item(kEvent)));
  expect_design(to_item(event), kEvent, {"projectIds"});
  EXPECT_EQ(dated_event("projectId", event).json(),
            testing::item({{"PK", "PROJECT#projectId"},
                           {"SK", "DATED#2024-01-01T09:00:00Z#eventId"},
                           {"entityType", "DATED_EVENT"}})
                .json());
}

const Map kActivity = {{"PK", "ACTIVITY#activityId"},
                       {"SK", "ACTIVITY#activityId"},
                       {"GSI1PK", "ACTIVITY#activityId"},
                       {"GSI1SK", "ACTIVITY#activityId"},
                       {"action", "CREATE"},
                       {"entityType", "TASK"},
                       {"entityId", "taskId"},
                       {"userId", "userId"},
                       {"details", "創建了新任務"},
                       {"timestamp", kCreated}};

TEST(ProjectsDesign, Activity) {
  Activity activity = must(activity_from(testing::item(kActivity)));
  activity.project_id = "projectId";
  activity.changes = {{"status", "TODO", "DONE"}};
  const store::Item item = to_item(activity);
  expect_design(item, kActivity, {"projectId", "changes"});
  EXPECT_EQ(must(activity_from(item)), activity);
  std::set<std::string> owners;
  for (const store::Item& relation : relations_of(activity)) {
    const Map attributes = relation.to_map();
    EXPECT_EQ(attributes.at("SK"), "ACTIVITY#2024-01-01T00:00:00Z#activityId");
    EXPECT_EQ(attributes.at("GSI1PK"), "ACTIVITY#activityId");
    owners.insert(attributes.at("PK").as<std::string>());
  }
  EXPECT_EQ(owners, (std::set<std::string>{"PROJECT#projectId", "TASK#taskId", "USER#userId"}));
}

TEST(ProjectsModel, EveryThingIsReadAsItWasWritten) {
  Task task = must(task_from(testing::item(kTask)));
  task.project_id = "p";
  task.rank = apps::rank_between("", "", "taskId");
  task.planned_start = "2024-01-10T08:00:00Z";
  task.planned_end = "2024-01-11T08:00:00Z";
  task.tag_ids = {"b", "a"};
  task.checklist = {{"1", "Spade", true}, {"2", "Boots", false}};
  task.parent_id = "parent";
  task.blocked_by = {"other"};
  task.repeat = Repeat{"FREQ=DAILY", Repeat::From::kDone, "Asia/Taipei"};
  task.completed_at = kCreated;
  task.created_by = "u";
  task.updated_by = "v";
  task.subtask_count = 3;
  Task read = must(task_from(to_item(task)));
  EXPECT_NE(read.etag, task.etag);
  task.etag = read.etag;
  EXPECT_EQ(read, task);
  const Comment comment = {"c", "t", "u", "**Hi**", {"v"}, kCreated, kCreated, ""};
  Comment comment_read = must(comment_from(to_item(comment)));
  comment_read.etag.clear();
  EXPECT_EQ(comment_read, comment);
  const Tag tag = {"g", "p", "urgent", "#FF0000", kCreated, kCreated, ""};
  Tag tag_read = must(tag_from(to_item(tag)));
  tag_read.etag.clear();
  EXPECT_EQ(tag_read, tag);
  const Attachment link = {"a", "t", "u", "Plan", "https://example.com/plan", kCreated};
  EXPECT_EQ(must(attachment_from(to_item(link))), link);
  Attachment file = {"a", "t", "u", "plan.pdf", "", kCreated};
  file.file_id = "f";
  file.file_bytes = 5;
  EXPECT_EQ(must(attachment_from(to_item(file))), file);
}

TEST(ProjectsModel, TheCountOfSubtasksAndTheLongestEventAreNoPartOfTheTag) {
  Task task = must(task_from(testing::item(kTask)));
  const std::string etag = must(task_from(to_item(task))).etag;
  task.subtask_count = 3;
  EXPECT_EQ(must(task_from(to_item(task))).etag, etag);
  task.title = "Another";
  EXPECT_NE(must(task_from(to_item(task))).etag, etag);
  Map project = kProject;
  project["longestEventMinutes"] = testing::num(60);
  EXPECT_EQ(must(project_from(testing::item(project))).etag,
            must(project_from(testing::item(kProject))).etag);
}

// What other programs leave out, write as null, or get slightly wrong.
TEST(ProjectsModel, ItemsOfOtherProgramsAreShownAsFarAsTheyMakeSense) {
  const Task bare = must(task_from(
      testing::item({{"PK", "TASK#task-001"}, {"SK", "TASK#task-001"}, {"title", "Only this"}})));
  EXPECT_EQ(bare.id, "task-001");
  EXPECT_EQ(bare.status, TaskStatus::kTodo);
  EXPECT_EQ(bare.priority, Priority::kMedium);
  EXPECT_TRUE(apps::is_rank(bare.rank));
  Map odd = kTask;
  odd["status"] = "BACKLOG";
  odd["priority"] = testing::num(3);
  odd["assigneeId"] = "a#b";
  odd["dueDate"] = "2024-02-30";
  odd["description"] = null();
  odd["tagIds"] = testing::string_set({"x", "y"});
  odd["checklist"] = list({"text", testing::map({{"text", "Boots"}}), null()});
  odd["rank"] = "not a rank!";
  const Task read = must(task_from(testing::item(odd)));
  EXPECT_EQ(read.status, TaskStatus::kTodo);
  EXPECT_EQ(read.assignee_id, std::nullopt);
  EXPECT_EQ(read.due_date, std::nullopt);
  EXPECT_EQ(read.description, std::nullopt);
  EXPECT_EQ(read.tag_ids, (std::vector<std::string>{"x", "y"}));
  ASSERT_EQ(read.checklist.size(), 1);
  EXPECT_EQ(read.checklist[0].text, "Boots");
  EXPECT_TRUE(apps::is_rank(read.rank));

  Map event = kEvent;
  event["startDate"] = "2024-01-02";
  event["endDate"] = "2024-01-01T10:00:00.000Z";
  event["allDay"] = "yes";
  const Event backwards = must(event_from(testing::item(event)));
  EXPECT_EQ(backwards.start_date, "2024-01-02T00:00:00Z");
  EXPECT_EQ(backwards.end_date, backwards.start_date);
  EXPECT_FALSE(backwards.all_day);
}

TEST(ProjectsModel, WhatMakesNoSenseCannotBeRead) {
  const auto without = [](Map item, const char* name) {
    item.erase(name);
    return testing::item(item);
  };
  EXPECT_EQ(task_from(without(kTask, "title")).error().message,
            "The task cannot be read: `title` is missing.");
  EXPECT_FALSE(project_from(without(kProject, "name")));
  EXPECT_FALSE(event_from(without(kEvent, "startDate")));
  EXPECT_FALSE(membership_from(without(kMember, "role")));
  Map member = kMember;
  member["role"] = "KING";
  EXPECT_FALSE(membership_from(testing::item(member)));
  Map task = kTask;
  task["PK"] = "TASK#a/b";
  EXPECT_FALSE(task_from(testing::item(task)));
  for (const char* const url : {"javascript:alert(1)", "https://", "https:// x", "data:text/html,x",
                                "https:///x", "//example.com", "ftp://example.com"}) {
    const Attachment link = {"a", "t", "u", "Plan", url, kCreated};
    EXPECT_FALSE(attachment_from(to_item(link))) << url;
  }
}

TEST(ProjectsModel, AMembershipAllowsWhatBothRoleAndPermissionsAllow) {
  using sharing::Right;
  using sharing::Rights;
  struct Case {
    const char* role;
    store::Value permissions;
    Rights rights;
  };
  const Rights read = {Right::kRead};
  const Rights write = {Right::kRead, Right::kWrite};
  const Rights manage = {Right::kRead, Right::kWrite, Right::kManage};
  const Rights own = {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn};
  for (const Case& one :
       std::vector<Case>{{"VIEWER", null(), read},
                         {"MEMBER", null(), write},
                         {"ADMIN", null(), manage},
                         {"OWNER", null(), own},
                         {"OWNER", list({"READ", "WRITE", "MANAGE"}), own},
                         {"OWNER", list({"READ", "WRITE"}), write},
                         {"MEMBER", testing::string_set({"READ"}), read},
                         {"VIEWER", list({"READ", "WRITE", "MANAGE"}), read},
                         {"ADMIN", list({"READ", "MANAGE"}), {Right::kRead, Right::kManage}},
                         {"OWNER", list({"WRITE", "MANAGE"}), {}},
                         {"OWNER", list({}), {}},
                         {"OWNER", "READ", {}},
                         {"MEMBER", list({"READ", "FLY"}), read}}) {
    Map item = kMember;
    item["role"] = one.role;
    item["permissions"] = one.permissions;
    EXPECT_EQ(must(membership_from(testing::item(item))).rights(), one.rights) << one.role;
  }
  Map item = kMember;
  item.erase("permissions");
  EXPECT_EQ(must(membership_from(testing::item(item))).rights(), write);
}

}  // namespace
}  // namespace norn::projects
