#include "apps/files/keys.h"
#include "apps/files/limits.h"
#include "apps/projects/inspection.h"
#include "apps/projects/limits.h"
#include "apps/projects/meter.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class AttachedFiles : public ProjectsTest {
 protected:
  AttachedFiles() { task = scene.task(cyd, garden); }

  Attachment attach(const std::string& user, const std::string& content = "bytes") {
    return must(scene.comments.attach(user, task.id,
                                      {.name = "", .upload_id = scene.upload(user, content)}, {}));
  }
  // The bytes of an attachment, or the code of the error.
  std::string read(const std::string& user, const std::string& attachment_id) {
    auto file = scene.comments.open_file(user, task.id, attachment_id);
    if (!file) return fault_of(file.error()) != nullptr ? "none" : "failed";
    std::string content;
    while (must(file->reader.append_next(content))) {
    }
    return content;
  }
  // An attachment as another program may write it.
  void write_attachment(const std::string& id, store::Map attributes) {
    attributes.insert({{"PK", keys::attachment(id)},
                       {"SK", keys::attachment(id)},
                       {"GSI1PK", keys::attachment(id)},
                       {"GSI1SK", keys::attachment(id)},
                       {"taskId", task.id},
                       {"createdAt", "2024-01-01T00:00:00Z"}});
    scene.put(attributes);
    scene.put(task_attachment(task.id, id, "2024-01-01T00:00:00Z").to_map());
  }

  Task task;
};

TEST_F(AttachedFiles, AreReadByMembersAndGoWithTheAttachment) {
  const std::string upload = scene.upload(cyd, "bytes");
  const Attachment plan =
      must(scene.comments.attach(cyd, task.id, {.name = "", .upload_id = upload}, {}));
  EXPECT_EQ(plan.name, "plan.pdf");
  EXPECT_EQ(plan.file_bytes, 5);
  EXPECT_EQ(plan.url, "");
  EXPECT_EQ(must(scene.comments.attachments(eve, task.id)), std::vector<Attachment>{plan});
  for (const std::string& user : {ada, bob, cyd, eve}) EXPECT_EQ(read(user, plan.id), "bytes");
  EXPECT_TRUE(fails(scene.comments.open_file(zoe, task.id, plan.id), ErrorCode::kNotFound));
  const Task other = scene.task(cyd, garden);
  EXPECT_TRUE(fails(scene.comments.open_file(cyd, other.id, plan.id), ErrorCode::kNotFound));

  EXPECT_TRUE(fails(scene.comments.detach(eve, task.id, plan.id), ErrorCode::kForbidden));
  EXPECT_EQ(read(eve, plan.id), "bytes");
  must(scene.comments.detach(bob, task.id, plan.id));
  EXPECT_EQ(read(cyd, plan.id), "none");
  must(scene.sweeps.run());
  EXPECT_EQ(scene.file_items(), 0);
  EXPECT_EQ(scene.open_sweeps(), 0);
}

TEST_F(AttachedFiles, AreClaimedByTheirUploaderOnce) {
  const std::string upload = scene.upload(cyd, "bytes");
  const auto attach = [&](const std::string& user, std::string name = "") {
    return scene.comments.attach(user, task.id, {.name = std::move(name), .upload_id = upload}, {});
  };
  EXPECT_TRUE(fails(attach(bob), ErrorCode::kConflict, "uploadId"));
  EXPECT_TRUE(fails(attach(eve), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(attach(zoe), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(attach(cyd, "../x"), ErrorCode::kInvalid, "name"));
  // Another request is faster.
  std::string first;
  meanwhile([&] { first = must(attach(cyd, "First")).id; });
  EXPECT_TRUE(fails(attach(cyd, "Second"), ErrorCode::kConflict, "uploadId"));
  const auto all = must(scene.comments.attachments(ada, task.id));
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].name, "First");
  EXPECT_EQ(read(ada, first), "bytes");
}

TEST_F(AttachedFiles, TheSameKeyAttachesOnce) {
  const std::string upload = scene.upload(cyd, "bytes");
  const apps::Creation creation = {
      .user_id = cyd, .operation = "createAttachment", .key = "k", .digest = "d"};
  const AttachmentInput input = {.name = "", .upload_id = upload};
  const Attachment first = must(scene.comments.attach(cyd, task.id, input, creation));
  EXPECT_EQ(must(scene.comments.attach(cyd, task.id, input, creation)), first);
  EXPECT_EQ(must(scene.comments.attachments(ada, task.id)).size(), 1);
}

TEST_F(AttachedFiles, NothingIsClaimedForATaskThatIsDeletedMeanwhile) {
  const std::string upload = scene.upload(cyd, "bytes");
  meanwhile([&] { must(scene.tasks.remove(bob, task.id, task.etag)); });
  EXPECT_TRUE(fails(scene.comments.attach(cyd, task.id, {.name = "", .upload_id = upload}, {}),
                    ErrorCode::kNotFound));
  EXPECT_TRUE(must(scene.files.get(cyd, upload)).is_complete());
}

