#include "apps/projects/tasks/comments.h"

#include "apps/projects/limits.h"
#include "apps/projects/test_world.h"
#include "apps/shared/quota_kinds.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

class CommentService : public ProjectsTest {
 protected:
  Task task = scene.task(cyd, garden);
};

TEST_F(CommentService, CommentsAreInTheOrderOfTheirTimeAndInTheActivity) {
  const Comment first = must(scene.comments.create(cyd, task.id, {"Hello @bob", {bob, bob}}, {}));
  clock.advance_ms(1);
  const Comment second = must(scene.comments.create(bob, task.id, {"**Yes**", {}}, {}));
  EXPECT_LT(first.id, second.id);
  EXPECT_EQ(first.mentions, std::vector<std::string>{bob});
  EXPECT_EQ(must(scene.comments.list(eve, task.id)).comments,
            (std::vector<Comment>{first, second}));
  const auto page = must(scene.activities.of_task(eve, task.id, {.limit = 1}));
  EXPECT_EQ(page.activities[0].action, ActivityAction::kComment);
  EXPECT_EQ(page.activities[0].details, "**Yes**");
  EXPECT_TRUE(fails(scene.comments.create(cyd, task.id, {"Hello", {zoe}}, {}), ErrorCode::kConflict,
                    "mentions"));
  EXPECT_TRUE(fails(scene.comments.create(zoe, task.id, {"Hello", {}}, {}), ErrorCode::kNotFound));
}

TEST_F(CommentService, OnlyTheirAuthorsChangeThem) {
  const Comment comment = must(scene.comments.create(cyd, task.id, {"Hello", {}}, {}));
  EXPECT_TRUE(fails(scene.comments.change(bob, task.id, comment.id, {"No", {}}, comment.etag),
                    ErrorCode::kForbidden));
  const Comment changed =
      must(scene.comments.change(cyd, task.id, comment.id, {"Bye", {}}, comment.etag));
  EXPECT_EQ(changed.text, "Bye");
  EXPECT_TRUE(fails(scene.comments.change(cyd, task.id, comment.id, {"Again", {}}, comment.etag),
                    ErrorCode::kStale));
  const std::string other = scene.task(cyd, garden).id;
  EXPECT_TRUE(fails(scene.comments.change(cyd, other, comment.id, {"x", {}}, changed.etag),
                    ErrorCode::kNotFound));
  scene.join(garden, ada, "zoe", Role::kMember);
  EXPECT_TRUE(fails(scene.comments.remove(zoe, task.id, comment.id), ErrorCode::kForbidden));
  must(scene.comments.remove(bob, task.id, comment.id));
  EXPECT_TRUE(must(scene.comments.list(cyd, task.id)).comments.empty());
  EXPECT_EQ(scene.log_of(must(scene.activities.of_task(eve, task.id, {.limit = 2}))),
            "DELETE COMMENT, UPDATE COMMENT");
}

TEST_F(CommentService, AttachmentsAreLinksOfTheWeb) {
  const Attachment plan =
      must(scene.comments.attach(cyd, task.id, {"Plan", "https://example.com/p?q=1#x"}, {}));
  for (const char* const url : {"javascript:alert(1)", "JAVASCRIPT://x%0Aalert(1)", "data:,x",
                                "//example.com", "https://", "http:// example.com", ""}) {
    EXPECT_TRUE(
        fails(scene.comments.attach(cyd, task.id, {"Bad", url}, {}), ErrorCode::kInvalid, "url"))
        << url;
  }
  EXPECT_EQ(must(scene.comments.attachments(eve, task.id)), std::vector<Attachment>{plan});
  must(scene.comments.detach(cyd, task.id, plan.id));
  EXPECT_TRUE(must(scene.comments.attachments(eve, task.id)).empty());
}

TEST_F(CommentService, NothingIsAddedToATaskThatIsDeletedMeanwhile) {
  meanwhile([&] { must(scene.tasks.remove(bob, task.id, task.etag)); });
  EXPECT_TRUE(fails(scene.comments.create(cyd, task.id, {"Hello", {}}, {}), ErrorCode::kNotFound));
  scene.delete_for_good(bob);
  EXPECT_FALSE(scene.all_keys().contains("COMMENT#"));
}

