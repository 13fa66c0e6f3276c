#include "apps/files/files.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "apps/accounts/test_world.h"
#include "apps/accounts/users/admission.h"
#include "apps/files/keys.h"
#include "apps/files/limits.h"
#include "apps/files/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::files {
namespace {

using accounts::fails;
using testing::must;

constexpr std::string_view kTable = "things";
// Two whole parts and a short one.
constexpr int64_t kBytes = 2 * kUploadPartBytes + 300'000;

std::string content_of(int64_t bytes) {
  std::string content;
  for (int64_t i = 0; i < bytes; ++i) content.push_back(static_cast<char>(i * i % 251));
  return content;
}

class FilesTest : public ::testing::Test {
 protected:
  FilesTest() {
    store::CreateTableRequest projects = apps::single_table(tables.projects());
    apps::add_index(projects, "GSI1", "GSI1PK", "GSI1SK");
    for (const auto& table :
         {apps::files_table(tables), accounts::norn_table(tables),
          apps::single_table(tables.calendars()), apps::single_table(tables.family()), projects,
          apps::single_table(std::string(kTable))}) {
      must(apps::ensure_table(store, table, ""));
    }
    files.add_sweeps();
    ada = must(users.create(accounts::person("ada@example.com"))).id;
    bob = must(users.create(accounts::person("bob@example.com"))).id;
  }

  static std::string_view part_of(std::string_view content, int64_t part) {
    return content.substr(static_cast<size_t>((part - 1) * kUploadPartBytes), kUploadPartBytes);
  }
  Result<Upload> begin(const std::string& user, int64_t bytes = kBytes) {
    return files.begin(user, {.name = "plan.pdf", .bytes = bytes}, {});
  }
  Result<void> send(const std::string& user, const Upload& upload, const std::string& content) {
    for (int64_t part = 1; part <= upload.parts; ++part) {
      NORN_TRY(files.put_part(user, upload.id, part, part_of(content, part)));
    }
    return {};
  }
  std::string uploaded(const std::string& user, int64_t bytes = kBytes) {
    const Upload upload = must(begin(user, bytes));
    must(send(user, upload, content_of(bytes)));
    return upload.id;
  }
  static Thing thing(const std::string& name) { return {.table = kTable, .key = "THING#" + name}; }
  // As an app does it: the thing and its file in one transaction.
  Result<void> make(const std::string& user, const std::string& upload_id,
                    const std::string& name) {
    const auto attempt = [&]() -> Result<std::optional<apps::Done>> {
      NORN_ASSIGN(auto claim, files.claim(user, upload_id, thing(name)));
      store::PutRequest put;
      put.table = kTable;
      put.item = store::Item::from_map(
          {{"PK", "THING#" + name}, {"SK", "THING#" + name}, {"file", upload_id}});
      claim.actions.emplace_back(std::move(put));
      NORN_ASSIGN(const bool written, apps::write_all(store, std::move(claim.actions)));
      if (!written) return std::nullopt;
      return apps::Done{};
    };
    NORN_TRY(apps::decide_and_write(attempt));
    return {};
  }
  Result<void> unmake(const std::string& file_id, const std::string& name) {
    NORN_ASSIGN(auto actions, files.removal(file_id, thing(name)));
    store::DeleteRequest remove;
    remove.table = kTable;
    remove.key = apps::key_of("THING#" + name, "THING#" + name);
    actions.emplace_back(std::move(remove));
    NORN_TRY(apps::transact(store, std::move(actions)));
    return {};
  }
  bool is_made(const std::string& name) {
    const std::string key = "THING#" + name;
    return must(store.get(testing::get(std::string(kTable), {{"PK", key}, {"SK", key}})))
        .item.has_value();
  }
  // The bytes of the file of a thing; "none" if it has no such file.
  std::string read(const std::string& file_id, const std::string& name) {
    auto file = must(files.open(file_id, thing(name)));
    if (!file) return "none";
    std::string content;
    while (must(file->append_next(content))) {
    }
    return content;
  }
  size_t items() { return must(testing::drain(store, testing::scan(tables.files()))).items.size(); }
  // Sweeps that wait or run.
  size_t sweeps_left() {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store, testing::scan("norn"))).items) {
      count += apps::text_of(item, "entityType").contains("SWEEP") ? 1 : 0;
    }
    return count;
  }
  void a_day_later() {
    clock.advance_ms(kUploadLifeMs);
    must(sweeps.run());
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore model{clock};
  testing::InterruptedStore store{model};
  apps::TableNames tables = {};
  accounts::CountingIds ids;
  accounts::Users users{store, tables, clock, ids};
  accounts::Admission admission{store, tables, clock, ids};
  apps::Idempotency idempotency{store, tables, clock};
  apps::Sweeps sweeps{store, tables, clock, ids, {}};
  quotas::Quotas quotas{store, tables, clock};
  apps::Context context{store, tables, clock, ids, users, idempotency, sweeps, quotas};
  Files files{context};
  std::string ada;
  std::string bob;
};

