#include "apps/family/exchange/import_jobs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "apps/family/exchange/export.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "apps/family/test_world.h"
#include "apps/files/limits.h"
#include "apps/files/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

using State = TreeImportJob::State;

constexpr std::string_view kChainHead = "0 HEAD\n1 GEDC\n2 VERS 7.0\n";

// A chain of people, each the child of the one before, with notes of so many bytes.
std::string chain_file(int people, size_t note_bytes) {
  std::string file(kChainHead);
  for (int i = 0; i < people; ++i) {
    fmt::format_to(std::back_inserter(file), "0 @I{}@ INDI\n1 NAME Person{} /Smith/\n", i, i);
    if (note_bytes > 0) file += "1 NOTE " + std::string(note_bytes, 'x') + "\n";
    if (i > 0) fmt::format_to(std::back_inserter(file), "1 FAMC @F{}@\n", i);
    fmt::format_to(std::back_inserter(file), "1 FAMS @F{}@\n", i + 1);
  }
  for (int i = 1; i <= people; ++i) {
    fmt::format_to(std::back_inserter(file), "0 @F{}@ FAM\n1 HUSB @I{}@\n", i, i - 1);
    if (i < people) fmt::format_to(std::back_inserter(file), "1 CHIL @I{}@\n", i);
  }
  return file + "0 TRLR\n";
}

class ImportJobsTest : public FamilyTest {
 protected:
  ImportJobsTest() {
    must(apps::ensure_table(store_, apps::files_table(scene.tables), ""));
    uploads.add_sweeps();
  }

  std::string uploaded(const std::string& user, std::string_view content,
                       files::Purpose purpose = files::Purpose::kFamilyTree) {
    const auto upload = must(uploads.begin(
        user,
        {.name = "smith.ged", .bytes = static_cast<int64_t>(content.size()), .purpose = purpose},
        {}));
    for (int64_t part = 1; part <= upload.parts; ++part) {
      must(uploads.put_part(user, upload.id, part, content.substr(0, files::kUploadPartBytes)));
      content.remove_prefix(std::min<size_t>(content.size(), files::kUploadPartBytes));
    }
    return upload.id;
  }
  std::string begun(const std::string& upload, bool is_preview = false) {
    return must(jobs.begin(ada, {.upload_id = upload, .is_preview = is_preview}, {})).id;
  }
  TreeImportJob job(const std::string& id) { return must(jobs.get(ada, id)); }
  bool has_upload(const std::string& upload) { return uploads.get(ada, upload).has_value(); }
  size_t trees() { return must(scene.trees.list(ada)).size(); }
  size_t items() { return static_cast<size_t>(std::ranges::count(scene.all_keys(), '\n')); }
  // The item of a job as a process that died has left it.
  void abandon(const std::string& id, int64_t attempts) {
    store::UpdateRequest update;
    update.table = scene.tables.norn();
    update.key = apps::key_of(keys::imports_of(ada), id);
    update.update = "SET leaseOwner = :owner, leaseUntil = :until, attempts = :attempts";
    update.placeholders.values = {{":owner", "dead"},
                                  {":until", store::Value::number(clock.now_ms() + kImportLeaseMs)},
                                  {":attempts", store::Value::number(attempts)}};
    must(store_.update(update));
  }

  files::Files uploads{scene.context};
  TreeImports imports{scene.context};
  TreeImportJobs jobs{scene.context, imports};
};