// Who may write in the project that it was in need not even see the one that it is in.
TEST_F(CommentService, NothingIsDoneToATaskThatLeavesTheProjectMeanwhile) {
  const std::string shed = scene.project(ada, "Shed");
  const Comment comment = must(scene.comments.create(cyd, task.id, {"Hello", {}}, {}));
  const auto refused = [&](const auto& attempt) {
    meanwhile([&] { scene.move(ada, task, {.project_id = shed}); });
    EXPECT_TRUE(fails(attempt(), ErrorCode::kNotFound));
    scene.move(ada, task, {.project_id = garden});
  };
  refused([&] { return scene.comments.create(cyd, task.id, {"Late", {}}, {}); });
  refused(
      [&] { return scene.comments.change(cyd, task.id, comment.id, {"Late", {}}, comment.etag); });
  refused([&] { return scene.comments.remove(cyd, task.id, comment.id); });
  refused([&] { return scene.comments.attach(cyd, task.id, {"Plan", "https://example.com"}, {}); });
  EXPECT_EQ(must(scene.comments.list(cyd, task.id)).comments, std::vector<Comment>{comment});
  EXPECT_TRUE(must(scene.comments.attachments(cyd, task.id)).empty());
}

TEST_F(CommentService, TheSameKeyMakesOneComment) {
  const apps::Creation creation = {
      .user_id = cyd, .operation = "createComment", .key = "k", .digest = "d"};
  const Comment first = must(scene.comments.create(cyd, task.id, {"Hello", {}}, creation));
  EXPECT_EQ(must(scene.comments.create(cyd, task.id, {"Hello", {}}, creation)), first);
  EXPECT_EQ(must(scene.comments.list(cyd, task.id)).comments.size(), 1);
}

TEST_F(CommentService, CountForThePersonWhoWritesThem) {
  const Comment comment = must(scene.comments.create(cyd, task.id, {"Hello", {}}, {}));
  must(scene.quotas.change(cyd, {{std::string(apps::kBytesQuota), 0}}));
  EXPECT_TRUE(fails(scene.comments.create(cyd, task.id, {"Hello", {}}, {}), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.comments.attach(cyd, task.id, {"Plan", "https://example.com"}, {}),
                    ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.comments.change(cyd, task.id, comment.id, {"Bye", {}}, comment.etag),
                    ErrorCode::kForbidden));
  must(scene.comments.create(bob, task.id, {"Hello", {}}, {}));
}

// 120 comments of 300 KB: more than a request may keep.
TEST_F(CommentService, ComeInPagesIfTheyAreTooLarge) {
  std::vector<std::string> ids;
  for (int i = 0; i < 120; ++i) {
    ids.push_back(fmt::format("c{:03}", i));
    scene.put({{"PK", keys::comment(ids.back())},
               {"SK", keys::comment(ids.back())},
               {"text", std::string(300'000, 'x')},
               {"userId", cyd},
               {"createdAt", fmt::format("2024-01-01T00:{:02}:{:02}Z", i / 60, i % 60)}});
    scene.put(task_comment(task.id, ids.back(), "2024-01-01T00:00:00Z").to_map());
  }
  std::vector<std::string> seen;
  std::string cursor;
  int pages = 0;
  do {
    const WorkBudget budget({.bytes = size_t{32} << 20});
    const CommentPage page = must(scene.comments.list(eve, task.id, cursor));
    std::vector<std::string> on_page;
    for (const Comment& comment : page.comments) on_page.push_back(comment.id);
    seen.insert(seen.begin(), on_page.begin(), on_page.end());
    cursor = page.next;
    ++pages;
  } while (!cursor.empty());
  EXPECT_EQ(seen, ids) << "the latest page first, each of them oldest first";
  EXPECT_EQ(pages, 2);
  EXPECT_TRUE(fails(scene.comments.list(eve, task.id, "a#b"), ErrorCode::kInvalid, "cursor"));
}

}  // namespace
}  // namespace norn::projects