TEST_F(FilesTest, AnUploadBecomesTheFileOfAThing) {
  const std::string content = content_of(kBytes);
  const Upload upload = must(begin(ada));
  EXPECT_EQ(upload.parts, 3);
  EXPECT_TRUE(upload.received.empty());
  // In any order, and more than once.
  for (const int64_t part : {3, 1, 3, 2, 1}) {
    must(files.put_part(ada, upload.id, part, part_of(content, part)));
    if (part == 2) break;
    EXPECT_TRUE(fails(make(ada, upload.id, "a"), ErrorCode::kConflict, "uploadId"));
  }
  EXPECT_EQ(must(files.get(ada, upload.id)).received, (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ(read(upload.id, "a"), "none");

  const Files::Claim claim = must(files.claim(ada, upload.id, thing("a")));
  EXPECT_EQ(claim.name, "plan.pdf");
  EXPECT_EQ(claim.bytes, kBytes);
  must(make(ada, upload.id, "a"));
  EXPECT_EQ(read(upload.id, "a"), content);
  EXPECT_TRUE(fails(files.get(ada, upload.id), ErrorCode::kNotFound));
  a_day_later();
  a_day_later();
  EXPECT_EQ(read(upload.id, "a"), content);
  EXPECT_EQ(sweeps_left(), 0);
  // The head, and eight parts of 256 KiB and two of the short one.
  EXPECT_EQ(items(), 11);

  must(unmake(upload.id, "a"));
  EXPECT_EQ(read(upload.id, "a"), "none");
  must(sweeps.run());
  EXPECT_EQ(items(), 0);
  EXPECT_EQ(sweeps_left(), 0);
}

TEST_F(FilesTest, TheHeadOfAFileNamesNoPerson) {
  const std::string id = uploaded(ada);
  must(make(ada, id, "a"));
  const auto head =
      must(store.get(testing::get(tables.files(), {{"PK", keys::file(id)}, {"SK", keys::kHead}})));
  EXPECT_FALSE(head.item->json().contains(ada));
  EXPECT_FALSE(head.item->json().contains("plan.pdf"));
}

TEST_F(FilesTest, PartsHaveTheirSize) {
  const std::string content = content_of(kBytes);
  const Upload upload = must(begin(ada));
  for (const int64_t part : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{4}, INT64_MAX}) {
    EXPECT_TRUE(fails(files.put_part(ada, upload.id, part, content.substr(0, kUploadPartBytes)),
                      ErrorCode::kNotFound))
        << part;
  }
  struct Row {
    int64_t part;
    size_t bytes;
  };
  const Row rows[] = {
      {1, 0},
      {1, kUploadPartBytes - 1},
      {1, kUploadPartBytes + 1},
      {3, kUploadPartBytes},
      {3, 299'999},
      {3, 300'001},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(fails(files.put_part(ada, upload.id, row.part, content.substr(0, row.bytes)),
                      ErrorCode::kInvalid))
        << row.part << " of " << row.bytes;
  }
  EXPECT_TRUE(must(files.get(ada, upload.id)).received.empty());
}

TEST_F(FilesTest, NamesAndSizes) {
  const auto begun = [&](std::string name, int64_t bytes) {
    return files.begin(ada, {.name = std::move(name), .bytes = bytes}, {});
  };
  EXPECT_TRUE(begun("a", 1));
  EXPECT_TRUE(begun(".profile", kMaxFileBytes));
  EXPECT_TRUE(fails(begun("a", 0), ErrorCode::kInvalid, "size"));
  EXPECT_TRUE(fails(begun("a", -1), ErrorCode::kInvalid, "size"));
  EXPECT_TRUE(fails(begun("a", kMaxFileBytes + 1), ErrorCode::kInvalid, "size"));
  for (const char* name : {"", ".", "..", "a/b", "/etc/passwd", "..\\a"}) {
    EXPECT_TRUE(fails(begun(name, 1), ErrorCode::kInvalid, "name")) << name;
  }
}

TEST_F(FilesTest, APurposeSaysHowLargeAFileMayBe) {
  const auto begun = [&](int64_t bytes, Purpose purpose) {
    return files.begin(ada, {.name = "a", .bytes = bytes, .purpose = purpose}, {});
  };
  EXPECT_TRUE(begun(kMaxFamilyTreeBytes, Purpose::kFamilyTree));
  EXPECT_TRUE(
      fails(begun(kMaxFamilyTreeBytes + 1, Purpose::kFamilyTree), ErrorCode::kInvalid, "size"));
  EXPECT_TRUE(fails(begun(kMaxFileBytes + 1, Purpose::kAttachment), ErrorCode::kInvalid, "size"));
}

TEST_F(FilesTest, AnUploadServesItsOwnPurposeOnly) {
  const std::string attachment = uploaded(ada);
  const auto sealed = files.seal(ada, attachment, Purpose::kFamilyTree);
  ASSERT_FALSE(sealed);
  EXPECT_TRUE(says(sealed.error(), kUploadPurpose));
  const Upload tree =
      must(files.begin(ada, {.name = "a", .bytes = 3, .purpose = Purpose::kFamilyTree}, {}));
  must(files.put_part(ada, tree.id, 1, "abc"));
  EXPECT_TRUE(fails(make(ada, tree.id, "a"), ErrorCode::kConflict, "uploadId"));
  EXPECT_TRUE(
      fails(files.seal(bob, tree.id, Purpose::kFamilyTree), ErrorCode::kConflict, "uploadId"));
  must(files.seal(ada, tree.id, Purpose::kFamilyTree));
}

TEST_F(FilesTest, ASealedUploadIsReadAtAnyPositionAndStaysAsItIs) {
  const std::string content = content_of(kBytes);
  const Upload upload =
      must(files.begin(ada, {.name = "a", .bytes = kBytes, .purpose = Purpose::kFamilyTree}, {}));
  EXPECT_TRUE(
      fails(files.seal(ada, upload.id, Purpose::kFamilyTree), ErrorCode::kConflict, "uploadId"));
  must(send(ada, upload, content));
  UploadReader reader = must(files.seal(ada, upload.id, Purpose::kFamilyTree));
  EXPECT_EQ(reader.bytes(), kBytes);
  for (const int64_t position : {int64_t{0}, kStoredPartBytes - 1, kBytes - 2, int64_t{5}}) {
    std::string out(100, ' ');
    out.resize(must(reader.read(position, out)));
    ASSERT_FALSE(out.empty());
    EXPECT_EQ(out, content.substr(static_cast<size_t>(position), out.size())) << position;
  }
  char out[10];
  EXPECT_EQ(must(reader.read(kBytes, out)), 0u);
  EXPECT_TRUE(says(files.put_part(ada, upload.id, 1, part_of(content, 1)).error(), kUploadInUse));
  must(files.cancel(ada, upload.id));
  must(sweeps.run());
  EXPECT_TRUE(fails(reader.read(kStoredPartBytes, out), ErrorCode::kNotFound));
  EXPECT_EQ(items(), 0u);
}

TEST_F(FilesTest, AnUploadIsOfOnePerson) {
  const std::string id = uploaded(ada);
  EXPECT_TRUE(fails(files.get(bob, id), ErrorCode::kNotFound));
  EXPECT_TRUE(
      fails(files.put_part(bob, id, 1, part_of(content_of(kBytes), 1)), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(files.cancel(bob, id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(make(bob, id, "a"), ErrorCode::kConflict, "uploadId"));
  for (const char* nonsense : {"", "x", "FILE#x", "../x", "550e8400-e29b-41d4-a716-999999999999"}) {
    EXPECT_TRUE(fails(files.get(ada, nonsense), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(make(ada, nonsense, "a"), ErrorCode::kConflict, "uploadId"));
  }
  must(make(ada, id, "a"));
}

TEST_F(FilesTest, AnUploadIsClaimedOnce) {
  const std::string id = uploaded(ada);
  auto first = must(files.claim(ada, id, thing("a")));
  auto second = must(files.claim(ada, id, thing("b")));
  EXPECT_TRUE(must(apps::write_all(store, std::move(second.actions))));
  EXPECT_FALSE(must(apps::write_all(store, std::move(first.actions))));
  EXPECT_EQ(read(id, "a"), "none");
  EXPECT_EQ(read(id, "b"), content_of(kBytes));
  EXPECT_TRUE(fails(make(ada, id, "c"), ErrorCode::kConflict, "uploadId"));
}

TEST_F(FilesTest, NothingIsWrittenAfterTheClaim) {
  const std::string id = uploaded(ada);
  const std::string other(kUploadPartBytes, 'x');
  store.before_write([&] { must(make(ada, id, "a")); });
  EXPECT_TRUE(fails(files.put_part(ada, id, 1, other), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(files.put_part(ada, id, 1, other), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(files.cancel(ada, id), ErrorCode::kNotFound));
  EXPECT_EQ(read(id, "a"), content_of(kBytes));
}

TEST_F(FilesTest, AFileIsFoundWithItsThingAlone) {
  const std::string id = uploaded(ada);
  must(make(ada, id, "a"));
  const std::string unclaimed = uploaded(ada, 10);
  EXPECT_EQ(read(id, "b"), "none");
  EXPECT_EQ(read(id, ""), "none");
  EXPECT_EQ(read(unclaimed, "a"), "none");
  EXPECT_FALSE(must(files.open(id, {.table = "other", .key = "THING#a"})));
  // Nor is it removed with another one.
  EXPECT_TRUE(must(files.removal(id, thing("b"))).empty());
  must(files.remove(id, thing("b")));
  must(files.remove(unclaimed, thing("a")));
  must(files.remove("nonsense", thing("a")));
  must(sweeps.run());
  EXPECT_EQ(read(id, "a"), content_of(kBytes));
}

TEST_F(FilesTest, WhatNothingClaimsIsGoneAfterADay) {
  const std::string complete = uploaded(ada);
  const Upload begun = must(begin(ada));
  must(files.put_part(ada, begun.id, 2, part_of(content_of(kBytes), 2)));
  clock.advance_ms(kUploadLifeMs - 1);
  must(sweeps.run());
  EXPECT_TRUE(must(files.get(ada, complete)).is_complete());
  clock.advance_ms(1);
  // Also before it is swept.
  EXPECT_TRUE(fails(files.get(ada, complete), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(make(ada, complete, "a"), ErrorCode::kConflict, "uploadId"));
  EXPECT_TRUE(fails(files.put_part(ada, begun.id, 1, part_of(content_of(kBytes), 1)),
                    ErrorCode::kNotFound));
  must(sweeps.run());
  EXPECT_EQ(items(), 0);
  EXPECT_EQ(sweeps_left(), 0);
}

TEST_F(FilesTest, AClaimAndTheSweepAtTheSameTime) {
  std::string id = uploaded(ada);
  clock.advance_ms(kUploadLifeMs - 1);
  store.before_write([&] {
    clock.advance_ms(1);
    must(sweeps.run());
  });
  EXPECT_TRUE(fails(make(ada, id, "a"), ErrorCode::kConflict, "uploadId"));
  EXPECT_FALSE(is_made("a"));
  EXPECT_EQ(items(), 0);

  id = uploaded(ada);
  clock.advance_ms(kUploadLifeMs - 1);
  auto claim = must(files.claim(ada, id, thing("b")));
  clock.advance_ms(1);
  // The first write begins the sweep, the second one takes its lease, the third one deletes.
  store.before_write(
      [&] { store.before_write([&] { must(apps::transact(model, std::move(claim.actions))); }); });
  must(sweeps.run());
  EXPECT_EQ(read(id, "b"), content_of(kBytes));
  must(sweeps.run());
  EXPECT_EQ(read(id, "b"), content_of(kBytes));
  EXPECT_EQ(sweeps_left(), 0);
}

TEST_F(FilesTest, ACrashLeavesNothingAndLosesNothing) {
  const std::string content = content_of(kBytes);
  const auto all = [&](const std::string& name) -> Result<void> {
    NORN_ASSIGN(const Upload upload, begin(ada));
    NORN_TRY(send(ada, upload, content));
    return make(ada, upload.id, name);
  };
  for (int writes = 0;; ++writes) {
    ASSERT_LT(writes, 20);
    const std::string name = std::to_string(writes);
    store.end_after(writes);
    const bool done = all(name).has_value();
    EXPECT_EQ(store.restart(), !done);
    EXPECT_EQ(is_made(name), done);
    a_day_later();
    EXPECT_EQ(sweeps_left(), 0);
    EXPECT_EQ(items(), done ? 11 : 0) << "after " << writes;
    if (done) break;
  }
}

TEST_F(FilesTest, ADeletionGoesOnAfterACrash) {
  // 25 MiB are more than one batch of the store deletes.
  const int64_t bytes = kMaxFileBytes;
  const std::string id = uploaded(ada, bytes);
  must(make(ada, id, "a"));
  EXPECT_EQ(items(), 101);
  must(unmake(id, "a"));
  for (int writes = 0; sweeps_left() > 0; ++writes) {
    ASSERT_LT(writes, 20);
    store.end_after(writes);
    static_cast<void>(sweeps.run());
    store.restart();
    clock.advance_ms(kUploadLifeMs);  // Failed sweeps are tried again.
  }
  EXPECT_EQ(items(), 0);
}

TEST_F(FilesTest, CancellingRemovesEverything) {
  const std::string id = uploaded(ada);
  const std::string other = uploaded(bob, 10);
  must(files.cancel(ada, id));
  EXPECT_TRUE(fails(files.get(ada, id), ErrorCode::kNotFound));
  must(sweeps.run());
  EXPECT_EQ(items(), 3);
  EXPECT_EQ(must(files.get(bob, other)).bytes, 10);
  // As with an account.
  UploadsOfPeople hook(context);
  uploaded(bob);
  EXPECT_FALSE(must(hook.forget(bob)));
  must(sweeps.run());
  EXPECT_EQ(items(), 0);
  EXPECT_EQ(sweeps_left(), 0);
}

TEST_F(FilesTest, AnUploadThatIsSentTwiceBeginsOnce) {
  const apps::Creation creation = {ada, "beginUpload", "key", "digest"};
  const Upload first = must(files.begin(ada, {"a", 5}, creation));
  EXPECT_EQ(must(files.begin(ada, {"a", 5}, creation)).id, first.id);
  EXPECT_TRUE(fails(files.begin(ada, {"b", 5}, {ada, "beginUpload", "key", "other"}),
                    ErrorCode::kUnprocessable));
}

TEST_F(FilesTest, UnfinishedUploadsAreBounded) {
  for (size_t i = 0; i < kMaxOpenUploads; ++i) must(begin(ada, 1));
  const auto refused = begin(ada, 1);
  EXPECT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_TRUE(says(refused.error(), kTooManyUploads));
  EXPECT_TRUE(begin(bob, 1));
  a_day_later();
  EXPECT_TRUE(begin(ada, 1));
}

TEST_F(FilesTest, TheQuotaCountsWhatIsBeingUploaded) {
  must(admission.change_settings({.quotas = {{std::string(apps::kBytesQuota), 1'000}}}));
  EXPECT_TRUE(fails(begin(ada, 1'001), ErrorCode::kForbidden));
  const Upload first = must(begin(ada, 600));
  EXPECT_TRUE(fails(begin(ada, 401), ErrorCode::kForbidden));
  EXPECT_TRUE(begin(bob, 999));
  must(files.cancel(ada, first.id));
  EXPECT_TRUE(begin(ada, 999));
}

TEST_F(FilesTest, ItemsOfOtherProgramsDoNoHarm) {
  const std::string id = accounts::CountingIds::id_of(777);
  must(store.put(testing::put(tables.files(), {{"PK", keys::file(id)},
                                               {"SK", keys::kHead},
                                               {"thing", "THING#a"},
                                               {"table", kTable},
                                               {"parts", "many"},
                                               {"size", store::Null{}}})));
  EXPECT_EQ(read(id, "a"), "");
  must(store.put(testing::put(tables.files(), {{"PK", keys::file(id)},
                                               {"SK", keys::kHead},
                                               {"thing", "THING#a"},
                                               {"table", kTable},
                                               {"parts", store::Value::number(2)}})));
  auto file = must(files.open(id, thing("a"))).value();
  std::string content;
  EXPECT_TRUE(fails(file.append_next(content), ErrorCode::kNotFound)) << "its parts are missing";
  must(files.remove(id, thing("a")));
  must(sweeps.run());
  EXPECT_EQ(items(), 0);
}

}  // namespace
}  // namespace norn::files