// A program that writes to the table cannot reach files that belong to something else.
TEST_F(AttachedFiles, ItemsOfOtherProgramsReachNoOtherFile) {
  const Attachment secret = attach(ada, "secret");
  const std::string unclaimed = scene.upload(ada, "unclaimed");
  int number = 0;
  for (const store::Value& file_id :
       {store::Value(secret.file_id), store::Value(unclaimed), store::Value("nonsense"),
        store::Value("../" + secret.file_id), store::Value(keys::attachment(secret.id)),
        store::Value(accounts::CountingIds::id_of(999'999)), store::Value::number(7)}) {
    const std::string id = fmt::format("foreign-{}", ++number);
    write_attachment(id, {{"fileId", file_id}, {"size", "large"}, {"userId", zoe}});
    EXPECT_EQ(read(ada, id), "none") << id;
    // Nor delete it.
    const auto detached = scene.comments.detach(ada, task.id, id);
    EXPECT_TRUE(detached) << id;
    must(scene.sweeps.run());
  }
  EXPECT_EQ(read(eve, secret.id), "secret");
  EXPECT_TRUE(must(scene.files.get(ada, unclaimed)).is_complete());
  // Nor by a relation of a task of their own.
  const Task own = scene.task(zoe, scene.project(zoe, "Own"));
  scene.put(task_attachment(own.id, secret.id, "2024-01-01T00:00:00Z").to_map());
  EXPECT_TRUE(fails(scene.comments.open_file(zoe, own.id, secret.id), ErrorCode::kNotFound));
}

// Another program wrote a relation to the attachment of another task.
TEST_F(AttachedFiles, StayWhenATaskThatTheyDoNotBelongToIsDeleted) {
  const Attachment plan = attach(cyd);
  const Task other = scene.task(cyd, garden);
  const auto relate = [&] {
    scene.put(task_attachment(other.id, plan.id, "2024-01-01T00:00:00Z").to_map());
  };
  relate();
  must(scene.comments.detach(bob, other.id, plan.id));
  EXPECT_EQ(must(scene.comments.attachments(ada, other.id)).size(), 0);
  EXPECT_EQ(read(ada, plan.id), "bytes");
  relate();
  must(scene.tasks.remove(cyd, other.id, must(scene.tasks.get(cyd, other.id)).etag));
  scene.delete_for_good(cyd);
  EXPECT_EQ(read(ada, plan.id), "bytes");
}

TEST_F(AttachedFiles, OfADeletedTaskAreKeptWhileItIsInTheBin) {
  const Attachment plan = attach(cyd);
  must(scene.tasks.remove(cyd, task.id, must(scene.tasks.get(cyd, task.id)).etag));
  must(scene.sweeps.run());
  EXPECT_EQ(read(cyd, plan.id), "none");
  must(scene.bin.restore(bob, garden, task.id));
  EXPECT_EQ(read(eve, plan.id), "bytes");

  must(scene.tasks.remove(cyd, task.id, must(scene.tasks.get(cyd, task.id)).etag));
  scene.delete_for_good(bob);
  EXPECT_EQ(scene.file_items(), 0);
  EXPECT_EQ(scene.open_sweeps(), 0);
}

TEST_F(AttachedFiles, GoWithTheirProjectAfterACrash) {
  attach(cyd);
  const Task part =
      must(scene.tasks.create(cyd, garden, {.title = "Part", .parent_id = task.id}, {}));
  must(scene.comments.attach(
      cyd, part.id, {.name = "", .upload_id = scene.upload(cyd, std::string(700'000, 'x'))}, {}));
  must(scene.projects.remove(ada, garden));
  must(scene.bin.remove_projects(ada));
  for (int round = 0; scene.open_sweeps() > 0; ++round) {
    ASSERT_LT(round, 200);
    store_.end_after(round % 7);
    static_cast<void>(scene.sweeps.run());
    store_.restart();
    clock.advance_ms(int64_t{2} * 3'600'000);  // Failed sweeps are tried again.
  }
  EXPECT_EQ(scene.file_items(), 0);
  EXPECT_FALSE(scene.all_keys().contains("ATTACHMENT#"));
}

TEST_F(AttachedFiles, OfAttachmentsThatOtherProgramsDeleteGoToo) {
  FileUpkeep upkeep(scene.context);
  const Attachment kept = attach(cyd, "kept");
  const Attachment gone = attach(cyd, "gone");
  const auto record_of = [&](const Attachment& attachment) {
    store::StreamRecord record;
    record.keys = thing_key(keys::attachment(attachment.id));
    record.old_image = to_item(attachment);
    return record;
  };
  store::DeleteRequest remove;
  remove.table = scene.tables.projects();
  remove.key = thing_key(keys::attachment(gone.id));
  must(scene.store.remove(remove));
  must(upkeep.follow({record_of(gone), record_of(kept)}));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.file_items(), 2) << "the head and the part of the one that is still there";
  EXPECT_EQ(read(eve, kept.id), "kept");
}

TEST_F(AttachedFiles, CountForThePersonWhoAddedThem) {
  const ProjectMeter meter(scene.context);
  const Attachment plan = attach(cyd);
  const auto use = meter.use_of(to_item(plan));
  ASSERT_TRUE(use);
  EXPECT_EQ(use->owner, apps::of_person(cyd));
  EXPECT_EQ(use->more_bytes, 5);
  // Whatever another program wrote.
  store::Map item = to_item(plan).view().to_map();
  for (const int64_t size : {int64_t{-1}, INT64_MAX}) {
    item["size"] = store::Value::number(size);
    const int64_t counted = meter.use_of(store::Item::from_map(item))->more_bytes;
    EXPECT_EQ(counted, size < 0 ? 0 : files::kMaxFileBytes);
  }
  item.erase("fileId");
  EXPECT_EQ(meter.use_of(store::Item::from_map(item))->more_bytes, 0);

  must(scene.quotas.change(cyd, {{std::string(apps::kBytesQuota), 100}}));
  EXPECT_TRUE(fails(scene.files.begin(cyd, {"a", 101}, {}), ErrorCode::kForbidden));
}

}  // namespace
}  // namespace norn::projects