// Its lines, and its characters of several bytes, are across the parts that the store has.
TEST_F(ImportJobsTest, AFileIsReadPartByPart) {
  std::string file = chain_file(160, 7'001);
  file.replace(file.find("0 TRLR"), 0, "0 @N1@ SNOTE " + std::string(400'000, 'a') + "ä€\n");
  ASSERT_GT(file.size(), static_cast<size_t>(files::kUploadPartBytes));
  const std::string upload = uploaded(ada, file);
  const std::string id = begun(upload);
  EXPECT_EQ(job(id).state, State::kWaiting);
  EXPECT_TRUE(must(jobs.run_next()));
  const TreeImportJob done = job(id);
  EXPECT_EQ(done.state, State::kDone) << done.problem;
  EXPECT_EQ(done.progress.percent, 100);
  EXPECT_EQ(done.progress.people_written, 160);
  EXPECT_TRUE(done.report.starts_with(R"({"people":160,)")) << done.report.substr(0, 200);
  EXPECT_FALSE(has_upload(upload));

  const std::string at_once = must(imports.run(ada, gedcom::file_of(file), "", {})).access.tree.id;
  const auto exported = [&](const std::string& tree) {
    TreeExport exporting = must(TreeExport::begin(scene.context, ada, tree, gedcom::Version::k70));
    std::string text;
    while (must(exporting.append_next(text))) continue;
    return text.substr(text.find("0 @I0@"));
  };
  EXPECT_EQ(exported(done.tree_id), exported(at_once));
  EXPECT_FALSE(must(jobs.run_next()));
}

TEST_F(ImportJobsTest, APreviewKeepsTheUploadAndWritesNoTree) {
  const std::string upload = uploaded(ada, chain_file(3, 0));
  const std::string preview = begun(upload, true);
  must(jobs.run_next());
  EXPECT_EQ(job(preview).state, State::kDone);
  EXPECT_EQ(job(preview).tree_id, "");
  EXPECT_TRUE(has_upload(upload));
  EXPECT_EQ(trees(), 1u);
  const std::string import = begun(upload);
  must(jobs.run_next());
  EXPECT_EQ(job(import).state, State::kDone);
  EXPECT_EQ(trees(), 2u);
}

TEST_F(ImportJobsTest, NeedsACompleteUploadOfThePersonForATree) {
  const std::string content = chain_file(3, 0);
  const std::string other = uploaded(bob, content);
  const std::string attachment = uploaded(ada, content, files::Purpose::kAttachment);
  const auto incomplete = must(uploads.begin(
      ada, {.name = "a.ged", .bytes = 5, .purpose = files::Purpose::kFamilyTree}, {}));
  for (const std::string& upload : {other, attachment, incomplete.id, std::string("x")}) {
    EXPECT_TRUE(fails(jobs.begin(ada, {.upload_id = upload}, {}), ErrorCode::kConflict, "uploadId"))
        << upload;
  }
  EXPECT_FALSE(must(jobs.run_next()));
}

TEST_F(ImportJobsTest, AnUploadStaysAsItIsOnceAJobReadsIt) {
  const std::string content = chain_file(3, 0);
  const std::string upload = uploaded(ada, content);
  begun(upload, true);
  const auto changed = uploads.put_part(ada, upload, 1, content);
  ASSERT_FALSE(changed);
  EXPECT_TRUE(says(changed.error(), files::kUploadInUse));
}

TEST_F(ImportJobsTest, AFileThatIsNoneFailsAndStays) {
  const std::string upload = uploaded(ada, std::string(600'000, '\xAA'));
  const std::string id = begun(upload);
  must(jobs.run_next());
  EXPECT_EQ(job(id).state, State::kFailed);
  EXPECT_NE(job(id).problem.find("\"code\":\"gedcomNotAFile\""), std::string::npos);
  EXPECT_TRUE(has_upload(upload));
  EXPECT_FALSE(must(jobs.run_next()));
}

TEST_F(ImportJobsTest, AJobOfAProcessThatDiedBeginsAgain) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  abandon(id, 1);
  EXPECT_FALSE(must(jobs.run_next()));
  clock.advance_ms(kImportLeaseMs + 1);
  EXPECT_TRUE(must(jobs.run_next()));
  EXPECT_EQ(job(id).state, State::kDone);
  EXPECT_EQ(trees(), 2u);
}

TEST_F(ImportJobsTest, AJobThatEndedNoServerFailsAtLast) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  abandon(id, kMaxImportAttempts);
  clock.advance_ms(kImportLeaseMs + 1);
  must(jobs.run_next());
  EXPECT_EQ(job(id).state, State::kFailed);
  EXPECT_NE(job(id).problem.find("treeImportInterrupted"), std::string::npos);
  EXPECT_EQ(trees(), 1u);
}

// Wherever the process ends, the job makes one tree, and what it wrote before goes.
TEST_F(ImportJobsTest, ACrashLeavesOneTree) {
  const std::string file = chain_file(5, 0);
  const size_t others = items();
  must(imports.run(ada, gedcom::file_of(file), "", {}));
  const size_t items_of_chain = items() - others;
  for (int writes = 0;; ++writes) {
    SCOPED_TRACE(writes);
    const size_t before = trees();
    const std::string id = begun(uploaded(ada, file));
    store_.end_after(writes);
    TreeImportJobs dead(scene.context, imports);
    (void)dead.run_next();
    const bool has_ended = store_.restart();
    clock.advance_ms(kImportLeaseMs + 1);
    while (must(jobs.run_next())) continue;
    EXPECT_NE(job(id).state, State::kWaiting);
    const size_t made = job(id).state == State::kDone ? 1 : 0;
    EXPECT_EQ(trees(), before + made);
    clock.advance_ms(2 * kLongestTreeImportMs);
    must(scene.sweeps.run());
    EXPECT_EQ(items(), others + (trees() - 1) * items_of_chain);
    if (!has_ended) {
      EXPECT_GT(writes, 4);
      return;
    }
  }
}

// An overloaded store is no reason to fail: the job begins again after a pause.
TEST_F(ImportJobsTest, AnErrorThatPassesIsTriedAgainLater) {
  const std::string id = begun(uploaded(ada, chain_file(5, 0)));
  const Error throttled = {ErrorCode::kThrottled, "Too much at once.", nullptr};
  for (int64_t retry = 0; retry < 3; ++retry) {
    // The first transaction takes the lease; the next one begins to write.
    meanwhile([&] { meanwhile([&] { store_.refuse(1, throttled); }); });
    EXPECT_TRUE(must(jobs.run_next()));
    EXPECT_EQ(job(id).state, State::kWaiting) << job(id).problem;
    EXPECT_FALSE(must(jobs.run_next())) << "before its time";
    clock.advance_ms((kImportRetryMs << retry) + 1);
  }
  meanwhile({});
  EXPECT_TRUE(must(jobs.run_next()));
  EXPECT_EQ(job(id).state, State::kDone) << job(id).problem;
  EXPECT_EQ(trees(), 2u);
}

TEST_F(ImportJobsTest, ACancelledJobMakesNoTree) {
  const std::string upload = uploaded(ada, chain_file(3, 0));
  // Before each of the next transactions: when the job is taken, when the sweep is written, and so
  // on.
  for (int skipped = 0; skipped < 4; ++skipped) {
    SCOPED_TRACE(skipped);
    const std::string next = begun(upload);
    std::function<void()> cancel = [&] { must(jobs.remove(ada, next)); };
    for (int i = 0; i < skipped; ++i) {
      cancel = [this, after = cancel] { meanwhile(after); };
    }
    meanwhile(cancel);
    (void)jobs.run_next();
    meanwhile({});
    EXPECT_EQ(trees(), 1u);
    EXPECT_TRUE(has_upload(upload));
  }
  const std::string id = begun(upload);
  must(jobs.remove(ada, id));
  EXPECT_TRUE(fails(jobs.get(ada, id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(jobs.remove(ada, id), ErrorCode::kNotFound));
}

TEST_F(ImportJobsTest, ARequestThatIsRepeatedAfterTheEndGetsTheSameJob) {
  const NewTreeImportJob input = {.upload_id = uploaded(ada, chain_file(3, 0))};
  const apps::Creation creation = {
      .user_id = ada, .operation = "beginTreeImportJob", .key = "k", .digest = "d"};
  const std::string id = must(jobs.begin(ada, input, creation)).id;
  EXPECT_TRUE(must(jobs.run_next()));
  EXPECT_FALSE(has_upload(input.upload_id));
  EXPECT_EQ(must(jobs.begin(ada, input, creation)).id, id);
  EXPECT_FALSE(must(jobs.run_next()));
}

TEST_F(ImportJobsTest, AServerThatStopsLeavesTheJobToTheNext) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  TreeImportJobs stopping(scene.context, imports);
  stopping.stop();
  must(stopping.run_next());
  EXPECT_EQ(job(id).state, State::kWaiting);
  EXPECT_EQ(trees(), 1u);
  EXPECT_TRUE(must(jobs.run_next()));
  EXPECT_EQ(job(id).state, State::kDone);
}

TEST_F(ImportJobsTest, OnePersonHasAFewUnfinishedJobs) {
  const std::string upload = uploaded(ada, chain_file(3, 0));
  for (size_t i = 0; i < kMaxOpenTreeImports; ++i) begun(upload, true);
  const auto more = jobs.begin(ada, {.upload_id = upload, .is_preview = true}, {});
  ASSERT_FALSE(more);
  EXPECT_TRUE(says(more.error(), kTooManyTreeImports));
  while (must(jobs.run_next())) continue;
  for (size_t i = 0; i < 2 * kMaxKeptTreeImports; ++i) {
    begun(upload, true);
    must(jobs.run_next());
  }
  store::QueryRequest request;
  request.table = scene.tables.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::imports_of(ada)}};
  EXPECT_EQ(must(store_.query(request)).count, static_cast<int64_t>(kMaxKeptTreeImports));
}

TEST_F(ImportJobsTest, JobsAreOfOnePersonAndGoWithThem) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  EXPECT_TRUE(fails(jobs.get(bob, id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(jobs.remove(bob, id), ErrorCode::kNotFound));
  EXPECT_FALSE(must(jobs.forget(ada)));
  EXPECT_TRUE(fails(jobs.get(ada, id), ErrorCode::kNotFound));
  EXPECT_FALSE(must(jobs.run_next()));
}

TEST_F(ImportJobsTest, AFinishedJobIsKeptForADay) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  must(jobs.run_next());
  clock.advance_ms(kFinishedImportLifeS * 1'000 - 1'000);
  EXPECT_EQ(job(id).state, State::kDone);
  clock.advance_ms(2'000);
  EXPECT_TRUE(fails(jobs.get(ada, id), ErrorCode::kNotFound));
}

TEST_F(ImportJobsTest, ABrokenItemOfAnotherProgramIsNoBrokenReply) {
  const std::string id = begun(uploaded(ada, chain_file(3, 0)));
  must(jobs.run_next());
  store::UpdateRequest update;
  update.table = scene.tables.norn();
  update.key = apps::key_of(keys::imports_of(ada), id);
  update.update = "SET #report = :x, problem = :x, #state = :x, #percent = :x";
  update.placeholders.names = {{"#report", "report"}, {"#state", "state"}, {"#percent", "percent"}};
  update.placeholders.values = {{":x", "{\"people\":"}};
  must(store_.update(update));
  EXPECT_EQ(job(id).report, "");
  EXPECT_EQ(job(id).problem, "");
  EXPECT_EQ(job(id).state, State::kFailed);
}

}  // namespace
}  // namespace norn::family
